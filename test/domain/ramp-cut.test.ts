import { describe, expect, it } from 'vitest';
import type { ListingId } from '../../src/domain/listing.ts';
import { hashOfListing, NO_HASH, stepFinderOf, stepOfHash } from '../../src/domain/ramp-cut.ts';
import { listingId } from '../support/builders.ts';

describe('stepOfHash', () => {
  it.each([
    [0, [0, 10], 0],
    [1, [0, 10], 1],
    [10, [0, 10], 1],
    [11, [0, 10], 2],
    [0, [NO_HASH, 10], 1],
    [5, [], 0],
  ])('%d with the bounds %j is in step %d', (hash, upTo, step) => {
    expect(stepOfHash(hash, upTo)).toBe(step);
  });
});

describe('stepFinderOf', () => {
  it('puts what was picked first, and everything else where its hash belongs', () => {
    const [one, two] = [listingId(1), listingId(2)];
    const stepOf = stepFinderOf({ picked: [one], upTo: [NO_HASH, hashOfListing(two)] });
    expect([stepOf(one), stepOf(two)]).toEqual([0, 1]);
  });

  it('knows an id in either case', () => {
    const id = 'abcdef00-0000-4000-8000-000000000001' as ListingId;
    const upper = id.toUpperCase() as ListingId;
    expect(hashOfListing(upper)).toBe(hashOfListing(id));
    expect(stepFinderOf({ picked: [upper], upTo: [NO_HASH] })(id)).toBe(0);
  });

  // A plan is gone on with by other versions of the program.
  it('never hashes a listing in another way', () => {
    expect([1, 2, 3].map((number) => hashOfListing(listingId(number)))).toEqual([
      1_464_678_070, 2_276_395_418, 3_527_630_726,
    ]);
  });
});
