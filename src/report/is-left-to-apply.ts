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
export function isLeftToApply({ stop, isPlanned, dryRun, digest, cut }: RunReport): boolean {
  const isStopped = stop !== undefined && PASSING_STOPS.has(stop.code) && !dryRun;
  const isOpen = digest.open > 0 || (cut !== undefined && stop?.isAfterAll !== true);
  return isStopped && isPlanned && isOpen;
}
