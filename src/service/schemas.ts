import { z } from 'zod';
import type { Cents } from '../domain/cents.ts';
import { eachField, MONEY_FIELDS } from '../domain/fields.ts';
import {
  type Channel,
  isListingId,
  type Listing,
  type ListingId,
  type Sku,
  type Strategy,
} from '../domain/listing.ts';

/** Ids become parts of URLs, so nothing but a UUID is let in. */
const uuidSchema = z.string().refine(isListingId, 'not a UUID') as z.ZodType<unknown> as z.ZodType<ListingId>;
/** Whole, and no more than a number holds exactly. */
const nullableCents = z.int().nullable() as z.ZodType<Cents | null>;
const CURRENCY = /^[a-z]{3}$/i;

/**
 * A listing as the service documents it. New fields are passed over, platforms and statuses may be any text, and the current price
 * and shipping may be missing; what an update would be computed from has to be exactly as documented.
 *
 * Source: interface.md section 2.
 */
export const documentedListing = z.object({
  object: z.literal('listing'),
  id: uuidSchema,
  platform: z.string(),
  channel: z.string(),
  status: z.string(),
  sku: z.string(),
  currency: z.string().regex(CURRENCY),
  current_price: nullableCents.optional(),
  current_shipping: nullableCents.optional(),
  ...eachField({ money: nullableCents, strategy: z.string().nullable(), switch: z.boolean() }),
});

type Documented = z.infer<typeof documentedListing>;

/**
 * What `documentedListing` says, once more by hand: a page has a hundred of them, and until zod has warmed up it takes fifteen times as
 * long.
 */
export function isDocumented(raw: unknown): raw is Documented {
  if (typeof raw !== 'object' || raw === null) return false;
  const listing = raw as Json;
  const { object, id, sku, platform, channel, status, currency, strategy, repricing } = listing;
  const { current_price = null, current_shipping = null } = listing;
  if (object !== 'listing' || typeof id !== 'string' || !isListingId(id)) return false;
  if (typeof sku !== 'string' || typeof platform !== 'string' || typeof channel !== 'string') return false;
  if (typeof status !== 'string' || typeof currency !== 'string' || !CURRENCY.test(currency)) return false;
  if (!isAmount(current_price) || !isAmount(current_shipping)) return false;
  if (!MONEY_FIELDS.every((field) => isAmount(listing[field]))) return false;
  return (typeof strategy === 'string' || strategy === null) && typeof repricing === 'boolean';
}

type Json = Readonly<Record<string, unknown>>;

function isAmount(value: unknown): boolean {
  return value === null || Number.isSafeInteger(value);
}

/** zod explains what is wrong with a listing. `path`: where it is. */
function readListing(raw: unknown, context: z.RefinementCtx, path: readonly number[] = []): Listing {
  if (isDocumented(raw)) return toListing(raw);
  const { data, error } = documentedListing.safeParse(raw);
  if (data) return toListing(data);
  for (const { message, path: within } of error.issues)
    context.issues.push({ code: 'custom', message, path: [...path, ...within], input: raw });
  return z.NEVER;
}

function toListing(raw: Documented): Listing {
  const { cost, minimum_price, maximum_price, strategy, repricing, manual_price } = raw;
  return {
    id: raw.id,
    sku: raw.sku as Sku,
    platform: raw.platform,
    channel: raw.channel,
    status: raw.status,
    currency: raw.currency.toLowerCase(),
    currentPrice: raw.current_price ?? null,
    currentShipping: raw.current_shipping ?? null,
    values: { cost, minimum_price, maximum_price, strategy, repricing, manual_price },
  };
}

export const listingSchema = z.unknown().transform((raw, context) => readListing(raw, context));

/** By hand as well: for each item of a list, zod makes four objects. */
function listOf<T>(read: (raw: unknown, context: z.RefinementCtx, path: readonly number[]) => T) {
  return z
    .custom<readonly unknown[]>(Array.isArray, 'Invalid input: expected array')
    .transform((items, context): readonly T[] => items.map((raw, at) => read(raw, context, [at])));
}

interface DatedListing {
  readonly listing: Listing;
  /** When it was created; nothing depends on it but the order in which pages are read. Units: seconds. */
  readonly created: number | undefined;
}

const datedListings = listOf((raw, context, path): DatedListing => {
  const created = (raw as { readonly created?: unknown } | null)?.created;
  const listing = readListing(raw, context, path);
  return { listing, created: typeof created === 'number' ? created : undefined };
});

/** New fields are passed over, types may be missing and platforms any text. Source: interface.md section 2. */
const strategySchema = z
  .object({
    object: z.literal('strategy'),
    id: uuidSchema,
    name: z.string(),
    type: z.string().nullish(),
    platform: z.string(),
  })
  .transform(({ id, name, type, platform }): Strategy => ({ id, name, type: type ?? null, platform }));

const channelSchema = z
  .object({ object: z.literal('channel'), id: uuidSchema, type: z.string().nullish(), platform: z.string() })
  .transform(({ id, type, platform }): Channel => ({ id, type: type ?? null, platform }));

export interface Page<T> {
  readonly has_more: boolean;
  readonly data: readonly T[];
}

/** The list envelope. Source: interface.md section 2.1. */
function pageOf<T>(data: z.ZodType<readonly T[]>): z.ZodType<Page<T>> {
  return z.object({ object: z.literal('list'), has_more: z.boolean(), data });
}

// Made once: zod compiles a schema when it first parses with it.
export const listingPageSchema = pageOf(listOf(readListing));
export const datedPageSchema = pageOf(datedListings);
export const strategyPageSchema = pageOf(z.array(strategySchema));
export const channelPageSchema = pageOf(z.array(channelSchema));
