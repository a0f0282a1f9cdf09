import type { Outcome } from './stages.ts';

/** An outcome as the answer to the update settled it, whatever a later reading showed: what it changed is what was seen first. */
export function asSent(outcome: Outcome): Outcome {
  return outcome.wasHeld ? { ...outcome, status: 'updated', reason: '' } : outcome;
}
