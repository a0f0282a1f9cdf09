import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';

/** What identifies the account of a run. */
export interface Access {
  readonly baseUrl: string;
  readonly apiKey: Secret;
}

/** The facts of a run at its end, however far it came. */
export interface ObservedRun {
  readonly command: RunReport['command'];
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  readonly startedAt: number;
  /** What the sheet is called from run to run, once it is known. */
  job?: string | undefined;
  access?: Access;
  report?: RunReport;
}

/** Likewise, once it has ended. */
export interface EndedRun extends ObservedRun {
  readonly exitCode: number;
  readonly error?: unknown;
}
