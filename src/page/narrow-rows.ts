import type { Approvals, Decision } from './approvals.ts';

interface Narrowed<R> {
  readonly rows: readonly R[];
  /** Positions of the rows that can be approved: what a decision about all that the filter shows is about. */
  readonly withBox: readonly number[];
}

/** Of the rows that the other filters show, the ones decided as wanted; all, if nothing is wanted. */
export function narrowRows<R extends { readonly at: number }>(
  found: readonly R[],
  approvals: Approvals,
  wanted: Decision | undefined,
): Narrowed<R> {
  const rows = wanted === undefined ? found : found.filter(({ at }) => approvals.decisionOf(at) === wanted);
  const withBox: number[] = [];
  // A loop, since it is gone through at each letter that is typed.
  for (const { at } of rows) if (approvals.decisionOf(at) !== undefined) withBox.push(at);
  return { rows, withBox };
}
