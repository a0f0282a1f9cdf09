import { describe, expect, it } from 'vitest';
import { describeFollowUps } from '../../../src/report/tally/describe-follow-ups.ts';

describe('describeFollowUps', () => {
  it.each([
    [1, 0, 0, '1 manual price reflected'],
    [12, 3, 1, '12 manual prices reflected, 3 pending, 1 no_effect'],
    [0, 1, 2, '1 manual price pending, 2 no_effect'],
    [0, 0, 2, '2 manual prices no_effect'],
  ])('%d reflected, %d pending, %d without effect', (reflected, pending, no_effect, expected) => {
    expect(describeFollowUps({ reflected, pending, no_effect })).toBe(expected);
  });
});
