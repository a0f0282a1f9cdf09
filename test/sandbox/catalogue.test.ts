import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import { buildCatalogue, buildListing, channels, id, ids, onWalmart, strategies } from './support.ts';

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

  const withFields = (fields: object) => buildCatalogue([good, { ...good, id: id(2), ...fields }]);
  test.each([
    ['no object', null, 'the whole: '],
    ['a missing list', { listings: [], channels: [] }, 'strategies: must be a list, it is missing'],
    ['an unknown list', { ...buildCatalogue([]), orders: [] }, 'unknown field "orders"'],
    ['an unknown field', withFields({ price: 5 }), 'listings[1] (sku "A-1"): unknown field "price"'],
    [
      'a fraction',
      withFields({ cost: 12.5 }),
      'listings[1] (sku "A-1"), cost: must be whole cents or null, it is 12.5',
    ],
    ['a text for money', withFields({ cost: '5' }), 'cost: must be whole cents or null, it is "5"'],
    [
      'a negative amount',
      withFields({ minimum_price: -1 }),
      'minimum_price: must be zero cents or more, it is -1',
    ],
    [
      'a missing field',
      withFields({ repricing: undefined }),
      'repricing: must be true or false, it is missing',
    ],
    [
      'an unknown platform',
      withFields({ platform: 'ebay' }),
      'platform: must be "amazon" or "walmart", it is "ebay"',
    ],
    [
      'an unknown status',
      withFields({ status: 'gone' }),
      'status: must be "active" or "inactive", it is "gone"',
    ],
    [
      'a currency in capitals',
      withFields({ currency: 'USD' }),
      'currency: must be a three-letter lower-case currency code',
    ],
    ['an empty SKU', withFields({ sku: '' }), 'listings[1] (sku ""), sku: must be a text that is not empty'],
    ['an id that is no UUID', withFields({ id: '2' }), 'id: must be an identifier in UUID format, it is "2"'],
    ['another object', withFields({ object: 'offer' }), 'object: must be "listing", it is "offer"'],
    ['an id used twice', withFields({ id: id(1) }), `listings[1], id: "${id(1)}" is used twice`],
    [
      'an unknown channel',
      withFields({ channel: ids.nothing }),
      `listings[1] (sku "A-1"), channel: "${ids.nothing}" is not in`,
    ],
    [
      'an unknown strategy',
      withFields({ strategy: ids.nothing }),
      `strategy: "${ids.nothing}" is not in the catalogue`,
    ],
    ['a channel of another platform', withFields({ channel: ids.walmart }), 'channel: "'],
    [
      'a strategy of another platform',
      withFields({ strategy: ids.lowest }),
      'is of platform "walmart", the listing of "amazon"',
    ],
    ['a channel twice', { ...buildCatalogue([]), channels: [...channels, channels[0]] }, 'channels[3], id: '],
    [
      'a strategy twice',
      { ...buildCatalogue([]), strategies: [...strategies, strategies[0]] },
      'strategies[3], id: ',
    ],
  ])('refuses %s and says where', (_name, json, message) => {
    expect(() => parseCatalogue(json)).toThrow(
      expect.objectContaining({ code: 'invalid_catalogue', message: expect.stringContaining(message) }),
    );
  });

  test('names ten mistakes and counts the rest', () => {
    const listings = Array.from({ length: 14 }, (_, index) => ({ ...buildListing(index + 1), cost: 'free' }));
    const error = catchError(() => parseCatalogue(buildCatalogue(listings as never)));
    expect(error.split('\n')).toHaveLength(11);
    expect(error).toContain('and 4 more');
  });
});

function catchError(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown');
}
