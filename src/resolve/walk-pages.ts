import { ServiceError } from '../domain/errors.ts';
import type { ListingId } from '../domain/listing.ts';
import type { ListingPage } from '../domain/ports.ts';
import type { ScanRecord } from './scan-record.ts';

/** The end of a page, for another scan to begin behind: its last listing, and those before it in case that one is gone. */
export type PageEnd = readonly ListingId[];

/** Fetches the page after a listing, or the first page. */
export type FetchPage = (after: ListingId | undefined) => Promise<ListingPage>;

interface WalkOptions {
  /** The number of the stretch that is walked through. */
  readonly stretch: number;
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

interface Walked {
  /** The later stretch that it has led into; `undefined` if it led to the end of the list. */
  readonly met: number | undefined;
  readonly ends: readonly PageEnd[];
  readonly last: ListingId | undefined;
}

/** The pages of a list don't make a list. */
export class BrokenListError extends ServiceError {}

/** The number of pages in a row without anything new that ends the walk. */
const MAX_STALE = 3;

/**
 * Reads a list from a page on, page by page, until it ends or leads into what was read from further on.
 *
 * The listing that a page is to come after may be gone by then. The service's answer to that is not known, so an error, an
 * empty page and one that can't come after that listing are all handled in one way: by the page after a listing before it.
 *
 * A page that says it is the last one is not believed either: the list ends where a request behind its last listing gives
 * nothing, or where an earlier scan has seen it end. New listings come first, so nothing can be added behind that.
 *
 * Errors: `BrokenListError` if there is no way forward, and whatever fetching throws. Never a loop, and never an end that only
 * looks like one.
 */
export async function walkPages(first: ListingPage, options: WalkOptions): Promise<Walked> {
  const { record, stretch } = options;
  const ends: PageEnd[] = [];
  let page = first;
  for (let stale = 0; ; ) {
    const { fresh, met } = record.take(page.listings, stretch);
    const last = page.listings.at(-1)?.id;
    if (met !== undefined) return { met, ends, last };
    stale = fresh === 0 ? stale + 1 : 0;
    if (page.hasMore && stale > MAX_STALE) throw cameTwice(page);
    const cursors = cursorsAfter(page, { ends, start: options.start });
    const next = page.hasMore
      ? await fetchNext(cursors, options)
      : await fetchBehindEnd(cursors, { ...options, last });
    if (!next) return { met, ends, last };
    if (page.listings.length > 0) ends.push(toPageEnd(page));
    page = next;
  }
}

interface EndOptions extends WalkOptions {
  readonly last: ListingId | undefined;
}

/**
 * The page behind what is said to be the end of the list; `undefined` if it is the end.
 *
 * A last listing that is gone by now is not a cursor, so the page after a listing before it decides: it shows what is left of the end.
 */
async function fetchBehindEnd(
  cursors: readonly (ListingId | undefined)[],
  options: EndOptions,
): Promise<ListingPage | undefined> {
  const { knownEnd, last } = options;
  if (knownEnd && knownEnd.last?.toLowerCase() === last?.toLowerCase()) return undefined;
  const page = await fetchFirst(cursors, { ...options, mayBeEmpty: true });
  return page.listings.every(({ id }) => options.record.has(id)) && !page.hasMore ? undefined : page;
}

/** The number of listings kept beside the last one of a page, from before it. */
const SPARES = 2;

function toPageEnd({ listings }: ListingPage): PageEnd {
  return listings
    .slice(-1 - SPARES)
    .map(({ id }) => id)
    .reverse();
}

const MAX_EARLIER_PAGES = 3;

/** What the next page may be asked for by, best first: ever larger steps back. */
function cursorsAfter(
  { listings }: ListingPage,
  { ends, start }: { readonly ends: readonly PageEnd[]; readonly start: ListingId | undefined },
): readonly (ListingId | undefined)[] {
  const cursors: (ListingId | undefined)[] = [];
  for (let back = 1; back < listings.length; back *= 2) cursors.push(listings.at(-back)?.id);
  cursors.push(listings[0]?.id);
  const earlier = ends.slice(-MAX_EARLIER_PAGES).reverse();
  cursors.push(...earlier.map(([last]) => last));
  // A page without listings has none to be asked for by.
  const known = cursors.filter((cursor) => cursor !== undefined);
  return ends.length <= MAX_EARLIER_PAGES ? [...known, start] : known;
}

function fetchNext(cursors: readonly (ListingId | undefined)[], options: WalkOptions): Promise<ListingPage> {
  return fetchFirst(cursors, { ...options, mayBeEmpty: false });
}

interface FetchOptions extends Pick<WalkOptions, 'fetchPage' | 'record' | 'stretch'> {
  /** Nothing behind a listing is an answer too. */
  readonly mayBeEmpty: boolean;
}

/** The page by the first cursor that leads on. */
async function fetchFirst(
  cursors: readonly (ListingId | undefined)[],
  { fetchPage, record, stretch, mayBeEmpty }: FetchOptions,
): Promise<ListingPage> {
  let failure: ServiceError | undefined;
  for (const cursor of cursors) {
    const page = await tryPage(cursor, fetchPage);
    if (page instanceof ServiceError) {
      failure ??= page;
      continue;
    }
    if (mayBeEmpty && isNothing(page)) return page;
    const problem = findProblem(page, cursor, { record, stretch });
    if (!problem && !leadsTo(page, cursors[0])) return page;
    failure ??= problem;
  }
  const { message, hint } = failure ?? new BrokenListError('Cannot list /listings: no page leads on');
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
): Promise<ListingPage | ServiceError> {
  try {
    return await fetchPage(cursor);
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

/** Why a page can't be the page after a listing, if it can't. */
export function findProblem(
  page: ListingPage,
  cursor: ListingId | undefined,
  { record, stretch }: Pick<WalkOptions, 'record' | 'stretch'>,
): ServiceError | undefined {
  if (page.listings.length === 0)
    return new BrokenListError(
      page.hasMore
        ? 'Cannot list /listings: a page announces more pages but is empty'
        : 'Cannot list /listings: a page says there is more, and there is nothing after it',
    );
  return record.follows(page.listings, cursor, stretch) ? undefined : cameTwice(page);
}

function cameTwice({ listings }: ListingPage): BrokenListError {
  return new BrokenListError(`Cannot list /listings: the page with "${listings[0]?.id}" was listed twice`);
}
