import { runTasks, type Task } from '../../domain/concurrency.ts';
import { orServiceError, ServiceError } from '../../domain/errors.ts';
import { fits, type Listing, type ListingFilters, type ListingId, type Sku } from '../../domain/listing.ts';
import { pickEvenly } from '../../domain/lists.ts';
import type { FindListings, ListingPage, ListListings } from '../../domain/ports.ts';
import type { ListingIndex } from '../listing-index.ts';
import {
  BrokenListError,
  createScanRecord,
  type PageEnd,
  type RecordOptions,
  type ScanRecord,
  type Stretch,
} from './scan-record.ts';
import { type ListEnd, tryPage, type Walk, walkPages } from './walk-pages.ts';

/** The filters that paging may use: only what can't change about a listing. */
export type ScanFilters = Pick<ListingFilters, 'platform' | 'channel'>;

/** How a scan may look SKUs up, for listings to read on from. */
interface ScanProbes {
  readonly findListings: FindListings;
  /** SKUs from all over the sheet. */
  readonly sample: readonly Sku[];
  /** Distinct SKUs of the sheet. */
  readonly skus: number;
}

export interface ScanOptions extends RecordOptions {
  readonly listListings: ListListings;
  readonly filters: ScanFilters;
  /** Where pages of an earlier scan ended, in the order of the list; they may be out of date. */
  readonly ends: readonly PageEnd[];
  /** The end of the list as an earlier scan has verified it; `undefined` if none has. */
  readonly knownEnd: ListEnd | undefined;
  /** Where to begin without such ends; `undefined` if there is nothing to look up. */
  readonly probes: ScanProbes | undefined;
  /** How many pages are worth having on their way at once, at present. */
  readonly width: () => number;
  /** The number of requests after which the scan gives up. */
  readonly maxPages: number;
  readonly signal: AbortSignal;
  /** Gets how many pages were read so far, and about how many there are; 0 where nothing suggests a number. */
  readonly onPage: (pages: number, estimate: number) => void;
}

export interface Scanned {
  /** `given_up`: it took too many requests, and what was found is not all of the account. */
  readonly kind: 'closed' | 'given_up';
  readonly index: ListingIndex;
  /** A listing that was kept, by its id. */
  readonly named: (id: ListingId) => Listing | undefined;
  /** How many listings were kept for their ids alone. */
  readonly others: number;
  /** Listings that fit the filters, as far as they were read. */
  readonly listings: number;
  readonly pages: number;
  /** SKUs that were looked up to find places to begin at. */
  readonly probes: number;
  /** How many parts of the list were read side by side. */
  readonly parts: number;
  readonly ends: readonly PageEnd[];
  /** The end of the list, for another scan to recognize; `undefined` if the list is empty. */
  readonly last: ListingId | undefined;
}

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
  const requests = createRequests(options);
  let reader = new StretchReader(options, requests);
  let isClosed = true;
  try {
    try {
      await reader.read();
    } catch (error) {
      // Stretches that get in the way of each other are a reason to read the list as one.
      if (!(error instanceof BrokenListError) || reader.isAlone) throw error;
      reader = new StretchReader({ ...options, ends: [], probes: undefined }, requests);
      await reader.read();
    }
    await reader.readHeadAgain();
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    isClosed = false;
  }
  const { record } = reader;
  return {
    kind: isClosed ? 'closed' : 'given_up',
    index: record.index,
    named: record.named,
    others: record.others(),
    listings: record.size(),
    pages: requests.pages(),
    probes: requests.probes(),
    parts: reader.parts,
    ends: isClosed ? record.pageEnds() : [],
    last: reader.last,
  };
}

class GivenUp extends Error {}

