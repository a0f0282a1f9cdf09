import { groupBy } from '../../domain/group-by.ts';
import type { RunRecord } from '../../domain/run-record.ts';
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
}

/** What happened to a job over ninety nights. */
export interface JobNights {
  readonly job: string | null;
  readonly account: RunRecord['account'];
  /** How it is now: how its last run ended, unless one has begun since. */
  readonly state: NightState;
  /** The oldest first. */
  readonly nights: readonly Night[];
  /** Those of the ninety nights, the newest first. */
  readonly records: readonly RunRecord[];
  /** The run that the last night ended with, if need be an earlier one. */
  readonly last: RunRecord | undefined;
  /** The last one that came to its end, and was not an undo. */
  readonly lastSuccess: RunRecord | undefined;
  readonly unfinished: PartRuns['unfinished'];
}

/** Puts the runs of one job into its nights. `now`: epoch milliseconds. */
export function arrangeNights({ records, unfinished }: PartRuns, now: number): JobNights {
  const first = dateOf(new Date(now - (NIGHTS - 1) * DAY_MS).toISOString());
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
  const newest = records.find(({ account }) => account !== null) ?? records[0];
  return {
    job,
    account: newest?.account ?? null,
    state: stateNow({ last, unfinished }),
    nights: toNights({ recent, unfinished, isMistyped }, now),
    records: recent,
    last,
    lastSuccess: sent.find(
      (record) => isOfNight(record) && ['done', 'attention'].includes(stateOfRun(record)),
    ),
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

function stateNow({ last, unfinished }: Pick<JobNights, 'last' | 'unfinished'>): NightState {
  const ended = last ? stateOfRun(last) : 'none';
  if (ended === 'failed') return 'failed';
  return unfinished && (!last || unfinished.started_at > last.started_at) ? 'open' : ended;
}

interface Days {
  readonly recent: readonly RunRecord[];
  readonly unfinished: PartRuns['unfinished'];
  readonly isMistyped: IsMistyped;
}

type IsMistyped = (record: RunRecord) => boolean;

function toNights({ recent, unfinished, isMistyped }: Days, now: number): readonly Night[] {
  const byDate = groupBy(recent, ({ started_at }) => dateOf(started_at));
  const begun = unfinished && dateOf(unfinished.started_at);
  return Array.from({ length: NIGHTS }, (_, at) => {
    const date = dateOf(new Date(now - (NIGHTS - 1 - at) * DAY_MS).toISOString());
    const runs = byDate.get(date) ?? [];
    const run = endOf(runs, isMistyped);
    const state = date === begun ? 'open' : run ? stateOfRun(run) : 'none';
    return { date, state, run, runs: runs.length };
  });
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

/** A job of one of many accounts. */
export interface AccountNights {
  /** The folder, as a user would write it. */
  readonly folder: string;
  /** `undefined`: no run was found there. */
  readonly job: JobNights | undefined;
}

export function stateOfAccount({ job }: AccountNights): NightState {
  return job?.state ?? 'missing';
}

/** Sorts the worst first: by how it is now, then by how many nights were bad. */
export function byWorstAccount(one: AccountNights, other: AccountNights): number {
  return (
    byWorst(stateOfAccount(one), stateOfAccount(other)) ||
    badNightsOf(other) - badNightsOf(one) ||
    (`${one.folder} ${one.job?.job}` < `${other.folder} ${other.job?.job}` ? -1 : 1)
  );
}

function badNightsOf({ job }: AccountNights): number {
  return job?.nights.filter(({ state }) => state === 'failed' || state === 'stopped').length ?? 0;
}
