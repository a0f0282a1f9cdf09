import { forEachConcurrently } from '../domain/concurrency.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Listing, Sku } from '../domain/listing.ts';
import type { FindListings, ReadLatest } from '../domain/ports.ts';
import type { OpenRereading } from './open-rereading.ts';

interface ReaderOptions extends Pick<OpenRereading, 'pageOf' | 'listPage'> {
  readonly findListings: FindListings;
  /** How many requests to have under way at once, at present. */
  readonly width: () => number;
}

/**
 * Reads listings again whenever it is asked: by the pages that have shown several of them, and by SKU. A listing that has
 * gone from its page, or is on one that can't be read any more, is looked up by its SKU.
 */
export function openLatestReader({ findListings, pageOf, listPage, width }: ReaderOptions): ReadLatest {
  return async (listings, { signal, onListing }) => {
    const missing = new Map(listings.map((listing) => [listing.id.toLowerCase(), listing.sku]));
    const see = (found: readonly Listing[]): void => {
      for (const listing of found) if (missing.delete(listing.id.toLowerCase())) onListing(listing);
    };
    const pages = choosePages(listings, pageOf);
    await forEachConcurrently(pages, { width, signal }, (page, stopped) =>
      attempt(async () => see(await listPage(page, { signal: stopped }))),
    );
    let failure: ServiceError | undefined;
    await forEachConcurrently(new Set(missing.values()), { width, signal }, async (sku, stopped) => {
      const failed = await attempt(async () => see(await findListings(sku, { signal: stopped })));
      failure = failed ?? failure;
    });
    return { failure };
  };
}

/**
 * Chooses the pages of the account, by their number, that are worth reading to see certain listings again: a page shows a
 * hundred of them, where a lookup shows those of one SKU. What they don't show is looked up.
 *
 * A page with listings of one wanted SKU only saves nothing, and its listings may have moved on.
 */
export function choosePages(
  listings: readonly Pick<Listing, 'id' | 'sku'>[],
  pageOf: OpenRereading['pageOf'],
): readonly number[] {
  const skusOfPages = new Map<number, Set<Sku>>();
  for (const { id, sku } of listings) {
    const page = pageOf(id);
    skusOfPages.set(page, (skusOfPages.get(page) ?? new Set()).add(sku));
  }
  const pages: number[] = [];
  const rest = new Set<Sku>();
  for (const [page, skus] of skusOfPages) {
    if (page > 0 && skus.size > 1) pages.push(page);
    else for (const sku of skus) rest.add(sku);
  }
  // Listings of one SKU may be on several pages.
  const lookups = new Set(listings.map(({ sku }) => sku)).size;
  return pages.length + rest.size < lookups ? pages : [];
}

/** Returns the error of a reading that concerns no other one. */
async function attempt(read: () => Promise<void>): Promise<ServiceError | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
