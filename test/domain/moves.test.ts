import { describe, expect, it } from 'vitest';
import { bucketOf, kindOfChange, shareOfMove, tenthsOfPercent } from '../../src/domain/moves.ts';
import { cents } from '../support/builders.ts';

describe('bucketOf', () => {
  it.each([
    ['to nothing left of it', 1000, 0, 0],
    ['by half', 1000, 500, 0],
    ['by a fifth', 1000, 800, 1],
    ['by a tenth', 1000, 900, 2],
    ['by a twentieth', 1000, 950, 3],
    ['by a hundredth', 1000, 990, 4],
    ['by a cent', 1000, 999, 5],
    ['up by a cent', 1000, 1001, 6],
    ['up by a hundredth', 1000, 1010, 7],
    ['up by a twentieth', 1000, 1050, 8],
    ['up by a tenth', 1000, 1100, 9],
    ['up by a fifth', 1000, 1200, 10],
    ['up by half', 1000, 1500, 11],
    ['from a cent to a fortune', 1, 1_000_000, 11],
  ])('sorts a move %s', (_name, before, after, bucket) => {
    expect(bucketOf(before, after)).toBe(bucket);
  });

  it.each([
    ['from nothing', null, 100],
    ['from 0', 0, 100],
    ['to nothing', 100, null],
  ])('has none for a move %s', (_name, before, after) => {
    expect(bucketOf(before, after)).toBeUndefined();
    expect(shareOfMove(before, after)).toBeUndefined();
    expect(tenthsOfPercent(before, after)).toBeUndefined();
  });
});

describe('tenthsOfPercent', () => {
  it.each([
    [1000, 850, -150],
    [600, 700, 167],
    [1240, 12_400, 9000],
    [2000, 2001, 1],
    [2000, 1999, -1],
    [100_000, 100_049, 0],
    [Number.MAX_SAFE_INTEGER, 0, -1000],
  ])('tells %d to %d as %d', (before, after, tenths) => {
    expect(tenthsOfPercent(before, after)).toBe(tenths);
  });
});

describe('kindOfChange', () => {
  it.each([
    ['up', cents(1), cents(2)],
    ['down', cents(2), cents(0)],
    ['set', null, cents(0)],
    ['set', cents(0), cents(1)],
    ['set', null, 's-1'],
    ['cleared', cents(1), null],
    ['cleared', 's-1', null],
    ['replaced', 's-1', 's-2'],
    ['on', false, true],
    ['off', true, false],
  ] as const)('calls it %s', (kind, before, after) => {
    expect(kindOfChange({ before, after })).toBe(kind);
  });
});
