import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../../src/domain/fields.ts';
import type { Held, PlanEntry } from '../../../src/domain/stages.ts';
import type { GuardLimits } from '../../../src/plan/guard-rules.ts';
import type { Job } from '../../../src/run/job/run.ts';
import { type DriftLine, LedgerState } from '../../../src/run/ledger/ledger-state.ts';
import type { History } from '../../../src/run/ledger/open-history.ts';
import { PastCheck } from '../../../src/run/steps/past-check.ts';
import { someLimits } from '../../plan/support.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId } from '../../support/builders.ts';
import { night, aDrift as someDrift } from '../../support/some-history.ts';

interface Given {
  readonly agreed?: Partial<FieldValues>;
  readonly drifts?: readonly DriftLine[];
  readonly limits?: Partial<GuardLimits>;
}

function aDrift(fields: Partial<DriftLine> = {}): DriftLine {
  return someDrift({ agreed: 644, sheet: 644, since: night(2), ...fields });
}

function aCheck({ agreed = {}, drifts = [], limits }: Given = {}) {
  const state = Object.assign(new LedgerState(), { drifts });
  const { values } = state;
  for (const [field, value] of Object.entries(agreed))
    values.set(listingId(1), field as never, value as never);
  const none = (): void => {};
  const past = { runs: [], killed: [], undos: [], takenBack: new Map() };
  const history: History = {
    past,
    state,
    pending: [],
    notices: [],
    begin: none,
    addLook: none,
    add: async () => {},
  };
  const job = { limits: someLimits(limits), settings: { shown: {} }, input: { sheet: {} } } as unknown as Job;
  return { check: new PastCheck(job, history, Date.parse(night(2))), values };
}

const LIVE = { cost: cents(700) };

function theUpdate(cost: number): PlanEntry {
  return anUpdate({ cost: cents(cost) }, aListing({ values: LIVE }));
}

function resultOf(given: Given, ...entries: readonly PlanEntry[]) {
  const { check } = aCheck(given);
  for (const entry of entries) check.add(entry);
  return check.result();
}

const DRIFTED: Given = { agreed: { cost: cents(644) } };

describe('PastCheck', () => {
  it('keeps what has drifted', () => {
    const { seen, violations, warnings } = resultOf(DRIFTED, theUpdate(644));
    expect(seen?.drift).toEqual({ drifted: 1, contested: 0, recomputed: 0 });
    expect(seen?.drifts).toEqual([aDrift({ overwritten: false })]);
    expect([violations, warnings]).toEqual([[], []]);
  });

  it.each([
    ['a guard blocks', 'blocked', 'max_change'],
    ['waits for a person', 'held', 'drifted'],
  ] as const)('counts the drift of a row that %s', (_, status, reason) => {
    const update = theUpdate(644) as Extract<PlanEntry, { kind: 'update' }>;
    const why = { reason, message: '' } as const;
    const entry: PlanEntry =
      status === 'held' ? { ...update, ...why, kind: status } : { ...update, ...why, kind: status, status };
    expect(resultOf(DRIFTED, entry).seen?.drift?.drifted).toBe(1);
  });

  it('says what changes again and again, from the third time on', () => {
    const again = (nights: number, overwritten: boolean) =>
      resultOf({ ...DRIFTED, drifts: [aDrift({ nights, overwritten })] }, theUpdate(644));
    expect(again(1, true).warnings).toEqual([]);
    expect(again(1, true).seen?.drifts).toMatchObject([{ nights: 2 }]);
    expect(again(2, true).warnings).toEqual([
      'Something else changes cost of "MUG-01" in each run, 3 in a row: find out what, or it and the sheet will keep overwriting each other',
    ]);
    expect(again(2, false).warnings).toEqual([]);
    expect(again(2, false).seen?.drifts).toMatchObject([{ nights: 2 }]);
  });

  it('names the first row that waits for a person, by what it waits for', () => {
    const held = (line: number, reason: Held['reason']): PlanEntry => {
      const { kind: _, resolved, ...update } = anUpdate(LIVE);
      return {
        ...update,
        kind: 'held',
        resolved: { ...resolved, row: aRow({ line }) },
        reason,
        message: '',
      };
    };
    const rows = [held(3, 'hold_over'), held(4, 'drifted'), held(5, 'contested;hold_over' as never)];
    expect(resultOf({}, ...rows).warnings).toEqual([
      '3 rows wait for a person, since an amount moves further than --hold-over (2), somebody else changed what the sheet sets (2), first line 3 (sku "MUG-01")',
    ]);
  });

  it('begins to count again with another field', () => {
    const drifts = [aDrift({ field: 'minimum_price', nights: 5 })];
    expect(resultOf({ ...DRIFTED, drifts }, theUpdate(644)).seen?.drifts).toMatchObject([{ nights: 1 }]);
  });

  it('notes what sheet and listing agree on', () => {
    const { check, values } = aCheck();
    const listing = aListing();
    check.add({
      kind: 'unchanged',
      resolved: aResolved({ listing, desired: { cost: cents(600), manual_price: null } }),
    });
    check.add(anUpdate({ cost: cents(1), repricing: true }, aListing({ id: listingId(2) })));
    const of = (id: number) =>
      (['cost', 'manual_price', 'repricing'] as const).map((field) => values.get(listingId(id), field));
    expect([of(1), of(2)]).toEqual([
      [600, null, undefined],
      [undefined, undefined, true],
    ]);
  });

  it('compares with what was agreed before, and not with what this run has noted', () => {
    const { check } = aCheck({ agreed: { cost: cents(350) } });
    const listing = aListing({ values: LIVE });
    for (let row = 0; row < 10; row++)
      check.add({
        kind: 'unchanged',
        resolved: aResolved({ listing: { ...listing, id: listingId(row + 1) }, desired: LIVE }),
      });
    // One listing of ten was agreed on, which is too few.
    expect(check.result().seen?.moves).toEqual({});
  });
});
