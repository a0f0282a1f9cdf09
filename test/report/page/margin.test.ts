import { describe, expect, it } from 'vitest';
import { marginBucketOf, marginsOf } from '../../../src/report/page/margin.ts';
import { cents } from '../../support/builders.ts';

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

  it('is not told of rows that are no updates', () => {
    expect(marginsOf({ live: undefined, changes: [] })).toBeUndefined();
  });
});

describe('marginBucketOf', () => {
  it.each([
    [undefined, 'unknown'],
    [{ cents: -1, costCents: 1000 }, 'below'],
    [{ cents: 0, costCents: 1000 }, 'm0'],
    [{ cents: 49, costCents: 1000 }, 'm0'],
    [{ cents: 50, costCents: 1000 }, 'm5'],
    [{ cents: 100, costCents: 1000 }, 'm10'],
    [{ cents: 200, costCents: 1000 }, 'm20'],
    [{ cents: 999, costCents: 1000 }, 'm50'],
    [{ cents: 1000, costCents: 1000 }, 'm100'],
  ])('puts %j into %s', (margin, expected) => {
    expect(marginBucketOf(margin)).toBe(expected);
  });
});
