import { ServiceError } from '../domain/errors.ts';
import type { ListingFilters } from '../domain/fits.ts';
import { forEachConcurrently } from '../domain/for-each-concurrently.ts';
import type { ListingId, Sku } from '../domain/listing.ts';
import type { ListingPage, ListListings } from '../domain/ports.ts';
import type { ListingIndex } from './listing-index.ts';
import { createScanRecord, type ScanRecord } from './scan-record.ts';
import {
  BrokenListError,
  type FetchPage,
  findProblem,
  type ListEnd,
  type PageEnd,
  tryPage,
  walkPages,
} from './walk-pages.ts';

/** The filters that paging may use: only what can't change about a listing. */
export type ScanFilters = Pick<ListingFilters, 'platform' | 'channel'>;

export interface ScanOptions {
  readonly listListings: ListListings;
  readonly filters: ScanFilters;
  /** Only listings of such SKUs are kept. */
  readonly isWanted: (sku: Sku) => boolean;
  /** A SKU leads to listings whose SKU differs in case only too. */
  readonly ignoreCase: boolean;
  /** Ends of pages of an earlier scan, in the order of the list; they may be out of date. */
  readonly ends: readonly PageEnd[];
  /** The end of the list as an earlier scan has verified it; `undefined` if none has. */
  readonly knownEnd: ListEnd | undefined;
  /** How many pages are worth having on their way at once, at present. */
  readonly width: () => number;
  /** The number of pages after which the scan gives up. */
  readonly maxPages: number;
  readonly signal: AbortSignal;
  /** Gets how many pages were read so far. */
  readonly onPage: (pages: number) => void;
}

export type Scanned =
  | {
      readonly kind: 'closed';
      readonly index: ListingIndex;
      /** Listings of the account that fit the filters. */
      readonly listings: number;
      readonly pages: number;
      readonly ends: readonly PageEnd[];
      /** The end of the list, for another scan to recognize; `undefined` if the list is empty. */
      readonly last: ListingId | undefined;
    }
  | {
      readonly kind: 'given_up';
      /** How many listings were seen by then. */
      readonly listings: number;
      readonly pages: number;
    };

/**
 * Pages through an account and keeps the listings of the wanted SKUs: every listing that is there all the while is found,
 * whatever is created, deleted or changed meanwhile.
 *
 * The list has the listings that were created last first, so what is created meanwhile comes before all that was read: at the end the list
 * is read from its head again until something comes that was read before. An account of one page needs no such look.
 * At its other end one request behind the last listing settles that nothing comes after it, unless an earlier scan has ended there.
 *
 * Errors: `ServiceError` and what else `listListings` throws; then nothing is known of any SKU.
 */
export async function scanAccount(options: ScanOptions): Promise<Scanned> {
  const { isWanted, ignoreCase, ends, knownEnd, signal } = options;
  const meter = createMeter(options);
  const newRecord = () => createScanRecord({ isWanted, ignoreCase });
  let record = newRecord();
  try {
    const first = await meter.fetchPage(undefined, signal);
    const width = first.hasMore ? options.width() : 1;
    const starts = width > MAX_ALONE ? pickEvenly(ends, width - 1) : [];
    let found =
      starts.length > 0 ? await readAtOnce(first, { starts, record, meter, signal, knownEnd }) : undefined;
    if (!found) {
      record = newRecord();
      const fetchPage: FetchPage = (after) => meter.fetchPage(after, signal);
      found = await walkPages(first, { stretch: FIRST, start: undefined, record, fetchPage, knownEnd });
    }
    if (first.hasMore || found.ends.length > 0) await readHead(record, meter, signal);
    return {
      kind: 'closed',
      index: record.index,
      listings: record.size(),
      pages: meter.pages(),
      ends: found.ends,
      last: found.last,
    };
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return { kind: 'given_up', listings: record.size(), pages: meter.pages() };
  }
}

/** With no more pages on their way than that, one after the other is as fast. */
const MAX_ALONE = 2;

/** The head is what was created since the first page was read. */
const HEAD = 0;
const FIRST = 1;

class GivenUp extends Error {}

interface Meter {
  fetchPage(after: ListingId | undefined, signal: AbortSignal): Promise<ListingPage>;
  pages(): number;
  /** From now on as many pages are read as it takes. */
  lift(): void;
}

