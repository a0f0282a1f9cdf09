import { forEachConcurrently } from '../domain/concurrency.ts';
import { orServiceError, ServiceError } from '../domain/errors.ts';
import { FIELDS } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import { isSameId, type Listing, type ListingId, type Sku } from '../domain/listing.ts';
import type { Clock, FindListings, ListListings, ReadLatest, Rereading } from '../domain/ports.ts';
import { createNumberColumn, type IdTable } from './id-table.ts';

export interface RereadingOptions {
  readonly findListings: FindListings;
  readonly listListings: ListListings;
  /** A listing that was read longer ago is read again; 0: always. */
  readonly spanMs: number;
  /** Of all requests together; `undefined` while it is unknown. */
  readonly ratePerSecond: () => number | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Takes the ids of all that is read. */
  readonly ids: IdTable;
}

export interface OpenRereading extends Rereading {
  /** The same ports, which note what is read through them and when. */
  readonly findListings: FindListings;
  readonly listListings: ListListings;
  /** Notes that a listing is to be updated from what it was read as. To be called in the order of sending. */
  plan(listing: Listing): void;
  /** How many requests it will take if sending begins now; `undefined` while that is unknown. Yields now and then. */
  expectReads(): Generator<undefined, number | undefined>;
  /** The number of the page that showed a listing last; 0 if none did. */
  pageOf(id: ListingId): number;
  /** Requests a page again, which has what now comes after the same listing. Errors: those of `ListListings`. */
  listPage(number: number, options: Pick<Parameters<ListListings>[0], 'signal'>): Promise<readonly Listing[]>;
}

/** A page of the account, as it was asked for. */
interface Page {
  readonly query: Omit<Parameters<ListListings>[0], 'signal'>;
  /** When it was asked for last. */
  askedAt: number;
}

/** Of the updates that a prediction goes through a few milliseconds are enough. */
const UPDATES_AT_ONCE = 5000;

/**
 * Keeps track of when listings were read, and reads those again that are about to be updated and were read too long ago.
 *
 * A page of the account is read again if a further update of a listing on it comes soon: then one request serves both. The
 * page that came after a listing still does, since the order of the list never changes; what has gone from it, or has
 * changed, is looked up by its SKU.
 */
export function openRereading(options: RereadingOptions): OpenRereading {
  const { spanMs, clock, ids } = options;
  const times = createReadingTimes(clock.monotonic(), ids);
  const pages: Page[] = [];
  const underWay = new Map<number, Promise<unknown>>();

  const findListings: FindListings = async (sku, asked) => {
    const at = clock.monotonic();
    const found = await options.findListings(sku, asked);
    times.note(found, { at });
    return found;
  };

  const listListings: ListListings = async (asked) => {
    const { signal: _, ...query } = asked;
    const at = clock.monotonic();
    const page = await options.listListings(asked);
    times.note(page.listings, { at, page: pages.push({ query, askedAt: at }) });
    return page;
  };

  function isOld(at: number, spare = 0): boolean {
    return spanMs === 0 || clock.monotonic() - at > Math.max(spanMs, spare);
  }

  function pageOf(id: ListingId): number {
    const row = times.find(id);
    return row === undefined ? 0 : times.pageOf(row);
  }

  function isDue(id: ListingId): boolean {
    const row = times.find(id);
    return row === undefined || isOld(times.readAt(row));
  }

  function isShared(row: number): boolean {
    const gap = times.gapOf(row);
    const perSpan = ((options.ratePerSecond() ?? Number.POSITIVE_INFINITY) * spanMs) / 1000;
    return gap > 0 && gap <= perSpan;
  }

  /** The page that is worth reading again for a listing. One that was read lately did not show it as planned. */
  function findPage(id: ListingId): number | undefined {
    const row = spanMs === 0 ? undefined : times.find(id);
    const number = row === undefined ? 0 : times.pageOf(row);
    const page = pages[number - 1];
    if (row === undefined || !page) return undefined;
    return underWay.has(number) || (isOld(page.askedAt) && isShared(row)) ? number : undefined;
  }

  function readPage(number: number, signal: AbortSignal): Promise<unknown> {
    const begun = underWay.get(number);
    if (begun) return begun;
    // The listing that it came after may be gone: then its listings are looked up one by one.
    const reading = orServiceError(listPage(number, signal)).finally(() => underWay.delete(number));
    underWay.set(number, reading);
    return reading;
  }

  async function listPage(number: number, signal: AbortSignal): Promise<readonly Listing[]> {
    const page = pages[number - 1];
    if (!page) return [];
    page.askedAt = clock.monotonic();
    const { listings } = await options.listListings({ ...page.query, signal });
    times.note(listings, { at: page.askedAt });
    return listings;
  }

  return {
    findListings,
    listListings,
    pageOf,
    listPage: (number, { signal }) => listPage(number, signal),
    plan: times.plan,
    look: async (listing, { signal }) => {
      const { id, sku } = listing;
      if (!isDue(id)) return listing;
      const page = findPage(id);
      if (page !== undefined) await readPage(page, signal);
      if (page !== undefined && !isDue(id)) return listing;
      const found = await findListings(sku, { signal, isReread: true });
      return found.find((other) => isSameId(other.id, id));
    },
    isStale: ({ id }, patienceMs) => {
      const row = times.find(id);
      return row === undefined || clock.monotonic() - times.readAt(row) > Math.max(spanMs, patienceMs);
    },
    *expectReads() {
      const ratePerSecond = options.ratePerSecond();
      if (ratePerSecond === undefined) return spanMs === 0 ? times.planned() : undefined;
      // Goes through the sending as it will be if every request takes its turn and nothing changes.
      const pageReads = new Map<number, number>();
      const stepMs = 1000 / ratePerSecond;
      let reads = 0;
      let at = clock.monotonic();
      for (let n = 0; n < times.planned(); n++) {
        const row = times.rowOf(n);
        const page = times.pageOf(row);
        const readAt = Math.max(times.readAt(row), pageReads.get(page) ?? Number.NEGATIVE_INFINITY);
        if (spanMs === 0 || at - readAt > spanMs) {
          reads++;
          if (spanMs > 0 && isShared(row)) pageReads.set(page, at);
          at += stepMs;
        }
        at += stepMs;
        if (n % UPDATES_AT_ONCE === 0) yield;
      }
      return reads;
    },
  };
}