/** Sends the requests of a scan, and counts them. Errors: `GivenUp`, and those of the service. */
function createRequests({ listListings, filters, maxPages, onPage }: ScanOptions) {
  let most = maxPages;
  let pages = 0;
  let probes = 0;
  let read = 0;
  let estimate = 0;

  function spend(signal: AbortSignal): void {
    signal.throwIfAborted();
    if (pages + probes >= most) throw new GivenUp();
  }

  return {
    fetchPage: async (startingAfter: ListingId | undefined, signal: AbortSignal): Promise<ListingPage> => {
      spend(signal);
      pages++;
      const page = await listListings({ ...filters, startingAfter, signal });
      onPage(++read, estimate);
      return page;
    },
    /** A listing of the part of the account that is paged; `undefined` if there is none of that SKU. */
    probe: async (
      sku: Sku,
      findListings: FindListings,
      signal: AbortSignal,
    ): Promise<Listing | undefined> => {
      spend(signal);
      probes++;
      const found = await orServiceError(findListings(sku, { signal }));
      return found instanceof ServiceError ? undefined : found.find((listing) => fits(listing, filters));
    },
    /** How many were begun. */
    pages: () => pages,
    /** How many of them have come. */
    pagesRead: () => read,
    probes: () => probes,
    /** Notes about how many pages there are. */
    expect: (expected: number): void => {
      estimate = Number.isFinite(expected) ? Math.ceil(expected) + 1 : 0;
    },
    /** From now on as many pages are read as it takes. */
    lift: (): void => {
      most = Number.POSITIVE_INFINITY;
    },
  };
}

/** A stretch that is read onwards. */
interface Reading {
  readonly stretch: Stretch;
  readonly walk: Walk;
  /** Which of the places the list is read from it begins at, in the order of the list, if that is known. */
  readonly place: number;
  /** When its first listing was created, as far as that is known. */
  readonly newest: number;
  isBusy: boolean;
}

/** What a stretch begins behind, and which of the places that is; the head is the first one. */
interface Beginning {
  readonly start?: ListingId;
  readonly place?: number;
}

/** With no more pages on their way than that, one after the other is as fast. */
const MAX_ALONE = 2;

/**
 * Parts that the list is read in from known places, for each page that is on its way at once: so that where one comes to its end, another one
 * can go on.
 */
const PARTS_PER_PAGE = 2;

/** With fewer pages to each, further parts are not worth it. */
const PAGES_PER_PART = 3;

/** The requests beyond the fewest that a scan may cost, for each page that is on its way at once. */
const SPARE_REQUESTS = 8;

/** A probe, and the page that its stretch shares with the one before it. */
const REQUESTS_OF_PROBE = 2;

/** With fewer pages left to each stretch that leads nowhere yet, a further probe is not worth its requests. */
const PAGES_PER_PROBE = 1;

/** Fewer pages are read one after the other. */
const FEWEST_PAGES = 4;

/**
 * If more of the last probes found nothing than that, the sheet is not about this account. If as many places were gone, the account is another
 * one by now.
 */
const MAX_MISSES = 2;

/**
 * Reads a list from several places at once, each stretch until it leads into another one or the list ends.
 *
 * The places are ends of pages that an earlier scan knew. A first scan looks some of the sheet's SKUs up instead: any listing can be read on
 * from. Their order shows only as stretches meet.
 */
class StretchReader {
  readonly record: ScanRecord;
  /** The last listing of the list. */
  last: ListingId | undefined;
  readonly #options: ScanOptions;
  readonly #requests: ReturnType<typeof createRequests>;
  /** Where stretches begin that are known beforehand, the head first. */
  readonly #starts: readonly (PageEnd | 'head')[];
  #begun = 0;
  /** Places of late that were gone, less the others. */
  #gone = 0;
  /** Places that are being opened. */
  readonly #opening = new Set<number>();
  readonly #sample: Iterator<Sku>;
  #expectedPages = 0;
  /** The page at the head of the list. */
  #first: ListingPage | undefined;
  /** Whichever has waited longest comes first. */
  readonly #readings: Reading[] = [];
  /** Of probes that are on their way. */
  #looking = 0;
  /** Of late, less the hits. */
  #misses = 0;
  /** The least that the width has been: the first answers take longer than others, and what is spent upon them is spent. */
  #narrowest = Number.POSITIVE_INFINITY;

