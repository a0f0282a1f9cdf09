import { describe, expect, it } from 'vitest';
import { isListingId, isRepriceable } from '../../src/domain/listing.ts';
import { aListing, cents } from '../support/builders.ts';

describe('isListingId', () => {
  const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

  it.each([ID, ID.toUpperCase()])('takes %s', (id) => {
    expect(isListingId(id)).toBe(true);
  });

  it.each([
    ...['', `${ID}\n`, ` ${ID}`, `{${ID}}`, ID.replaceAll('-', ''), `${ID.slice(0, -1)}g`, `${ID}1`],
    ...[`../strategies/${ID}`, `${ID}?cost=1`],
  ])('refuses %j', (id) => {
    expect(isListingId(id)).toBe(false);
  });
});

describe('isRepriceable', () => {
  it.each([
    ['a minimum and known shipping', {}, 0, true],
    ['repricing switched off', { repricing: false }, 0, false],
    ['no minimum', { minimum_price: null }, 0, false],
    ['a minimum of zero', { minimum_price: cents(0) }, 0, true],
    ['unknown shipping', {}, null, false],
  ])('judges a listing with %s', (_name, values, shipping, expected) => {
    expect(isRepriceable(aListing({ values }).values, shipping)).toBe(expected);
  });
});
