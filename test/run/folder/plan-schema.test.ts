import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predictOutcome } from '../../../src/domain/predict-outcome.ts';
import type { SheetRow } from '../../../src/domain/row.ts';
import type { PlanEntry } from '../../../src/domain/stages.ts';
import { diffListing } from '../../../src/plan/plan-row.ts';
import { parseOwnEntry } from '../../../src/run/folder/carry-entry.ts';
import {
  changesSchema,
  feesSchema,
  toChangesJson,
  toEntryLine,
  toFeesJson,
} from '../../../src/run/folder/plan-schema.ts';
import { planOne, someDesired, someValues } from '../../plan/support.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';

describe('changesSchema', () => {
  it('gives back what was written, through JSON', () => {
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) => {
        const changes = diffListing(aResolved({ listing: aListing({ values }), desired }));
        const json: unknown = JSON.parse(JSON.stringify(toChangesJson(changes)));
        expect(changesSchema.parse(json)).toEqual(changes);
      }),
    );
  });

  it('gives back any strategy, whatever it is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (after) => {
        const changes = [{ field: 'strategy', before: null, after }] as const;
        const json: unknown = JSON.parse(JSON.stringify(toChangesJson(changes)));
        expect(changesSchema.parse(json)).toEqual(changes);
      }),
    );
  });

  it('gives back any amount', () => {
    const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(amount, amount, (before, after) => {
        const changes = [{ field: 'cost', before: cents(before), after: cents(after) }] as const;
        const json: unknown = JSON.parse(JSON.stringify(toChangesJson(changes)));
        expect(changesSchema.parse(json)).toEqual(changes);
      }),
    );
  });

  it.each([
    ['an unknown field', { price: [1, 2] }],
    ['an amount as text', { cost: ['1', 2] }],
    ['half a cent', { cost: [1.5, 2] }],
    ['an amount too large to be exact', { cost: [1, 2 ** 53] }],
    ['one value only', { cost: [1] }],
    ['three values', { cost: [1, 2, 3] }],
    ['a flag that is null', { repricing: [null, true] }],
    ['a strategy that is a number', { strategy: [null, 1] }],
    ['no pair', { cost: 5 }],
    ['a list', []],
    ['nothing', null],
  ])('refuses %s', (_name, json) => {
    expect(changesSchema.safeParse(json).success).toBe(false);
  });
});

it.each([
  [{ perUnit: cents(30), share: 15_000 }],
  [{ perUnit: cents(0), share: undefined }],
  [{ perUnit: undefined, share: 15_000 }],
])('fees are read as they were written: %j', (fees) => {
  expect(feesSchema.parse(JSON.parse(JSON.stringify(toFeesJson(fees))))).toEqual(fees);
});

it.each([
  [{ per_unit: -1 }],
  [{ per_unit: 0.5 }],
  [{ thousandths_of_percent: 100_000 }],
  [{ thousandths_of_percent: -1 }],
  [{ fee: 30 }],
])('fees are refused that no run has written: %j', (json) => {
  expect(feesSchema.safeParse(json).success).toBe(false);
});

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
