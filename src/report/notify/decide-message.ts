import { dayAt } from '../../domain/day.ts';
import type { RunRecord, Verdict } from '../../domain/documents/ledger.ts';
import { EXIT, verdictOf } from '../../domain/exit-codes.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import { nameJob, shortenReason } from '../text/failure-line.ts';
import { count } from '../text/words.ts';
import { describeReason, reasonOfStop } from '../view/judge-run.ts';

/** The message that is due after a run. */
export interface DueMessage {
  /** `waiting`: the run went well, and rows wait for a person. */
  readonly kind: 'first_failure' | 'still_failing' | 'recovered' | 'waiting';
  /** What it is about, as its first line. */
  readonly headline: string;
  /** How many runs in a row did not end well, or else failed, and when the first of them ended. Units: epoch milliseconds. */
  readonly failures: number;
  readonly since: number;
}

/** A job that runs every few minutes does not say the same every few minutes. */
const SAME_FAILURE_MS = 30 * 60 * 1000;
/** It says once a working day that the same number of rows waits, and a nightly one each night. */
const SAME_WAITING_MS = 20 * 3_600_000;

/** A run, as far as messages are about it. */
interface Night {
  readonly exitCode: number | null;
  /** Units: epoch milliseconds. */
  readonly finishedAt: number;
  readonly held: number;
  /** Rows that need attention, also if the exit code is only about new ones. */
  readonly attention: number;
}

/**
 * Decides which message is due after a run, from how the runs of the job before it ended; `undefined` if none is. `earlier`: the newest
 * first.
 */
export function decideMessage(ending: RunEnding, earlier: readonly RunRecord[]): DueMessage | undefined {
  const { exitCode, finishedAt, held, report } = ending;
  const before = earlier.map(toNight);
  const attention = report?.digest.attention ?? 0;
  const nights = [{ exitCode, finishedAt, held: held?.rows ?? 0, attention }, ...before];
  const isWell = exitCode === EXIT.done;
  const isAttention = verdictOf(exitCode) === 'attention';
  // A job that fails after rows needed attention begins to fail, and rows that are known recover as they are repaired.
  const isUnrecovered = (night: Night): boolean => night.exitCode !== EXIT.done || night.attention > 0;
  const failed = isWell
    ? firstOf(before, attention > 0 ? isFailed : isUnrecovered)
    : firstOf(nights, (night) => (isAttention ? night.exitCode !== EXIT.done : isFailed(night)));
  const failures = failed.length;
  const since = failed.at(-1)?.finishedAt ?? finishedAt;
  const name = nameOf(ending);
  const due = (kind: DueMessage['kind'], headline: string): DueMessage => {
    return { kind, headline, failures, since };
  };
  const waiting = held && count(held.rows, 'row waits', 'rows wait');
  if (isWell && failed.some(({ exitCode: code }) => code !== EXIT.done)) {
    const recovered = `${name} recovered after ${count(failures, 'run')}`;
    return due('recovered', waiting ? `${recovered}, ${waiting} for approval` : recovered);
  }
  const same = firstOf(nights, (each) => each.exitCode === exitCode && (!isWell || each.held === held?.rows));
  if (!isDue(same, isWell ? SAME_WAITING_MS : SAME_FAILURE_MS)) return undefined;
  if (isWell) return waiting ? due('waiting', `${name} ${waiting} for approval`) : undefined;
  const isFirst = earlier.length === 0 && ending.command === 'sync';
  const headline = isAttention || isFirst ? name : `${describeFailed(ending, earlier)}:`;
  const reason = shortenReason(reasonOf(ending));
  return due(failures === 1 ? 'first_failure' : 'still_failing', `${headline} ${reason}`);
}

/** The first that is said of it. */
function reasonOf({ report, failure, exitCode }: RunEnding): string {
  if (report) return describeReason(report);
  return failure ? reasonOfStop(failure) : `exit code ${exitCode}`;
}

const FAILED: readonly Verdict[] = ['failed', 'killed'];

/** Whether a run did not do its work. One that was killed has no exit code. */
export function isFailed({ exitCode }: Pick<Night, 'exitCode'>): boolean {
  return FAILED.includes(verdictOf(exitCode));
}

function toNight({ exit_code, finished_at, counts }: RunRecord): Night {
  const { attention = 0, by_status } = counts ?? {};
  return { exitCode: exit_code, finishedAt: Date.parse(finished_at), held: by_status?.held ?? 0, attention };
}

/** Those at the beginning that are such. */
function firstOf<T>(all: readonly T[], isSuch: (each: T) => boolean): readonly T[] {
  const end = all.findIndex((each) => !isSuch(each));
  return end === -1 ? all : all.slice(0, end);
}

/** Whether the newest of runs with the same message sends it: the first did, and each one that came so long after the last that did. */
function isDue(same: readonly Night[], everyMs: number): boolean {
  let [sentAt, isSent] = [Number.NaN, false];
  for (const { finishedAt } of same.toReversed()) {
    // A clock that was set back says nothing.
    isSent = !(finishedAt >= sentAt && finishedAt - sentAt < everyMs);
    if (isSent) sentAt = finishedAt;
  }
  return isSent;
}

/**
 * For how long a job fails: days on which a run ended, and when one last did its work. `earlier`: the newest first.
 *
 * Shape: `shop-a/costs: failing for 3 nights, last success 14 November`.
 */
export function describeFailed(ending: RunEnding, earlier: readonly RunRecord[]): string {
  const { finishedAt } = ending;
  const failed = firstOf(earlier, ({ exit_code }) => isFailed({ exitCode: exit_code }));
  const times = [finishedAt, ...failed.map(({ finished_at }) => Date.parse(finished_at))];
  const nights = new Set(times.map(dayAt)).size;
  const often = times.length > 1 ? `failed ${times.length} times` : 'failed';
  const success = earlier[failed.length];
  const since = success ? `, last success ${nameDay(Date.parse(success.finished_at), finishedAt)}` : '';
  return `${nameOf(ending)} ${nights > 1 ? `failing for ${nights} nights` : often}${since}`;
}

function nameOf({ folder, job, command }: RunEnding): string {
  return `${nameJob(folder, job)}:${command === 'sync' ? '' : ` ${command}`}`;
}

/** In the machine's time zone, as the times at which jobs start are. */
function nameDay(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year });
}

/** How a run ended, for notifications: its report, or the failure before there was one. */
export interface RunEnding {
  readonly command: RunReport['command'];
  /** The name of the account's folder, in which the command was run. */
  readonly folder: string;
  /** What the sheet is called from run to run, or else its file's name. */
  readonly job: string;
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  /** The same as an absolute path, since a message is read elsewhere; `undefined` if it is none. */
  readonly path?: string | undefined;
  /** Of the key that was given, also where it was refused; unknown where the settings that name it are wrong. */
  readonly account: RunReport['account'] | undefined;
  readonly exitCode: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly report: RunReport | undefined;
  /** Rows that wait for a person after a run that was to send the sheet, and the command that sends what was approved of them. */
  readonly held?: { readonly rows: number; readonly command: string } | undefined;
  /** The error that ended the run, if there is no report. */
  readonly failure: Stop | undefined;
}

/** The account that a run was for. A key that was refused names none, since it may be of any or of none at all. */
export function accountOf({ account, exitCode }: RunEnding): RunEnding['account'] {
  return exitCode === EXIT.keyRefused ? undefined : account;
}
