import { ServiceError } from '../../domain/errors.ts';
import { fits } from '../../domain/fits.ts';
import { hashText } from '../../domain/hash-text.ts';
import type { Listing, Sku } from '../../domain/listing.ts';
import { countOf } from '../../plan/limits.ts';
import { chooseLookup, type LookupChoice, type ResolveMode } from '../../resolve/choose-lookup.ts';
import { type Lookup, SkuLookups } from '../../resolve/look-up-skus.ts';
import { namePart } from '../../resolve/name-part.ts';
import { type ScanFilters, type Scanned, scanAccount } from '../../resolve/scan-account.ts';
import { ignoringCase } from '../../resolve/similar-skus.ts';
import type { Run } from '../job/run.ts';
import { type AccountPaging, openAccountPaging } from './account-paging.ts';
import type { KnownPaging } from './account-state.ts';
import { lostListings, noticeShrunken } from './shrunken-account.ts';

/** The distinct SKUs that a run looks up. */
export interface Wanted {
  readonly count: number;
  /** May be true of a few others. With `ignoreCase`, true of a SKU that differs in case only. */
  has(sku: Sku): boolean;
  /** The missing ones, at most `most`. Errors: `SheetError`. */
  findMissing(isMissing: (sku: Sku) => boolean, most: number): Promise<ReadonlySet<Sku>>;
}

export interface OpenedLookup {
  readonly choice: LookupChoice;
  /** Has the listings of every wanted SKU; without it each SKU is to be looked up. */
  readonly index?: { get(sku: Sku): Lookup } | undefined;
  readonly notices: readonly string[];
  /** What ended it early: then nothing is known about any SKU. */
  readonly stop?: unknown;
}

/**
 * Chooses how the listings are found and, where the account is paged, pages it.
 *
 * `filters` are those of every row, or what the rows have in common: nothing else of the account is paged. The result of a scan
 * that was not completed is discarded: with `auto` each SKU is then looked up, with `scan` the run stops.
 */
export async function openLookup(wanted: Wanted, filters: ScanFilters, run: Run): Promise<OpenedLookup> {
  const { tools, ports, events } = run;
  const { settings } = run.job;
  const paging = openAccountPaging(filters, { service: settings.service, ...ports });
  const { known } = paging;
  const choice = chooseLookup({
    mode: settings.resolve,
    skus: wanted.count,
    listings: { exactly: known.listings, atLeast: known.listingsAtLeast },
  });
  tools.log.info('lookup chosen', { ...choice, skus: wanted.count });
  if (choice.by === 'sku') return { choice, notices: [] };
  try {
    events.onProgress({ phase: 'scan', done: 0, total: choice.readsExpected });
    const scanned = await scanAccount(toScanOptions(wanted, { choice, paging, filters, run }));
    const { kind, listings, pages } = scanned;
    tools.log.info('account paged', { kind, listings, pages });
    if (scanned.kind === 'closed') {
      const paged = { choice, known, scanned, filters, run };
      const opened = await confirmMissing(wanted, paged);
      // A scan that lookups contradict throws, and must not be what the next one is compared with.
      paging.remember(scanned);
      return withShrunken(opened, paged);
    }
    paging.remember(scanned);
    const why = `paging was given up after ${pages} reads, as many as the ${wanted.count} SKUs take`;
    return { choice: { by: 'sku', why, readsExpected: pages + wanted.count }, notices: [] };
  } catch (stop) {
    if (!canFallBack(stop, settings.resolve)) return { choice, notices: [], stop: withHint(stop) };
    tools.log.warn('account not paged', { message: stop.message });
    return {
      choice: { by: 'sku', why: 'the account could not be paged', readsExpected: wanted.count },
      notices: [`The account could not be paged, so SKUs are looked up one by one: ${stop.message}`],
    };
  }
}

