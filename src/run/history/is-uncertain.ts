import { MAY_ARRIVE } from '../../domain/may-arrive.ts';
import type { RunRecord } from '../../domain/run-record.ts';

/** Whether a run sent something that was never seen to hold, or may have, so that its changes are not all in the history. */
export function isUncertain({ counts, verdict }: RunRecord): boolean {
  const { by_status, by_reason } = counts ?? {};
  return verdict === 'killed' || (by_status?.unconfirmed ?? 0) > 0 || (by_reason?.[MAY_ARRIVE] ?? 0) > 0;
}
