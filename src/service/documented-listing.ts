import { z } from 'zod';
import type { Cents } from '../domain/cents.ts';
import { isListingId, type Listing, type ListingId, type Sku } from '../domain/listing.ts';

/** Ids become parts of URLs, so nothing but a UUID is let in. */
export const uuidSchema = z.string().refine(isListingId, 'not a UUID');
/** Whole, and no more than a number holds exactly. */
const nullableCents = z.int().nullable() as z.ZodType<Cents | null>;

/**
 * A listing as the service documents it. New fields are passed over, platforms and statuses may be any text, and the current price
 * and shipping may be missing; what an update would be computed from has to be exactly as documented.
 *
 * Source: interface.md section 2.
 */
export const documentedListing = z
  .object({
    object: z.literal('listing'),
    id: uuidSchema,
    platform: z.string(),
    channel: z.string(),
    status: z.string(),
    sku: z.string(),
    currency: z.string().regex(/^[a-z]{3}$/i),
    current_price: z.int().nullish(),
    current_shipping: z.int().nullish(),
    cost: nullableCents,
    minimum_price: nullableCents,
    maximum_price: nullableCents,
    strategy: z.string().nullable(),
    repricing: z.boolean(),
    manual_price: nullableCents,
  })
  .transform(
    (raw): Listing => ({
      id: raw.id as ListingId,
      sku: raw.sku as Sku,
      platform: raw.platform,
      channel: raw.channel,
      status: raw.status,
      currency: raw.currency.toLowerCase(),
      currentPrice: raw.current_price ?? null,
      currentShipping: raw.current_shipping ?? null,
      values: {
        cost: raw.cost,
        minimum_price: raw.minimum_price,
        maximum_price: raw.maximum_price,
        strategy: raw.strategy,
        repricing: raw.repricing,
        manual_price: raw.manual_price,
      },
    }),
  );
