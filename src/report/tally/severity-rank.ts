import type { Status } from '../../domain/status.ts';

/** Statuses whose listings may hold unintended values come first. */
const WORST: readonly Status[] = ['unconfirmed', 'failed', 'conflict'];

/** The most severe has the lowest rank; all statuses without a sent update share the last. */
export function severityRank(status: Status): number {
  const rank = WORST.indexOf(status);
  return rank === -1 ? WORST.length : rank;
}
