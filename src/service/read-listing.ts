import type { Cents } from '../domain/cents.ts';
import { isListingId, type Listing, type Sku } from '../domain/listing.ts';

/**
 * A listing as the service documents it, read from JSON: what `documented-listing.ts` says of it, once more by hand. A page has a hundred,
 * and until zod has warmed up it takes fifteen times as long.
 *
 * Errors: `undefined` where anything is not as documented; the schema then explains what.
 */
export function readListing(raw: unknown): Listing | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const { object, id, sku, platform, channel, status, currency, strategy, repricing } = raw as Json;
  const { cost, minimum_price, maximum_price, manual_price } = raw as Json;
  const { current_price = null, current_shipping = null } = raw as Json;
  if (object !== 'listing' || typeof id !== 'string' || !isListingId(id)) return undefined;
  if (typeof sku !== 'string' || typeof platform !== 'string' || typeof channel !== 'string')
    return undefined;
  if (typeof status !== 'string' || typeof currency !== 'string' || !CURRENCY.test(currency))
    return undefined;
  if (!isAmount(cost) || !isAmount(minimum_price) || !isAmount(maximum_price)) return undefined;
  if (!isAmount(manual_price) || !isAmount(current_price) || !isAmount(current_shipping)) return undefined;
  if ((typeof strategy !== 'string' && strategy !== null) || typeof repricing !== 'boolean') return undefined;
  return {
    id,
    sku: sku as Sku,
    platform,
    channel,
    status,
    currency: currency.toLowerCase(),
    currentPrice: current_price,
    currentShipping: current_shipping,
    values: { cost, minimum_price, maximum_price, strategy, repricing, manual_price },
  };
}

type Json = Readonly<Record<string, unknown>>;

const CURRENCY = /^[a-z]{3}$/i;

/** Whole, and no more than a number holds exactly; or none. */
function isAmount(value: unknown): value is Cents | null {
  return value === null || Number.isSafeInteger(value);
}
