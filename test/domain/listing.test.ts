import { describe, expect, it } from 'vitest';
import { fits, isListingId, isRepriceable, type ListingId } from '../../src/domain/listing.ts';
import { aListing, cents, listingId } from '../support/builders.ts';

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

const listing = aListing({ id: listingId(10), platform: 'amazon', channel: 'ch-1', status: 'active' });

describe('fits', () => {
  it.each([
    ['nothing', {}, true],
    ['its platform', { platform: 'amazon' }, true],
    ['another platform', { platform: 'walmart' }, false],
    ['its channel', { channel: 'ch-1' }, true],
    ['another channel', { channel: 'ch-2' }, false],
    ['its status', { status: 'active' }, true],
    ['another status', { status: 'inactive' }, false],
    ['its id', { listingId: listing.id }, true],
    ['its id in capitals', { listingId: listing.id.toUpperCase() as ListingId }, true],
    ['another id', { listingId: listingId(11) }, false],
    ['its platform and another channel', { platform: 'amazon', channel: 'ch-2' }, false],
  ])('compares a listing with %s', (_name, filters, expected) => {
    expect(fits(listing, filters)).toBe(expected);
  });
});
