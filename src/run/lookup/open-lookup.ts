import { ServiceError } from '../../domain/errors.ts';
import { hashText } from '../../domain/hash-text.ts';
import { fits, type Listing, type ListingId, type Sku } from '../../domain/listing.ts';
import type { Log } from '../../domain/ports.ts';
import { chooseLookup, type LookupChoice, type ResolveMode } from '../../resolve/choose-lookup.ts';
import { type Lookup, type LookupOptions, SkuLookups } from '../../resolve/look-up-skus.ts';
import { namePart } from '../../resolve/match-row.ts';
import { type Scanned, type ScanOptions, scanAccount } from '../../resolve/scan/scan-account.ts';
import type { ScanFilters } from '../../resolve/scan/walk-pages.ts';
import { type RunHost, warn } from '../job/run.ts';
import { type AccountPaging, lostListings, noticeShrunken } from './account-state.ts';

/** The distinct SKUs that a run looks up. */
export interface WantedSkus {
  readonly count: number;
  /** Some of them, from all over the sheet. */
  readonly sample: readonly Sku[];
  /** May be true of a few others. With `ignoreCase`, true of a SKU that differs in case only. */
  has(sku: Sku): boolean;
  /** Whether a row names a listing by its id; may be true of a few others. */
  isNamed(id: ListingId): boolean;
  /** The missing ones, at most `most`. Errors: `SheetError`. */
  findMissing(isMissing: (sku: Sku) => boolean, most: number): Promise<ReadonlySet<Sku>>;
}

interface ListingsFound {
  get(sku: Sku): Lookup;
  /** A listing of another SKU that a row names by its id. */
  named(id: ListingId): Listing | undefined;
}

interface OpenedLookup {
  readonly choice: LookupChoice;
  /** Has the listings of every wanted SKU; without it each SKU is to be looked up. */
  readonly index?: ListingsFound | undefined;
  readonly notices: readonly string[];
  /** What ended it early: then nothing is known about any SKU. */
  readonly stop?: unknown;
}

/** What it takes to find the listings of rows, by paging the account or by looking SKUs up. */
export interface ListingSearch
  extends Pick<LookupOptions, 'findListings' | 'width' | 'maxFailures' | 'signal' | 'onProgress'>,
    Pick<ScanOptions, 'listListings' | 'filters' | 'ids' | 'ignoreCase'>,
    Pick<RunHost, 'onEvent'> {
  readonly mode: ResolveMode;
  /** What earlier runs remembered about the part of the account that the filters select. */
  readonly paging: AccountPaging;
  readonly log: Log;
}

/**
 * Chooses how the listings are found and pages the account if that takes fewer requests.
 *
 * The search's filters are those of every row, or what the rows have in common: nothing else of the account is paged. The
 * result of a scan that was not completed is discarded: with `auto` each SKU is then looked up, with `scan` the run stops.
 */
export async function openLookup(wanted: WantedSkus, search: ListingSearch): Promise<OpenedLookup> {
  const { mode, paging, log, onProgress } = search;
  const { known } = paging;
  const choice = chooseLookup({
    mode,
    skus: wanted.count,
    known: { listings: known.listings, readsAtLeast: known.reads_at_least },
  });
  log.info('lookup chosen', { ...choice, skus: wanted.count });
  if (choice.by === 'sku') return { choice, notices: [] };
  try {
    onProgress({ phase: 'scan', done: 0, total: choice.readsExpected });
    const scanned = await scanAccount(toScanOptions(wanted, choice, search));
    const { kind, listings, pages, probes } = scanned;
    log.info('account paged', { kind, listings, pages, probes });
    if (scanned.kind === 'closed') {
      const confirmed = await confirmMissing(wanted, scanned, search);
      // A scan that lookups contradict throws, and must not be what the next one is compared with.
      paging.remember(scanned);
      const { parts } = scanned;
      const asPaged = parts === 1 ? choice : { ...choice, parts, probes };
      return withShrunken({ choice: asPaged, ...confirmed }, listings, search);
    }
    paging.remember(scanned);
    const reads = pages + probes;
    const why = `stopped paging after ${reads} reads, as many as the ${wanted.count} SKUs take`;
    return { choice: { by: 'sku', why, readsExpected: reads + wanted.count }, notices: [] };
  } catch (stop) {
    if (!canFallBack(stop, mode)) return { choice, notices: [], stop: withHint(stop) };
    log.warn('account not paged', { message: stop.message });
    return {
      choice: { by: 'sku', why: 'the account could not be paged', readsExpected: wanted.count },
      notices: [`The account could not be paged, so SKUs are looked up one by one: ${stop.message}`],
    };
  }
}

