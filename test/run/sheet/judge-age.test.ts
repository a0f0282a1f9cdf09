import { describe, expect, it } from 'vitest';
import { judgeAge } from '../../../src/run/sheet/take-sheet.ts';

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

  it('knows no age by a time that is still to come, beyond what clocks differ', () => {
    expect(judge(-12 * HOUR, 30 * HOUR)).toBeUndefined();
    expect(judge(-13 * HOUR, 30 * HOUR)).toBe(
      'the sheet has a modification time in the future (2026-11-20 03:15:59 UTC), so that its age is unknown, and --max-age is 30h: correct its time (touch), or the clock that is wrong',
    );
  });

  it.each([
    // 2026-11-19 03:15:59 UTC
    ['costs-1795058159.csv', 24 * HOUR, false],
    ['costs-1795058159.csv', 23 * HOUR, true],
    ['costs-1795058159000.csv', 23 * HOUR, true],
    ['costs-1000012345.csv', HOUR, false],
    ['costs-2026-11-18.csv', 16 * HOUR, false],
    ['costs-2026-11-18.csv', 15 * HOUR, true],
  ])('counts the date in the name %s with a limit of %d ms', (name, maxAgeMs, isOld) => {
    const message = judgeAge({ mtimeMs: MODIFIED, now: MODIFIED, maxAgeMs, name });
    expect(message !== undefined).toBe(isOld);
    if (isOld) expect(message).toContain('the name of the sheet says 2026-11-1');
  });
});
