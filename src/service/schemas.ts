import { z } from 'zod';
import type { Cents } from '../domain/cents.ts';
import {
  type Channel,
  isListingId,
  type Listing,
  type ListingId,
  type Sku,
  type Strategy,
} from '../domain/listing.ts';

/**
 * What the service sends. New fields are passed over, platforms and statuses may be any text, and the current price and
 * shipping may be missing, as may the types of strategies and channels; what an update would be computed from has to be
 * exactly as documented.
 *
 * Source: interface.md section 2.
 */

/** Whole, and no more than a number holds exactly. */
const nullableCents = z.int().nullable() as z.ZodType<Cents | null>;
/** Ids become parts of URLs, so nothing but a UUID is let in. */
const uuid = z.string().refine(isListingId, 'not a UUID');

export const listingSchema = z
  .object({
    object: z.literal('listing'),
    id: uuid,
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

const strategySchema = z
  .object({
    object: z.literal('strategy'),
    id: uuid,
    name: z.string(),
    type: z.string().nullish(),
    platform: z.string(),
  })
  .transform(({ id, name, type, platform }): Strategy => ({ id, name, type: type ?? null, platform }));

const channelSchema = z
  .object({ object: z.literal('channel'), id: uuid, type: z.string().nullish(), platform: z.string() })
  .transform(({ id, type, platform }): Channel => ({ id, type: type ?? null, platform }));

export interface Page<T> {
  readonly has_more: boolean;
  readonly data: readonly T[];
}

/** The list envelope. Source: interface.md section 2.1. */
function pageOf<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  return z.object({ object: z.literal('list'), has_more: z.boolean(), data: z.array(item) });
}

// Made once: zod compiles a schema when it first parses with it.
export const listingPageSchema = pageOf(listingSchema);
export const strategyPageSchema = pageOf(strategySchema);
export const channelPageSchema = pageOf(channelSchema);
