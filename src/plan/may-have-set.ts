import type { RunRecord } from '../domain/run-record.ts';

/** Whether a run set anything, or may have: also one that was cut short, and one that was killed. */
export function mayHaveSet({ counts, verdict }: RunRecord): boolean {
  return verdict === 'killed' || countSet(counts) > 0;
}

/** How many updates of a run arrived, or may have. */
export function countSet(counts: RunRecord['counts']): number {
  const { updated = 0, unconfirmed = 0 } = counts?.by_status ?? {};
  return updated + unconfirmed;
}
