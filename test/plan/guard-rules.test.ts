import { describe, expect, it } from 'vitest';
import { countOf } from '../../src/plan/guard-rules.ts';

describe('countOf', () => {
  it.each([
    ['a count', { kind: 'count', count: 20 }, 5, 20],
    ['a count of 0: the first one', { kind: 'count', count: 0 }, 100, 1],
    ['a percentage', { kind: 'percent', percent: 10 }, 100, 10],
    ['a percentage of something odd, upwards', { kind: 'percent', percent: 10 }, 101, 11],
    ['a percentage of nothing', { kind: 'percent', percent: 10 }, 0, 1],
    ['0 %: the first one', { kind: 'percent', percent: 0 }, 100, 1],
    ['7 % of 100, which no binary fraction is', { kind: 'percent', percent: 7 }, 100, 7],
  ] as const)('%s', (_name, limit, total, expected) => {
    expect(countOf(limit, total)).toBe(expected);
  });
});
