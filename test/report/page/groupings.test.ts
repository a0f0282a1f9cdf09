import { describe, expect, it } from 'vitest';
import { MOVE_BUCKETS, marginBucketOf, marginsOf, moveBucketOf } from '../../../src/report/page/groupings.ts';
import { cents } from '../../support/builders.ts';

const amount = (value: number | null) => (value === null ? null : cents(value));

describe('moveBucketOf', () => {
  it.each([
    ['a cent of a large amount', 100_000_000, 100_000_001, 'up0'],
    ['1 %', 10_000, 10_100, 'up1'],
    ['5 %', 10_000, 10_500, 'up5'],
    ['down by a cent', 10_000, 9999, 'down0'],
    ['down by just over 5 %', 10_000, 9499, 'down5'],
    ['down by half', 10_000, 5000, 'down50'],
    ['down to nothing', 10_000, 0, 'down50'],
    ['from nothing', null, 500, 'set'],
    ['from 0', 0, 500, 'set'],
    ['cleared', 500, null, 'cleared'],
  ])('puts %s where it belongs', (_name, before, after, expected) => {
    expect(moveBucketOf({ field: 'cost', before: amount(before), after: amount(after) })).toBe(expected);
    expect(MOVE_BUCKETS.map(({ id }) => id)).toContain(expected);
  });
});

describe('marginsOf', () => {
  const live = { cost: cents(600), minimum_price: cents(1000), strategy: null };

  it('takes what changes from the changes, and the rest from the listing', () => {
    expect(marginsOf({ live, changes: [{ field: 'cost', before: cents(600), after: cents(700) }] })).toEqual({
      before: { cents: 400, costCents: 600 },
      after: { cents: 300, costCents: 700 },
    });
  });

  it('counts the fees on both sides, and a share of the price by the price of that side', () => {
    const fees = { perUnit: cents(30), share: 15_000 };
    const changes = [{ field: 'minimum_price', before: cents(1000), after: cents(1001) }] as const;
    // 15 % of 10.01 is 1.51: a part of a cent counts as a whole one.
    expect(marginsOf({ live, fees, changes })).toEqual({
      before: { cents: 220, costCents: 600 },
      after: { cents: 220, costCents: 600 },
    });
  });

  it('has no margin on a side where one of the two is not set', () => {
    const changes = [{ field: 'minimum_price', before: cents(1000), after: null }] as const;
    expect(marginsOf({ live, changes })).toEqual({
      before: { cents: 400, costCents: 600 },
      after: undefined,
    });
  });
});

describe('marginBucketOf', () => {
  it.each([
    [undefined, 'unknown'],
    [{ cents: -1, costCents: 1000 }, 'below'],
    [{ cents: 0, costCents: 1000 }, 'm0'],
    [{ cents: 50, costCents: 1000 }, 'm5'],
    [{ cents: 999, costCents: 1000 }, 'm50'],
    [{ cents: 1000, costCents: 1000 }, 'm100'],
  ])('puts %j into %s', (margin, expected) => {
    expect(marginBucketOf(margin)).toBe(expected);
  });
});