/** With `--quiet` too: no one reads the screen of a nightly run. */
function withShrunken(
  opened: OpenedLookup,
  now: number,
  { filters, paging, onEvent }: ListingSearch,
): OpenedLookup {
  const notice = noticeShrunken({ before: paging.known.listings, now }, { filters });
  if (notice === undefined || opened.stop !== undefined) return opened;
  warn(notice, { onEvent });
  return { ...opened, notices: [notice, ...opened.notices] };
}

/** Whether lookups by SKU may replace a failed scan. */
function canFallBack(stop: unknown, mode: ResolveMode): stop is ServiceError {
  return mode === 'auto' && stop instanceof ServiceError;
}

function withHint(stop: unknown): unknown {
  if (!(stop instanceof ServiceError)) return stop;
  const { message, httpStatus, hint } = stop;
  const wayOut = 'Pass --resolve auto or --resolve sku to look each SKU up';
  return new ServiceError(message, {
    hint: hint === undefined ? wayOut : `${hint}. ${wayOut}`,
    httpStatus,
    cause: stop,
  });
}

function toScanOptions(
  wanted: WantedSkus,
  { readsExpected }: LookupChoice,
  search: ListingSearch,
): ScanOptions {
  const { mode, paging, ignoreCase, onProgress, findListings } = search;
  const { count, sample } = wanted;
  return {
    ...search,
    // With a known account nothing is spent on getting to know it, and where case is ignored, a SKU takes several requests.
    probes:
      paging.known.listings !== undefined || ignoreCase ? undefined : { findListings, sample, skus: count },
    isWanted: (sku) => wanted.has(sku),
    isNamed: (id) => wanted.isNamed(id),
    ends: paging.known.ends ?? [],
    knownEnd: paging.knownEnd,
    maxPages: mode === 'auto' ? wanted.count : Number.POSITIVE_INFINITY,
    onPage: (pages, estimate) => {
      const expected = readsExpected ?? estimate;
      const total = expected > 0 ? Math.max(expected, pages + 1) : undefined;
      onProgress({ phase: 'scan', done: pages, total, isEstimate: readsExpected === undefined });
    },
  };
}

/** At most this many SKUs that a scan did not find are looked up, or one for each hundred pages. */
const FEWEST_CONFIRMED = 100;
const PAGES_PER_CONFIRMED = 100;

type ClosedScan = Extract<Scanned, { readonly kind: 'closed' }>;

/** If more are missing, this many of them are looked up: only asking shows whether a service leaves pages out. */
const SAMPLE = 20;

/** If all listings that an account lost are still listed, about this many of them are among the sampled SKUs. */
const HITS = 8;

/**
 * Looks up SKUs that a closed scan did not find, although it saw every listing: all of them if they are few, since it
 * costs little and shows SKUs that the filters left out; otherwise a sample. If only a part of the account was paged, this includes SKUs of
 * rows whose listing was found by its id: their SKUs as written may be listed elsewhere.
 *
 * Errors: `ServiceError` if several of them are listed.
 */
