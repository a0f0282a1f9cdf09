import type { Lookup } from '../../domain/documents/summary.ts';
import { count } from '../text/words.ts';

/**
 * How listings were found, and why so.
 *
 * Shape: `By paging the account: 52 reads (there are few listings)`
 */
export function describeLookup({ by, why, parts = 1 }: Lookup, reads: number): string {
  const at = parts > 1 ? ` in ${parts} parts at once` : '';
  return `${by === 'scan' ? `By paging the account${at}` : 'By SKU'}: ${count(reads, 'read')} (${why})`;
}

interface Cost {
  /** Updates that are to be sent. */
  readonly writes: number;
  /** Reads to check listings again before their update; `undefined` where unknown. */
  readonly rereads?: number | undefined;
  /** `undefined` where it is unknown yet. */
  readonly ratePerSecond: number | undefined;
  /** The most that `concurrency` allows. */
  readonly mostPerSecond?: number | undefined;
}

/** What is sent sooner is sent by the time that somebody has read about it. */
const WORTH_A_WORD_SECONDS = 10;

/** How long the updates take that are still to be sent, if that is long: `18 min at 10 requests a second`. */
export function describeSending({
  writes,
  rereads = 0,
  ratePerSecond,
  mostPerSecond = Number.POSITIVE_INFINITY,
}: Cost): string | undefined {
  if (ratePerSecond === undefined) return undefined;
  const requests = writes + rereads;
  const perSecond = Math.min(ratePerSecond, mostPerSecond);
  const seconds = requests / perSecond;
  if (seconds <= WORTH_A_WORD_SECONDS) return undefined;
  const held = mostPerSecond < ratePerSecond ? ', the most that "concurrency" allows' : '';
  const again = rereads === 0 ? '' : `; ${count(rereads, 'read')} to check the listings again included`;
  return `${formatSeconds(seconds)} at ${count(Math.round(perSecond * 10) / 10, 'request')} a second${held}${again}`;
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
