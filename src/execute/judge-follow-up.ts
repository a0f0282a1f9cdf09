import type { Cents } from '../domain/cents.ts';
import { describeValue } from '../domain/fields.ts';
import type { FollowUp } from '../domain/follow-up.ts';
import { describeObstacles, livePrice } from '../domain/judge-price.ts';
import { type Listing, obstaclesTo } from '../domain/listing.ts';
import { applyChanges, isMade, type Outcome } from '../domain/stages.ts';

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
