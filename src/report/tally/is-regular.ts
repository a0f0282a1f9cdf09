import { isOwnSheet } from '../../domain/own-sheet.ts';
import type { RunRecord } from '../../domain/run-record.ts';

/** Whether a run is one of the job's own rhythm: a `sync` of its sheet, and not of what an earlier run has written for a person. */
export function isRegular({
  command,
  dry_run,
  job,
  sheet,
}: Pick<RunRecord, 'command' | 'dry_run' | 'job' | 'sheet'>): boolean {
  return command === 'sync' && !dry_run && job !== null && !isOwnSheet(sheet?.path ?? '');
}
