import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SheetRow } from '../../../src/domain/row.ts';
import { type CarriedOver, changesOf, type PlanEntry } from '../../../src/domain/stages.ts';
import { diffListing } from '../../../src/plan/plan-row.ts';
import { carry, changesSchema, entrySchema, toEntryLine } from '../../../src/run/folder/plan-schema.ts';
import { planOne, someDesired, someValues } from '../../plan/support.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';

/** Through JSON and the schema. */
const again = (entry: PlanEntry) => entrySchema.parse(JSON.parse(toEntryLine(entry)));

describe('changesSchema', () => {
  function expectRead(changes: unknown): void {
    expect(changesSchema.parse(JSON.parse(JSON.stringify(changes)))).toEqual(changes);
  }

  it('gives back what was written, through JSON', () => {
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) =>
        expectRead(diffListing(aResolved({ listing: aListing({ values }), desired }))),
      ),
    );
    const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), amount, amount, (strategy, before, after) =>
        expectRead([
          { field: 'strategy', before: null, after: strategy },
          { field: 'cost', before, after },
        ]),
      ),
    );
  });

  it.each([
    ['an unknown field', [{ field: 'price', before: 1, after: 2 }]],
    ['an amount as text', [{ field: 'cost', before: '1', after: 2 }]],
    ['half a cent', [{ field: 'cost', before: 1.5, after: 2 }]],
    ['an amount too large to be exact', [{ field: 'cost', before: 1, after: 2 ** 53 }]],
    ['one value only', [{ field: 'cost', before: 1 }]],
    ['a flag that is null', [{ field: 'repricing', before: null, after: true }]],
    ['a strategy that is a number', [{ field: 'strategy', before: null, after: 1 }]],
    ['an object', {}],
    ['nothing', null],
  ])('refuses %s', (_name, json) => {
    expect(changesSchema.safeParse(json).success).toBe(false);
  });
});

describe('an entry that is read again', () => {
  const update = anUpdate({ cost: cents(640) }, aListing({ sku: sku('MUG-1'), id: listingId(2) }));

  it('is the very same update, with its fees, whether it is held or not', () => {
    const pins = [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }] as const;
    for (const fees of [
      { perUnit: cents(30), share: 15_000 },
      { perUnit: cents(0) },
      { share: 99_999 },
      {},
    ]) {
      const whole = { ...update, resolved: { ...update.resolved, fees }, pins };
      expect(again(whole)).toEqual(whole);
      const held = { ...whole, kind: 'held', reason: 'hold_over', message: 'cost moves' } as const;
      expect(again(held)).toEqual(held);
    }
  });

  it.each([{ perUnit: -1 }, { perUnit: 0.5 }, { share: 100_000 }, { share: -1 }, { fee: 30 }])(
    'is refused if it has fees that no run has written: %j',
    (fees) => {
      const line = toEntryLine({ ...update, resolved: { ...update.resolved, fees: fees as object } });
      expect(entrySchema.safeParse(JSON.parse(line)).success).toBe(false);
    },
  );

  it('is what became of it if it is not sent, with the cells of a row that is to be repaired alone', () => {
    const { resolved, changes } = update;
    const { row, listing } = resolved;
    const reason = 'max_change';
    const blocked = {
      kind: 'blocked',
      resolved,
      changes,
      status: 'blocked',
      reason,
      message: 'far',
    } as const;
    const { id, sku: name, platform, channel, currency } = listing;
    const carried: CarriedOver = {
      kind: 'carried',
      line: row.line,
      cells: row.cells,
      target: { sku: row.target.sku },
      listing: { id, sku: name, platform, channel, currency },
      changes,
      status: 'blocked',
      reason,
      message: 'far',
    };
    expect(again(blocked)).toEqual(carried);
    expect(carry(carried)).toBe(carried);
    const unchanged = { ...carried, cells: [], changes: [], status: 'unchanged', reason: '', message: '' };
    expect(again({ kind: 'unchanged', resolved })).toEqual(unchanged);
    const { kind: _kind, ...rest } = update;
    const held = carry({ ...rest, kind: 'held', reason: 'drifted', message: 'moved' });
    expect([carry(update), held]).toMatchObject([
      { status: 'planned', cells: row.cells },
      { status: 'held', cells: row.cells },
    ]);
  });
});

describe('an update that another run planned, read again', () => {
  const then = aListing();
  const planned: NonNullable<SheetRow['planned']> = {
    ...{ before: then.values, platform: then.platform, channel: then.channel, currency: 'usd' },
    pins: { minimum_price: cents(1000) },
    exact: true,
    mayArrive: true,
  };
  const requested = { cost: cents(640), maximum_price: null };
  const row = aRow({ requested, planned, target: { listingId: then.id } });
  const replayOn = (values: Partial<typeof then.values>) =>
    again(planOne(aResolved({ listing: aListing({ values }), desired: requested, row })));

  it('has all of it if the listing holds it already: it may have been taken back by the next run', () => {
    const entry = replayOn({ cost: cents(640), maximum_price: null });
    expect(entry).toMatchObject({ kind: 'blocked', status: 'updated', resolved: { row: { planned } } });
    expect(changesOf(entry)).toEqual([
      { field: 'cost', before: 600, after: 640 },
      { field: 'maximum_price', before: 2000, after: null },
    ]);
  });

  it('has none of it to send again if it came to a conflict, or if it is a row of a sheet', () => {
    expect(replayOn({ cost: cents(777) })).toMatchObject({ kind: 'carried', status: 'conflict' });
    const resolved = aResolved({ desired: requested });
    const why = { status: 'updated', reason: 'already_updated', message: '' } as const;
    expect(again({ kind: 'blocked', resolved, changes: [], ...why })).toMatchObject({ kind: 'carried' });
  });
});
