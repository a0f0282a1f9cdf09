import type { Cents } from './cents.ts';
import type { Listing } from './listing.ts';

/**
 * What a price that was never set is to be compared with: the current price, on Amazon with shipping, since that is what
 * minimum, maximum and manual price include there. Source: interface.md section 4.4.
 */
export function livePrice({
  platform,
  currentPrice,
  currentShipping,
}: Pick<Listing, 'platform' | 'currentPrice' | 'currentShipping'>): Cents | null {
  if (currentPrice === null) return null;
  return (platform === 'amazon' ? currentPrice + (currentShipping ?? 0) : currentPrice) as Cents;
}
