import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricesSummary } from '../../../src/domain/documents/summary.ts';
import type { PriceOutcome } from '../../../src/domain/judge-price.ts';
import { countForced, noticePrices, summarizeForced } from '../../../src/report/tally/describe-prices.ts';
import { type PricedRow, PriceTally } from '../../../src/report/tally/tally-prices.ts';
import { cents } from '../../support/builders.ts';
import { runs } from '../../support/runs.ts';

const forced = (kind: 'rise' | 'fall', from: number, bound: number): PriceOutcome => ({
  kind,
  from: cents(from),
  bound: cents(bound),
});

type TestRow = Partial<PricedRow> & Pick<PricedRow, 'outcome'> & { readonly isHeld?: boolean };

function digestOf(rows: readonly TestRow[]): PricesSummary {
  const [going, held] = [new PriceTally(), new PriceTally()];
  for (const [index, { isHeld, ...row }] of rows.entries())
    (isHeld ? held : going).add({
      currency: 'usd',
      line: index + 2,
      sku: `S-${index + 1}`,
      listingId: `id-${index + 1}`,
      ...row,
    });
  return { going: going.result(), held: held.result() };
}

const MIXED = digestOf([
  { outcome: forced('rise', 1000, 1120) },
  { outcome: forced('rise', 1000, 1400) },
  { outcome: forced('rise', 500, 600), currency: 'eur' },
  { outcome: forced('fall', 1000, 800) },
  { outcome: forced('fall', 1000, 100), isHeld: true },
  { outcome: { kind: 'within', from: cents(100) } },
  { outcome: { kind: 'manual', from: cents(100), price: cents(90) } },
  { outcome: { kind: 'manual', from: cents(100), price: cents(100) } },
  { outcome: { kind: 'manual', from: null, price: cents(100) } },
  { outcome: { kind: 'not_repriced', why: ['repricing_off', 'no_shipping'] } },
  { outcome: { kind: 'unknown', why: 'computed' } },
]);

describe('PriceTally', () => {
  it('counts every kind, and sums up how far prices have to move in each currency', () => {
    expect(MIXED.going).toEqual({
      rise: {
        count: 3,
        by_currency: {
          eur: {
            count: 1,
            median_cents: 100,
            largest_cents: 100,
            median_percent: 20,
            largest_percent: 20,
            largest: { line: 4, sku: 'S-3', listing_id: 'id-3' },
          },
          usd: {
            count: 2,
            median_cents: 400,
            largest_cents: 400,
            median_percent: 40,
            largest_percent: 40,
            largest: { line: 3, sku: 'S-2', listing_id: 'id-2' },
          },
        },
      },
      fall: {
        count: 1,
        by_currency: { usd: expect.objectContaining({ largest_cents: 200, largest_percent: 20 }) },
      },
      within: 1,
      manual: { count: 3, up: 0, down: 1, same: 1, unknown: 1 },
      not_repriced: { count: 1, repricing_off: 1, no_minimum: 0, no_shipping: 1 },
      unknown: { count: 1, no_price: 0, computed: 1, inverted: 0, new_platform: 0 },
    });
  });

  it('has no percentage of a price of 0', () => {
    expect(digestOf([{ outcome: forced('rise', 0, 100) }]).going.rise.by_currency['usd']).toMatchObject({
      median_cents: 100,
      median_percent: null,
      largest_percent: null,
    });
  });

  it('gives the figure in the middle and the largest of any number', () => {
    const move = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 40 }), (moves) => {
        const digest = digestOf(moves.map((by) => ({ outcome: forced('rise', 10_000, 10_000 + by) })));
        const sorted = moves.toSorted((one, other) => one - other);
        const force = digest.going.rise.by_currency['usd'];
        expect(force).toMatchObject({
          count: moves.length,
          median_cents: sorted[sorted.length >> 1],
          largest_cents: sorted.at(-1),
        });
        expect(force?.largest.line).toBe(moves.indexOf(Math.max(...moves)) + 2);
      }),
      { numRuns: runs(300) },
    );
  });
});

const UP = forced('rise', 1000, 1125);
const DOWN = forced('fall', 1000, 800);

describe('what is said of prices', () => {
  it('begins with falls, and has the figures of each currency', () => {
    expect(noticePrices(MIXED)).toEqual([
      "The price has to fall at once in 1 update: the maximum is below today's price by 2.00 usd (20.0 %), on line 5 (S-4)",
      "The price would have to fall in rows that wait for a person, in 1 update: the maximum is below today's price by 9.00 usd (90.0 %), on line 6 (S-5)",
      "The price has to rise at once in 3 updates: the minimum is above today's price in 1 by 1.00 eur (20.0 %), on line 4 (S-3), in 2 by up to 4.00 usd (40.0 %), on line 3 (S-2)",
      'The price stays in 1 update: the listing is not repriced',
      'What happens to the price is unknown in 1 update',
    ]);
  });

  it.each<readonly [outcomes: readonly PriceOutcome[], letter: string, question: string]>([
    [[UP], "1 minimum is above today's price, by up to 12.5 %.", '1 up by up to 12.5 %'],
    [
      [UP, forced('rise', 1000, 1001), DOWN],
      "1 maximum is below today's price, by up to 20.0 %, and 2 minimums above it, by up to 12.5 %.",
      '1 down by up to 20.0 %, 2 up by up to 12.5 %',
    ],
    [[DOWN, DOWN], "2 maximums are below today's price, by up to 20.0 %.", '2 down by up to 20.0 %'],
    [[forced('rise', 0, 5)], "1 minimum is above today's price.", '1 up'],
  ])('is a sentence of the letter and a line of the question', (outcomes, letter, question) => {
    const digest = digestOf(outcomes.map((outcome) => ({ outcome })));
    expect([summarizeForced(digest), countForced(digest)]).toEqual([letter, question]);
  });
});
