import type { z } from 'zod';
import type { Account, Collection, Page, PageQuery } from './account.ts';
import type { Listing, ListingPatch, StrategyBehaviour } from './catalogue.ts';
import { Refusal, refuseParameter } from './errors.ts';
import {
  type ListingsParameters,
  listingsParameters,
  MONEY,
  type NullStyle,
  type PageParameters,
  pageParameters,
  readParameters,
  type UpdateParameters,
  updateParameters,
} from './parameters.ts';

const DEFAULT_LIMIT = 10;
const LISTS: readonly string[] = ['/listings', '/strategies', '/channels'];

/**
 * What a page after a listing that is gone is: an error, an empty one, the first one, or the one that it would have been.
 * interface.md does not say.
 */
export const goneCursorStyles = ['refused', 'empty', 'first_page', 'honoured'] as const;

export type GoneCursors = (typeof goneCursorStyles)[number];

/** A request as the service sees it: a decoded path, and parameters in the order in which they were sent, repeats included. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** How faults change the handling of a request: some parameters count as not sent, and some fields keep a given value. */
interface Twist {
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
 * Errors: `handle` throws `Refusal` for an error answer; then nothing was changed. That is 404 for a path outside the interface, and 405
 * with `Allow` for another method on a path inside it, which includes `GET /listings/{id}`.
 * Source: interface.md section 4.
 */
export function createService(
  account: Account,
  { nulls, goneCursors }: { readonly nulls: NullStyle; readonly goneCursors: GoneCursors },
): Service {
  return {
    handle: ({ method, path, query }, { ignored, hold }) => {
      const listingId = listingIdOf(path);
      if (listingId === undefined && !LISTS.includes(path)) throw new Refusal(404, `Cannot find "${path}"`);
      const allow = listingId === undefined ? 'GET' : 'POST';
      if (method !== allow)
        throw new Refusal(405, `Cannot ${method} "${path}": it takes ${allow} only`, { headers: { allow } });
      const read = <T>(schema: z.ZodType<T>) => readParameters(query, schema, { ignored, nulls });
      if (listingId !== undefined) {
        const listing = findListing(account, listingId);
        return updateListing(account, listing, { ...read(updateParameters), hold });
      }
      if (path === '/listings') return listListings(account, read(listingsParameters), goneCursors);
      return listObjects(
        path === '/strategies' ? account.strategies : account.channels,
        read(pageParameters),
      );
    },
  };
}

/** The listing id in a path of the form `/listings/{id}`, whatever the method. */
export function listingIdOf(path: string): string | undefined {
  return /^\/listings\/([^/]+)$/.exec(path)?.[1];
}

/** Errors: `Refusal` 400 for a channel that does not exist (interface.md section 7), and those of the cursors. */
function listListings(
  { listings, channels }: Account,
  values: ListingsParameters,
  goneCursors: GoneCursors,
): ListEnvelope {
  const { channel } = values;
  if (channel !== undefined && channels.find(channel) === undefined)
    throw refuseParameter('channel', `there is no channel "${channel}"`);
  const mayBeGone = goneCursors !== 'refused';
  const query = toPageQuery(
    values,
    (id) => listings.find(id) !== undefined || (mayBeGone && listings.isRemoved(id)),
  );
  const isGone = query.cursor !== undefined && listings.isRemoved(query.cursor);
  if (isGone && goneCursors === 'empty') return toEnvelope({ data: [], hasMore: false });
  const startsAgain = isGone && goneCursors === 'first_page';
  return toEnvelope(
    listings.page(startsAgain ? { ...query, cursor: undefined, backwards: false } : query, values),
  );
}

function listObjects({ find, page }: Collection<unknown>, values: PageParameters): ListEnvelope {
  return toEnvelope(page(toPageQuery(values, (id) => find(id) !== undefined)));
}

function toEnvelope({ data, hasMore }: Page<unknown>): ListEnvelope {
  return { object: 'list', has_more: hasMore, data };
}

/** Errors: `Refusal` 400 for both cursors at once, and for one that names nothing. interface.md does not say that these are errors. */
function toPageQuery(
  { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before }: PageParameters,
  exists: (id: string) => boolean,
): PageQuery {
  if (after !== undefined && before !== undefined)
    throw refuseParameter('ending_before', 'it excludes "starting_after"');
  const cursor = after ?? before;
  if (cursor !== undefined && !exists(cursor)) {
    const param = after === undefined ? 'ending_before' : 'starting_after';
    throw refuseParameter(param, `there is no object "${cursor}" to page from`);
  }
  return { limit, cursor, backwards: before !== undefined };
}

function findListing({ listings }: Account, id: string): Listing {
  const listing = listings.find(id);
  if (listing === undefined) throw new Refusal(404, `Cannot update listing "${id}": it does not exist`);
  return listing;
}

/**
 * An update is taken whole or refused whole. Whether a minimum above a maximum is an error is not documented: it is stored.
 *
 * Errors: `Refusal` 400 for a currency or a strategy that does not go with the listing.
 * Source: interface.md section 4.4.
 */
function updateListing(
  { listings, strategies, behaviourOf }: Account,
  listing: Listing,
  { currency, hold, ...sent }: UpdateParameters & Pick<Twist, 'hold'>,
): Listing {
  const needing = MONEY.find((param) => sent[param] !== undefined);
  if (currency === undefined && needing !== undefined)
    throw refuseParameter('currency', `it is missing, "${needing}" needs it`);
  if (currency !== undefined && currency !== listing.currency)
    throw refuseParameter('currency', `it is "${currency}", that of the listing is "${listing.currency}"`);
  const { strategy } = sent;
  if (typeof strategy === 'string' && strategies.find(strategy)?.platform !== listing.platform)
    throw refuseParameter('strategy', `there is no strategy "${strategy}" for ${listing.platform}`);
  const patch = { ...recomputeBounds({ ...listing, ...sent }, sent, behaviourOf), ...sent, ...hold };
  return listings.patch(listing.id, patch) ?? listing;
}

/**
 * The bounds that a listing's strategy works out from the cost when an update sends the cost or assigns the strategy. Without a cost there
 * is nothing to work out.
 *
 * Units: cents, rounded half up.
 */
function recomputeBounds(
  { cost, strategy }: Listing,
  sent: ListingPatch,
  behaviourOf: (strategyId: string | null) => StrategyBehaviour | undefined,
): ListingPatch {
  const recompute = behaviourOf(strategy)?.recompute;
  const isDue = sent.cost !== undefined || sent.strategy !== undefined;
  if (recompute === undefined || cost === null || !isDue) return {};
  const { minimum_percent: minimum, maximum_percent: maximum } = recompute;
  return {
    ...(minimum !== undefined && { minimum_price: addPercent(cost, minimum) }),
    ...(maximum !== undefined && { maximum_price: addPercent(cost, maximum) }),
  };
}

function addPercent(cents: number, percent: number): number {
  return Math.round((cents * (100 + percent)) / 100);
}
