import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../../src/domain/fields.ts';
import type { Outcome } from '../../../src/domain/stages.ts';
import { ChangeTally, MAX_MOVES } from '../../../src/report/tally/tally-changes.ts';
import { describeFirstAmount } from '../../../src/report/text/words.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';
import { anOutcome } from '../support.ts';

function onLine(line: number, desired: Partial<FieldValues>, values: Partial<FieldValues> = {}): Outcome {
  const listing = aListing({ id: listingId(line), sku: sku(`SKU-${line}`), values });
  const update = anUpdate(desired, listing);
  return anOutcome({
    ...update,
    resolved: aResolved({ ...update.resolved, row: aRow({ sku: listing.sku, line }) }),
  });
}

function digest(outcomes: readonly Outcome[]) {
  const tally = new ChangeTally();
  for (const { entry } of outcomes)
    if (entry.kind === 'update')
      tally.add({ line: entry.resolved.row.line, listing: entry.resolved.listing, changes: entry.changes });
  return { ...tally.result(), first: tally.firstAmounts() };
}

describe('ChangeTally', () => {
  it('counts for each field what is done to it, and how far amounts move', () => {
    const { total, by_field } = digest([
      onLine(2, { manual_price: cents(0), cost: cents(630) }),
      onLine(3, { cost: cents(600) }, { cost: null }),
      onLine(4, { cost: cents(600) }, { cost: cents(0) }),
      onLine(5, { cost: null, repricing: false, strategy: 's-1' }),
      onLine(6, { cost: cents(0), strategy: 's-1' }, { strategy: 's-2' }),
    ]);
    expect(total).toBe(9);
    const none = Array<number>(12).fill(0);
    const costs = none.with(0, 1).with(8, 1);
    expect(Object.entries(by_field)).toEqual([
      ['cost', { changes: 5, kinds: { up: 1, set: 2, cleared: 1, down: 1 }, buckets: costs }],
      ['strategy', { changes: 2, kinds: { set: 1, replaced: 1 }, buckets: none }],
      ['repricing', { changes: 1, kinds: { off: 1 }, buckets: none }],
      ['manual_price', { changes: 1, kinds: { set: 1 }, buckets: none }],
    ]);
  });

  it('keeps the few that move furthest in each direction, of those that move equally far the first', () => {
    const amounts = [700, 1200, 601, 599, 900, 900, 300, 450, 900, 1200];
    const { biggest } = digest(amounts.map((cost, index) => onLine(index + 2, { cost: cents(cost) })));
    const { up, down } = biggest;
    expect(up).toHaveLength(MAX_MOVES);
    expect(up.map(({ line, after_cents }) => [line, after_cents])).toEqual([
      [3, 1200],
      [11, 1200],
      [6, 900],
      [7, 900],
      [10, 900],
    ]);
    expect(down.map((move) => [move.line, move.sku, move.before_cents, move.after_cents])).toEqual([
      [8, 'SKU-8', 600, 300],
      [9, 'SKU-9', 600, 450],
      [5, 'SKU-5', 600, 599],
    ]);
  });

  it('keeps amounts that are set where there is none, the furthest from the current price first, one of each listing', () => {
    const bare = { cost: null, minimum_price: null, maximum_price: null };
    const { first } = digest([
      onLine(2, { cost: cents(1) }, bare),
      onLine(3, { cost: cents(1), minimum_price: cents(1200), maximum_price: cents(90_000) }, bare),
      onLine(4, { minimum_price: cents(1), manual_price: cents(1499) }, bare),
      onLine(5, { cost: cents(700), repricing: false }),
    ]);
    expect(first.map((each) => describeFirstAmount(each))).toEqual([
      'minimum_price — → 0.01 (today 14.99, −99.9 %)',
      'minimum_price — → 12.00 (today 14.99, −19.9 %)',
      'cost — → 0.01',
    ]);
  });
});
