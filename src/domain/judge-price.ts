import type { Field, FieldValues } from './fields.ts';
import { computableBounds } from './find-effects.ts';
import { type Listing, obstaclesTo, PLATFORMS } from './listing.ts';
import { livePrice } from './live-price.ts';
import type { PriceOutcome } from './price-outcome.ts';
import { applyChanges, type Change, isMade, type Outcome } from './stages.ts';

/** What is read of a listing, and what its update changes. */
export interface PricedUpdate {
  readonly listing: Pick<Listing, 'platform' | 'currentPrice' | 'currentShipping' | 'values'>;
  readonly changes: readonly Change[];
  readonly pins: readonly Change[];
  /** Every field that was seen to have changed since, once that is known; then nothing is computed any more. */
  readonly observed?: readonly Change[] | undefined;
}

/**
 * What becomes of the price: judged by all that the listing holds after the update, and not by what the update changes.
 *
 * Source: interface.md sections 3 and 4.4.
 */
export function judgePrice({ listing, changes, pins, observed }: PricedUpdate): PriceOutcome {
  const { values } = listing;
  if (observed) return judge(listing, applyChanges(values, observed), new Set());
  const open = computableBounds([...changes, ...pins], values).map(({ field }) => field);
  return judge(listing, applyChanges(values, changes), new Set(open));
}

/**
 * What becomes of the price upon an update that goes out, went out, or waits for a person; `undefined` for every other entry, and for an
 * update that this run did not make.
 */
export function priceOutcomeOf(settled: Outcome): PriceOutcome | undefined {
  const { entry, status, observed } = settled;
  if (entry.kind === 'carried') return status === 'held' ? entry.price : undefined;
  if (entry.kind !== 'update' && entry.kind !== 'held') return undefined;
  const isSeen = isMade(settled);
  if (!isSeen && status !== 'planned' && status !== 'held' && status !== 'skipped') return undefined;
  const { listing } = entry.resolved;
  return judgePrice({ ...entry, listing, observed: isSeen ? observed : undefined });
}

/** `open`: bounds that a strategy may still compute, so that what is held of them now says nothing. */
function judge(listing: PricedUpdate['listing'], after: FieldValues, open: ReadonlySet<Field>): PriceOutcome {
  const mayGetMinimum = open.has('minimum_price') && after.minimum_price === null;
  const why = obstaclesTo(after, listing.currentShipping).filter(
    (obstacle) => !mayGetMinimum || obstacle !== 'no_minimum',
  );
  if (why.length > 0) return { kind: 'not_repriced', why };
  const from = livePrice(listing);
  if (from !== null && !isDocumented(listing)) return { kind: 'unknown', why: 'new_platform' };
  if (mayGetMinimum) return { kind: 'unknown', why: 'computed' };
  if (after.manual_price !== null) return { kind: 'manual', from, price: after.manual_price };
  if (from === null) return { kind: 'unknown', why: 'no_price' };
  const minimum = open.has('minimum_price') ? null : after.minimum_price;
  const maximum = open.has('maximum_price') ? null : after.maximum_price;
  const rises = minimum !== null && minimum > from;
  const falls = maximum !== null && maximum < from;
  if (rises && falls) return { kind: 'unknown', why: 'inverted' };
  if (rises) return { kind: 'rise', from, bound: minimum };
  if (falls) return { kind: 'fall', from, bound: maximum };
  return open.size > 0 ? { kind: 'unknown', why: 'computed' } : { kind: 'within', from };
}

/** Whether it is known what to compare bounds with; without a shipping price it is all the same. */
function isDocumented({ platform, currentShipping }: PricedUpdate['listing']): boolean {
  return currentShipping === 0 || PLATFORMS.some((known) => known === platform);
}
