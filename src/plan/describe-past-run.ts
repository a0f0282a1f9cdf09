import { count } from '../domain/count.ts';
import type { PastRun, RunRecord } from '../domain/run-record.ts';
import { countSet } from './may-have-set.ts';

/** Whether a run did what it was to do. */
export function isGood({ exit_code }: Pick<RunRecord, 'exit_code'>): boolean {
  return exit_code === 0 || exit_code === 3;
}

/** Of a `diff`: there is something to send. */
const WOULD_CHANGE = 10;

/** How a run was cut short, behind its name; empty of one that came to its end. */
export function nameCut(run: PastRun): string {
  const { exit_code: code, counts, isUnfinished } = run;
  if (isGood(run) || code === WOULD_CHANGE) return '';
  const updates = counts && count(countSet(counts), 'update');
  if (isUnfinished) return updates ? ` (not ended, ${updates} so far)` : ' (not ended)';
  return ` (${code === null ? 'killed' : `exit code ${code}`}${updates ? ` after ${updates}` : ''})`;
}

/** `2026-11-20 02:15 UTC`. */
export function nameTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
