import { groupBy } from '../../domain/group-by.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { findMissingRuns, findNextRun } from './find-missing-runs.ts';
import { isRegular } from './is-regular.ts';
import { byWorst, type NightState, stateOfRun } from './night-state.ts';

/** That many nights are looked at. */
export const NIGHTS = 90;
const DAY_MS = 86_400_000;
/** Clocks are set back a little now and then. */
const CLOCK_SLACK_MS = 3_600_000;

/** The runs of a job on an account: a folder of the history. */
export interface PartRuns {
  /** The newest first. */
  readonly records: readonly RunRecord[];
  /** The run that has begun and not ended. */
  readonly unfinished: Pick<RunRecord, 'command' | 'started_at'> | undefined;
}

/** A day of UTC, and how it ended: by the last run that was to send something. */
export interface Night {
  /** `2026-11-20`. */
  readonly date: string;
  readonly state: NightState;
  /** The run that it ended with. */
  readonly run: RunRecord | undefined;
  /** How many runs began on that day. */
  readonly runs: number;
  /** When a run was to be expected that there was not. Units: ISO 8601. */
  readonly expectedAt: string | undefined;
}

/** What happened to a job over ninety nights. */
export interface JobNights {
  readonly job: string | null;
  readonly shard: string | null;
  readonly account: RunRecord['account'];
  /** How it is now: how its last run ended, unless one is missing since. */
  readonly state: NightState;
  /** The oldest first. */
  readonly nights: readonly Night[];
  /** Those of the ninety nights, the newest first. */
  readonly records: readonly RunRecord[];
  /** The run that the last night ended with, if need be an earlier one. */
  readonly last: RunRecord | undefined;
  /** The last one that came to its end, and was not an undo. */
  readonly lastSuccess: RunRecord | undefined;
  /** The times of the ninety nights at which a run was to be expected and there was none. Units: ISO 8601. */
  readonly missing: readonly string[];
  /** Those since the last run. */
  readonly missingSince: readonly string[];
  readonly next: string | undefined;
  readonly unfinished: PartRuns['unfinished'];
}

