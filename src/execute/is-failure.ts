import { MAY_ARRIVE } from '../domain/may-arrive.ts';
import type { Outcome } from '../domain/stages.ts';

/**
 * Whether an update failed in a way that says something of others. One that was taken did not, even if an update of another run may
 * still arrive after it; a strategy that is gone says nothing of other updates.
 */
export function isFailure({ status, reason }: Pick<Outcome, 'status' | 'reason'>): boolean {
  if (status === 'failed') return reason !== 'strategy_refused';
  return status === 'unconfirmed' && reason !== MAY_ARRIVE;
}
