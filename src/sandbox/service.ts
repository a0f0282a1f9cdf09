import type { Account } from './account.ts';
import type { Listing } from './catalogue.ts';
import { findOperation, type Operation } from './find-operation.ts';
import type { GoneCursors } from './gone-cursors.ts';
import type { ListingPatch, Page, PageQuery } from './listing-store.ts';
import type { OrderedCollection } from './ordered-collection.ts';
import { filterParameters, parseListingFilters } from './parse-listing-filters.ts';
import type { NullStyle } from './parse-nullable.ts';
import { pageParameters, parsePageQuery } from './parse-page-query.ts';
import { parseUpdate, updateParameters } from './parse-update.ts';
import { readParameters } from './read-parameters.ts';
import { recomputeBounds } from './recompute-bounds.ts';
import { Refusal } from './refusal.ts';
import type { ServiceRequest } from './service-request.ts';
import { takePage } from './take-page.ts';

/** How faults change the handling of a request: some parameters count as not sent, and some fields keep a given value. */
export interface Twist {
  readonly ignored: ReadonlySet<string>;
  readonly hold: ListingPatch;
}

interface ListEnvelope {
  readonly object: 'list';
  readonly has_more: boolean;
  readonly data: readonly unknown[];
}

/** Answers requests, without a network. `handle` gives the JSON of a 200 answer. */
export interface Service {
  handle(request: ServiceRequest, twist: Twist): ListEnvelope | Listing;
}

/**
 * The four operations on an account.
 *
 * Errors: `handle` throws `Refusal` for an error answer; then nothing was changed.
 * Source: interface.md section 4.
 */
export function createService(
  account: Account,
  { nulls, goneCursors = 'refused' }: { readonly nulls: NullStyle; readonly goneCursors?: GoneCursors },
): Service {
  return {
    handle: (request, twist) => {
      const operation = findOperation(request.method, request.path);
      const read = (known: readonly string[]) => readParameters(request, known, twist.ignored);
      switch (operation.kind) {
        case 'list-listings':
          return toEnvelope(
            listListings(account, read([...filterParameters, ...pageParameters]), goneCursors),
          );
        case 'list-strategies':
          return toEnvelope(listObjects(account.strategies, read(pageParameters)));
        case 'list-channels':
          return toEnvelope(listObjects(account.channels, read(pageParameters)));
        case 'update-listing':
          return updateListing(account, operation, { nulls, read, hold: twist.hold });
      }
    },
  };
}

function listListings(
  { listings, channels }: Account,
  values: ReadonlyMap<string, string>,
  goneCursors: GoneCursors,
): Page<Listing> {
  const filters = parseListingFilters(values, (id) => channels.positionOf(id) !== undefined);
  const cursor = values.get('starting_after') ?? values.get('ending_before');
  if (cursor === undefined || !listings.isRemoved(cursor) || goneCursors === 'refused')
    return listings.list(filters, parsePageQuery(values, listings.has));
  const query = parsePageQuery(values, () => true);
  if (goneCursors === 'empty') return { data: [], hasMore: false, examined: 0 };
  return listings.list(filters, goneCursors === 'first_page' ? { limit: query.limit } : query);
}

function listObjects<T>(collection: OrderedCollection<T>, values: ReadonlyMap<string, string>): Page<T> {
  const { items, positionOf } = collection;
  const { limit, cursor }: PageQuery = parsePageQuery(values, (id) => positionOf(id) !== undefined);
  const page = takePage(
    items.length,
    { limit, cursor: cursor && positionOf(cursor.id), backwards: cursor?.backwards ?? false },
    () => true,
  );
  return { ...page, data: page.positions.flatMap((position) => items[position] ?? []) };
}

function toEnvelope({ data, hasMore }: Page<unknown>): ListEnvelope {
  return { object: 'list', has_more: hasMore, data };
}

interface UpdateContext {
  readonly nulls: NullStyle;
  readonly hold: ListingPatch;
  readonly read: (known: readonly string[]) => ReadonlyMap<string, string>;
}

function updateListing(
  account: Account,
  { listingId }: Extract<Operation, { kind: 'update-listing' }>,
  { nulls, hold, read }: UpdateContext,
): Listing {
  const unknown = () => new Refusal(404, `Cannot update listing "${listingId}": it does not exist`);
  const listing = account.listings.find(listingId);
  if (listing === undefined) throw unknown();
  const { items, positionOf } = account.strategies;
  const sent = parseUpdate(read(updateParameters), {
    listing,
    nulls,
    findStrategy: (id) => items[positionOf(id) ?? -1],
  });
  const patch = recomputeBounds(listing, sent, account.behaviourOf);
  const updated = account.listings.patch(listingId, { ...patch, ...hold });
  if (updated === undefined) throw unknown();
  return updated;
}
