import { type Change, changesOf, type Outcome } from '../../domain/stages.ts';

const STRATEGY_REFUSED = 'strategy_refused';

/**
 * Whether an undo gave back everything but a strategy that the service does not take any more. The row is no `updated`, and the
 * listing was changed all the same.
 */
export function isPartlyRestored({ status, reason, attempts, untaken }: Outcome): boolean {
  return status === 'conflict' && reason === STRATEGY_REFUSED && attempts > 0 && untaken !== true;
}

/** The changes that such an undo made: the fields that the listing was seen to hold. */
export function restoredChanges({ entry, observed = [] }: Outcome): readonly Change[] {
  const seen = new Set(observed.map(({ field }) => field));
  return changesOf(entry).filter(({ field }) => field !== 'strategy' && seen.has(field));
}
