import { isOwnSheet } from '../../domain/own-sheet.ts';
import type { RunRecord } from '../../domain/run-record.ts';

/** Whether a run judged every row of the job's sheet: what needed attention then is what needed it. */
export function isWholeRun({ dry_run, command, stopped, verdict, sheet }: RunRecord): boolean {
  const isPart = command === 'undo' || isOwnSheet(sheet?.path ?? '');
  return !dry_run && !isPart && stopped === null && verdict !== 'killed';
}
