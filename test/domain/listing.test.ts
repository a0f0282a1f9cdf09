import { describe, expect, it } from 'vitest';
import { isListingId, isRepriceable } from '../../src/domain/listing.ts';
import { aListing, cents } from '../support/builders.ts';

describe('isListingId', () => {
  it.each(['0f8fad5b-d9cb-469f-a165-70867728950e', '0F8FAD5B-D9CB-469F-A165-70867728950E'])(
    'takes %s',
    (id) => {
      expect(isListingId(id)).toBe(true);
    },
  );

  it.each([
    ['nothing', ''],
    ['a line break behind it', '0f8fad5b-d9cb-469f-a165-70867728950e\n'],
    ['a blank before it', ' 0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['braces', '{0f8fad5b-d9cb-469f-a165-70867728950e}'],
    ['no hyphens', '0f8fad5bd9cb469fa16570867728950e'],
    ['a letter that is no digit', '0f8fad5b-d9cb-469f-a165-70867728950g'],
    ['a digit too many', '0f8fad5b-d9cb-469f-a165-70867728950e1'],
    ['a path', '../strategies/0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['a query', '0f8fad5b-d9cb-469f-a165-70867728950e?cost=1'],
  ])('refuses an id with %s', (_name, id) => {
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
