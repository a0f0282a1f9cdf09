import type { Approvals, Decision } from './approvals.ts';

interface Narrowed {
  readonly rows: readonly number[];
  /** The rows of them that can be approved: what a decision about all that the filter shows is about. */
  readonly withBox: readonly number[];
}

/** Of the rows that the other filters show, by position, the ones decided as wanted; all, if nothing is wanted. */
export function narrowRows(
  found: readonly number[],
  approvals: Approvals,
  wanted: Decision | undefined,
): Narrowed {
  const rows = wanted === undefined ? found : found.filter((at) => approvals.decisionOf(at) === wanted);
  return { rows, withBox: rows.filter((at) => approvals.decisionOf(at) !== undefined) };
}
