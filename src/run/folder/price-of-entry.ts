import { judgePrice } from '../../domain/judge-price.ts';
import type { PriceOutcome } from '../../domain/price-outcome.ts';
import type { Change } from '../../domain/stages.ts';
import type { PlannedEntry } from './plan-schema.ts';

/** What becomes of the price upon an update of a plan, or became of it once its changes were `observed`; `undefined` of any other entry. */
export function priceOfEntry(
  { platform, before, changes, pins = [], current }: PlannedEntry,
  observed?: readonly Change[],
): PriceOutcome | undefined {
  if (platform === null || !before || !current) return undefined;
  const { price: currentPrice, shipping: currentShipping } = current;
  return judgePrice({
    listing: { platform, currentPrice, currentShipping, values: before },
    changes,
    pins,
    observed,
  });
}
