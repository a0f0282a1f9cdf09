import { count } from './count.ts';
import type { RunRecord } from './documents/ledger.ts';
import { MAY_ARRIVE } from './effects.ts';
import { EXIT } from './exit-codes.ts';
import { isOwnSheet } from './own-sheets.ts';

/** Whether a run was only looked at: it was to send nothing, or a person did not want that. It is no night. */
export function isLook({ dry_run, exit_code }: Pick<RunRecord, 'dry_run' | 'exit_code'>): boolean {
  return dry_run || exit_code === EXIT.declined;
}

/** Whether a run judged every row of the job's sheet: what needed attention then is what needed it. */
export function isWholeRun(record: RunRecord): boolean {
  const { command, stopped, verdict, sheet } = record;
  const isPart = command === 'undo' || isOwnSheet(sheet?.path ?? '');
  return !isLook(record) && !isPart && stopped === null && verdict !== 'killed';
}

/** How many rows wait for a person, of the last run of the whole sheet and of runs of a part since. `runs`: the newest first. */
export function countHeld(runs: readonly RunRecord[]): number {
  const sent = runs.filter((run) => !isLook(run));
  const recent = sent.slice(0, sent.findIndex(isWholeRun) + 1);
  // What was not approved waits for nobody.
  const counted = recent.filter(({ approval, stopped }) => !approval && !stopped);
  return counted.reduce((sum, { counts }) => sum + (counts?.by_status.held ?? 0), 0);
}

/** Whether a run set anything, or may have: also one that was cut short, and one that was killed. */
export function mayHaveSet({ counts, verdict }: RunRecord): boolean {
  return verdict === 'killed' || countSet(counts) > 0;
}

/** How many updates of a run arrived, or may have. */
export function countSet(counts: RunRecord['counts']): number {
  const { updated = 0, unconfirmed = 0 } = counts?.by_status ?? {};
  return updated + unconfirmed;
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

/** A run that a later one of its job is compared with. */
export interface PastRun extends RunRecord {
  /** It has begun and not ended: it was killed, or is still running. The history does not have it yet. */
  readonly isUnfinished?: true;
}

/** Of a run that was killed, or has not ended: more may have arrived than it had noted. */
export function nameKill({ counts, isUnfinished }: Pick<PastRun, 'counts' | 'isUnfinished'>): string {
  const { updated = 0 } = counts?.by_status ?? {};
  const updates = updated > 0 && `at least ${count(updated, 'update')}`;
  if (isUnfinished) return updates ? `not ended, ${updates} so far` : 'not ended';
  return updates ? `killed after ${updates}` : 'killed';
}
