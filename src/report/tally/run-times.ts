export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** No further back are runs missing, or known to be usual: a clock that was reset has run in 1970. */
export const MAX_BACK = 400 * DAY;
/** A job is regular if this share of its runs keeps to a rhythm. */
export const REGULAR_SHARE = 0.6;
/** In distances between two runs: how far a run may be from the time at which it was expected. */
export const NEAR = 0.4;
/** Earlier weeks, or days, that show whether a job runs at a time at all. */
export const MAX_EARLIER = 8;

/** Most jobs that run at all run within this time. */
export const AHEAD = 2 * WEEK;

/** When a job runs, as its own runs show. All times are epoch milliseconds. */
export interface Rhythm {
  /** In order. */
  readonly runs: readonly number[];
  /** The times after a run, and before the next one or `now`, at which a run was to be expected. `at`: its place among the runs. */
  missingAfter(at: number, now: number): readonly number[];
  /** The times from now on at which a run is to be expected, in order, for as long as any job waits. */
  timesFrom(now: number): Iterable<number>;
}

/** Whether a run began at most `within` before or after a time. `runs`: in order. */
export function hasRun(runs: readonly number[], at: number, within: number): boolean {
  return (runs[firstFrom(runs, at - within)] ?? Number.POSITIVE_INFINITY) <= at + within;
}

/** The runs from a time on, until another one. `runs`: in order. */
export function runsBetween(runs: readonly number[], from: number, until: number): readonly number[] {
  return runs.slice(firstFrom(runs, from), firstFrom(runs, until));
}

/** The place of the first run at or after a time. */
function firstFrom(runs: readonly number[], time: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Of the weeks, or days, before `time` in which the job ran: the share in which it ran at that time. `undefined` if there is none that
 * it had begun before.
 */
export function shareOfEarlier(
  time: number,
  step: number,
  { runs, nearness }: { readonly runs: readonly number[]; readonly nearness: number },
): number | undefined {
  const begun = Math.max(runs[0] ?? 0, time - MAX_BACK);
  const ended = (runs.at(-1) ?? 0) + nearness;
  let [known, ran] = [0, 0];
  for (let at = time - step; at + nearness >= begun && known < MAX_EARLIER; at -= step) {
    // The days after the last run don't show when the job runs: it has stopped by then.
    if (at > ended || !hasRun(runs, at, step / 2)) continue;
    known++;
    if (hasRun(runs, at, nearness)) ran++;
  }
  return known === 0 ? undefined : ran / known;
}

const FRIDAY_NOON = 5 * DAY + DAY / 2;
const MONDAY_NOON = DAY + DAY / 2;

/** Saturday begins on Friday noon in the first time zone, and Sunday ends on Monday noon in the last one. */
export function mayBeWeekend(time: number): boolean {
  const date = new Date(time);
  const inWeek = date.getUTCDay() * DAY + (time % DAY);
  return inWeek >= FRIDAY_NOON || inWeek < MONDAY_NOON;
}
