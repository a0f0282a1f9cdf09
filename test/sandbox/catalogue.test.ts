import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
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

function _catchError(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown');
}
