import type { PriceKind } from '../../domain/price-outcome.ts';

/** What becomes of a price, in a few words. */
export const PRICE_LABELS: Readonly<Record<PriceKind, string>> = {
  fall: 'has to fall: the maximum is below it',
  rise: 'has to rise: the minimum is above it',
  manual: 'is a manual price',
  within: 'can stay: it is within the bounds',
  not_repriced: 'stays: the listing is not repriced',
  unknown: 'is not known',
};
