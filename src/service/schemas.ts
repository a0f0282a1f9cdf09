import { z } from 'zod';
import type { Cents } from '../domain/cents.ts';
import { eachField, type FieldValues } from '../domain/fields.ts';
import { type Channel, isListingId, type Listing, type ListingId, type Strategy } from '../domain/listing.ts';

/** Ids become parts of URLs, so nothing but a UUID is let in. */
const uuidSchema = z.string().refine(isListingId, 'not a UUID') as z.ZodType<unknown> as z.ZodType<ListingId>;

/** A listing as the service writes it. */
interface WireListing extends FieldValues, Omit<Listing, 'currentPrice' | 'currentShipping' | 'values'> {
  readonly current_price?: Cents | null;
  readonly current_shipping?: Cents | null;
}

/** What a value has to be, and what is wrong with one that isn't. */
type Check = readonly [isRight: (value: unknown) => boolean, fault: string];

const isText = (value: unknown): value is string => typeof value === 'string';
/** Whole, and no more than a number holds exactly. */
const isAmount = (value: unknown): boolean => value === null || Number.isSafeInteger(value);
const TEXT: Check = [isText, 'not a text'];
const AMOUNT: Check = [isAmount, 'not whole cents or null'];
const AMOUNT_IF_ANY: Check = [(value) => value === undefined || isAmount(value), AMOUNT[1]];

/**
 * The fields of a listing as the service documents them, and what is wrong with one that is not as documented. New fields are passed over,
 * platforms and statuses may be any text, and the current price and shipping may be missing; what an update would be computed from has to be
 * exactly as documented.
 *
 * By hand: a page has a hundred of them, and until zod has warmed up it takes fifteen times as long.
 *
 * Source: interface.md section 2.
 */
const LISTING_CHECKS = Object.entries({
  object: [(value) => value === 'listing', 'not "listing"'],
  id: [(value) => isText(value) && isListingId(value), 'not a UUID'],
  platform: TEXT,
  channel: TEXT,
  status: TEXT,
  sku: TEXT,
  currency: [(value) => isText(value) && /^[a-z]{3}$/i.test(value), 'not a currency code'],
  current_price: AMOUNT_IF_ANY,
  current_shipping: AMOUNT_IF_ANY,
  ...eachField<Record<'money' | 'strategy' | 'switch', Check>>({
    money: AMOUNT,
    strategy: [(value) => value === null || isText(value), 'not a text or null'],
    switch: [(value) => typeof value === 'boolean', 'not true or false'],
  }),
} satisfies Readonly<Record<string, Check>>).map(([name, [isRight, fault]]) => ({ name, isRight, fault }));

/** `path`: where it is. */
function readListing(raw: unknown, context: z.RefinementCtx, path: readonly number[] = []): Listing {
  const fields = (raw ?? {}) as Readonly<Record<string, unknown>>;
  const wrong = LISTING_CHECKS.find(({ name, isRight }) => !isRight(fields[name]));
  if (!wrong) return toListing(fields as unknown as WireListing);
  const { name, fault } = wrong;
  context.issues.push({ code: 'custom', message: fault, path: [...path, name], input: raw });
  return z.NEVER;
}

function toListing(raw: WireListing): Listing {
  const { cost, minimum_price, maximum_price, strategy, repricing, manual_price } = raw;
  return {
    id: raw.id,
    sku: raw.sku,
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
