import { z } from 'zod';
import type { Channel, Listing, Strategy } from '../domain/listing.ts';
import { documentedListing, uuidSchema } from './documented-listing.ts';
import { readListing } from './read-listing.ts';

/** A listing, looked at by hand first: see `readListing`. zod explains what is wrong with the others. */
export const listingSchema = z.unknown().transform(toListing);

function toListing(raw: unknown, context: z.RefinementCtx): Listing {
  const listing = readListing(raw);
  if (listing) return listing;
  const { data, error } = documentedListing.safeParse(raw);
  if (data) return data;
  for (const issue of error.issues)
    context.issues.push({ code: 'custom', message: issue.message, path: [...issue.path], input: raw });
  return z.NEVER;
}

interface DatedListing {
  readonly listing: Listing;
  /** When it was created; nothing depends on it but the order in which pages are read. Units: seconds. */
  readonly created: number | undefined;
}

const datedListingSchema = z.unknown().transform((raw, context): DatedListing => {
  const created = (raw as { readonly created?: unknown } | null)?.created;
  return { listing: toListing(raw, context), created: typeof created === 'number' ? created : undefined };
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
function pageOf<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  return z.object({ object: z.literal('list'), has_more: z.boolean(), data: z.array(item) });
}

// Made once: zod compiles a schema when it first parses with it.
export const listingPageSchema = pageOf(listingSchema);
export const datedPageSchema = pageOf(datedListingSchema);
export const strategyPageSchema = pageOf(strategySchema);
export const channelPageSchema = pageOf(channelSchema);