/** Puts the runs of one job into its nights. `now`: epoch milliseconds. */
export function arrangeNights({ records, unfinished }: PartRuns, now: number): JobNights {
  const first = new Date(now - (NIGHTS - 1) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  // A run whose clock was ahead would be the last one for a long time.
  const past = records.filter(({ started_at }) => Date.parse(started_at) <= now + CLOCK_SLACK_MS);
  const job = jobOf(records);
  const isMistyped = (record: RunRecord): boolean => isMistypedBeside(job, record);
  const sent = past.filter(({ dry_run }) => !dry_run).toSorted(byEnd);
  const meant = sent.filter((record) => !isMistyped(record));
  const lastNight = meant.find(isOfNight) ?? meant[0];
  const lastDate = lastNight && dateOf(lastNight.started_at);
  const last = endOf(
    meant.filter(({ started_at }) => lastDate !== undefined && dateOf(started_at) >= lastDate),
    isMistyped,
  );
  const recent = records.filter(({ started_at }) => started_at >= first);
  const regular = past.filter((record) => isRegular(record) && !isMistyped(record));
  const starts = startsOf({ records: regular, unfinished });
  const allMissing = findMissingRuns(starts, now).flat().map(toIso);
  const missing = allMissing.filter((time) => time >= first);
  const latest = toIso(Math.max(0, ...starts));
  const missingSince = missing.filter((time) => time > latest);
  const next = findNextRun(starts, now);
  const newest = records.find(({ account }) => account !== null) ?? records[0];
  return {
    job,
    shard: newest?.shard ?? null,
    account: newest?.account ?? null,
    state: stateNow({ last, missingSince, unfinished }),
    nights: toNights({ recent, missing, unfinished, isMistyped }, now),
    records: recent,
    last,
    lastSuccess: sent.find(
      (record) => isOfNight(record) && ['done', 'attention'].includes(stateOfRun(record)),
    ),
    missing,
    missingSince,
    next: next === undefined ? undefined : toIso(next),
    unfinished,
  };
}

/** A run that waited for another one, and gave up, ends before that. */
function byEnd(one: RunRecord, other: RunRecord): number {
  if (one.finished_at !== other.finished_at) return one.finished_at < other.finished_at ? 1 : -1;
  return one.started_at < other.started_at ? 1 : -1;
}

/** The job of most of the runs: a sheet whose name was mistyped never had a run folder. */
function jobOf(records: readonly RunRecord[]): string | null {
  const named = records.filter(({ job }) => job !== null);
  return (named.find(({ folder }) => folder !== null) ?? named[0])?.job ?? null;
}

/**
 * A command that a person mistyped says nothing about the night: `apply` and `undo` of a run that is not there, and a sheet of another
 * name that is not there. A `sync` that can't read its settings knows no job either, and is a night that failed.
 */
function isMistypedBeside(ofJob: string | null, { command, folder, job }: RunRecord): boolean {
  if (folder !== null) return false;
  return job === null ? command === 'apply' || command === 'undo' : job !== ofJob;
}

function startsOf({ records, unfinished }: PartRuns): readonly number[] {
  const begun = unfinished?.command === 'sync' ? [unfinished] : [];
  return [...records, ...begun].map(({ started_at }) => Date.parse(started_at));
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}

function stateNow({
  last,
  missingSince,
  unfinished,
}: Pick<JobNights, 'last' | 'missingSince' | 'unfinished'>): NightState {
  const ended = last ? stateOfRun(last) : 'none';
  if (ended === 'failed') return 'failed';
  if (missingSince.length > 0) return 'missing';
  return unfinished && (!last || unfinished.started_at > last.started_at) ? 'open' : ended;
}

interface Days {
  readonly recent: readonly RunRecord[];
  readonly missing: readonly string[];
  readonly unfinished: PartRuns['unfinished'];
  readonly isMistyped: IsMistyped;
}

type IsMistyped = (record: RunRecord) => boolean;

function toNights({ recent, missing, unfinished, isMistyped }: Days, now: number): readonly Night[] {
  const byDate = groupBy(recent, ({ started_at }) => dateOf(started_at));
  const expected = new Map(missing.map((time) => [dateOf(time), time]));
  const begun = unfinished && dateOf(unfinished.started_at);
  return Array.from({ length: NIGHTS }, (_, at) => {
    const date = dateOf(toIso(now - (NIGHTS - 1 - at) * DAY_MS));
    const runs = byDate.get(date) ?? [];
    const run = endOf(runs, isMistyped);
    const expectedAt = expected.get(date);
    const state = date === begun ? 'open' : stateOfNight(runs, { run, expectedAt });
    return { date, state, run, runs: runs.length, expectedAt };
  });
}

/** Where the job itself did not run, a run of another kind does not hide that. */
function stateOfNight(
  runs: readonly RunRecord[],
  { run, expectedAt }: Pick<Night, 'run' | 'expectedAt'>,
): NightState {
  const ended = run ? stateOfRun(run) : 'none';
  if (expectedAt === undefined || runs.some(isRegular)) return ended;
  return byWorst(ended, 'missing') < 0 ? ended : 'missing';
}

/** An undo takes back what a run did, and does not do what that run was to do. */
function isOfNight({ command }: RunRecord): boolean {
  return command !== 'undo';
}

/**
 * The run that says how a night ended: a dry run only if there was no other, and never a mistyped command. An undo says it if it ended
 * later and worse, and never makes a night better.
 */
function endOf(runs: readonly RunRecord[], isMistyped: IsMistyped): RunRecord | undefined {
  const inOrder = runs.filter((record) => !isMistyped(record)).toSorted(byEnd);
  const sent = inOrder.filter(({ dry_run }) => !dry_run);
  const end = sent.find(isOfNight);
  const [latest = inOrder[0]] = sent;
  return end && latest && byWorst(stateOfRun(latest), stateOfRun(end)) >= 0 ? end : latest;
}

function dateOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DD'.length);
}