async function confirmMissing(
  wanted: WantedSkus,
  { index: found, named, pages, listings }: ClosedScan,
  search: ListingSearch,
): Promise<Omit<OpenedLookup, 'choice'>> {
  const { filters, ignoreCase, paging, onProgress } = search;
  onProgress({ phase: 'scan', done: pages, total: pages });
  const most = Math.max(FEWEST_CONFIRMED, Math.ceil(pages / PAGES_PER_CONFIRMED));
  const isOfPart = namePart(filters) !== '';
  const get = (sku: Sku): Lookup => ({ kind: 'found', listings: found.get(sku), isOfPart });
  const count = wanted.count - found.skuCount() - (isOfPart ? 0 : named.size());
  if (count <= 0) return { index: { get, named: named.get }, notices: [] };
  // If case is ignored, several wanted SKUs may be the same listing, so each has to be looked up.
  const isMany = count > most && !ignoreCase;
  const lost = lostListings({ before: paging.known.listings, now: listings });
  const asked = isMany ? sampleSize(count, { lost, most }) : most + 1;
  const inSample = sampler(isMany && lost > 0 ? Math.floor(count / asked) : 1);
  const missing = await wanted.findMissing((sku) => !found.has(sku) && inSample(sku), asked);
  const { confirmed, stop } = await lookUpMissing(missing, search);
  if (stop !== undefined) return { notices: [], stop };
  const index = { get: (sku: Sku) => confirmed.get(sku) ?? get(sku), named: named.get };
  if (!isMany && missing.size <= most) return { index, notices: [] };
  const listed = [...confirmed].filter(([, lookup]) =>
    // Others were not paged.
    isListed(lookup, (listing) => fits(listing, filters)),
  );
  // A single one may have been created since.
  if (listed.length > 1)
    throw new ServiceError(
      `Cannot list /listings: "${listed[0]?.[0]}" is listed, and was on none of the ${pages} pages`,
    );
  const elsewhere = [...confirmed.values()].filter((lookup) => isListed(lookup)).length - listed.length;
  const notice = noticeUnconfirmed(count, { elsewhere, asked: missing.size, listings, filters });
  return { index, notices: [notice] };
}

/** For an account that lost listings, enough that several of them come up if they are still listed. */
function sampleSize(
  missing: number,
  { lost, most }: { readonly lost: number; readonly most: number },
): number {
  return lost === 0 ? SAMPLE : Math.max(most + 1, Math.ceil((HITS * missing) / lost));
}

/** One SKU in `oneIn`, wherever it is in the sheet. */
function sampler(oneIn: number): (sku: Sku) => boolean {
  return (sku) => oneIn <= 1 || hashText(sku) % oneIn === 0;
}

function isListed(lookup: Lookup, isMeant: (listing: Listing) => boolean = () => true): boolean {
  return lookup.kind === 'found' && lookup.listings.some(isMeant);
}

async function lookUpMissing(
  missing: ReadonlySet<Sku>,
  search: ListingSearch,
): Promise<{ readonly confirmed: ReadonlyMap<Sku, Lookup>; readonly stop: unknown }> {
  const lookups = new SkuLookups({ ...search, total: missing.size, isAnswered: true });
  const confirmed = await lookups.lookUp(missing);
  return { confirmed, stop: lookups.stop };
}

interface LookedUp {
  readonly asked: number;
  /** How many of them are listed, in the part of the account that was not paged. */
  readonly elsewhere: number;
  /** Number of listings that were paged. */
  readonly listings: number;
  readonly filters: ScanFilters;
}

function noticeUnconfirmed(count: number, { asked, elsewhere, listings, filters }: LookedUp): string {
  const named = namePart(filters);
  const part = named === '' ? '' : ` with ${named}`;
  const found =
    elsewhere === 0
      ? 'a few were looked up, and were not'
      : `of ${asked} that were looked up, ${elsewhere} ${elsewhere === 1 ? 'is' : 'are'} listed elsewhere`;
  return `${count} SKUs are not among the ${listings} listings${part === '' ? ' of the account' : part}, so they are taken for not listed${part === '' ? '' : ' there'}; ${found}`;
}