function createMeter({ listListings, filters, maxPages, onPage }: ScanOptions): Meter {
  let most = maxPages;
  let begun = 0;
  let read = 0;
  return {
    fetchPage: async (startingAfter, signal) => {
      if (begun >= most) throw new GivenUp();
      begun++;
      const page = await listListings({ ...filters, startingAfter, signal });
      onPage(++read);
      return page;
    },
    pages: () => begun,
    lift: () => {
      most = Number.POSITIVE_INFINITY;
    },
  };
}

interface Reading {
  readonly starts: readonly PageEnd[];
  readonly record: ScanRecord;
  readonly meter: Meter;
  readonly signal: AbortSignal;
  readonly knownEnd: ListEnd | undefined;
}

/** What a whole list has shown of itself. */
interface Read extends ListEnd {
  readonly ends: readonly PageEnd[];
}

interface Stretch {
  readonly number: number;
  readonly start: ListingId | undefined;
  readonly page: ListingPage;
}

/**
 * Reads several stretches of the list at once. Each has to end in the one after it, the last one at the end of the list; `undefined`
 * if they don't, since the ends they began at are those of another list.
 *
 * A stretch that begins where nothing is any more is left to the one before it.
 */
async function readAtOnce(
  page: ListingPage,
  { starts, record, meter, signal, knownEnd }: Reading,
): Promise<Read | undefined> {
  record.take(page.listings, FIRST);
  const begun = await beginStretches(starts, { record, meter, signal });
  const stretches = [{ number: FIRST, start: undefined, page }, ...takeFirstPages(begun, record)];
  const walked = new Map<number, Awaited<ReturnType<typeof walkPages>>>();
  try {
    await forEachConcurrently(stretches, { width: () => stretches.length, signal }, async (stretch, stop) => {
      const { number, start } = stretch;
      const fetchPage: FetchPage = (after) => meter.fetchPage(after, stop);
      walked.set(
        number,
        await walkPages(stretch.page, { stretch: number, start, record, fetchPage, knownEnd }),
      );
    });
  } catch (error) {
    // Stretches that get in the way of each other are a reason to read the list as one.
    if (error instanceof BrokenListError) return undefined;
    throw error;
  }
  const areConnected = stretches.every(
    ({ number }, at) => walked.get(number)?.met === stretches[at + 1]?.number,
  );
  if (!areConnected) return undefined;
  const walks = stretches.flatMap(({ number }) => walked.get(number) ?? []);
  return { ends: walks.flatMap(({ ends }) => ends), last: walks.at(-1)?.last };
}

/** The first page of each stretch that has a beginning. */
async function beginStretches(
  starts: readonly PageEnd[],
  { record, meter, signal }: Pick<Reading, 'record' | 'meter' | 'signal'>,
): Promise<readonly Stretch[]> {
  const begun: Stretch[] = [];
  const numbered = starts.map((end, at) => ({ end, stretch: FIRST + 1 + at }));
  await forEachConcurrently(
    numbered,
    { width: () => numbered.length, signal },
    async ({ end, stretch }, stop) => {
      for (const start of end) {
        const page = await tryPage(start, (after) => meter.fetchPage(after, stop));
        if (page instanceof ServiceError || findProblem(page, start, { record, stretch })) continue;
        begun.push({ number: stretch, start, page });
        return;
      }
    },
  );
  return begun.sort((a, b) => a.number - b.number);
}

/** Before anyone goes on, so that each walk knows the stretches ahead. */
function takeFirstPages(begun: readonly Stretch[], record: ScanRecord): readonly Stretch[] {
  for (const { number, start } of begun) if (start !== undefined) record.begin(number, start);
  return begun.filter(({ number, start, page }) => {
    const isNew = record.follows(page.listings, start, number);
    if (isNew) record.take(page.listings, number);
    else if (start !== undefined) record.drop(start);
    return isNew;
  });
}

async function readHead(record: ScanRecord, meter: Meter, signal: AbortSignal): Promise<void> {
  meter.lift();
  const fetchPage: FetchPage = (after) => meter.fetchPage(after, signal);
  const page = await fetchPage(undefined);
  const { met } = await walkPages(page, {
    stretch: HEAD,
    start: undefined,
    record,
    fetchPage,
    knownEnd: undefined,
  });
  if (met === undefined)
    throw new BrokenListError('Cannot list /listings: what was listed is not listed any more');
}

/** `count` of them, with about as many pages between them. */
export function pickEvenly<T>(items: readonly T[], count: number): readonly T[] {
  if (count >= items.length) return items;
  return Array.from(
    { length: Math.max(0, count) },
    (_, at) => items[Math.floor(((at + 1) * items.length) / (count + 1))] as T,
  );
}
