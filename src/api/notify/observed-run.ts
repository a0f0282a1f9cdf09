import type { RunReport } from '../../report/tally/run-report.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import type { Caller } from '../request/caller.ts';

/** What identifies the account of a run. */
export type Access = Pick<ServiceOptions, 'baseUrl' | 'apiKey'>;

/** The facts of a run at its end, however far it came. */
export interface EndedRun {
  readonly command: RunReport['command'];
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  /** The sheet that a pattern led to, or the run folder. */
  readonly path: string | undefined;
  /** With the settings of the job, as far as it is known. */
  readonly caller: Caller;
  readonly access: Access | undefined;
  readonly report: RunReport | undefined;
  readonly startedAt: number;
  readonly exitCode: number;
  readonly error?: unknown;
}
