import type { Status } from '../../domain/status.ts';

/** What an account may hold that nobody meant comes before what was kept from it. */
const WORST: readonly Status[] = ['unconfirmed', 'failed', 'conflict'];

/** The worst has the lowest; all that nothing was sent for have one and the same. */
export function severityRank(status: Status): number {
  const rank = WORST.indexOf(status);
  return rank === -1 ? WORST.length : rank;
}
