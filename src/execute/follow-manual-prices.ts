import type { Cents } from '../domain/cents.ts';
import { count } from '../domain/count.ts';
import { KeyRefusedError, RetriesSpentError } from '../domain/errors.ts';
import { describeValue } from '../domain/fields.ts';
import type { FollowUp } from '../domain/follow-up.ts';
import { describeObstacles, livePrice } from '../domain/judge-price.ts';
import { type Listing, type ListingId, obstaclesTo } from '../domain/listing.ts';
import type { Clock, OnProgress, ReadLatest } from '../domain/ports.ts';
import { applyChanges, isMade, type Outcome } from '../domain/stages.ts';

/** A manual price that was sent and may still show in the listing's current price. */
export interface SentManualPrice {
  /** Position of its update in the plan. */
  readonly n: number;
  readonly listing: Pick<Listing, 'id' | 'sku'>;
  readonly manualPrice: Cents;
}

interface FollowOptions {
  readonly readLatest: ReadLatest;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** What is known at the end. A price without a verdict is still pending. */
export interface Followed {
  /** By position in the plan. */
  readonly verdicts: ReadonlyMap<number, FollowUp>;
  readonly notices: readonly string[];
}

/**
 * When the listings are read again, after the last update of a run. Units: milliseconds.
 *
 * Source: interface.md section 8: a price takes from 30 seconds to 3 minutes.
 */
const CHECKS_MS = [45_000, 90_000, 180_000, 300_000] as const;

/**
 * Reads listings again until each shows the manual price that it was sent, is known never to, or time is up. To be called as
 * soon as the last update of the run was settled.
 *
 * Everything was sent by then, so that nothing ends it with an error but a bug: what could not be read stays pending, and
 * a notice says why.
 */
export async function followManualPrices(
  sent: Iterable<SentManualPrice>,
  { readLatest, clock, signal, onProgress }: FollowOptions,
): Promise<Followed> {
  const waiting = new Map([...sent].map((each) => [keyOf(each.listing), each]));
  const total = waiting.size;
  const verdicts = new Map<number, FollowUp>();
  const began = clock.monotonic();
  const elapsed = () => clock.monotonic() - began;
  let troubles: readonly string[] = [];

  const report = (waitMs?: number) =>
    onProgress({ phase: 'follow', done: total - waiting.size, total, waitMs });

  function note(listing: Listing): void {
    const followed = waiting.get(keyOf(listing));
    if (!followed) return;
    const verdict = judgeFollowUp(followed.manualPrice, listing);
    if (verdict.kind === 'pending') return;
    verdicts.set(followed.n, verdict);
    waiting.delete(keyOf(listing));
  }

  async function check(): Promise<void> {
    const unseen = new Set(waiting.keys());
    const see = (listing: Listing): void => {
      unseen.delete(keyOf(listing));
      note(listing);
    };
    troubles = [];
    try {
      const listings = [...waiting.values()].map(({ listing }) => listing);
      const { failure } = await readLatest(listings, { signal, onListing: see });
      if (unseen.size > 0)
        troubles = [failure ? noticeUnread(unseen.size, failure) : noticeGone(unseen.size)];
    } catch (error) {
      const isTrouble = error instanceof RetriesSpentError || error instanceof KeyRefusedError;
      if (isTrouble) troubles = [noticeUnread(unseen.size, error)];
      // Until the next time the service may be back, but a key is refused for good.
      if (!(error instanceof RetriesSpentError)) throw error;
    }
  }

  try {
    for (let at = nextCheck(0, 0); at !== undefined && waiting.size > 0; at = nextCheck(elapsed(), at)) {
      const waitMs = Math.max(0, at - elapsed());
      report(waitMs);
      await clock.sleep(waitMs, signal);
      report();
      await check();
    }
    report();
  } catch (error) {
    if (signal.aborted && error === signal.reason) troubles = [noticeInterrupted(waiting.size)];
    else if (!(error instanceof KeyRefusedError)) throw error;
  }
  return { verdicts, notices: troubles };
}

/** An id is the same one in either case. */
function keyOf({ id }: { readonly id: ListingId }): string {
  return id.toLowerCase();
}

/**
 * The time of the next reading after the one at `lastMs`; none after the last. If reading took so long that several have
 * passed, once is enough.
 */
function nextCheck(elapsedMs: number, lastMs: number): number | undefined {
  const left = CHECKS_MS.filter((at) => at > lastMs);
  return left.findLast((at) => at <= elapsedMs) ?? left[0];
}

function noticeUnread(unread: number, { message }: Error): string {
  return `${count(unread, 'manual price')} could not be checked and ${isOrAre(unread)} pending in results.csv: ${message}`;
}

function noticeGone(gone: number): string {
  return `${count(gone, 'listing')} that got a manual price ${isOrAre(gone)} no longer listed under the same SKU, so the manual price is pending in results.csv`;
}

function noticeInterrupted(pending: number): string {
  return `Checking manual prices was interrupted: ${count(pending, 'manual price')} ${isOrAre(pending)} pending in results.csv; nothing was left to send`;
}

function isOrAre(number: number): string {
  return number === 1 ? 'is' : 'are';
}

/** The manual price that an update has set, if it was sent and seen to be taken over. A clear sets none. Units: cents. */
export function manualPriceSentBy(outcome: Outcome): Cents | undefined {
  const { entry } = outcome;
  if (entry.kind !== 'update' || !isMade(outcome)) return undefined;
  const change = entry.changes.find(({ field }) => field === 'manual_price');
  return (change?.after ?? undefined) as Cents | undefined;
}

/**
 * What is known of a manual price as soon as it was sent. The price is not looked at: the last reading of it is from before
 * the update.
 */
export function predictFollowUp({ entry, observed = [] }: Outcome, manualPrice: Cents): FollowUp {
  if (entry.kind !== 'update') return { kind: 'pending' };
  const { values, currentShipping } = entry.resolved.listing;
  return judgeEffect(manualPrice, { values: applyChanges(values, observed), currentShipping });
}

/**
 * What a listing that was read again shows of a manual price. The current price leaves out shipping, which the manual price
 * of an Amazon listing includes.
 *
 * Source: interface.md sections 2.2, 3 and 4.4 rule 3.
 */
export function judgeFollowUp(manualPrice: Cents, listing: Listing): FollowUp {
  const isComparable = listing.platform !== 'amazon' || listing.currentShipping !== null;
  if (isComparable && livePrice(listing) === manualPrice) return { kind: 'reflected' };
  return judgeEffect(manualPrice, listing);
}

/** A price that is not shown yet: whether it ever will be, as far as that can be known. */
function judgeEffect(
  manualPrice: Cents,
  { values, currentShipping }: Pick<Listing, 'values' | 'currentShipping'>,
): FollowUp {
  const { manual_price: now } = values;
  const why =
    now === manualPrice
      ? describeObstacles(obstaclesTo(values, currentShipping))
      : `the manual price is ${describeValue('manual_price', now)} by now`;
  return why === '' ? { kind: 'pending' } : { kind: 'no_effect', why };
}
