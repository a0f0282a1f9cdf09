import type { Lookup } from '../../domain/documents/summary.ts';
import { count } from '../text/words.ts';

interface Cost {
  /** Requests that have read something so far. */
  readonly reads: number;
  /** Why the listings are found in this way is left out. */
  readonly isBrief?: boolean;
  /** Updates that are to be sent. */
  readonly writes: number;
  /** Reads to check listings again before their update; `undefined` where unknown. */
  readonly rereads?: number | undefined;
  /** `undefined` where it is unknown yet. */
  readonly ratePerSecond: number | undefined;
  /** The most that `--concurrency` allows. */
  readonly mostPerSecond?: number | undefined;
  /** Where guard rules are against the plan: they, and the updates that it has. */
  readonly refused?: { readonly rules: readonly string[]; readonly updates: number } | undefined;
}

/**
 * One line for people: how listings are found and, where there is time for it, why; what it has taken, and what is still to come.
 *
 * Shape: `Listings found by paging the account: 52 reads (…). 120 updates to send take 12 s at 10 requests a second`
 */
export function describeLookup({ by, why, parts = 1 }: Lookup, { reads, isBrief, ...cost }: Cost): string {
  const how =
    by === 'scan' ? `by paging the account${parts > 1 ? ` in ${parts} parts at once` : ''}` : 'by SKU';
  const sending = describeSending(cost);
  return `Listings found ${how}: ${count(reads, 'read')}${isBrief ? '' : ` (${why})`}. ${sending}`;
}

/** What is sent sooner is sent by the time that somebody has read about it. */
const WORTH_A_WORD_SECONDS = 10;

/** The updates still to send: `120 updates to send take 12 s at 10 requests a second`. */
export function describeSending({
  writes,
  rereads = 0,
  ratePerSecond,
  mostPerSecond = Number.POSITIVE_INFINITY,
  refused,
}: Omit<Cost, 'reads' | 'isBrief'>): string {
  if (refused && refused.updates > 0)
    return `${count(refused.updates, 'update')} planned, none sent because of ${refused.rules.join(', ')}`;
  if (writes === 0) return 'No updates to send';
  if (ratePerSecond === undefined) return `${count(writes, 'update')} to send`;
  const requests = writes + rereads;
  const isHeld = mostPerSecond < ratePerSecond && requests / mostPerSecond > WORTH_A_WORD_SECONDS;
  const perSecond = isHeld ? mostPerSecond : ratePerSecond;
  const seconds = formatSeconds(requests / perSecond);
  const pace = `${count(Math.round(perSecond * 10) / 10, 'request')} a second${isHeld ? ', the most that --concurrency allows' : ''}`;
  if (rereads > 0)
    return `${count(writes, 'update')} to send, and ${count(rereads, 'read')} to check the listings again, take ${seconds} at ${pace}`;
  return `${count(writes, 'update to send takes', 'updates to send take')} ${seconds} at ${pace}`;
}

/**
 * A time as people say it, never less than it is.
 *
 * Shape: `12 s`, `2 min`, `1 h 45 min`. Units: seconds.
 */
function formatSeconds(seconds: number): string {
  if (seconds <= 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
