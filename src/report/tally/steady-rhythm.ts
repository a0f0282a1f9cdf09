import { medianOf } from '../../domain/median.ts';
import {
  AHEAD,
  DAY,
  HOUR,
  hasRun,
  MAX_BACK,
  mayBeWeekend,
  NEAR,
  REGULAR_SHARE,
  type Rhythm,
  shareOfEarlier,
  WEEK,
} from './run-times.ts';

const MINUTE = 60_000;

/** Fewer runs have no rhythm. */
const LEAST_RUNS = 4;
/** Runs that follow each other faster are tries, by a person or by a script. A rhythm of milliseconds would expect a billion runs. */
const LEAST_PERIOD = 4 * MINUTE;
/** Runs that follow each other within this share of the rhythm are one run and its repetition: on the next day it is none. */
const REPEATED = 0.25;
const MAX_REPETITION = DAY / 4;
/** A run that follows the last one within this share of the rhythm may be one that somebody started by hand. */
const BY_HAND = 0.8;
/** In medians: a run that is repeated this exactly is scheduled. */
const SCHEDULED = 0.1;
/** A gap that differs from the median by more than this share is not regular. */
const REGULAR_SPREAD = 0.25;
/** In medians: a longer gap has room for another run. */
const LONG_GAP = 1.5;
/** In medians: the last run may be that much late before it counts as missing. */
const PATIENCE = 0.125;
/** Runs on either side that the usual time of the day is taken from. */
const RUNS_OF_PHASE = 8;
/** Most jobs of a longer rhythm don't follow the days of the week. */
const MAX_WEEKLY = 4.5 * DAY;
/** Days of the month are no even steps: after its end a job of every third day runs sooner, and from then on on other days. */
const UNEVEN = 1.5 * DAY;
/** In medians: what comes this soon after the last run of such a job is not expected. */
const UNEVEN_PATIENCE = 0.9;

/**
 * The rhythm of a job whose runs follow each other after about the same time, which is the median of the gaps between them. A time at
 * which the job hardly ever runs, such as a weekend, is not expected: at least half of the weeks before must have a run then. As long as
 * no week before is known, a time that may be on a weekend somewhere on earth is not expected either.
 *
 * Shape: `starts` in order. Units: epoch milliseconds.
 */
export function findSteadyRhythm(starts: readonly number[]): Rhythm | undefined {
  const steady = findPeriod(starts);
  if (!steady) return undefined;
  const { runs, period } = steady;
  const lastRun = runs.at(-1) ?? 0;
  const soonest =
    period > UNEVEN ? (starts.at(-1) ?? lastRun) + UNEVEN_PATIENCE * period : lastRun + period / 2;
  return {
    runs,
    missingAfter: (at, now) => {
      const from = runs[at] ?? 0;
      const next = runs[at + 1];
      if (next !== undefined && next - from <= LONG_GAP * period) return [];
      const until = next === undefined ? now - PATIENCE * period : next - period / 2;
      const since = Math.max(next === undefined ? soonest : from + period / 2, until - MAX_BACK);
      const anchor = anchorOf(runs.slice(0, at + 1).slice(-RUNS_OF_PHASE), period);
      return [...timesBetween(since, until, { anchor, period })].filter((time) => isUsual(time, steady));
    },
    *timesFrom(now) {
      const from = Math.max(soonest, now - PATIENCE * period);
      const anchor = anchorOf(runs.slice(-RUNS_OF_PHASE), period);
      for (const time of timesBetween(from, from + Math.max(AHEAD, 2 * period), { anchor, period }))
        if (isUsual(time, steady)) yield time;
    },
  };
}

interface Steady {
  /** In order, without repetitions. */
  readonly runs: readonly number[];
  readonly period: number;
}

function findPeriod(starts: readonly number[]): Steady | undefined {
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
  const soon = Math.min(REPEATED * period, MAX_REPETITION);
  return starts.filter((start, at) => at === 0 || start - (starts[at - 1] ?? 0) > soon);
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

function isUsual(time: number, { runs, period }: Steady): boolean {
  if (period >= MAX_WEEKLY) return true;
  const nearness = NEAR * period;
  const byWeek = shareOfEarlier(time, WEEK, { runs, nearness });
  if (byWeek !== undefined) return byWeek >= 0.5;
  if (mayBeWeekend(time)) return false;
  if (period > DAY / 2) return true;
  return (shareOfEarlier(time, DAY, { runs, nearness }) ?? 0) >= 0.5;
}
