import { medianOf } from '../../domain/median.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Fewer runs have no rhythm. */
const LEAST_RUNS = 4;
/** Runs that follow each other faster are tries, by a person or by a script. A rhythm of milliseconds would expect a billion runs. */
const LEAST_PERIOD = 4 * MINUTE;
/** No further back are runs missing, or known to be usual: a clock that was reset has run in 1970. */
const MAX_BACK = 400 * DAY;
/** Runs that follow each other within this share of the rhythm are one run and its repetition. */
const REPEATED = 0.25;
/** A run that follows the last one within this share of the rhythm may be one that somebody started by hand. */
const BY_HAND = 0.8;
/** In medians: a run that is repeated this exactly is scheduled. */
const SCHEDULED = 0.1;
/** A job is regular if this share of the gaps differ from the median by no more than a quarter. */
const REGULAR_SHARE = 0.6;
const REGULAR_SPREAD = 0.25;
/** In medians: a longer gap has room for another run. */
const LONG_GAP = 1.5;
/** In medians: the last run may be that much late before it counts as missing. */
const PATIENCE = 0.125;
/** Runs on either side that the usual time of the day is taken from. */
const RUNS_OF_PHASE = 8;
/** Most jobs of a longer rhythm don't follow the days of the week. */
const MAX_WEEKLY = 4.5 * DAY;
/** Earlier weeks, or days, that show whether a job runs at a time at all. */
const MAX_EARLIER = 8;
/** In medians: how far a run may be from the time that is looked for. */
const NEAR = 0.4;

/**
 * The runs that a job should have made by its own rhythm and did not, each gap with the times at which they were expected; the last gap
 * may reach until now. The rhythm is the median of the gaps between runs. A time at which the job hardly ever runs, such as a weekend,
 * is not expected: at least half of the weeks before must have a run then. As long as no week before is known, a time that may be on a
 * weekend somewhere on earth is not expected either.
 *
 * Shape: `starts` in any order. Units: epoch milliseconds.
 */
export function findMissingRuns(starts: readonly number[], now: number): readonly (readonly number[])[] {
  const rhythm = findRhythm([...starts].sort((one, other) => one - other));
  if (!rhythm) return [];
  const { runs, period } = rhythm;
  return runs
    .map((from, at) => {
      const next = runs[at + 1];
      if (next !== undefined && next - from <= LONG_GAP * period) return [];
      const until = next === undefined ? now - PATIENCE * period : next - period / 2;
      const since = Math.max(from + period / 2, until - MAX_BACK);
      const anchor = anchorOf(runs.slice(0, at + 1).slice(-RUNS_OF_PHASE), period);
      return [...timesBetween(since, until, { anchor, period })].filter((time) => isUsual(time, rhythm));
    })
    .filter((times) => times.length > 0);
}

/** Most jobs that run at all run within this time. */
const AHEAD = 2 * WEEK;

/**
 * When the next run of a job is to be expected by its own rhythm; `undefined` if it has none. A run that is only a little late
 * is still the next one. Shape and units: as `findMissingRuns`.
 */
export function findNextRun(starts: readonly number[], now: number): number | undefined {
  const rhythm = findRhythm([...starts].sort((one, other) => one - other));
  if (!rhythm) return undefined;
  const { runs, period } = rhythm;
  const from = Math.max((runs.at(-1) ?? 0) + period / 2, now - PATIENCE * period);
  const anchor = anchorOf(runs.slice(-RUNS_OF_PHASE), period);
  for (const time of timesBetween(from, from + Math.max(AHEAD, 2 * period), { anchor, period }))
    if (isUsual(time, rhythm)) return time;
  return undefined;
}

interface Rhythm {
  /** In order, without repetitions. */
  readonly runs: readonly number[];
  readonly period: number;
}

