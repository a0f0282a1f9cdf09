import { needsAttention, type Status } from '../../domain/status.ts';

/** What a row's status means to the person who reads the page. */
export const STATUS_GROUPS = ['goes_out', 'stays', 'needs_you'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

const GOES_OUT: ReadonlySet<Status> = new Set<Status>(['planned', 'updated']);

/** What else decides which group a row is in. */
export interface Grouping {
  readonly missingIsOk: boolean;
  /** The run sends what a person approved: what is held is what was not, so that nobody waits for it. */
  readonly isReviewed: boolean;
}

/** Rows that are held need no attention, but a person: nobody else sends them. */
export function statusGroupOf(status: Status, { missingIsOk, isReviewed }: Grouping): StatusGroup {
  if (status === 'held') return isReviewed ? 'stays' : 'needs_you';
  if (needsAttention(status, missingIsOk)) return 'needs_you';
  return GOES_OUT.has(status) ? 'goes_out' : 'stays';
}
