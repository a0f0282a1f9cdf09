import { describe, expect, it } from 'vitest';
import { MOVE_BUCKETS, moveBucketOf } from '../../../src/report/page/move-buckets.ts';
import { cents } from '../../support/builders.ts';

const amount = (value: number | null) => (value === null ? null : cents(value));

describe('moveBucketOf', () => {
  it.each([
    ['a cent of a large amount', 100_000_000, 100_000_001, 'up0'],
    ['just under 1 %', 10_000, 10_099, 'up0'],
    ['1 %', 10_000, 10_100, 'up1'],
    ['just under 5 %', 10_000, 10_499, 'up1'],
    ['5 %', 10_000, 10_500, 'up5'],
    ['10 %', 100, 110, 'up10'],
    ['20 %', 5, 6, 'up20'],
    ['50 %', 2, 3, 'up50'],
    ['a thousandfold', 1, 1000, 'up50'],
    ['down by a cent', 10_000, 9999, 'down0'],
    ['down by 1 %', 10_000, 9900, 'down1'],
    ['down by just over 5 %', 10_000, 9499, 'down5'],
    ['down by half', 10_000, 5000, 'down50'],
    ['down to nothing', 10_000, 0, 'down50'],
    ['from nothing', null, 500, 'set'],
    ['from 0', 0, 500, 'set'],
    ['cleared', 500, null, 'cleared'],
    ['cleared from 0', 0, null, 'cleared'],
  ])('puts %s where it belongs', (_name, before, after, expected) => {
    expect(moveBucketOf({ field: 'cost', before: amount(before), after: amount(after) })).toBe(expected);
    expect(MOVE_BUCKETS.map(({ id }) => id)).toContain(expected);
  });

  it('is only about amounts', () => {
    expect(moveBucketOf({ field: 'strategy', before: null, after: 's1' })).toBeUndefined();
    expect(moveBucketOf({ field: 'repricing', before: false, after: true })).toBeUndefined();
  });
});