/**
 * When listings were read last, on which page of the account, and which of them are to be updated.
 *
 * Holds some 24 bytes for each listing beside its id. What a listing was planned from is held as a hash of 53 bits, which is enough to see
 * that it is unchanged: if it seems to have changed it is looked up separately.
 *
 * Units: milliseconds of the monotonic clock, from `origin` on.
 */
function createReadingTimes(origin: number, ids: IdTable) {
  /** Counted from 1; 0 is never. */
  const times = createNumberColumn(Uint32Array);
  const pages = createNumberColumn(Uint32Array);
  const prints = createNumberColumn(Float64Array);
  const order = createNumberColumn(Uint32Array);
  const gaps = createNumberColumn(Uint32Array);
  /** The last of the planned ones, by page. */
  const last = new Map<number, { readonly row: number; readonly n: number }>();
  let count = 0;

  return {
    /** `at`: when they were asked for. `page`: its number from 1 up; a lookup by SKU has none. */
    note: (
      listings: readonly Listing[],
      { at: askedAt, page }: { readonly at: number; readonly page?: number },
    ): void => {
      const time = Math.max(0, Math.floor(askedAt - origin)) + 1;
      for (const [at, row] of ids.rowsOf(listings).entries()) {
        const planned = prints.get(row);
        times.set(row, planned === 0 || planned === toPrint(listings[at] as Listing) ? time : 0);
        if (page !== undefined) pages.set(row, page);
      }
    },
    /** To be called in the order of sending. */
    plan: (listing: Listing): void => {
      const row = ids.add(listing.id);
      prints.set(row, toPrint(listing));
      const page = pages.get(row);
      const before = page === 0 ? undefined : last.get(page);
      if (before) gaps.set(before.row, count - before.n);
      if (page !== 0) last.set(page, { row, n: count });
      order.set(count++, row);
    },
    /** How many updates later the next one of the same page comes; 0 if none does. */
    gapOf: gaps.get,
    /** A listing that was never read, or was read last as something else than planned, was read at minus infinity. */
    readAt: (row: number): number => {
      const time = times.get(row);
      return time === 0 ? Number.NEGATIVE_INFINITY : origin + time - 1;
    },
    /** 0 if it was on none. */
    pageOf: pages.get,
    find: ids.find,
    /** How many listings are to be updated. */
    planned: () => count,
    /** The row of the listing that is updated next after `n` others. */
    rowOf: order.get,
  };
}

/** Everything that guard rules see of a listing; never 0, which means no print. */
function toPrint({ sku, platform, channel, currency, values }: Listing): number {
  let text = `${platform}|${channel}|${currency}`;
  for (const field of FIELDS) text += `|${values[field]}`;
  return hashText(`${text}|${sku}`) || 1;
}

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
    let failure: ServiceError | undefined;
    const see = (found: readonly Listing[] | ServiceError): void => {
      if (found instanceof ServiceError) failure = found;
      else for (const each of found) if (missing.delete(each.id.toLowerCase())) onListing(each);
    };
    const pages = choosePages(listings, pageOf);
    await forEachConcurrently(pages, { width, signal }, async (page, stopped) =>
      see(await orServiceError(listPage(page, { signal: stopped }))),
    );
    // What a page could not show is looked up.
    failure = undefined;
    await forEachConcurrently(new Set(missing.values()), { width, signal }, async (sku, stopped) =>
      see(await orServiceError(findListings(sku, { signal: stopped }))),
    );
    return { failure };
  };
}

/**
 * Chooses the pages of the account, by their number, that are worth reading to see certain listings again: a page shows a
 * hundred of them, where a lookup shows those of one SKU. What they don't show is looked up.
 *
 * A page with listings of one wanted SKU only saves nothing, and its listings may have moved on.
 */
function choosePages(
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
