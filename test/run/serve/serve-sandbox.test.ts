import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/domain/errors.ts';
import { sampleSheet } from '../../../src/run/serve/serve-sandbox.ts';
import type { Listing } from '../../../src/sandbox/catalogue.ts';
import { anAccount } from '../../support/test-sandbox.ts';

const sheetOf = (...listings: readonly Partial<Listing>[]) => sampleSheet(anAccount(listings).listings);

describe('sampleSheet', () => {
  it('moves some amounts a little, and leaves others as the listings have them', () => {
    expect(sheetOf({}, {}, {}, {}, {})).toEqual([
      ['sku', 'cost', 'min', 'max'],
      ['SKU-1', '6.18', '10.00', '20.00'],
      ['SKU-2', '6.00', '10.00', '20.00'],
      ['SKU-3', '6.00', '10.20', '20.40'],
      ['SKU-4', '6.00', '10.00', '20.00'],
      ['SKU-5', '6.00', '10.00', '19.40'],
    ]);
  });

  it('moves nothing to where a guard rule would be against it', () => {
    expect(sheetOf({ cost: 1000 })[1]).toEqual(['SKU-1', '10.00', '10.00', '20.00']);
  });

  it.each<readonly [string, Partial<Listing>]>([
    ['without a cost', { cost: null }],
    ['without a bound', { maximum_price: null }],
    ['with bounds that do not go together', { minimum_price: 3000 }],
    ['with a manual price', { manual_price: 1500 }],
    ['that is inactive', { status: 'inactive' }],
    ['with a SKU that has several listings', { sku: 'SKU-1' }],
    ['with a SKU that is no plain text', { sku: '=1+1' }],
    ['in a currency without hundredths', { currency: 'jpy' }],
    ['in another currency than the first', { currency: 'eur' }],
  ])('leaves out a listing %s', (_name, listing) => {
    const skus = sheetOf({ sku: 'FIRST' }, { sku: 'SKU-1' }, { sku: 'X', ...listing }).map(([sku]) => sku);
    expect(skus).toEqual(listing.sku === 'SKU-1' ? ['sku', 'FIRST'] : ['sku', 'FIRST', 'SKU-1']);
  });

  it('is refused for an account that has nothing to show', () => {
    expect(() => sheetOf({ cost: null })).toThrow(UsageError);
  });
});
