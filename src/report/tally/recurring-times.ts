import { medianOf } from '../../domain/median.ts';
import {
  AHEAD,
  DAY,
  HOUR,
  hasRun,
  MAX_BACK,
  MAX_EARLIER,
  mayBeWeekend,
  NEAR,
  REGULAR_SHARE,
  type Rhythm,
  runsBetween,
  shareOfEarlier,
  WEEK,
} from './run-times.ts';

/** Fewer days, or weeks, show no times that recur. */
const LEAST_CYCLES = 4;
/** Runs that begin no further apart, on whatever day, begin at the same time. As a part of the day or week: half an hour of a day. */
const SAME_TIME = 1 / 48;
/** Runs that follow each other through a longer part of the day or week begin at no certain time. It is also the longest delay. */
const MAX_SPREAD = 1 / 8;
/** Clocks go back and forward by an hour. */
const CLOCK_CHANGE = HOUR;

/** A time of the day, or of the week, at which a job runs. Units: milliseconds. */
interface Slot {
  /** Since the beginning of a day, or week, as the clock of UTC counts them. */
  readonly phase: number;
  /** How far a run may be from it. */
  readonly near: number;
  /** How long the last run may be late. */
  readonly patience: number;
}

/** All of them, in order. */
interface Times {
  readonly slots: readonly Slot[];
  readonly cycle: number;
}

/**
 * The rhythm of a job that runs at certain times of each day, or of each week. The times are those at which it ran on most of the eight
 * days or weeks before. As with a steady rhythm, a day of the week on which it hardly ever runs at that time is not expected.
 *
 * Shape: `runs` in order. Units: epoch milliseconds. `cycle`: a day or a week.
 */
export function findRecurringTimes(runs: readonly number[], cycle: number): Rhythm | undefined {
  const last = runs.at(-1);
  const latest = last === undefined ? undefined : timesBefore(runs, last, cycle);
  if (last === undefined || !latest) return undefined;
  return {
    runs,
    missingAfter(at, now) {
      const from = runs[at] ?? 0;
      const next = runs[at + 1];
      const times = next === undefined ? latest : timesBefore(runs, from, cycle);
      if (!times) return [];
      return [...expectedBetween(Math.max(from, (next ?? now) - MAX_BACK), next ?? now, { runs, times })]
        .filter(({ time, patience }) => next !== undefined || time < now - patience)
        .filter((expected) => isMissing(expected, { runs, times }))
        .map(({ time }) => time);
    },
    *timesFrom(now) {
      const from = Math.min(last, now - cycle);
      for (const { time, near, patience } of expectedBetween(from, now + AHEAD, { runs, times: latest }))
        if (time > last + near && time >= now - patience) yield time;
    },
  };
}

/** The times at which a job ran before, or, as long as it ran for few days only, at first. `undefined`: at no certain ones. */
function timesBefore(runs: readonly number[], from: number, cycle: number): Times | undefined {
  const [first = from] = runs;
  const until = Math.max(from, first + MAX_EARLIER * cycle) + 1;
  const known = runsBetween(runs, until - MAX_EARLIER * cycle - 1, until);
  const groups = groupByTime(known, cycle);
  const begin = groups[0]?.[0] ?? 0;
  const cycleOf = (run: number): number => Math.floor((run - begin) / cycle);
  const cycles = new Set(known.map(cycleOf)).size;
  const recurring = groups.filter(
    (group) => new Set(group.map(cycleOf)).size >= Math.max(REGULAR_SHARE * cycles, 2),
  );
  if (cycles < LEAST_CYCLES || recurring.length < 2) return undefined;
  if (recurring.flat().length < REGULAR_SHARE * known.length) return undefined;
  if (recurring.some((group) => widthOf(group, cycle) > MAX_SPREAD * cycle)) return undefined;
  const phases = recurring.map((group) => phaseOf(group, cycle));
  return { slots: toSlots(phases, cycle), cycle };
}

