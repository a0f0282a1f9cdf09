import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';

/** What the account of a run is told by. */
export interface Access {
  readonly baseUrl: string;
  readonly apiKey: Secret;
}

/** What is known of a run that others are told of, as far as it came. */
export interface ObservedRun {
  readonly command: RunReport['command'];
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  readonly startedAt: number;
  access?: Access;
  report?: RunReport;
}
