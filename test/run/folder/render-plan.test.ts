import { describe, expect, it } from 'vitest';
import { predictOutcome } from '../../../src/domain/predict-outcome.ts';
import type { SheetRow } from '../../../src/domain/row.ts';
import type { PlanEntry } from '../../../src/domain/stages.ts';
import { parseOwnEntry } from '../../../src/run/folder/carry-entry.ts';
import { toEntryLine } from '../../../src/run/folder/plan-schema.ts';
import { planOne } from '../../plan/support.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';

const then = aListing();
const planned: NonNullable<SheetRow['planned']> = {
  before: then.values,
  currency: 'usd',
  pins: { minimum_price: cents(1000) },
  exact: true,
  mayArrive: true,
};
const requested = { cost: cents(640), maximum_price: null };
const row = aRow({ requested, planned, target: { listingId: then.id } });

/** What a run writes of the update that another run planned, upon a listing that holds these values by now. */
function replayOn(values: Partial<typeof then.values>, fields: Partial<SheetRow> = {}) {
  const carried = { ...row, ...fields };
  const entry = planOne(aResolved({ listing: aListing({ values }), desired: requested, row: carried }));
  return linesOf(entry);
}

function linesOf(entry: PlanEntry) {
  return JSON.parse(toEntryLine(3, predictOutcome(entry)));
}

describe('toEntryLine of an update that another run planned', () => {
  it('has all of it where the listing holds it already: it may have been taken back by the next run', () => {
    expect(replayOn({ cost: cents(640), maximum_price: null })).toMatchObject({
      status: 'updated',
      may_arrive: true,
      replay: {
        listing_id: then.id,
        currency: 'usd',
        changes: { cost: [600, 640], maximum_price: [2000, null] },
        before: then.values,
        pins: { minimum_price: [1000, 1000] },
        exact: true,
      },
    });
  });

  it('has none of it to send again where it is sent now, or came to a conflict, or its row names no listing', () => {
    const [sent, conflict] = [replayOn({}), replayOn({ cost: cents(777) })];
    expect([sent.status, conflict.status]).toEqual(['planned', 'conflict']);
    const { target } = aRow();
    const nameless = replayOn({ cost: cents(640), maximum_price: null }, { target });
    for (const line of [sent, conflict, nameless]) expect(line.replay).toBeUndefined();
    expect([sent.may_arrive, conflict.may_arrive, nameless.may_arrive]).toEqual([true, undefined, undefined]);
    expect(replayOn({}, { planned: { ...planned, mayArrive: false } }).may_arrive).toBeUndefined();
  });

  it('has none of a row of a sheet', () => {
    const entry = planOne(aResolved({ desired: { cost: cents(600) } }));
    expect(linesOf(entry).replay).toBeUndefined();
  });
});

describe('a line that is read again', () => {
  it('has the changes, the pins, the fees and the SKU of the listing', () => {
    const update = anUpdate({ cost: cents(640) }, aListing({ sku: sku('MUG-1'), id: listingId(2) }));
    const pins = [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }] as const;
    const fees = { perUnit: cents(30), share: 15_000 };
    const resolved = { ...update.resolved, row: aRow({ sku: 'mug-1' }), fees };
    const line = toEntryLine(0, predictOutcome({ ...update, resolved, pins }));
    expect(parseOwnEntry(line)).toMatchObject({
      sku: 'mug-1',
      listing_sku: 'MUG-1',
      changes: update.changes,
      pins,
      fees,
    });
    expect(JSON.parse(toEntryLine(0, predictOutcome(update))).listing_sku).toBeUndefined();
  });
});
