import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Listing, parseCatalogue } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';

const catalogue = generateCatalogue({ listings: 5000, seed: 7 });
const { listings, strategies, channels } = catalogue;
const share = (holds: (listing: (typeof listings)[number]) => boolean) =>
  listings.filter(holds).length / listings.length;
const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

describe('generateCatalogue', () => {
  test('gives the same catalogue for the same seed, on every machine, and another for another', () => {
    expect(generateCatalogue({ listings: 5000, seed: 7 })).toEqual(catalogue);
    expect(hash(generateCatalogue({ listings: 50, seed: 7 }))).toBe(
      '2133070e5bfeb5a61d77910c0bbbfdc7078894e922878e82d4756655f03da3ff',
    );
    expect(hash(generateCatalogue({ listings: 50, seed: 8 }))).not.toBe(
      hash(generateCatalogue({ listings: 50, seed: 7 })),
    );
  });

  test.each([0, 1, 3, 500])('gives %i listings that parseCatalogue takes', (count) => {
    const generated = generateCatalogue({ listings: count });
    expect(generated.listings).toHaveLength(count);
    expect(parseCatalogue(JSON.parse(JSON.stringify(generated)))).toEqual(generated);
  });

  test('gives ids of version 4, each once', () => {
    const ids = [...listings, ...strategies, ...channels].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
    ).toBe(true);
  });

  test('is mostly amazon in one currency, with some walmart and a channel in another', () => {
    expect(share(({ platform }) => platform === 'amazon')).toBeGreaterThan(0.75);
    expect(share(({ platform }) => platform === 'walmart')).toBeGreaterThan(0.1);
    expect(share(({ currency }) => currency === 'usd')).toBeGreaterThan(0.8);
    expect(new Set(listings.map(({ currency }) => currency))).toEqual(new Set(['usd', 'eur']));
    expect(new Set(listings.map(({ channel, currency }) => channel + currency)).size).toBe(channels.length);
  });

  test.each([
    ['a null cost', 'cost', null, 0.05, 0.15],
    ['a null minimum', 'minimum_price', null, 0.05, 0.2],
    ['a null maximum', 'maximum_price', null, 0.05, 0.2],
    ['no strategy', 'strategy', null, 0.1, 0.2],
    ['no manual price', 'manual_price', null, 0.9, 0.99],
    ['null shipping', 'current_shipping', null, 0.005, 0.05],
    ['inactive', 'status', 'inactive', 0.04, 0.12],
    ['repricing off', 'repricing', false, 0.1, 0.4],
  ] as const)('holds some of every kind: %s', (_name, field, value, least, most) => {
    const found = share((listing) => listing[field] === value);
    expect(found).toBeGreaterThan(least);
    expect(found).toBeLessThan(most);
  });

  test('holds amounts that go together', () => {
    const cents = (value: number | null, otherwise: number) => value ?? otherwise;
    for (const listing of listings) {
      const { cost, minimum_price: minimum, maximum_price: maximum } = listing;
      expect(cents(minimum, 1)).toBeLessThan(cents(maximum, Number.POSITIVE_INFINITY));
      expect(cents(cost, 0)).toBeLessThan(cents(minimum, Number.POSITIVE_INFINITY));
    }
  });

  test('holds listings of the same second, and comes most recent first', () => {
    const times = listings.map(({ created }) => created);
    const others = [strategies, channels].map((list) => list.map(({ created_at }) => created_at));
    for (const list of others) expect(list).toEqual([...list].sort((left, right) => right - left));
    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect(new Set(times).size).toBeLessThan(times.length * 0.9);
  });

  test('holds SKUs of every awkward kind, none with space at its ends', () => {
    const skus = listings.map(({ sku }) => sku);
    const kinds = [
      / /,
      /\//,
      /\+/,
      /&/,
      /%/,
      /#/,
      /"/,
      /,/,
      /;/,
      /^-/,
      /^0\d+$/,
      /^\d+E\d$/,
      /[^\x20-\x7e]/,
      /=/,
      /\?/,
    ];
    expect(kinds.filter((kind) => !skus.some((sku) => kind.test(sku)))).toEqual([]);
    expect(skus.filter((sku) => sku !== sku.trim())).toEqual([]);
    const exact = new Set(skus);
    expect(new Set([...exact].map((sku) => sku.toLowerCase())).size).toBeLessThan(exact.size);
  });

  test('lists a few SKUs on two channels, across platforms as well, never twice on one', () => {
    const bySku = new Map<string, Listing[]>();
    for (const listing of listings) bySku.set(listing.sku, [...(bySku.get(listing.sku) ?? []), listing]);
    const shared = [...bySku.values()].filter((group) => group.length > 1);
    const distinct = (group: readonly Listing[], field: 'channel' | 'platform') =>
      new Set(group.map((listing) => listing[field])).size;
    expect(shared.length / listings.length).toBeGreaterThan(0.01);
    expect(shared.length / listings.length).toBeLessThan(0.04);
    expect(shared.every((group) => distinct(group, 'channel') === group.length)).toBe(true);
    expect(shared.some((group) => distinct(group, 'platform') === 2)).toBe(true);
  });

  test('can be made plainer: SKUs, no SKU twice, one currency', () => {
    const plain = generateCatalogue({ listings: 2000, skus: 'plain', duplicateSkus: 0, currencies: ['gbp'] });
    expect(plain.listings.every(({ sku }) => /^[A-Z]+-\d{5}$/.test(sku))).toBe(true);
    expect(new Set(plain.listings.map(({ sku }) => sku)).size).toBe(2000);
    expect(new Set(plain.listings.map(({ currency }) => currency))).toEqual(new Set(['gbp']));
  });
});
