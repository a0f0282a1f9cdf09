import { runTasks, type Task } from '../../domain/concurrency.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import { pickEvenly } from '../../domain/lists.ts';
import type { ListingPage } from '../../domain/ports.ts';
import type { PageEnd, ScanRecord } from './scan-record.ts';
import { BrokenListError, type Stretch } from './scan-record.ts';
import type { ScanMeter, ScanProbes } from './walk-pages.ts';
import { type FetchPage, type ListEnd, tryPage, type Walk, walkPages } from './walk-pages.ts';

export interface ReadingOptions {
  readonly record: ScanRecord;
  readonly meter: ScanMeter;
  /** Where pages of an earlier scan ended, in the order of the list; they may be out of date. */
  readonly ends: readonly PageEnd[];
  /** Where to begin without such ends; `undefined` if there is nothing to look up. */
  readonly probes: ScanProbes | undefined;
  /** The end of the list as an earlier scan has verified it; `undefined` if none has. */
  readonly knownEnd: ListEnd | undefined;
  /** How many pages are worth having on their way at once, at present. */
  readonly width: () => number;
  readonly signal: AbortSignal;
}

/** A stretch that is read onwards, and from its beginning back. */
interface Reading {
  readonly stretch: Stretch;
  readonly walk: Walk;
  /** Which of the places the list is read from it begins at, in the order of the list, if that is known. */
  readonly place: number;
  isBusy: boolean;
  /** When its first listing was created, as far as that is known. */
  newest: number;
  /** What the page before it is asked for by; `undefined` if there is no reading back. */
  front: Front | undefined;
}

/** What may be read next. */
interface Step {
  /** How far it is to what is known there. Units: seconds. */
  readonly way: number;
  readonly task: () => Task;
}

/** What a stretch begins behind, and which of the places that is; the head is the first one. */
interface Beginning {
  readonly start?: ListingId;
  readonly place?: number;
}

/**
 * A page before the second listing of a stretch has to end with its first one, which shows that it is the right page. At first that is the
 * listing that the stretch was opened behind.
 */
interface Front {
  readonly first: ListingId;
  readonly second: ListingId;
  /** How long it took to create a page of listings there. */
  readonly seconds: number;
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
const SPARE_REQUESTS = 4;

/** A probe, and the page that its stretch shares with the one before it. */
const REQUESTS_OF_PROBE = 2;

/** What probes leave to reading back, for each page that is on its way at once. */
const SPARE_FOR_WAY_BACK = 0.3;

/**
 * A probe that spares fewer pages of waiting than that is not worth its requests. The longest way between two places takes several times
 * as long as they are apart on average.
 */
const PAGES_PER_PROBE = 2;

/** Fewer pages are read one after the other. */
const FEWEST_PAGES = 4;

/**
 * If more of the last probes missed than that, the sheet is not about this account, or little of it is left to read. If as many places were
 * gone, the account is another one by now.
 */
const MAX_MISSES = 2;

/**
 * Reads a list from several places at once, each stretch until it leads into another one or the list ends.
 *
 * The places are ends of pages that an earlier scan knew. A first scan looks some of the sheet's SKUs up instead: any listing can be read on
 * from. Their order shows only as stretches meet, so each is read onwards, and back from its beginning.
 */
export class StretchReader {
  readonly #options: ReadingOptions;
  /** Where stretches begin that are known beforehand, the head first. */
  readonly #starts: readonly (PageEnd | 'head')[];
  #begun = 0;
  /** Places of late that were gone, less the others. */
  #gone = 0;
  /** Places that are being opened. */
  readonly #opening = new Set<number>();
  readonly #sample: Iterator<Sku>;
  readonly #fetchPage: FetchPage;
  readonly #mayGoBack: boolean;
  #expectedPages = 0;
  /** The page at the head of the list. */
  #first: ListingPage | undefined;
  /** Whichever has waited longest comes first. */
  readonly #readings: Reading[] = [];
  #wayBack: 'untested' | 'closed' | 'open' = 'untested';
  #last: ListingId | undefined;
  /** Of probes that are on their way. */
  #looking = 0;
  /** Of late, less the hits. */
  #misses = 0;
  #pagesBack = 0;
  /** The least that the width has been: the first answers take longer than others, and what is spent upon them is spent. */
  #narrowest = Number.POSITIVE_INFINITY;

