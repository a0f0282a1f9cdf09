import type { Listing, StrategyBehaviour } from './catalogue.ts';

/**
 * Whether the service may reprice a listing, and so whether a manual price has an effect.
 *
 * With a profit-based strategy the minimum comes from the cost: calculable when the cost is known, whatever `minimum_price` says.
 * Fees are always available in the sandbox.
 *
 * Source: interface.md section 3.
 */
export function isRepriceable(listing: Listing, behaviour: StrategyBehaviour | undefined): boolean {
  const minimumBasis = behaviour?.profit_based === true ? listing.cost : listing.minimum_price;
  return listing.repricing && minimumBasis !== null && listing.current_shipping !== null;
}
