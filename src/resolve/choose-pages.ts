import type { Listing, Sku } from '../domain/listing.ts';

interface PageFinders {
  /** The page that showed a listing last; 0 if none did. */
  readonly pageOf: (id: Wanted['id']) => number;
  /** Whether a listing's page shows others that are to be read soon. */
  readonly isShared?: ((id: Wanted['id']) => boolean) | undefined;
}

type Wanted = Pick<Listing, 'id' | 'sku'>;

/**
 * Chooses the pages of the account, by their number, that are worth reading to see certain listings again: a page shows a
 * hundred of them, where a lookup shows those of one SKU. What they don't show is looked up.
 *
 * A page with listings of one wanted SKU only saves nothing, and its listings may have moved on; but it costs no more than a
 * lookup either, and serves others that are read soon, if it is shared with them.
 */
export function choosePages(
  listings: readonly Wanted[],
  { pageOf, isShared = () => false }: PageFinders,
): readonly number[] {
  const skusOfPages = new Map<number, Set<Sku>>();
  const shared = new Set<number>();
  for (const { id, sku } of listings) {
    const page = pageOf(id);
    skusOfPages.set(page, (skusOfPages.get(page) ?? new Set()).add(sku));
    if (isShared(id)) shared.add(page);
  }
  const pages: number[] = [];
  const rest = new Set<Sku>();
  for (const [page, skus] of skusOfPages) {
    if (page > 0 && (skus.size > 1 || shared.has(page))) pages.push(page);
    else for (const sku of skus) rest.add(sku);
  }
  // Listings of one SKU may be on several pages.
  const lookups = new Set(listings.map(({ sku }) => sku)).size;
  const most = shared.size > 0 ? lookups : lookups - 1;
  return pages.length + rest.size <= most ? pages : [];
}