  constructor(options: ScanOptions, requests: ReturnType<typeof createRequests>) {
    const { ends, probes, width } = options;
    this.record = createScanRecord(options);
    this.#options = options;
    this.#requests = requests;
    const parts = Math.max(width(), Math.min(PARTS_PER_PAGE * width(), ends.length / PAGES_PER_PART));
    this.#starts = ['head', ...(width() > MAX_ALONE ? pickEvenly(ends, Math.floor(parts) - 1) : [])];
    this.#sample = (ends.length === 0 ? (probes?.sample ?? []) : []).values();
  }

  /** How many stretches the list was read in. */
  get parts(): number {
    return this.#readings.length;
  }

  /** Whether the list was read from its head alone. */
  get isAlone(): boolean {
    return this.#starts.length === 1 && this.#readings.length <= 1;
  }

  /** Errors: `BrokenListError` if what was read is not one list, and those of the requests. */
  async read(): Promise<void> {
    await runTasks((underWay) => this.#next(underWay), this.#options);
    this.record.close();
  }

  /** Reads what was created since the first page was read. One page that is all of the list was read at one moment. */
  async readHeadAgain(): Promise<void> {
    const { signal } = this.#options;
    const { record } = this;
    if (record.size() === this.#first?.listings.length) return;
    this.#requests.lift();
    const page = await this.#requests.fetchPage(undefined, signal);
    const stretch = record.openHead();
    let isAtEnd = record.append(stretch, undefined, page.listings) === undefined;
    const walk = this.#walk(page, stretch, {}, undefined);
    while (!isAtEnd && !stretch.next) isAtEnd = (await walk.step(signal)) !== undefined;
    if (isAtEnd) throw new BrokenListError('Cannot list /listings: what was listed is not listed any more');
    record.close();
  }

  #next(underWay: number): Task | undefined {
    if (underWay >= Math.max(1, this.#options.width())) return undefined;
    if (this.#begun < this.#starts.length && this.#gone <= MAX_MISSES) return this.#begin(this.#begun++);
    if (!this.#first) return undefined;
    this.#narrowest = Math.min(this.#narrowest, this.#options.width());
    return this.#goOn() ?? this.#probe();
  }

  #begin(place: number): Task {
    const start = this.#starts[place] ?? 'head';
    this.#opening.add(place);
    return async (signal) => {
      if (start === 'head') {
        await this.#openHead(signal);
      } else {
        const isThere = await this.#open(start, place, signal);
        this.#gone = missesAfter(this.#gone, isThere);
      }
      this.#opening.delete(place);
    };
  }

  async #openHead(signal: AbortSignal): Promise<void> {
    const { record } = this;
    const { probes } = this.#options;
    const page = await this.#requests.fetchPage(undefined, signal);
    const stretch = record.openHead();
    const fresh = record.append(stretch, undefined, page.listings);
    if (!fresh && page.listings.length > 0)
      throw new BrokenListError('Cannot list /listings: the first page came after a listing as well');
    this.#expectedPages = page.hasMore && probes ? probes.skus / record.index.size() : 0;
    this.#requests.expect(this.#expectedPages);
    this.#first = page;
    this.#add(stretch, page, {});
  }

  /** Opens a stretch behind the first of some listings that can be read on from. */
  async #open(start: PageEnd, place: number, signal: AbortSignal): Promise<boolean> {
    for (const id of start) {
      const page = await tryPage(id, this.#requests.fetchPage, signal);
      const stretch = page instanceof ServiceError ? undefined : this.record.openBehind(id, page.listings);
      if (page instanceof ServiceError || !stretch) continue;
      this.#add(stretch, page, { start: id, place });
      return true;
    }
    return false;
  }

  #add(stretch: Stretch, page: ListingPage, beginning: Beginning): void {
    const walk = this.#walk(page, stretch, beginning, this.#options.knownEnd);
    const newest = page.created?.first ?? 0;
    this.#readings.push({ stretch, walk, place: beginning.place ?? 0, newest, isBusy: false });
  }

  #walk(page: ListingPage, stretch: Stretch, { start }: Beginning, knownEnd: ListEnd | undefined): Walk {
    const { fetchPage } = this.#requests;
    return walkPages(page, { stretch, start, record: this.record, fetchPage, knownEnd });
  }

  /** Reads on where the longest way is to go, as far as the times of creation show it. */
  #goOn(): Task | undefined {
    // Each waits for the next one, so as not to read what that one begins with.
    const idle = this.#readings.filter(
      ({ stretch, isBusy, place }) => !stretch.next && !isBusy && !this.#opening.has(place + 1),
    );
    if (idle.length <= 1) return idle[0] && this.#onwards(idle[0]);
    const fronts = this.#readings.filter(({ stretch }) => !stretch.isEntered);
    const begins = fronts.map(({ newest }) => newest).sort((one, other) => other - one);
    let longest: { readonly reading: Reading; readonly way: number } | undefined;
    for (const reading of idle) {
      const way = wayBehind(reading, begins);
      if (!longest || way > longest.way) longest = { reading, way };
    }
    return longest && this.#onwards(longest.reading);
  }

  #onwards(reading: Reading): Task {
    reading.isBusy = true;
    this.#readings.push(...this.#readings.splice(this.#readings.indexOf(reading), 1));
    return async (signal) => {
      const end = await reading.walk.step(signal);
      reading.isBusy = false;
      if (!end) return;
      this.record.end(reading.stretch);
      this.last = end.last;
    };
  }

  #probe(): Task | undefined {
    const { probes } = this.#options;
    if (!probes || this.#misses > MAX_MISSES || this.#narrowest <= MAX_ALONE) return undefined;
    const left = this.#expectedPages - this.record.size() / this.#pageSize();
    const stretches = this.#openCount() + this.#looking;
    const isWorth =
      left >= Math.max(FEWEST_PAGES, PAGES_PER_PROBE * (stretches + 1)) &&
      this.#room(stretches) >= REQUESTS_OF_PROBE;
    const sku = isWorth ? this.#nextUnread() : undefined;
    if (sku === undefined) return undefined;
    this.#looking++;
    return async (signal) => {
      const found = await this.#requests.probe(sku, probes.findListings, signal);
      if (found && !this.record.has(found.id)) await this.#open([found.id], 0, signal);
      this.#looking--;
      this.#misses = missesAfter(this.#misses, found !== undefined);
    };
  }

  /** A SKU of the sample whose listing is in a part of the list that was not read yet, if it is listed. */
  #nextUnread(): Sku | undefined {
    for (;;) {
      const { value } = this.#sample.next();
      if (value === undefined || !this.record.index.has(value)) return value;
    }
  }

  /** The requests that may still be spent beyond the fewest: each stretch will share a page with the next one. */
  #room(stretches: number): number {
    const spent =
      this.#requests.probes() + this.#requests.pagesRead() - this.record.size() / this.#pageSize();
    return SPARE_REQUESTS * (this.#narrowest - 1) - spent - (stretches - 1);
  }

  #pageSize(): number {
    return this.#first?.listings.length ?? 0;
  }

  /** How many stretches lead nowhere yet. */
  #openCount(): number {
    return this.#readings.filter(({ stretch }) => !stretch.next).length;
  }
}

/** Misses of late, less the hits, with one more of either. */
function missesAfter(misses: number, isHit: boolean): number {
  return isHit ? Math.max(0, misses - 1) : misses + 1;
}

/** How far it is to the next stretch that nothing leads into yet; the end of the list is the furthest. Units: seconds. */
function wayBehind({ walk }: Reading, begins: readonly number[]): number {
  const oldest = walk.oldest() ?? 0;
  return oldest - (begins.find((begin) => begin <= oldest) ?? Number.NEGATIVE_INFINITY);
}
