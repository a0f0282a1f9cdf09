import type { Cents } from './cents.ts';
import type { Obstacle } from './listing.ts';

/** What becomes of a listing's price upon its update, as far as that follows from its bounds and from no market. Units: cents. */
export type PriceOutcome =
  /** The minimum is above the price, which has to go up at least to it. */
  | { readonly kind: 'rise'; readonly from: Cents; readonly bound: Cents }
  /** The maximum is below the price, which has to go down at least to it. */
  | { readonly kind: 'fall'; readonly from: Cents; readonly bound: Cents }
  /** The bounds leave the price where it is. */
  | { readonly kind: 'within'; readonly from: Cents }
  /** A manual price is in force, and minimum and maximum don't move it. `from` is `null` if the price is not known. */
  | { readonly kind: 'manual'; readonly from: Cents | null; readonly price: Cents }
  /** The listing is not repriced, so its price stays. */
  | { readonly kind: 'not_repriced'; readonly why: readonly Obstacle[] }
  | { readonly kind: 'unknown'; readonly why: UnknownPrice };

export type PriceKind = PriceOutcome['kind'];

/**
 * `no_price`: the service gives none. `computed`: a strategy may compute the bound that would decide. `inverted`: the minimum is
 * above the price and the maximum below it. `new_platform`: whether bounds include shipping there is not documented.
 */
export const UNKNOWN_PRICES = ['no_price', 'computed', 'inverted', 'new_platform'] as const;
export type UnknownPrice = (typeof UNKNOWN_PRICES)[number];