function findRhythm(starts: readonly number[]): Rhythm | undefined {
  const rough = medianOf(gapsOf(starts)) ?? 0;
  const single = withoutRepetitions(starts, rough);
  const scheduled = withoutRunsByHand(starts, toExact(medianOf(gapsOf(single)) ?? 0));
  const runs = withoutRepetitions(scheduled, rough);
  const gaps = gapsOf(runs);
  const period = medianOf(gaps);
  if (period === undefined || period < LEAST_PERIOD || runs.length < LEAST_RUNS) return undefined;
  const regular = gaps.filter((gap) => Math.abs(gap - period) <= REGULAR_SPREAD * period);
  if (regular.length < REGULAR_SHARE * gaps.length) return undefined;
  return { runs, period: toExact(period) };
}

function withoutRepetitions(starts: readonly number[], period: number): readonly number[] {
  return starts.filter((start, at) => at === 0 || start - (starts[at - 1] ?? 0) > REPEATED * period);
}

/**
 * Leaves out runs that somebody started between two scheduled ones: at another time of the day than usual, and not again a period later.
 * Such a run does not stand in for the next night. One that was started in place of a night stays.
 */
function withoutRunsByHand(starts: readonly number[], period: number): readonly number[] {
  const kept: number[] = [];
  for (const start of starts) {
    const last = kept.at(-1);
    const isSoon = last !== undefined && start - last < BY_HAND * period;
    if (isSoon && !hasRun(starts, start + period, SCHEDULED * period)) {
      const anchor = anchorOf(kept.slice(-RUNS_OF_PHASE), period);
      const offBy = (time: number): number => Math.abs(offsetOf(time, anchor, period));
      if (offBy(start) > offBy(last)) continue;
    }
    kept.push(start);
  }
  return kept;
}

function gapsOf(starts: readonly number[]): readonly number[] {
  return starts.slice(1).map((start, at) => start - (starts[at] ?? 0));
}

/** Schedules follow the clock: a median that is near to an hour, a day or a week is one. */
function toExact(period: number): number {
  const near = [HOUR, DAY, WEEK].find((exact) => Math.abs(period - exact) <= exact / 20);
  return near ?? period;
}

/** A time at which the job usually runs: a single run may have been started by hand. */
function anchorOf(runs: readonly number[], period: number): number {
  const last = runs.at(-1) ?? 0;
  return last + (medianOf(runs.map((run) => offsetOf(run, last, period))) ?? 0);
}

/** How far a time is from the nearest one that is a whole number of periods from `anchor`. */
function offsetOf(time: number, anchor: number, period: number): number {
  return time - anchor - Math.round((time - anchor) / period) * period;
}

function* timesBetween(
  from: number,
  until: number,
  { anchor, period }: { readonly anchor: number; readonly period: number },
): Generator<number> {
  const first = anchor + Math.ceil((from - anchor) / period) * period;
  for (let time = first; time < until; time += period) yield time;
}

function isUsual(time: number, { runs, period }: Rhythm): boolean {
  if (period >= MAX_WEEKLY) return true;
  const nearness = NEAR * period;
  const byWeek = shareOfEarlier(time, WEEK, { runs, nearness });
  if (byWeek !== undefined) return byWeek >= 0.5;
  if (mayBeWeekend(time)) return false;
  if (period > DAY / 2) return true;
  return (shareOfEarlier(time, DAY, { runs, nearness }) ?? 0) >= 0.5;
}

/**
 * Of the weeks, or days, before `time` in which the job ran: the share in which it ran at that time. `undefined` if there is none that
 * it had begun before.
 */
function shareOfEarlier(
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

function hasRun(runs: readonly number[], at: number, within: number): boolean {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] ?? 0) < at - within) low = middle + 1;
    else high = middle;
  }
  return (runs[low] ?? Number.POSITIVE_INFINITY) <= at + within;
}

const FRIDAY_NOON = 5 * DAY + DAY / 2;
const MONDAY_NOON = DAY + DAY / 2;

/** Saturday begins on Friday noon in the first time zone, and Sunday ends on Monday noon in the last one. */
function mayBeWeekend(time: number): boolean {
  const date = new Date(time);
  const inWeek = date.getUTCDay() * DAY + (time % DAY);
  return inWeek >= FRIDAY_NOON || inWeek < MONDAY_NOON;
}
