import { ServiceError } from '../../domain/errors.ts';
import type { ListingId } from '../../domain/listing.ts';
import type { ListingPage } from '../../domain/ports.ts';
import { BrokenListError, type ScanRecord, type Stretch } from './scan-record.ts';

/** Fetches the page after a listing, or the first page. */
export type FetchPage = (after: ListingId | undefined, signal: AbortSignal) => Promise<ListingPage>;

interface WalkOptions {
  readonly stretch: Stretch;
  /** What the first page came after. */
  readonly start: ListingId | undefined;
  readonly record: ScanRecord;
  readonly fetchPage: FetchPage;
  /** The end of the list as an earlier scan has verified it; `undefined` if none has. */
  readonly knownEnd: ListEnd | undefined;
}

/** The last listing of a list; a list without listings has none. */
export interface ListEnd {
  readonly last: ListingId | undefined;
}

/** The number of pages in a row without anything new that ends the walk. */
const MAX_STALE = 3;

/**
 * Reads on from a page, page by page, until the list ends or leads into another stretch.
 *
 * The listing that a page is to come after may be gone by then. The service's answer to that is not known, so an error, an
 * empty page and one that can't come after that listing are all handled in one way: by the page after a listing before it.
 *
 * A page that says it is the last one is not believed either: the list ends where the page after a listing before the last one has room
 * for more and nothing new, or where an earlier scan has seen it end. New listings come first, so nothing can be added behind that.
 *
 * Errors: `BrokenListError` if there is no way forward, and whatever fetching throws. Never a loop, and never an end that only
 * looks like one.
 */
export function walkPages(first: ListingPage, options: WalkOptions) {
  const { stretch, start, knownEnd } = options;
  /** What earlier pages ended with. */
  const ends: ListingId[] = [];
  let page = first;
  let stale = 0;
  /** A page without anything new is an end only if it has room for more. No page is of a single listing. */
  let fullPage = Math.max(2, first.listings.length);

  function isKnownEnd(last: ListingId | undefined): boolean {
    return knownEnd !== undefined && knownEnd.last?.toLowerCase() === last?.toLowerCase();
  }

  return {
    /** When the last listing was created that was read. */
    oldest: () => page.created?.last,
    /** Goes on to the next page; the end of the list if it has come to that. Not to be called once the stretch leads into another one. */
    step: async (signal: AbortSignal): Promise<ListEnd | undefined> => {
      const last = page.listings.at(-1)?.id;
      const cursors = cursorsAfter(page, { ends, start });
      if (!page.hasMore && isKnownEnd(last)) return { last };
      const next = await fetchFirst(page.hasMore ? cursors : behindEnd(cursors), {
        ...options,
        signal,
        last,
      });
      if (stretch.next) return undefined;
      const { listings } = next.page;
      if (next.fresh === 0 && !next.page.hasMore && listings.length < fullPage)
        return { last: listings.at(-1)?.id };
      stale = next.fresh === 0 ? stale + 1 : 0;
      if (stale > MAX_STALE) throw cameTwice(next.page);
      fullPage = Math.max(fullPage, listings.length);
      if (last !== undefined) ends.push(last);
      page = next.page;
      return undefined;
    },
  };
}

/** A stretch that is read onwards page by page. */
export type Walk = ReturnType<typeof walkPages>;

/** A page, and how many of its listings were not read before. */
interface Taken {
  readonly page: ListingPage;
  readonly fresh: number;
}

const MAX_EARLIER_PAGES = 3;

/** What the next page may be asked for by, best first: ever larger steps back. */
function cursorsAfter(
  { listings }: ListingPage,
  { ends, start }: { readonly ends: readonly ListingId[]; readonly start: ListingId | undefined },
): readonly (ListingId | undefined)[] {
  const cursors: (ListingId | undefined)[] = [];
  for (let back = 1; back < listings.length; back *= 2) cursors.push(listings.at(-back)?.id);
  cursors.push(listings[0]?.id);
  cursors.push(...ends.slice(-MAX_EARLIER_PAGES).reverse());
  // A page without listings has none to be asked for by.
  const known = cursors.filter((cursor) => cursor !== undefined);
  return ends.length <= MAX_EARLIER_PAGES ? [...known, start] : known;
}

/**
 * What a page that says it is the last one is looked behind by: by a listing before its last one, which has to come again. After the last one
 * nothing would come, but nothing may also come after a listing that is gone by now.
 */
function behindEnd(cursors: readonly (ListingId | undefined)[]): readonly (ListingId | undefined)[] {
  return cursors.length > 1 ? cursors.slice(1) : cursors;
}

interface FetchOptions extends Pick<WalkOptions, 'fetchPage' | 'record' | 'stretch'> {
  /** The last listing that was read. */
  readonly last: ListingId | undefined;
  readonly signal: AbortSignal;
}

/** The page by the first cursor that leads on; none if the stretch turns out meanwhile to lead into another one. */
async function fetchFirst(
  cursors: readonly (ListingId | undefined)[],
  { fetchPage, record, stretch, last, signal }: FetchOptions,
): Promise<Taken> {
  let failure: ServiceError | undefined;
  for (const cursor of cursors) {
    const page = await tryPage(cursor, fetchPage, signal);
    if (page instanceof ServiceError) {
      failure ??= page;
    } else if ((cursor === undefined && isNothing(page)) || stretch.next) {
      return { page, fresh: 0 };
    } else if (page.listings.length === 0) {
      failure ??= emptyPage(page);
    } else if (!leadsTo(page, last)) {
      const fresh = record.append(stretch, cursor, page.listings);
      if (fresh !== undefined) return { page, fresh };
      failure ??= cameTwice(page);
    }
  }
  const { message, hint } =
    failure ?? new BrokenListError('Cannot list /listings: no page leads to the next one');
  throw new BrokenListError(message, hint === undefined ? {} : { hint });
}

function isNothing({ listings, hasMore }: ListingPage): boolean {
  return listings.length === 0 && !hasMore;
}

/** It would only be asked by the same listing again. */
function leadsTo({ listings, hasMore }: ListingPage, cursor: ListingId | undefined): boolean {
  return hasMore && listings.at(-1)?.id === cursor;
}

/** Errors: all that are not about the cursor. */
export async function tryPage(
  cursor: ListingId | undefined,
  fetchPage: FetchPage,
  signal: AbortSignal,
): Promise<ListingPage | ServiceError> {
  try {
    return await fetchPage(cursor, signal);
  } catch (error) {
    if (cursor !== undefined && error instanceof ServiceError && isRefusal(error)) return error;
    throw error;
  }
}

/** These were tried again and again before they were returned. */
const PASSING: readonly number[] = [408, 409, 429];

function isRefusal({ httpStatus = 0 }: ServiceError): boolean {
  return httpStatus >= 400 && httpStatus < 500 && !PASSING.includes(httpStatus);
}

function emptyPage({ hasMore }: ListingPage): BrokenListError {
  return new BrokenListError(
    hasMore
      ? 'Cannot list /listings: a page announces more pages but is empty'
      : 'Cannot list /listings: a page says there is more, and there is nothing after it',
  );
}

function cameTwice({ listings }: ListingPage): BrokenListError {
  return new BrokenListError(`Cannot list /listings: the page with "${listings[0]?.id}" was listed twice`);
}
