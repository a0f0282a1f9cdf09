import { describe, expect, it } from 'vitest';
import { judgeAge } from '../../../src/run/sheet/judge-age.ts';

const MODIFIED = Date.UTC(2026, 10, 20, 3, 15, 59);
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const;

function judge(ageMs: number, maxAgeMs: number): string | undefined {
  return judgeAge({ mtimeMs: MODIFIED, now: MODIFIED + ageMs, maxAgeMs });
}

describe('judgeAge', () => {
  it.each([
    [31 * HOUR, 30 * HOUR, '31 hours old', '30h'],
    [30 * HOUR + 20 * MINUTE, 30 * HOUR, '30 hours 20 minutes old', '30h'],
    [3 * DAY + 2 * HOUR, 2 * DAY, '3 days 2 hours old', '48h'],
    [8 * DAY, 7 * DAY, '8 days old', '7d'],
    [91 * MINUTE, 90 * MINUTE, '1 hour 31 minutes old', '90m'],
    [11 * SECOND, 10 * SECOND, '11 seconds old', '10s'],
    [HOUR + 1, HOUR, '1 hour old', '1h'],
  ])('gives the age of %d ms and the limit of %d ms', (ageMs, maxAgeMs, age, limit) => {
    expect(judge(ageMs, maxAgeMs)).toBe(
      `the sheet is ${age} (modified 2026-11-20 03:15:59 UTC), and --max-age is ${limit}`,
    );
  });

  it.each([
    [30 * HOUR, 'as old as the limit'],
    [0, 'new'],
    [-HOUR, 'from the future'],
  ])('lets pass what is %d ms old', (ageMs) => {
    expect(judge(ageMs, 30 * HOUR)).toBeUndefined();
  });
});
