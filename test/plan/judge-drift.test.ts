import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import { isByOthers, judgeDrift, remarkDrift } from '../../src/plan/judge-drift.ts';
import { planRow } from '../../src/plan/plan-row.ts';
import { aListing, anUpdate, aResolved, cents } from '../support/builders.ts';
import { someLimits } from './support.ts';

const RULE = '50000000-0000-4000-8000-000000000001';

function judge(desired: Partial<FieldValues>, live: Partial<FieldValues>, agreed: Partial<FieldValues>) {
  const listing = aListing({ values: live });
  return judgeDrift(anUpdate(desired, listing).changes, listing, () => (field) => agreed[field]);
}

const [OLD, NEW, THEIRS] = [cents(557), cents(600), cents(644)];

describe('judgeDrift', () => {
  it.each([
    ['nothing was agreed', { sheet: NEW, agreed: undefined, live: OLD }, undefined],
    ['only the sheet has changed', { sheet: NEW, agreed: OLD, live: OLD }, undefined],
    ['only the listing has', { sheet: OLD, agreed: OLD, live: THEIRS }, 'drifted'],
    ['both have', { sheet: NEW, agreed: OLD, live: THEIRS }, 'contested'],
    ['it was cleared', { sheet: OLD, agreed: OLD, live: null }, 'drifted'],
    ['it was set where it was cleared', { sheet: null, agreed: null, live: THEIRS }, 'drifted'],
    ['the sheet clears what somebody changed', { sheet: null, agreed: OLD, live: THEIRS }, 'contested'],
    ['nothing had been set, and nothing is', { sheet: NEW, agreed: null, live: null }, undefined],
  ] as const)('where %s', (_, { sheet, agreed, live }, verdict) => {
    const [found] = judge({ cost: sheet }, { cost: live }, agreed === undefined ? {} : { cost: agreed });
    expect(found?.verdict).toBe(verdict);
    if (found) expect(found).toEqual({ field: 'cost', verdict, agreed, live, sheet });
  });

  it.each([
    ['minimum_price', RULE, 'recomputed'],
    ['maximum_price', RULE, 'recomputed'],
    ['minimum_price', null, 'drifted'],
    ['cost', RULE, 'drifted'],
    ['manual_price', RULE, 'drifted'],
  ] as const)('%s of a listing with the strategy %s', (field, strategy, verdict) => {
    const [found] = judge({ [field]: OLD }, { [field]: THEIRS, strategy }, { [field]: OLD });
    expect(found?.verdict).toBe(verdict);
    expect(found && isByOthers(found)).toBe(verdict !== 'recomputed');
  });

  it.each([
    ['a cost that is as agreed', { cost: OLD }, { cost: OLD }, 'drifted'],
    ['a cost and a strategy that are as agreed', { cost: OLD, strategy: RULE }, { cost: OLD }, 'drifted'],
    ['a cost that was and is not set', { cost: null }, { cost: null }, 'drifted'],
    ['a cost that somebody changed', { cost: OLD }, { cost: NEW }, 'recomputed'],
    ['a strategy that somebody changed', { cost: OLD, strategy: 'other' }, { cost: OLD }, 'recomputed'],
    ['a cost that nothing is known of', {}, { cost: OLD }, 'recomputed'],
  ] as const)('a bound beside %s', (_, agreed, live, verdict) => {
    const [found] = judge(
      { minimum_price: OLD },
      { minimum_price: THEIRS, strategy: RULE, ...live },
      { minimum_price: OLD, ...agreed },
    );
    expect(found?.verdict).toBe(verdict);
  });

  it('judges each field', () => {
    const found = judge(
      { cost: OLD, minimum_price: NEW, repricing: true },
      { cost: THEIRS, minimum_price: OLD, repricing: false },
      { cost: OLD, minimum_price: OLD, repricing: true },
    );
    expect(found.map(({ field, verdict }) => [field, verdict])).toEqual([
      ['cost', 'drifted'],
      ['repricing', 'drifted'],
    ]);
  });
});

describe('remarkDrift', () => {
  it.each([
    ['drifted', 'Somebody else changed it'],
    ['contested', 'Somebody else changed it, and the sheet has a new value too'],
    ['recomputed', 'The strategy computes it'],
  ] as const)('of what is %s', (verdict, who) => {
    const drift = { field: 'cost', verdict, agreed: 557, live: 644, sheet: 557 } as never;
    expect(remarkDrift(drift, aListing({ values: { strategy: RULE } }))).toEqual({
      reason: verdict,
      message: `cost is 6.44; sheet and service last agreed on 5.57. ${who}`,
    });
  });

  it('of a bound names the strategy too, which may compute it', () => {
    const drift = { field: 'minimum_price', verdict: 'drifted', agreed: 557, live: 644, sheet: 557 } as never;
    expect(remarkDrift(drift, aListing({ values: { strategy: RULE } })).message).toMatch(
      /\. Somebody else, or the strategy, changed it$/,
    );
    expect(remarkDrift(drift, aListing({ values: { strategy: null } })).message).toMatch(
      /\. Somebody else changed it$/,
    );
  });
});

describe('the plan of a row that has drifted', () => {
  const listing = aListing({ values: { cost: THEIRS } });
  const resolved = aResolved({ listing, desired: { cost: OLD } });

  function plan(policy: 'overwrite' | 'hold' | 'stop', limits = someLimits()) {
    const drift = { policy, agreedOf: () => () => OLD };
    return planRow(resolved, { limits, drift, claimVerdictOf: () => undefined });
  }

  it.each(['overwrite', 'stop'] as const)('is an update that says so: %s', (policy) => {
    expect(plan(policy)).toMatchObject({ kind: 'update', notices: [{ reason: 'drifted' }] });
  });

  it('waits for a person: hold', () => {
    expect(plan('hold')).toMatchObject({ kind: 'held', reason: 'drifted' });
    const contested = { policy: 'hold', agreedOf: () => () => NEW } as const;
    const options = { drift: contested, claimVerdictOf: () => undefined };
    expect(planRow(resolved, options)).toMatchObject({ kind: 'held', reason: 'contested' });
  });

  it('is an update, where all that moved is a bound that a strategy computes: hold', () => {
    const values = { cost: THEIRS, minimum_price: NEW, strategy: RULE };
    const moved = aResolved({ listing: aListing({ values }), desired: { minimum_price: OLD } });
    const drift = { policy: 'hold', agreedOf: () => () => OLD } as const;
    expect(planRow(moved, { drift, claimVerdictOf: () => undefined })).toMatchObject({
      kind: 'update',
      notices: [{ reason: 'recomputed' }],
    });
  });

  it('is blocked all the same where a guard is against it', () => {
    expect(plan('hold', someLimits({ maxChange: 1 }))).toMatchObject({
      status: 'blocked',
      reason: 'max_change',
    });
  });
});
