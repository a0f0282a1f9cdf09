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
import type { RunSettings, Surroundings } from '../job/job.ts';
import type { Tools } from '../job/run-state.ts';
import { type AccountPaging, openAccountPaging } from './account-paging.ts';
import type { KnownPaging } from './account-state.ts';
import { lostListings, noticeShrunken } from './shrunken-account.ts';

/** The distinct SKUs that a run needs to know. */
export interface Wanted {
  readonly count: number;
  /** A few that are not wanted may be taken for such. With `ignoreCase`, also one that differs in case only is wanted. */
  has(sku: Sku): boolean;
  /** Those that are missing, but no more than `most`. Errors: `SheetError`. */
  findMissing(isMissing: (sku: Sku) => boolean, most: number): Promise<ReadonlySet<Sku>>;
}

export interface OpenedLookup {
  readonly choice: LookupChoice;
  /** Answers for every wanted SKU, at once; without one each SKU is to be looked up. */
  readonly index?: { get(sku: Sku): Lookup } | undefined;
  readonly notices: readonly string[];
  /** What ended it before its time: then nothing is known of any SKU. */
  readonly stop?: unknown;
}

export interface LookupOptions {
  readonly settings: RunSettings;
  /** What every row means, or what the rows have in common: nothing else of the account is paged. */
  readonly filters: ScanFilters;
  readonly ignoreCase: boolean;
  readonly tools: Pick<Tools, 'service' | 'log'>;
  readonly surroundings: Surroundings;
}

/**
 * Chooses how the listings are found and, where the account is paged, pages it.
 *
 * A scan that was not completed counts for nothing: with `auto` each SKU is looked up then, with `scan` the run stops.
 */
