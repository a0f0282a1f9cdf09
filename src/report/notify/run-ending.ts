import type { RunReport, Stop } from '../tally/run-report.ts';

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

/** The exit code of a run whose key was refused. */
export const REFUSED_KEY = 5;

/** The account that a run was for. A key that was refused names none, since it may be of any or of none at all. */
export function accountOf({ account, exitCode }: RunEnding): RunEnding['account'] {
  return exitCode === REFUSED_KEY ? undefined : account;
}

/**
 * How a run went, for notifications. `attention`: it finished, and left rows that somebody should look
 * at.
 */
export type Condition = 'ok' | 'attention' | 'failed';

/** By the exit codes of runs that did all that they were to do; every other one has not. */
export function conditionOf({ exitCode }: Pick<RunEnding, 'exitCode'>): Condition {
  if (exitCode === 3) return 'attention';
  return exitCode === 0 ? 'ok' : 'failed';
}
