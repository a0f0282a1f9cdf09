import { describe, expect, it } from 'vitest';
import { describePercent } from '../../src/domain/describe-percent.ts';

describe('describePercent', () => {
  it.each([
    [null, 100, ''],
    [0, 100, ''],
    [100, null, ''],
    [100_000, 100_001, '+0.0 %'],
    [10_811, 10_810, '−0.0 %'],
    [10_810, 10_811, '+0.0 %'],
    [100, 1_000_000, '+999900.0 %'],
    // Floats make less than 28.75 of it.
    [160, 206, '+28.8 %'],
    // Likewise, 65.05.
    [2000, 3301, '+65.1 %'],
  ])('tells %j to %j as %j', (before, after, text) => {
    expect(describePercent(before, after)).toBe(text);
  });
});
