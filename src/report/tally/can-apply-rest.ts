import type { RunReport } from './run-report.ts';

/** Stops that say nothing about the sheet or the account: the same command may fare better. */
export const TRANSIENT_STOPS: ReadonlySet<string> = new Set([
  'service',
  'interrupted',
  'too_many_failures',
  'disk',
  'locked',
  'stale_plan',
]);

/** Whether the run was stopped with updates of its plan left that `apply` could send as they are. */
export function canApplyRest(report: RunReport): boolean {
  return TRANSIENT_STOPS.has(report.stop?.code ?? '') && isLeft(report);
}

/** Whether the service refused the key: the commands after the run are for another one then. */
export function isKeyRefused({ stop }: RunReport): boolean {
  return stop?.code === 'key_refused';
}

/** Likewise, once there is a key that the service takes. */
export function canApplyRestWithNewKey(report: RunReport): boolean {
  return isKeyRefused(report) && isLeft(report);
}

function isLeft({ stop, isPlanned, dryRun, digest, cut }: RunReport): boolean {
  const isOpen = digest.open > 0 || (cut !== undefined && stop?.isAfterAll !== true);
  return isPlanned && !dryRun && isOpen;
}