/** With `--quiet` too: no one reads the screen of a nightly run. */
function withShrunken(opened: OpenedLookup, { known, scanned, filters, run }: Paged): OpenedLookup {
  const notice = noticeShrunken({ before: known.listings, now: scanned.listings }, { filters });
  if (notice === undefined || opened.stop !== undefined) return opened;
  run.events.onWarning?.(notice);
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

interface Begun {
  readonly choice: LookupChoice;
  readonly filters: ScanFilters;
  readonly run: Run;
}

function toScanOptions(
  wanted: Wanted,
  { filters, choice, paging, run }: Begun & { readonly paging: AccountPaging },
): Parameters<typeof scanAccount>[0] {
  const { settings, matching } = run.job;
  const { clock, signal } = run.ports;
  const { readsExpected } = choice;
  return {
    listListings: run.tools.service.listListings,
    filters,
    isWanted: (sku) => wanted.has(sku),
    ignoreCase: matching.ignoreCase === true,
    ends: paging.known.ends ?? [],
    knownEnd: paging.knownEnd,
    widthFor: paging.widthFor,
    maxPages: settings.resolve === 'auto' ? wanted.count : Number.POSITIVE_INFINITY,
    clock,
    signal,
    onPage: (pages) => {
      const total = readsExpected === undefined ? undefined : Math.max(readsExpected, pages + 1);
      run.events.onProgress({ phase: 'scan', done: pages, total });
    },
  };
}

/** At most this many SKUs that a scan did not find are looked up, or one for each hundred pages. */
const FEWEST_CONFIRMED = 100;
const PAGES_PER_CONFIRMED = 100;

interface Paged extends Begun {
  readonly known: KnownPaging;
  readonly scanned: Extract<Scanned, { readonly kind: 'closed' }>;
}

/** If more are missing, this many of them are looked up: only asking shows whether a service leaves pages out. */
const SAMPLE = 20;

/** If all listings that an account lost are still listed, about this many of them are among the sampled SKUs. */
const HITS = 8;

/**
 * Looks up SKUs that a closed scan did not find, although it saw every listing: all of them if they are few, since it
 * costs little and shows SKUs that the filters left out; otherwise a sample.
 *
 * Errors: `ServiceError` if several of them are listed.
 */
async function confirmMissing(wanted: Wanted, paged: Paged): Promise<OpenedLookup> {
  const { choice, known, scanned, run } = paged;
  const { index: found, pages, listings } = scanned;
  run.events.onProgress({ phase: 'scan', done: pages, total: pages });
  const most = Math.max(FEWEST_CONFIRMED, Math.ceil(pages / PAGES_PER_CONFIRMED));
  const get = (sku: Sku): Lookup => ({ kind: 'found', listings: found.get(sku) });
  const count = wanted.count - found.skuCount();
  if (count <= 0) return { choice, index: { get }, notices: [] };
  // If case is ignored, several wanted SKUs may be the same listing, so each has to be looked up.
  const isMany = count > most && !run.job.matching.ignoreCase;
  const lost = lostListings({ before: known.listings, now: listings });
  const asked = isMany ? sampleSize(count, { lost, most }) : most + 1;
  const inSample = sampler(isMany && lost > 0 ? Math.floor(count / asked) : 1);
  const missing = await wanted.findMissing((sku) => !found.has(sku) && inSample(sku), asked);
  const { confirmed, stop } = await lookUpMissing(missing, wanted, run);
  if (stop !== undefined) return { choice, notices: [], stop };
  const index = { get: (sku: Sku) => confirmed.get(sku) ?? get(sku) };
  if (!isMany && missing.size <= most) return { choice, index, notices: [] };
  const listed = [...confirmed].filter(([, lookup]) =>
    // Others were not paged.
    isListed(lookup, (listing) => fits(listing, paged.filters)),
  );
  // A single one may have been created since.
  if (listed.length > 1)
    throw new ServiceError(
      `Cannot list /listings: "${listed[0]?.[0]}" is listed, and was on none of the ${pages} pages`,
    );
  const elsewhere = [...confirmed.values()].filter((lookup) => isListed(lookup)).length - listed.length;
  return { choice, index, notices: [noticeUnconfirmed(count, { elsewhere, asked: missing.size }, paged)] };
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
  wanted: Wanted,
  { job: { settings, matching }, tools, ports: { signal }, events: { onProgress } }: Run,
): Promise<{ readonly confirmed: ReadonlyMap<Sku, Lookup>; readonly stop: unknown }> {
  const { findListings } = tools.service;
  const lookups = new SkuLookups({
    findListings: matching.ignoreCase ? ignoringCase(findListings) : findListings,
    total: missing.size,
    width: settings.service.concurrency,
    maxFailures: countOf(settings.maxFailures, wanted.count),
    isAnswered: true,
    signal,
    onProgress,
  });
  const confirmed = await lookups.lookUp(missing);
  return { confirmed, stop: lookups.stop };
}

interface LookedUp {
  readonly asked: number;
  /** How many of them are listed, in the part of the account that was not paged. */
  readonly elsewhere: number;
}

function noticeUnconfirmed(
  count: number,
  { asked, elsewhere }: LookedUp,
  { scanned: { listings }, filters }: Paged,
): string {
  const named = namePart(filters);
  const part = named === '' ? '' : ` with ${named}`;
  const found =
    elsewhere === 0
      ? 'a few were looked up, and were not'
      : `of ${asked} that were looked up, ${elsewhere} ${elsewhere === 1 ? 'is' : 'are'} listed elsewhere`;
  return `${count} SKUs are not among the ${listings} listings${part === '' ? ' of the account' : part}, so they are taken for not listed${part === '' ? '' : ' there'}; ${found}`;
}
