import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '../../src/service/retries.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

describe('retryDelayMs', () => {
  it.each([
    [1, 125, 250],
    [2, 250, 500],
    [3, 500, 1000],
    [4, 1000, 2000],
    [5, 2000, 4000],
    [6, 4000, 8000],
    [7, 8000, 16_000],
    [8, 15_000, 30_000],
    [9, 15_000, 30_000],
    [101, 15_000, 30_000],
    [5000, 15_000, 30_000],
  ])('after attempt %i: from %i ms to %i ms', (attempt, shortest, longest) => {
    expect(retryDelayMs(attempt, () => 0)).toBe(shortest);
    expect(retryDelayMs(attempt, () => 0.5)).toBe((shortest + longest) / 2);
    expect(retryDelayMs(attempt, () => ALMOST_ONE)).toBeCloseTo(longest, 6);
  });
});
