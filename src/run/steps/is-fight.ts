import { isByOthers } from '../../plan/judge-drift.ts';
import type { DriftLine } from '../ledger/ledger-schema.ts';

const FIGHT_RUNS = 3;

/** Whether something fights over a field: it drifts in that many runs in a row. */
export function isFight(drift: Pick<DriftLine, 'verdict' | 'nights'>): boolean {
  return isByOthers(drift) && drift.nights >= FIGHT_RUNS;
}
