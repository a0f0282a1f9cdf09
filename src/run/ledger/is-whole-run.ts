import { MAY_ARRIVE } from '../../domain/may-arrive.ts';
import { isOwnSheet } from '../../domain/own-sheet.ts';
import { isLook, type RunRecord } from '../../domain/run-record.ts';

/** Whether a run judged every row of the job's sheet: what needed attention then is what needed it. */
export function isWholeRun(record: RunRecord): boolean {
  const { command, stopped, verdict, sheet } = record;
  const isPart = command === 'undo' || isOwnSheet(sheet?.path ?? '');
  return !isLook(record) && !isPart && stopped === null && verdict !== 'killed';
}

/** Whether a run changed something, or may have. */
export function mayHaveChanged(record: RunRecord): boolean {
  return Object.keys(record.changes).length > 0 || isUncertain(record);
}

/** Whether a run sent something that was never seen to hold, or may have, so that its changes are not all in the history. */
export function isUncertain({ counts, verdict }: RunRecord): boolean {
  const { by_status, by_reason } = counts ?? {};
  return verdict === 'killed' || (by_status?.unconfirmed ?? 0) > 0 || (by_reason?.[MAY_ARRIVE] ?? 0) > 0;
}
