import { describe, expect, it } from 'vitest';
import { REASONS } from '../../../src/domain/reasons.ts';
import { adviceOn } from '../../../src/report/page/reason-advice.ts';

describe('adviceOn', () => {
  it('says what the table of reasons says', () => {
    expect(adviceOn('below_cost')).toBe(REASONS.below_cost);
  });

  it('says of a rule that an update has come to break that it was sent, and not what would be', () => {
    for (const reason of [
      'min_above_max',
      'below_cost',
      'manual_out_of_bounds',
      'zero_price',
      'zero_cost',
    ] as const)
      expect(adviceOn(reason, { wasSent: true }).means).toMatch(/^The update was sent/);
    expect(adviceOn('below_cost').means).toMatch(/would be/);
    expect(adviceOn('answer_lost', { wasSent: true })).toEqual(adviceOn('answer_lost'));
  });
});
