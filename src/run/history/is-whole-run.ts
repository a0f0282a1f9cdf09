import type { RunRecord } from '../../domain/run-record.ts';

/** Whether a run judged every row: what needed attention then is what needed it. */
export function isWholeRun({ dry_run, command, stopped, verdict }: RunRecord): boolean {
  return !dry_run && command !== 'undo' && stopped === null && verdict !== 'killed';
}
