import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { RunHost } from '../../run/job/run.ts';

interface Running {
  readonly apiKey: Secret;
  readonly dryRun: boolean;
}

/** Runs a story with the ports and listeners of the caller. It may show the report before it returns it. */
export type Perform = (running: Running, story: (host: RunHost) => Promise<RunReport>) => Promise<RunReport>;
