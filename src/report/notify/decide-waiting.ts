import { conditionOf, type RunEnding } from '../tally/run-ending.ts';

/** The last message about rows that wait for a person. */
export interface Waiting {
  readonly rows: number;
  /** Epoch milliseconds. */
  readonly deliveredAt: number;
}

/** A job that runs every few minutes says once a working day that the same number of rows waits, and a nightly one each night. */
const SAME_AGAIN_MS = 20 * 3_600_000;

/** Whether a message is due about rows that wait, after a run that went well: one that did not has a message that says it too. */
export function isWaitingDue(before: Waiting | undefined, ending: RunEnding): boolean {
  const { held, finishedAt } = ending;
  if (!held || conditionOf(ending) !== 'ok') return false;
  if (before?.rows !== held.rows) return true;
  const agoMs = finishedAt - before.deliveredAt;
  return agoMs < 0 || agoMs >= SAME_AGAIN_MS;
}
