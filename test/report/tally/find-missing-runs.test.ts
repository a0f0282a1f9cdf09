import { describe, expect, it } from 'vitest';
import { findMissingRuns, findNextRun } from '../../../src/report/tally/find-missing-runs.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const START = Date.parse('2026-08-03T02:15:00Z');

interface Schedule {
  readonly weeks: number;
  /** Hours after the Monday's run. */
  readonly hours: readonly number[];
  /** Units: minutes. */
  readonly jitter?: number;
}

const NIGHTLY = [0, 1, 2, 3, 4, 5, 6].map((day) => day * 24);
const WEEKDAYS = NIGHTLY.slice(0, 5);
const HOURLY = Array.from({ length: 168 }, (_, hour) => hour);
const OFFICE_HOURS = HOURLY.filter((hour) => hour < 120 && hour % 24 >= 6 && hour % 24 <= 16);
const daily = (days: readonly number[], ...hours: readonly number[]) =>
  days.flatMap((day) => hours.map((hour) => day + hour));
const THRICE = daily(NIGHTLY, 4, 16, 20);
const MORNING_AND_NOON = daily(WEEKDAYS, 5, 11);
const MONDAY_AND_TUESDAY = [0, 24];

/** Deterministic noise from −1 to 1. */
function noise(n: number): number {
  return Math.sin(n * 12.9898) * 0.999;
}

function generate({ weeks, hours, jitter = 4 }: Schedule): readonly number[] {
  return Array.from({ length: weeks }, (_, week) =>
    hours.map((hour) => START + (week * 168 + hour) * HOUR + noise(week * 168 + hour) * jitter * 60_000),
  ).flat();
}

function without(starts: readonly number[], ...missing: readonly number[]): readonly number[] {
  return starts.filter((start) => !missing.some((time) => Math.abs(time - start) < HOUR / 2));
}

function at(week: number, day: number, hour = 0): number {
  return START + (week * 7 + day) * DAY + hour * HOUR;
}

function show(gaps: readonly (readonly number[])[]): readonly string[] {
  return gaps.map((times) =>
    times.map((time) => new Date(Math.round(time / HOUR) * HOUR).toISOString().slice(0, 13)).join(' '),
  );
}

