import type { Listing } from './catalogue.ts';
import type { ManualPrices } from './manual-prices.ts';
import { createOrderedCollection } from './ordered-collection.ts';
import { takePage } from './take-page.ts';

/** Which page. `cursor` is the id of a listing, strategy or channel. Units: `limit` in objects. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: { readonly id: string; readonly backwards: boolean };
}

/** The filters of interface.md section 4.1, each optional. */
export type ListingFilters = Partial<Pick<Listing, 'platform' | 'channel' | 'status' | 'sku'>>;

/** Objects of one page. `examined` counts the candidates looked at, so that a test can hold the work down without a stopwatch. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly examined: number;
}

/** The fields that updates and faults may set. Identity, SKU, platform, channel and creation never change. */
export type ListingPatch = Partial<
  Omit<Listing, 'id' | 'object' | 'platform' | 'channel' | 'sku' | 'created' | 'sandbox'>
>;

/** Listings in memory, found by id and SKU without a search. Reading settles manual prices that are due. */
export interface ListingStore {
  has(id: string): boolean;
  /** Whether there was such a listing once. */
  isRemoved(id: string): boolean;
  find(id: string): Listing | undefined;
  idsOf(sku: string): readonly string[];
  list(filters: ListingFilters, page: PageQuery): Page<Listing>;
  /** Sets fields of a listing that exists and gives it back. */
  patch(id: string, patch: ListingPatch): Listing | undefined;
  /** Adds a listing, before the listings of the same creation time: it was imported later. */
  add(listing: Listing): void;
  /** Does nothing if there is no such listing. */
  remove(id: string): void;
  /** All listings in creation order, with the waits of their manual prices. */
  all(): readonly Listing[];
}

/**
 * Holds listings as unchangeable records that an update replaces, so that the catalogue passed in stays as it was and a million
 * listings are held once.
 *
 * Shape: a filter by SKU or channel looks only at the listings of that SKU or channel; the other filters scan from the cursor on.
 */
export function createListingStore(listings: readonly Listing[], manualPrices: ManualPrices): ListingStore {
  /** They keep their positions, which cursors may still name. */
  const removed = new Set<string>();
  let { items, positionOf, bySku, byChannel } = arrange(
    listings.map((listing) => takeIn(listing, manualPrices)),
  );

  const read = (position: number): Listing | undefined => {
    const stored = items[position];
    if (stored === undefined || removed.has(stored.id)) return undefined;
    const settled = manualPrices.settle(stored);
    items[position] = settled;
    return settled;
  };
  const find = (id: string) => {
    const position = positionOf(id);
    return position === undefined ? undefined : read(position);
  };
  const candidatesFor = ({ sku, channel }: ListingFilters): readonly number[] | number => {
    if (sku !== undefined) return toPositions(bySku.get(sku));
    return channel === undefined ? items.length : toPositions(byChannel.get(channel));
  };

  return {
    has: (id) => positionOf(id) !== undefined && !removed.has(id),
    isRemoved: (id) => removed.has(id),
    find,
    idsOf: (sku) => toPositions(bySku.get(sku)).flatMap((position) => read(position)?.id ?? []),
    list: (filters, { limit, cursor }) => {
      const page = takePage(
        candidatesFor(filters),
        { limit, cursor: cursor && positionOf(cursor.id), backwards: cursor?.backwards ?? false },
        (position) => {
          const listing = items[position];
          return listing !== undefined && !removed.has(listing.id) && matchesFilters(listing, filters);
        },
      );
      return { ...page, data: page.positions.flatMap((position) => read(position) ?? []) };
    },
    patch: (id, patch) => {
      const before = find(id);
      const position = positionOf(id);
      if (before === undefined || position === undefined) return undefined;
      const after = { ...before, ...patch };
      manualPrices.follow(before, after, patch.manual_price !== undefined);
      items[position] = after;
      return after;
    },
    add: (listing) => {
      ({ items, positionOf, bySku, byChannel } = arrange([takeIn(listing, manualPrices), ...items]));
    },
    remove: (id) => {
      if (positionOf(id) !== undefined) removed.add(id);
    },
    all: () => items.flatMap((_, position) => giveOut(read(position), manualPrices)),
  };
}

function arrange(listings: readonly Listing[]) {
  const { items, positionOf } = createOrderedCollection(listings, ({ created }) => created);
  return {
    items,
    positionOf,
    bySku: indexPositions(items, ({ sku }) => sku),
    byChannel: indexPositions(items, ({ channel }) => channel),
  };
}

function matchesFilters(listing: Listing, filters: ListingFilters): boolean {
  return (
    (filters.platform === undefined || listing.platform === filters.platform) &&
    (filters.channel === undefined || listing.channel === filters.channel) &&
    (filters.status === undefined || listing.status === filters.status) &&
    (filters.sku === undefined || listing.sku === filters.sku)
  );
}

/** Positions by key. A key of one position holds a bare number, since most SKUs are listed once and there may be a million. */
function indexPositions(
  items: readonly Listing[],
  keyOf: (listing: Listing) => string,
): ReadonlyMap<string, number | readonly number[]> {
  const index = new Map<string, number | number[]>();
  for (const [position, listing] of items.entries()) {
    const key = keyOf(listing);
    const known = index.get(key);
    if (known === undefined) index.set(key, position);
    else if (typeof known === 'number') index.set(key, [known, position]);
    else known.push(position);
  }
  return index;
}

function toPositions(entry: number | readonly number[] | undefined): readonly number[] {
  if (entry === undefined) return [];
  return typeof entry === 'number' ? [entry] : entry;
}

function takeIn(listing: Listing, manualPrices: ManualPrices): Listing {
  if (listing.sandbox === undefined) return listing;
  const { sandbox, ...shown } = listing;
  manualPrices.restore(listing.id, sandbox.manual_price_due_in_ms);
  return shown;
}

function giveOut(listing: Listing | undefined, manualPrices: ManualPrices): Listing[] {
  if (listing === undefined) return [];
  const remainingMs = manualPrices.remainingMs(listing.id);
  return remainingMs === undefined
    ? [listing]
    : [{ ...listing, sandbox: { manual_price_due_in_ms: remainingMs } }];
}
