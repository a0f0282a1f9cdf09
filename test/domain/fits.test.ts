import { describe, expect, it } from 'vitest';
import { fits } from '../../src/domain/fits.ts';
import type { ListingId } from '../../src/domain/listing.ts';
import { aListing, listingId } from '../support/builders.ts';

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