  constructor(options: ReadingOptions) {
    const { meter, ends, probes, width } = options;
    this.#options = options;
    this.#fetchPage = (after, signal) => meter.fetchPage({ startingAfter: after }, signal);
    const parts = Math.max(width(), Math.min(PARTS_PER_PAGE * width(), ends.length / PAGES_PER_PART));
    this.#starts = ['head', ...(width() > MAX_ALONE ? pickEvenly(ends, Math.floor(parts) - 1) : [])];
    this.#sample = (ends.length === 0 ? (probes?.sample ?? []) : []).values();
    this.#mayGoBack = ends.length === 0;
  }

  /** How many stretches the list was read in. */
  get stretches(): number {
    return this.#readings.length;
  }

  /** Whether the list was read from its head alone. */
  get isAlone(): boolean {
    return this.#starts.length === 1 && this.#readings.length <= 1;
  }

  /** Whether nothing was read but the first page, which was read at one moment. */
  get isOnePage(): boolean {
    return this.#options.record.size() === this.#first?.listings.length;
  }

  /** Errors: `BrokenListError` if what was read is not one list, and those of the meter. */
  async read(): Promise<ListEnd> {
    await runTasks((underWay) => this.#next(underWay), this.#options);
    this.#options.record.close();
    return { last: this.#last };
  }

  #next(underWay: number): Task | undefined {
    if (underWay >= Math.max(1, this.#options.width())) return undefined;
    if (this.#begun < this.#starts.length && this.#gone <= MAX_MISSES) return this.#begin(this.#begun++);
    if (!this.#first) return undefined;
    this.#narrowest = Math.min(this.#narrowest, this.#options.width());
    const open = this.#readings.filter(({ stretch }) => !stretch.next);
    const room = this.#room(open.length);
    return this.#probe(room) ?? this.#testWayBack(room) ?? this.#goOn(open, room);
  }

  /** Reads on where the longest way is to go, as far as the times of creation show it. */
  #goOn(open: readonly Reading[], room: number): Task | undefined {
    // Each waits for the next one, so as not to read what that one begins with.
    const idle = open.filter(({ isBusy, place }) => !isBusy && !this.#opening.has(place + 1));
    const canGoBack = this.#wayBack === 'open' && room >= 1;
    if (!canGoBack && idle.length <= 1) return idle[0] && this.#onwards(idle[0]);
    const fronts = this.#readings.filter(({ stretch }) => !stretch.previous);
    const begins = fronts.map(({ newest }) => newest).sort(descending);
    let longest: Step | undefined;
    for (const reading of idle) {
      const way = wayBehind(reading, begins);
      if (!longest || way > longest.way) longest = { way, task: () => this.#onwards(reading) };
    }
    if (!canGoBack) return longest?.task();
    const ends = open.map(({ walk }) => walk.oldest() ?? 0).sort(ascending);
    for (const reading of fronts) {
      const { front } = reading;
      // It is read from its other end as well, which is enough for the last page.
      const way = wayBefore(reading, ends) / 2;
      if (front && way >= front.seconds / 2 && (!longest || way > longest.way))
        longest = { way, task: () => this.#backwards(reading, front) };
    }
    return longest?.task();
  }

  #add(stretch: Stretch, page: ListingPage, { start, place = 0 }: Beginning): void {
    const { record, knownEnd } = this.#options;
    const walk = walkPages(page, { stretch, start, record, fetchPage: this.#fetchPage, knownEnd });
    const front = this.#mayGoBack ? toFront(start, page.listings[0], page) : undefined;
    const newest = page.created?.first ?? 0;
    this.#readings.push({ stretch, walk, place, isBusy: false, newest, front });
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
    const { record, meter, probes } = this.#options;
    const page = await this.#fetchPage(undefined, signal);
    const stretch = record.openHead();
    const fresh = record.append(stretch, undefined, page.listings);
    if (!fresh && page.listings.length > 0)
      throw new BrokenListError('Cannot list /listings: the first page came after a listing as well');
    this.#expectedPages = page.hasMore && probes ? probes.skus / record.index.size() : 0;
    meter.expect(this.#expectedPages);
    this.#first = page;
    this.#add(stretch, page, {});
  }

  /** Opens a stretch behind the first of some listings that can be read on from. */
  async #open(start: PageEnd, place: number, signal: AbortSignal): Promise<boolean> {
    for (const id of start) {
      const page = await tryPage(id, this.#fetchPage, signal);
      const stretch =
        page instanceof ServiceError ? undefined : this.#options.record.openBehind(id, page.listings);
      if (page instanceof ServiceError || !stretch) continue;
      this.#add(stretch, page, { start: id, place });
      return true;
    }
    return false;
  }

  #onwards(reading: Reading): Task {
    reading.isBusy = true;
    this.#readings.push(...this.#readings.splice(this.#readings.indexOf(reading), 1));
    return async (signal) => {
      const end = await reading.walk.step(signal);
      reading.isBusy = false;
      if (!end) return;
      this.#options.record.end(reading.stretch);
      this.#last = end.last;
    };
  }

  /** The requests that may still be spent beyond the fewest: each stretch that is open will share a page with the next one. */
  #room(open: number): number {
    const { meter, record } = this.#options;
    const pageSize = this.#first?.listings.length ?? 0;
    const spent = meter.probes() + meter.pagesRead() - record.size() / pageSize;
    const reserved = open - 1 + this.#pagesBack + this.#looking;
    return SPARE_REQUESTS * (this.#narrowest - 1) - spent - reserved;
  }

  #probe(room: number): Task | undefined {
    const { probes, meter, record } = this.#options;
    const width = this.#narrowest;
    const isWorth =
      width > MAX_ALONE &&
      room >= REQUESTS_OF_PROBE + SPARE_FOR_WAY_BACK * width &&
      this.#misses <= MAX_MISSES &&
      this.#expectedPages >= Math.max(FEWEST_PAGES, PAGES_PER_PROBE * (meter.probes() + 1));
    const { value: sku } = isWorth ? this.#sample.next() : {};
    if (!probes || sku === undefined) return undefined;
    this.#looking++;
    return async (signal) => {
      const found = await meter.probe(sku, probes.findListings, signal);
      const isHit = found !== undefined && !record.has(found.id) && (await this.#open([found.id], 0, signal));
      this.#looking--;
      this.#misses = missesAfter(this.#misses, isHit);
    };
  }

  #backwards(reading: Reading, { first, second }: Front): Task {
    reading.front = undefined;
    this.#pagesBack++;
    return async (signal) => {
      const page = await this.#fetchBefore(second, signal);
      this.#pagesBack--;
      if (!this.#options.record.prepend(reading.stretch, first, page.listings)) return;
      reading.newest = page.created?.first ?? 0;
      const [earlier, next] = page.listings;
      reading.front = toFront(earlier?.id, next, page);
    };
  }

  /** Whether a page before a listing is the one right before it, by listings that were read one after the other. */
  #testWayBack(room: number): Task | undefined {
    const isWanted = this.#wayBack === 'untested' && room >= 1 && this.#readings.some(({ front }) => front);
    const tails = isWanted ? this.#readings.map(({ walk }) => walk.tail()) : [];
    const tail = tails.find(({ length }) => length > 1) ?? [];
    const last = tail.at(-1);
    if (last === undefined) return undefined;
    this.#wayBack = 'closed';
    return async (signal) => {
      const { listings } = await this.#fetchBefore(last, signal);
      const isRight = listings.length === tail.length - 1 && listings.every(({ id }, at) => id === tail[at]);
      if (isRight) this.#wayBack = 'open';
    };
  }

  /** A listing that is gone has no page before it. */
  async #fetchBefore(id: ListingId, signal: AbortSignal): Promise<ListingPage> {
    const { fetchPage } = this.#options.meter;
    const page = await tryPage(id, (endingBefore) => fetchPage({ endingBefore }, signal), signal);
    return page instanceof ServiceError ? { listings: [], hasMore: false } : page;
  }
}

/** Misses of late, less the hits, with one more of either. */
function missesAfter(misses: number, isHit: boolean): number {
  return isHit ? Math.max(0, misses - 1) : misses + 1;
}

function toFront(
  first: ListingId | undefined,
  second: Listing | undefined,
  { created }: ListingPage,
): Front | undefined {
  const seconds = (created?.first ?? 0) - (created?.last ?? 0);
  return first && second && { first, second: second.id, seconds };
}

const ascending = (one: number, other: number): number => one - other;
const descending = (one: number, other: number): number => other - one;

/** How far it is to the next stretch that nothing leads into yet; the end of the list is the furthest. Units: seconds. */
function wayBehind({ walk }: Reading, begins: readonly number[]): number {
  const oldest = walk.oldest() ?? 0;
  return oldest - (begins.find((begin) => begin <= oldest) ?? Number.NEGATIVE_INFINITY);
}

/** Likewise, from the stretch before it that leads nowhere yet. */
function wayBefore({ newest }: Reading, ends: readonly number[]): number {
  return (ends.find((end) => end >= newest) ?? Number.POSITIVE_INFINITY) - newest;
}
