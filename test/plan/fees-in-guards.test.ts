import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fees } from '../../src/domain/fees.ts';
import type { Desired, FieldValues } from '../../src/domain/fields.ts';
import type { PlanEntry } from '../../src/domain/stages.ts';
import { RunCheck } from '../../src/plan/check-run-guards.ts';
import { aListing, aResolved, aRow, cents, listingId, type Plain } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
import { allow, planOne, someDesired, someLimits, someValues } from './support.ts';

const FAR = { maxChange: 999_999 };

interface Case {
  readonly values?: Plain<FieldValues>;
  readonly desired: Plain<Desired>;
  /** Units: cents for each unit, thousandths of a percent. */
  readonly fees?: Plain<Fees> | undefined;
}

function plan({ values = {}, desired, fees }: Case): PlanEntry {
  const resolved = aResolved({ listing: aListing({ values }), desired, fees: fees as Fees | undefined });
  return planOne(resolved, { limits: someLimits(FAR) });
}

function messageOf(given: Case): string {
  const entry = plan(given);
  return entry.kind === 'blocked' ? entry.message : entry.kind;
}

const half = { share: 50_000 };
const fifteen = { perUnit: 30, share: 15_000 };

describe('checkRowGuards: below_cost with fees', () => {
  const NO_MINIMUM = { minimum_price: null };
  const minimum = (minimum_price: number, cost?: number | null): Case => ({
    values: cost === undefined ? {} : { cost },
    desired: { minimum_price },
  });
  const manual = (manual_price: number): Case => ({ values: NO_MINIMUM, desired: { manual_price } });

  it.each<readonly [name: string, given: Case, fees: Plain<Fees> | undefined, expected: string]>([
    ['an amount, just covered', minimum(630), { perUnit: 30 }, 'update'],
    ['an amount, a cent short', minimum(629), { perUnit: 30 }, 'blocked'],
    ['a share, just covered', minimum(1200), half, 'update'],
    ['a share, a cent short', minimum(1199), half, 'blocked'],
    ['a part of a cent short', minimum(1001, 851), { share: 15_000 }, 'blocked'],
    ['a part of a cent left', minimum(1001, 850), { share: 15_000 }, 'update'],
    ['a new cost above what the fee leaves', { desired: { cost: 900 } }, fifteen, 'blocked'],
    ['a new cost that the live minimum covers', { desired: { cost: 820 } }, fifteen, 'update'],
    ['a manual price, just covered', manual(1200), half, 'update'],
    ['a manual price, a cent short', manual(1199), half, 'blocked'],
    ['fees of zero', minimum(600), { perUnit: 0, share: 0 }, 'update'],
    ['no fees', minimum(600), undefined, 'update'],
    ['no cost, and a price under the fees', minimum(29, null), { perUnit: 30 }, 'blocked'],
    ['no cost, and a price at the fees', minimum(30, null), { perUnit: 30 }, 'update'],
    ['a minimum too low before', { desired: { maximum_price: 2100 } }, { share: 90_000 }, 'update'],
    ['a minimum that is cleared', { desired: { minimum_price: null } }, half, 'update'],
  ])('%s', (_name, given, fees, expected) => {
    expect(plan({ ...given, fees }).kind).toBe(expected);
  });

  it('can be allowed', () => {
    const resolved = { ...aResolved({ desired: { minimum_price: 601 } }), fees: half };
    const limits = someLimits({ ...FAR, allow: allow('below_cost') });
    expect(planOne(resolved, { limits }).kind).toBe('update');
  });

  it('names the figure, each part, the limit and the flag', () => {
    expect(messageOf({ ...minimum(999, 860), fees: fifteen })).toBe(
      'minimum_price 9.99 would be under the cost and the fees of 10.40 (cost 8.60, fee 0.30, fee 15 % of 9.99 = 1.50), and 10.48 is the lowest price that covers them',
    );
    expect(messageOf({ ...manual(999), fees: half })).toBe(
      'manual_price 9.99 would be under the cost and the fees of 11.00 (cost 6.00, fee 50 % of 9.99 = 5.00), and 12.00 is the lowest price that covers them',
    );
    expect(messageOf({ ...minimum(29, null), fees: { perUnit: 30 } })).toBe(
      'minimum_price 0.29 would be under the fees of 0.30 (fee 0.30), and 0.30 is the lowest price that covers them',
    );
  });

  it('has a message for the largest amounts there are', () => {
    const most = cents(Number.MAX_SAFE_INTEGER);
    const given = {
      values: { cost: most, minimum_price: most, maximum_price: null },
      desired: { minimum_price: cents(most - 1) },
      fees: { perUnit: most, share: 99_999 },
    };
    expect(messageOf(given)).toMatch(
      /^minimum_price 90071992547409\.90 would be under the cost and the fees of \d+\.\d\d \(.*\)$/,
    );
  });

  it('sends no minimum or manual price that loses money, whatever else is set', () => {
    const someFees = fc.record({
      perUnit: fc.integer({ min: 0, max: 900 }).map(cents),
      share: fc.integer({ min: 0, max: 60_000 }),
    });
    fc.assert(
      fc.property(someValues, someDesired, someFees, (values, desired, fees) => {
        const entry = plan({ values, desired, fees });
        if (entry.kind !== 'update') return;
        const after: FieldValues = { ...values, ...desired };
        const sent = new Set<string>(entry.changes.map(({ field }) => field));
        if (!['cost', 'minimum_price', 'manual_price'].some((field) => sent.has(field))) return;
        for (const price of [after.minimum_price, after.manual_price]) {
          if (price === null) continue;
          expect(
            (price - (after.cost ?? 0) - fees.perUnit) * 100_000 - price * fees.share,
          ).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('RunCheck: mixed_currencies', () => {
  const inEuros = aListing({ id: listingId(2), currency: 'eur', channel: 'c-de' });
  const inDollars = aListing({ channel: 'c-us' });

  function check(fees: ConstructorParameters<typeof RunCheck>[1], row: Parameters<typeof aRow>[0] = {}) {
    const guard = new RunCheck(someLimits(), fees);
    for (const listing of [inDollars, inEuros]) {
      const desired = { repricing: false };
      guard.add(planOne(aResolved({ listing, desired, row: aRow({ requested: desired, ...row }) })));
    }
    return guard.result();
  }

  const perUnit = { fees: { perUnit: cents(30) } };
  const own = { perUnit: cents(1) };

  it.each([
    ['one amount for listings in two', perUnit, {}, ['mixed_currencies']],
    ['one amount, and rows with their own', perUnit, { fees: own, currency: 'eur' }, []],
    ['one amount, and rows with their own share', perUnit, { fees: { share: 1 } }, ['mixed_currencies']],
    ['a share for all', { fees: { share: 15_000 } }, {}, []],
    ['one amount in a currency that was given', { currency: 'usd', ...perUnit }, {}, []],
    ['rows with a fee and without a currency', {}, { fees: own }, ['mixed_currencies']],
  ])('%s', (_name, settings, row, expected) => {
    expect(check(settings, row).map(({ rule }) => rule)).toEqual(expected);
  });

  it('says how to repair the sheet', () => {
    expect(check(perUnit)).toMatchObject([{ repair: 'put the fees into a column "fee" of' }]);
  });
});