export async function openLookup(wanted: Wanted, options: LookupOptions): Promise<OpenedLookup> {
  const { settings, filters, tools, surroundings } = options;
  const paging = openAccountPaging(filters, { service: settings.service, ...surroundings });
  const { known } = paging;
  const choice = chooseLookup({
    mode: settings.resolve,
    skus: wanted.count,
    listings: { exactly: known.listings, atLeast: known.listingsAtLeast },
  });
  tools.log.info('lookup chosen', { ...choice, skus: wanted.count });
  if (choice.by === 'sku') return { choice, notices: [] };
  try {
    surroundings.onProgress({ phase: 'scan', done: 0, total: choice.readsExpected });
    const scanned = await scanAccount(toScanOptions(wanted, { choice, paging, ...options }));
    const { kind, listings, pages } = scanned;
    tools.log.info('account paged', { kind, listings, pages });
    if (scanned.kind === 'closed') {
      const opened = await confirmMissing(wanted, { choice, known, scanned, ...options });
      // A scan that lookups contradict throws; the next one must not be measured by it.
      paging.remember(scanned);
      return withShrunken(opened, { choice, known, scanned, ...options });
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

/** At night nobody reads the screen: a part of the account that is gone is reported with `--quiet` as well. */
function withShrunken(opened: OpenedLookup, { known, scanned, filters, surroundings }: Paged): OpenedLookup {
  const notice = noticeShrunken({ before: known.listings, now: scanned.listings }, { filters });
  if (notice === undefined || opened.stop !== undefined) return opened;
  surroundings.onWarning?.(notice);
  return { ...opened, notices: [notice, ...opened.notices] };
}

/** Whether looking SKUs up may do where paging did not. */
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

interface Begun extends LookupOptions {
  readonly choice: LookupChoice;
}

function toScanOptions(
  wanted: Wanted,
  {
    settings,
    filters,
    ignoreCase,
    choice,
    paging,
    tools,
    surroundings,
  }: Begun & { readonly paging: AccountPaging },
): Parameters<typeof scanAccount>[0] {
  const { clock, signal, onProgress } = surroundings;
  const { readsExpected } = choice;
  return {
    listListings: tools.service.listListings,
    filters,
    isWanted: (sku) => wanted.has(sku),
    ignoreCase,
    ends: paging.known.ends ?? [],
    knownEnd: paging.knownEnd,
    widthFor: paging.widthFor,
    maxPages: settings.resolve === 'auto' ? wanted.count : Number.POSITIVE_INFINITY,
    clock,
    signal,
    onPage: (pages) => {
      const total = readsExpected === undefined ? undefined : Math.max(readsExpected, pages + 1);
      onProgress({ phase: 'scan', done: pages, total });
    },
  };
}

/** So many SKUs that a scan did not find are looked up, or one for each hundred pages. */
const FEWEST_CONFIRMED = 100;
const PAGES_PER_CONFIRMED = 100;

interface Paged extends Begun {
  readonly known: KnownPaging;
  readonly scanned: Extract<Scanned, { readonly kind: 'closed' }>;
}

/** Where more are missing so many of them are looked up: whether a service leaves pages out can only be told by asking. */
const SAMPLE = 20;

/** If all listings that an account has lost are still listed, about as many of them are among the SKUs that are looked up. */
const HITS = 8;

/**
 * A closed scan has seen every listing. Where few SKUs are missing from it they are looked up all the same: it costs little, and
 * says where a SKU is listed that the filters left out. Of many, some are.
 *
 * Errors: `ServiceError` where several of those are listed.
 */
async function confirmMissing(wanted: Wanted, paged: Paged): Promise<OpenedLookup> {
  const { choice, known, scanned, surroundings } = paged;
  const { index: found, pages, listings } = scanned;
  surroundings.onProgress({ phase: 'scan', done: pages, total: pages });
  const most = Math.max(FEWEST_CONFIRMED, Math.ceil(pages / PAGES_PER_CONFIRMED));
  const get = (sku: Sku): Lookup => ({ kind: 'found', listings: found.get(sku) });
  const count = wanted.count - found.skuCount();
  if (count <= 0) return { choice, index: { get }, notices: [] };
  // Where case is ignored, several that are wanted may be one here, and only a look at each tells.
  const isMany = count > most && !paged.ignoreCase;
  const lost = lostListings({ before: known.listings, now: listings });
  const asked = isMany ? sampleSize(count, { lost, most }) : most + 1;
  const inSample = sampler(isMany && lost > 0 ? Math.floor(count / asked) : 1);
  const missing = await wanted.findMissing((sku) => !found.has(sku) && inSample(sku), asked);
  const { confirmed, stop } = await lookUpMissing(missing, wanted, paged);
  if (stop !== undefined) return { choice, notices: [], stop };
  const index = { get: (sku: Sku) => confirmed.get(sku) ?? get(sku) };
  if (!isMany && missing.size <= most) return { choice, index, notices: [] };
  const listed = [...confirmed].filter(([, lookup]) =>
    // Others were not paged.
    isListed(lookup, (listing) => fits(listing, paged.filters)),
  );
  // One may have been created since.
  if (listed.length > 1)
    throw new ServiceError(
      `Cannot list /listings: "${listed[0]?.[0]}" is listed, and was on none of the ${pages} pages`,
    );
  const elsewhere = [...confirmed.values()].filter((lookup) => isListed(lookup)).length - listed.length;
  return { choice, index, notices: [noticeUnconfirmed(count, { elsewhere, asked: missing.size }, paged)] };
}

/** Of an account that has lost listings, enough that several of those come up if they are listed all the same. */
function sampleSize(
  missing: number,
  { lost, most }: { readonly lost: number; readonly most: number },
): number {
  return lost === 0 ? SAMPLE : Math.max(most + 1, Math.ceil((HITS * missing) / lost));
}

/** One SKU in so many, wherever they stand in the sheet. */
function sampler(oneIn: number): (sku: Sku) => boolean {
  return (sku) => oneIn <= 1 || hashText(sku) % oneIn === 0;
}

function isListed(lookup: Lookup, isMeant: (listing: Listing) => boolean = () => true): boolean {
  return lookup.kind === 'found' && lookup.listings.some(isMeant);
}

async function lookUpMissing(
  missing: ReadonlySet<Sku>,
  wanted: Wanted,
  { settings, ignoreCase, tools, surroundings }: Paged,
): Promise<{ readonly confirmed: ReadonlyMap<Sku, Lookup>; readonly stop: unknown }> {
  const { findListings } = tools.service;
  const lookups = new SkuLookups({
    findListings: ignoreCase ? ignoringCase(findListings) : findListings,
    total: missing.size,
    width: settings.service.concurrency,
    maxFailures: countOf(settings.maxFailures, wanted.count),
    isAnswered: true,
    signal: surroundings.signal,
    onProgress: surroundings.onProgress,
  });
  const confirmed = await lookups.lookUp(missing);
  return { confirmed, stop: lookups.stop };
}

interface LookedUp {
  readonly asked: number;
  /** How many of them are listed, in a part of the account that was not paged. */
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