describe('findMissingRuns', () => {
  it.each([
    ['nightly', NIGHTLY],
    ['weekdays', WEEKDAYS],
    ['Monday, Wednesday and Friday', [0, 48, 96]],
    ['weekly', [0]],
    ['hourly', HOURLY],
    ['hourly in the office', OFFICE_HOURS],
    ['twice a day', NIGHTLY.flatMap((hour) => [hour, hour + 12])],
    ['at 6, 18 and 22', THRICE],
    ['at 6, 7 and 18', daily(NIGHTLY, 4, 5, 16)],
    ['at 6, 8, 18 and 22', daily(NIGHTLY, 4, 6, 16, 20)],
    ['in the morning and at noon of weekdays', MORNING_AND_NOON],
    ['at 6 and 22, and on Mondays at 12 too', [...daily(NIGHTLY, 4, 20), 10].sort((a, b) => a - b)],
  ])('misses nothing of a job that runs %s, whenever one looks', (_name, hours) => {
    const starts = generate({ weeks: 9, hours });
    for (let n = 4; n < starts.length; n += Math.ceil(starts.length / 150)) {
      const begun = starts.slice(0, n);
      expect(show(findMissingRuns(begun, (begun.at(-1) ?? 0) + HOUR / 2)), `after ${n} runs`).toEqual([]);
      expect(show(findMissingRuns(begun, (starts[n] ?? 0) - 1)), `before run ${n}`).toEqual([]);
    }
  });

  it.each([
    ['nightly', NIGHTLY, [at(3, 2), at(3, 6)]],
    ['weekdays', WEEKDAYS, [at(3, 0), at(3, 3)]],
    ['weekly', [0], [at(3, 0), at(5, 0)]],
    ['hourly', HOURLY, [at(2, 1, 7), at(3, 6, 0)]],
    ['hourly in the office', OFFICE_HOURS, [at(2, 1, 9), at(3, 2, 12)]],
    ['at 6, 18 and 22', THRICE, [at(2, 1, 16), at(3, 6, 4), at(4, 2, 20)]],
    ['in the morning and at noon of weekdays', MORNING_AND_NOON, [at(3, 0, 5), at(4, 4, 11)]],
    ['on Monday and Tuesday', MONDAY_AND_TUESDAY, [at(5, 1), at(7, 0)]],
  ])('finds each run that is missing of a job that runs %s', (_name, hours, missing) => {
    const starts = without(generate({ weeks: 8, hours }), ...missing);
    expect(show(findMissingRuns(starts, starts.at(-1) ?? 0))).toEqual(show(missing.map((time) => [time])));
  });

  it('misses nothing of a job that runs on Mondays and Tuesdays, once that can be seen', () => {
    const starts = generate({ weeks: 9, hours: MONDAY_AND_TUESDAY });
    for (let n = 8; n < starts.length; n++)
      expect(show(findMissingRuns(starts.slice(0, n), (starts[n] ?? 0) - 1)), `before run ${n}`).toEqual([]);
  });

  it('finds a night that is missing in the first week', () => {
    const starts = without(generate({ weeks: 1, hours: NIGHTLY }), at(0, 3));
    expect(show(findMissingRuns(starts, starts.at(-1) ?? 0))).toEqual(show([[at(0, 3)]]));
  });

  it('finds several nights in a row, a weekend among them', () => {
    const lost = [3, 4, 5, 6].map((day) => at(4, day));
    const nightly = without(generate({ weeks: 6, hours: NIGHTLY }), ...lost);
    expect(show(findMissingRuns(nightly, nightly.at(-1) ?? 0))).toEqual(show([lost]));
    const weekdays = without(generate({ weeks: 6, hours: WEEKDAYS }), ...lost);
    expect(show(findMissingRuns(weekdays, weekdays.at(-1) ?? 0))).toEqual(show([lost.slice(0, 2)]));
  });

  it('finds a run of a job with several runs a day that is missing in the first week', () => {
    const starts = without(generate({ weeks: 1, hours: THRICE }), at(0, 3, 16));
    expect(show(findMissingRuns(starts, starts.at(-1) ?? 0))).toEqual(show([[at(0, 3, 16)]]));
  });

  it('finds whole days without any of several runs, and what is missing since', () => {
    const starts = generate({ weeks: 4, hours: THRICE }).filter((start) => start < at(3, 2));
    const lost = [4, 16, 20, 28, 40].map((hours) => at(3, 2, hours));
    expect(show(findMissingRuns(starts, at(3, 3, 18)))).toEqual(show([lost]));
  });

  it.each([3, 10])('finds a run that is missing on a day with one by hand, at %i hours', (hour) => {
    const byHand = at(2, 1, hour);
    const starts = [...without(generate({ weeks: 4, hours: THRICE }), at(2, 1, 16)), byHand];
    expect(show(findMissingRuns(starts, at(4, 0)))).toEqual(show([[at(2, 1, 16)]]));
  });

  it.each([-1, 1])('follows clocks that change by %i hour, with several runs a day', (hours) => {
    for (const times of [THRICE, daily(NIGHTLY, 4, 6, 16, 20), MORNING_AND_NOON]) {
      const before = generate({ weeks: 5, hours: times });
      const after = before.map((start) => start + 35 * DAY + hours * HOUR);
      expect(show(findMissingRuns([...before, ...after], after.at(-1) ?? 0)), String(times)).toEqual([]);
    }
  });

  it('drops one of several runs a day within a week of days without it', () => {
    const before = generate({ weeks: 4, hours: THRICE });
    const after = generate({ weeks: 4, hours: daily(NIGHTLY, 4, 20) }).map((start) => start + 28 * DAY);
    const lost = findMissingRuns([...before, ...after], after.at(-1) ?? 0).flat();
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.every((time) => time < at(5, 0))).toBe(true);
  });

  it('expects nothing of runs that somebody starts at odd times of most days', () => {
    const starts = Array.from({ length: 60 }, (_, n) => START + (n >> 1) * DAY + (noise(n) + 1) * 12 * HOUR);
    expect(findMissingRuns(starts, START + 40 * DAY).flat().length).toBe(0);
  });

  it('misses nothing of a job that runs on every third day of a month', () => {
    const starts = [0, 1, 2, 3].flatMap((month) =>
      [1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31]
        .map((day) => Date.UTC(2026, 2 + month, day, 2, 15))
        .filter((time) => new Date(time).getUTCMonth() === 2 + month),
    );
    for (let n = 6; n < starts.length; n++)
      for (const now of [
        (starts[n - 1] ?? 0) + HOUR,
        ((starts[n - 1] ?? 0) + (starts[n] ?? 0)) / 2,
        starts[n] ?? 0,
      ])
        expect(show(findMissingRuns(starts.slice(0, n), now)), new Date(now).toISOString()).toEqual([]);
  });

  it('goes on counting through an outage of months', () => {
    const starts = generate({ weeks: 4, hours: WEEKDAYS });
    const [gap = []] = findMissingRuns(starts, at(16, 0));
    expect(gap).toHaveLength(60);
  });

  it.each([
    ['before it is due', 23, 0],
    ['while it may be late', 26, 0],
    ['hours later', 28, 1],
    ['in the evening of the next day', 64, 2],
  ])('looks until now: %s', (_name, hours, count) => {
    const starts = generate({ weeks: 3, hours: NIGHTLY });
    const [gap = []] = findMissingRuns(starts, at(2, 6, hours));
    expect(gap).toHaveLength(count);
  });

  it('says when the run was expected by the usual time, also after one that was started by hand', () => {
    const starts = [...without(generate({ weeks: 3, hours: NIGHTLY }), at(2, 6)), at(2, 6, 7)];
    const [gap = []] = findMissingRuns(starts, at(2, 7, 12));
    expect(show([gap])).toEqual(show([[at(2, 7)]]));
  });

  it.each([2, 9, 14, 19])(
    'finds a night after a day with a run by hand too, %i hours after the usual time',
    (hours) => {
      const starts = generate({ weeks: 4, hours: NIGHTLY });
      const byHand = [at(2, 1, hours), at(2, 3, hours)];
      const nights = [...without(starts, at(2, 2)), ...byHand];
      expect(show(findMissingRuns(nights, starts.at(-1) ?? 0))).toEqual(show([[at(2, 2)]]));
    },
  );

  it.each([2, 6, 11])('takes a run by hand for the night that it stands in for, %i hours late', (hours) => {
    const starts = generate({ weeks: 4, hours: NIGHTLY });
    const nights = [...without(starts, at(2, 2)), at(2, 2, hours)];
    expect(findMissingRuns(nights, starts.at(-1) ?? 0)).toEqual([]);
  });

  it('misses nothing of a job that moves to an earlier hour', () => {
    const before = generate({ weeks: 3, hours: NIGHTLY });
    for (const hours of [2, 6, 9]) {
      const after = before.map((start) => start + (21 * 24 - hours) * HOUR);
      expect(findMissingRuns([...before, ...after], after.at(-1) ?? 0), `${hours} hours`).toEqual([]);
    }
  });

  it('knows of a week in which the job began on that day', () => {
    const starts = without(generate({ weeks: 2, hours: NIGHTLY }), at(1, 0));
    expect(show(findMissingRuns(starts, starts.at(-1) ?? 0))).toEqual(show([[at(1, 0)]]));
  });

  it('takes a repetition for the run that it repeats', () => {
    const starts = generate({ weeks: 4, hours: NIGHTLY });
    const repeated = starts.flatMap((start, n) => (n % 3 === 0 ? [start, start + HOUR / 4] : [start]));
    expect(findMissingRuns(repeated, starts.at(-1) ?? 0)).toEqual([]);
    expect(show(findMissingRuns(without(repeated, at(2, 1), at(2, 1, 0.25)), starts.at(-1) ?? 0))).toEqual(
      show([[at(2, 1)]]),
    );
  });

  it('expects nothing of a job without a rhythm', () => {
    let time = START;
    const starts = Array.from({ length: 60 }, (_, n) => {
      time += -Math.log((noise(n + 1) + 1.001) / 2.002) * 30 * HOUR;
      return time;
    });
    expect(findMissingRuns(starts, time + 300 * HOUR)).toEqual([]);
  });

  it('misses each weekday of a job that stopped in its first week, in the weeks after as well', () => {
    // Monday to Thursday.
    const starts = generate({ weeks: 1, hours: NIGHTLY }).slice(0, 4);
    const found = show([findMissingRuns(starts, at(2, 0)).flat()]);
    const days = [at(0, 4), at(1, 0), at(1, 1), at(1, 2), at(1, 3), at(1, 4)];
    expect(found).toEqual(show([days]));
  });

  it('expects nothing of fewer than four runs', () => {
    expect(findMissingRuns([], START)).toEqual([]);
    expect(findMissingRuns([START, START + DAY, START + 2 * DAY], START + 9 * DAY)).toEqual([]);
  });

  it.each([
    ['milliseconds', 1],
    ['seconds', 1000],
    ['a minute', 60_000],
  ])('expects nothing after tries that follow each other within %s, however long ago', (_name, gap) => {
    const starts = Array.from({ length: 8 }, (_, n) => START + n * gap);
    for (const later of [gap, DAY, 4000 * DAY]) {
      expect(findMissingRuns(starts, START + later)).toEqual([]);
      expect(findNextRun(starts, START + later)).toBeUndefined();
    }
  });

  it('knows the rhythm of a job that runs every five minutes', () => {
    const starts = Array.from({ length: 4000 }, (_, n) => START + n * 300_000);
    const without = starts.filter((_, n) => n !== 3900);
    const last = starts.at(-1) ?? 0;
    expect(findMissingRuns(without, last)).toEqual([[starts[3900]]]);
    expect(findNextRun(starts, last)).toBe(last + 300_000);
  });

  it('looks no further back than some months, as a clock that was reset has run in 1970', () => {
    const starts = [0, ...generate({ weeks: 9, hours: NIGHTLY })];
    const [gap = []] = findMissingRuns(starts, starts.at(-1) ?? 0);
    expect(gap.length).toBeLessThanOrEqual(400);
  });

  it('follows a schedule that moved from summer to winter time', () => {
    const summer = generate({ weeks: 5, hours: NIGHTLY });
    const winter = summer.map((start) => start + 35 * DAY + HOUR);
    expect(findMissingRuns([...summer, ...winter], winter.at(-1) ?? 0)).toEqual([]);
  });

  it('drops the weekend of a job that no longer runs then, after some weeks', () => {
    const before = generate({ weeks: 8, hours: NIGHTLY });
    const after = generate({ weeks: 12, hours: WEEKDAYS }).map((start) => start + 56 * DAY);
    const gaps = findMissingRuns([...before, ...after], after.at(-1) ?? 0);
    expect(gaps.length).toBeGreaterThan(0);
    expect(gaps.flat().every((time) => time < at(8 + 5, 0))).toBe(true);
  });
});

