import type { RunReport } from './run-report.ts';

/** Stops that say nothing about the sheet or the account: the same command may fare better. */
export const PASSING_STOPS: ReadonlySet<string> = new Set([
  'service',
  'interrupted',
  'too_many_failures',
  'disk',
  'locked',
  'stale_plan',
]);

/** Whether the run was stopped with updates of its plan left that `apply` could send as they are. */
export function isLeftToApply({ stop, isPlanned, dryRun, digest }: RunReport): boolean {
  const isCut = stop !== undefined && PASSING_STOPS.has(stop.code) && !dryRun;
  return isCut && isPlanned && digest.open > 0;
}
