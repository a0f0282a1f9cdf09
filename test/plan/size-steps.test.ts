import { describe, expect, it } from 'vitest';
import type { Limit } from '../../src/plan/limits.ts';
import { sizeSteps } from '../../src/plan/size-steps.ts';

/** `1%`, or `20`. */
function limit(text: string): Limit {
  return text.endsWith('%')
    ? { kind: 'percent', percent: Number.parseFloat(text) }
    : { kind: 'count', count: Number(text) };
}

describe('sizeSteps', () => {
  it.each([
    ['1%,10%,100%', 12_000, [120, 1200, 12_000]],
    ['1%,10%,100%', 1_000_000, [10_000, 100_000, 1_000_000]],
    ['a percentage is rounded up', 1001, [11, 101, 1001], '1%,10%,100%'],
    ['a percentage is of at least ten', 500, [10, 50, 500], '1%,10%,100%'],
    ['steps that are the same are one', 80, [10, 80], '1%,10%,100%'],
    ['ten or fewer are one step', 10, [10], '1%,10%,100%'],
    ['one more than ten is not', 11, [10, 11], '1%,10%,100%'],
    ['nothing', 0, [], '1%,10%,100%'],
    ['a number is taken as it is', 1000, [1, 50, 1000], '1,50,100%'],
    ['numbers beyond all updates are left out', 40, [1, 40], '1,50,100%'],
    ['numbers and percentages', 1000, [50, 100, 1000], '50,10%,100%'],
    ['a percentage that is less than the number before is left out', 200, [50, 200], '50,10%,100%'],
    ['a shard without a part of a number', 40, [40], '0,100%'],
  ])('%s of %d', (name, total, expected, steps = name) => {
    expect(sizeSteps(steps.split(',').map(limit), total)).toEqual(expected);
  });
});
