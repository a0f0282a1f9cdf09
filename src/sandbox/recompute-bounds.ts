import type { Listing, StrategyBehaviour } from './catalogue.ts';
import type { ListingPatch } from './listing-store.ts';

/**
 * Adds to an update the bounds that the listing's strategy works out from the cost. Bounds sent in the same update stay as sent, and
 * without a cost there is nothing to work out.
 *
 * Units: cents, rounded half up.
 */
export function recomputeBounds(
  listing: Listing,
  patch: ListingPatch,
  behaviourOf: (strategyId: string | null) => StrategyBehaviour | undefined,
): ListingPatch {
  if (patch.cost === undefined && patch.strategy === undefined) return patch;
  const { cost, strategy } = { ...listing, ...patch };
  const recompute = behaviourOf(strategy)?.recompute;
  if (recompute === undefined || cost === null) return patch;
  return {
    ...(recompute.minimum_percent !== undefined && {
      minimum_price: addPercent(cost, recompute.minimum_percent),
    }),
    ...(recompute.maximum_percent !== undefined && {
      maximum_price: addPercent(cost, recompute.maximum_percent),
    }),
    ...patch,
  };
}

function addPercent(cents: number, percent: number): number {
  return Math.round((cents * (100 + percent)) / 100);
}
