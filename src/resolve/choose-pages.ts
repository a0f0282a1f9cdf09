import type { Listing, Sku } from '../domain/listing.ts';

interface PageFinders {
  /** The page that showed a listing last; 0 if none did. */
  readonly pageOf: (id: Wanted['id']) => number;
}

type Wanted = Pick<Listing, 'id' | 'sku'>;

/**
 * Chooses the pages of the account, by their number, that are worth reading to see certain listings again: a page shows a
 * hundred of them, where a lookup shows those of one SKU. What they don't show is looked up.
 *
 * A page with listings of one wanted SKU only saves nothing, and its listings may have moved on.
 */
export function choosePages(listings: readonly Wanted[], { pageOf }: PageFinders): readonly number[] {
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
