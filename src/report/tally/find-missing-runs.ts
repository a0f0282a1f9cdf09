import { findRecurringTimes } from './recurring-times.ts';
import { DAY, type Rhythm, WEEK } from './run-times.ts';
import { findSteadyRhythm } from './steady-rhythm.ts';

/**
 * The runs that a job should have made by its own rhythm and did not, each gap with the times at which they were expected; the last gap
 * may reach until now.
 *
 * Shape: `starts` in any order. Units: epoch milliseconds.
 */
export function findMissingRuns(starts: readonly number[], now: number): readonly (readonly number[])[] {
  const rhythm = findRhythm(starts);
  if (!rhythm) return [];
  return rhythm.runs.map((_, at) => rhythm.missingAfter(at, now)).filter((times) => times.length > 0);
}

/**
 * When the next run of a job is to be expected by its own rhythm; `undefined` if it has none. A run that is only a little late
 * is still the next one. Shape and units: as `findMissingRuns`.
 */
export function findNextRun(starts: readonly number[], now: number): number | undefined {
  for (const time of findRhythm(starts)?.timesFrom(now) ?? []) return time;
  return undefined;
}

/** Most jobs run at even distances, some at 6, 18 and 22 o'clock, a few on Mondays and Tuesdays. */
function findRhythm(starts: readonly number[]): Rhythm | undefined {
  const inOrder = [...starts].sort((one, other) => one - other);
  return findSteadyRhythm(inOrder) ?? findRecurringTimes(inOrder, DAY) ?? findRecurringTimes(inOrder, WEEK);
}
