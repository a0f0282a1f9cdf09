import { type ClearCanary, createClearCanary } from './clear-canary.ts';

/** What was learned from the updates that a run has sent: a plan may be sent in several parts. */
export interface SendingSoFar {
  /** What one part has shown about clearing fields holds for the next. */
  readonly canary: ClearCanary;
  /** Updates that were settled. */
  done: number;
  /** Those of them that ended as failed or unconfirmed. */
  failed: number;
  /** Those of them that count towards the failures that stop the sending. */
  failures: number;
}

export function beginSending(): SendingSoFar {
  return { canary: createClearCanary(), done: 0, failed: 0, failures: 0 };
}