function toSlots(phases: readonly number[], cycle: number): readonly Slot[] {
  const inOrder = [...phases].sort((one, other) => one - other);
  return inOrder.map((phase, at) => {
    const before = timeSince(inOrder.at(at - 1) ?? phase, phase, cycle);
    const after = timeSince(phase, inOrder[(at + 1) % inOrder.length] ?? phase, cycle);
    const near = NEAR * Math.min(before, after);
    return { phase, near, patience: Math.min(near, MAX_SPREAD * cycle) };
  });
}

/**
 * Runs that begin at about the same time of a day or week, in the order of those times; the first group follows the longest pause, so
 * that no cycle begins in the middle of a group.
 */
function groupByTime(runs: readonly number[], cycle: number): readonly (readonly number[])[] {
  const inOrder = [...runs].sort((one, other) => (one % cycle) - (other % cycle));
  const pauses = inOrder.map((run, at) => timeSince(inOrder.at(at - 1) ?? run, run, cycle));
  const start = pauses.indexOf(Math.max(...pauses));
  const groups: number[][] = [];
  for (let n = 0; n < inOrder.length; n++) {
    const at = (start + n) % inOrder.length;
    if (n === 0 || (pauses[at] ?? 0) > SAME_TIME * cycle) groups.push([]);
    groups.at(-1)?.push(inOrder[at] ?? 0);
  }
  return groups;
}

/** From the first to the last of a group, whatever the day. */
function widthOf(group: readonly number[], cycle: number): number {
  const [first = 0] = group;
  return Math.max(...group.map((run) => timeSince(first, run, cycle)));
}

function phaseOf(group: readonly number[], cycle: number): number {
  const [first = 0] = group;
  return (first + (medianOf(group.map((run) => timeSince(first, run, cycle))) ?? 0)) % cycle;
}

/** From one time of a day or week to the next one of another, whatever the days. */
function timeSince(earlier: number, later: number, cycle: number): number {
  return (((later - earlier) % cycle) + cycle) % cycle;
}

interface Expected extends Slot {
  readonly time: number;
}

interface Known {
  readonly runs: readonly number[];
  readonly times: Times;
}

/** The times from one on until another at which a run is to be expected, in order. */
function* expectedBetween(
  from: number,
  until: number,
  { runs, times: { slots, cycle } }: Known,
): Generator<Expected> {
  for (let begin = Math.floor(from / cycle) * cycle; begin < until; begin += cycle)
    for (const slot of slots) {
      const time = begin + slot.phase;
      if (time < from || time >= until || !isUsualDay(time, { runs, near: slot.near, cycle })) continue;
      yield { ...slot, time };
    }
}

function isUsualDay(
  time: number,
  { runs, near, cycle }: { readonly runs: readonly number[]; readonly near: number; readonly cycle: number },
): boolean {
  if (cycle !== DAY) return true;
  const byWeek = shareOfEarlier(time, WEEK, { runs, nearness: near });
  return byWeek === undefined ? !mayBeWeekend(time) : byWeek >= 0.5;
}

/**
 * Whether no run is there for an expected one. After a change of clocks all runs are an hour off, even where two are only an hour apart:
 * none is missing where as many runs are as expected.
 */
function isMissing({ time, near }: Expected, { runs, times }: Known): boolean {
  if (hasRun(runs, time, near)) return false;
  const around = MAX_SPREAD * times.cycle;
  const wide = around + CLOCK_CHANGE;
  const expected = [...expectedBetween(time - 2 * around, time + 2 * around, { runs, times })];
  const isAround = (other: Expected): boolean => Math.abs(other.time - time) <= around;
  const others = expected.filter((other) => !isAround(other));
  const there = runsBetween(runs, time - wide, time + wide).filter(
    (run) => !others.some((other) => Math.abs(run - other.time) <= other.near),
  );
  return there.length < expected.filter(isAround).length;
}
