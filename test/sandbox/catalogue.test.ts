import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { buildCatalogue, buildListing, ids, onWalmart, strategies } from './support.ts';

const good = buildListing(1, { sku: 'A-1' });

describe('parseCatalogue', () => {
  test('gives the same data back, private fields included', () => {
    const [gentle] = strategies;
    const behaviour = { profit_based: true, recompute: { minimum_percent: 10, maximum_percent: 50 } };
    const catalogue = buildCatalogue(
      [
        good,
        buildListing(2, { ...onWalmart, current_price: null, current_shipping: null, strategy: null }),
        buildListing(3, { manual_price: 5, sandbox: { manual_price_due_in_ms: 12.5 } }),
      ],
      { strategies: [{ ...gentle, sandbox: behaviour }, ...strategies.slice(1)] as typeof strategies },
    );
    expect(parseCatalogue(JSON.parse(JSON.stringify(catalogue)))).toEqual(catalogue);
  });
  test.each([
    ['an id that is used twice', [good, good], 'listings[1].id: '],
    ['a channel that is not there', [buildListing(1, { channel: ids.nothing })], 'listings[0].channel: '],
    ['a strategy of another platform', [buildListing(1, { strategy: ids.lowest })], 'listings[0].strategy: '],
  ])('refuses %s', (_name, listings, place) => {
    expect(() => parseCatalogue(buildCatalogue(listings))).toThrow(place);
  });
});

const catalogue = generateCatalogue({ listings: 5000, seed: 7 });
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
});
