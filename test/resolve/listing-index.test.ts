import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '../../src/domain/cents.ts';
import type { Listing, ListingId, Sku } from '../../src/domain/listing.ts';
import { createIdTable } from '../../src/resolve/id-table.ts';
import { createListingIndex } from '../../src/resolve/listing-index.ts';
import { aListing, listingId, sku } from '../support/builders.ts';
import { turn } from '../support/gate.ts';

/** An index of listings that are numbered as they come; they are in that order where nothing else is given. */
function anIndex({ placeOf = (number: number) => number } = {}) {
  const ids = createIdTable();
  const index = createListingIndex({ placeOf, idOf: ids.idOf });
  return { ...index, put: (listing: Listing) => index.put(listing, ids.add(listing.id)) };
}

const amount = fc.oneof(
  fc.constant(null),
  fc.maxSafeInteger().filter((value) => !Object.is(value, -0)),
);
const money = amount.map((value) => (value === null ? null : toCents(value)));
const someListing = fc.record({
  id: fc.uuid().map((id) => id as ListingId),
  sku: fc.string().map((text) => text as Sku),
  platform: fc.constantFrom('amazon', 'walmart', ''),
  channel: fc.string(),
  status: fc.string(),
  currency: fc.constantFrom('usd', 'eur', 'jpy'),
  currentPrice: amount,
  currentShipping: amount,
  values: fc.record({
    cost: money,
    minimum_price: money,
    maximum_price: money,
    strategy: fc.oneof(fc.constant(null), fc.string()),
    repricing: fc.boolean(),
    manual_price: money,
  }),
}) satisfies fc.Arbitrary<Listing>;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe('createListingIndex', () => {
  it('gives back exactly what was put in, by SKU and in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(someListing, { selector: ({ id }) => id, maxLength: 40 }), (listings) => {
        const index = anIndex();
        for (const listing of listings) index.put(listing);
        expect(index.size()).toBe(listings.length);
        for (const { sku: wanted } of listings) {
          expect(index.get(wanted)).toEqual(listings.filter((listing) => listing.sku === wanted));
          expect(index.has(wanted)).toBe(true);
        }
        expect([index.get(sku('nobody has this')), index.has(sku('nobody has this'))]).toEqual([[], false]);
      }),
    );
  });

  it('finds each of many listings, by its SKU, by its number and in order', () => {
    const count = 3000;
    const index = createListingIndex({ placeOf: (number) => -number, idOf: listingId });
    const all = Array.from({ length: count }, (_, number) =>
      aListing({ id: listingId(number), sku: sku(`Sku-${Math.floor(number / 2)}`) }),
    );
    for (const [number, listing] of all.entries()) index.put(listing, number);
    expect([index.size(), index.skuCount()]).toEqual([count, count / 2]);
    expect([...index.all()]).toEqual(all.toReversed());
    for (const [number, listing] of all.entries()) {
      expect(index.at(number)).toEqual(listing);
      expect(index.get(listing.sku)).toEqual([all[number | 1], all[number & ~1]]);
      expect(index.has(sku(listing.sku.toUpperCase()))).toBe(false);
    }
    expect([index.at(count), index.has(sku(`Sku-${count}`))]).toEqual([undefined, false]);
  });

  it('orders the listings of a SKU by their places, whenever they came', () => {
    const places = [27, 19, 1, 23, -2];
    const index = anIndex({ placeOf: (number) => places[number] ?? 0 });
    for (const number of places.keys()) index.put(aListing({ id: listingId(number) }));
    expect(index.get(sku('MUG-01')).map(({ id }) => id)).toEqual([4, 2, 1, 3, 0].map(listingId));
  });

  it('takes a listing that comes again as it is then, where it was', () => {
    const index = anIndex();
    const areNew = [
      index.put(aListing({ id: listingId(1) })),
      index.put(aListing({ id: listingId(2) })),
      index.put(aListing({ id: listingId(1), values: { cost: null } })),
    ];
    expect(areNew).toEqual([true, true, false]);
    expect(index.get(sku('MUG-01')).map(({ id, values }) => [id, values.cost])).toEqual([
      [listingId(1), null],
      [listingId(2), 600],
    ]);
  });

  it('refuses a listing that comes again with another SKU', () => {
    const index = anIndex();
    index.put(aListing({ id: listingId(1) }));
    expect(() => index.put(aListing({ id: listingId(1), sku: sku('CUP') }))).toThrow(/came with two SKUs/);
  });

  it('holds a listing in less than 140 bytes beside its SKU, its id included', async () => {
    const count = 100_000;
    // What is let go of is given back a turn later.
    const bytesHeld = async () => {
      for (let times = 0; times < 4; times++) {
        collectGarbage();
        await turn();
      }
      return process.memoryUsage().arrayBuffers;
    };
    const before = await bytesHeld();
    const index = anIndex();
    const listing = aListing();
    for (let number = 0; number < count; number++)
      index.put({ ...listing, id: listingId(number), sku: sku(`SKU-${number}`) });
    const bytes = ((await bytesHeld()) - before) / count;
    expect(index.size()).toBe(count);
    expect(bytes).toBeGreaterThan(16);
    expect(bytes).toBeLessThan(140);
  });
});