describe('findNextRun', () => {
  it.each([
    ['nightly', NIGHTLY],
    ['weekdays', WEEKDAYS],
    ['weekly', [0]],
    ['hourly in the office', OFFICE_HOURS],
    ['twice a day', NIGHTLY.flatMap((hour) => [hour, hour + 12])],
    ['at 6, 18 and 22', THRICE],
    ['in the morning and at noon of weekdays', MORNING_AND_NOON],
  ])('expects the next run of a job that runs %s', (_name, hours) => {
    const starts = generate({ weeks: 9, hours, jitter: 1 });
    for (let n = Math.max(4, hours.length * 3); n < starts.length; n += Math.ceil(starts.length / 40)) {
      const next = findNextRun(starts.slice(0, n), (starts[n - 1] ?? 0) + 60_000) ?? 0;
      expect(Math.abs(next - (starts[n] ?? 0)), `after ${n} runs`).toBeLessThan(10 * 60_000);
    }
  });

  it('waits for a run that is a little late, and looks ahead once it is missing', () => {
    const starts = generate({ weeks: 4, hours: NIGHTLY, jitter: 0 });
    expect(findNextRun(starts, at(4, 0) + HOUR)).toBe(at(4, 0));
    expect(findNextRun(starts, at(4, 0) + 12 * HOUR)).toBe(at(4, 1));
  });

  it('expects nothing of a job without regular times', () => {
    expect(findNextRun([at(0, 0), at(0, 1), at(0, 2)], at(0, 2))).toBeUndefined();
    expect(findNextRun([], START)).toBeUndefined();
  });
});
