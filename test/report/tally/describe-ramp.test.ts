import { describe, expect, it } from 'vitest';
import { describeRamp } from '../../../src/report/tally/describe-ramp.ts';
import type { RampStep } from '../../../src/report/tally/run-report.ts';

function step(updates: number, fields: Partial<RampStep> = {}): RampStep {
  return { updates, sent: 0, failed: 0, overwritten: 0, unread: 0, checkedAt: undefined, ...fields };
}

const MINUTE = 60_000;
const read = { checkedAt: 1_800_000_000_000 };

describe('describeRamp', () => {
  it.each<readonly [string, readonly RampStep[], number, string]>([
    [
      'a plan',
      [step(120), step(1080), step(10_800)],
      10 * MINUTE,
      '120, 1080 and 10800 updates, with 2 pauses of 10 min',
    ],
    ['a short pause', [step(5), step(15)], 90_000, '5 and 15 updates, with 1 pause of 90 s'],
    ['a long pause', [step(5), step(15)], 120 * MINUTE, '5 and 15 updates, with 1 pause of 2 h'],
    [
      'no pause',
      [step(5, read), step(15)],
      0,
      '5 and 15 updates, without a pause; 1 step read back: all as sent',
    ],
    [
      'a run that goes on with the last step',
      [step(0, read), step(0), step(15)],
      MINUTE,
      '15 updates; 1 step read back: all as sent',
    ],
    [
      'what was found',
      [step(120, { ...read, overwritten: 1 }), step(1080, { ...read, overwritten: 2, unread: 3 }), step(9)],
      MINUTE,
      '120, 1080 and 9 updates, with 2 pauses of 1 min; 2 steps read back: 3 listings no longer as sent, 3 listings could not be read back',
    ],
    [
      'what was found before it was read back',
      [step(0, { overwritten: 5 }), step(15)],
      MINUTE,
      '15 updates; 0 steps read back: 5 listings no longer as sent',
    ],
  ])('%s', (_name, steps, pauseMs, expected) => {
    expect(describeRamp({ steps, pauseMs })).toBe(expected);
  });
});
