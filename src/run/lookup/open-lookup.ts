import type { Lookup } from '../../domain/documents/summary.ts';
import { ServiceError } from '../../domain/errors.ts';
import { hashText } from '../../domain/hash-text.ts';
import { fits, isSameId, type Listing, type ListingId, type Sku } from '../../domain/listing.ts';
import type { Log } from '../../domain/ports.ts';
import type { Reason } from '../../domain/reasons.ts';
import { findSkuDamage, skuGroup } from '../../domain/rewritten-sku.ts';
import type { Row, RowsBySku, SheetRow } from '../../domain/row.ts';
import { type CarriedOver, listingOf, type PlanEntry } from '../../domain/stages.ts';
import { chooseLookup, type ResolveMode } from '../../resolve/choose-lookup.ts';
import { type LookedUp, type LookupOptions, lookUpRows, SkuLookups } from '../../resolve/look-up-skus.ts';
import {
  type FindLookup,
  type LookupResult,
  type MatchContext,
  namePart,
  resolveRow,
} from '../../resolve/match-row.ts';
import { isRewritten, setsAnyField } from '../../resolve/row-facts.ts';
import {
  type ScanFilters,
  type Scanned,
  type ScanOptions,
  scanAccount,
} from '../../resolve/scan/scan-account.ts';
import { MAX_TRIED, SkuWidths, suggestSkus } from '../../resolve/similar-skus.ts';
import { type RunHost, type Tools, warn } from '../job/run.ts';
import type { RowSource } from '../sheet/row-source.ts';
import { type AccountPaging, lostListings, noticeShrunken } from './account-state.ts';

type Batches = AsyncIterable<readonly (Row | CarriedOver)[]>;

/** How rows find their listings. */
interface OpenLookup {
  readonly lookup: Lookup | undefined;
  readonly notices: readonly string[];
  /** Rows that may lead to the same listings. */
  readonly rowsBySku: RowsBySku<Row | CarriedOver>;
  /** Yields rows in batches whose listings are known. Errors: those of `batches`. */
  through(batches: Batches): AsyncIterable<LookedUp>;
  /** What ended the lookups early, if anything did. */
  stop(): unknown;
}

/** What it takes to find the listings of rows, by paging the account or by looking SKUs up. */
export interface ListingSearch
  extends Pick<LookupOptions, 'findListings' | 'width' | 'maxFailures' | 'signal' | 'onProgress'>,
    Pick<ScanOptions, 'listListings' | 'filters' | 'ids'>,
    Pick<RunHost, 'onEvent'> {
  readonly mode: ResolveMode;
  /** What earlier runs remembered about the part of the account that the filters select. */
  readonly paging: AccountPaging;
  readonly log: Log;
}

/**
 * Prepares finding the listings of rows: by paging or by SKU, whichever takes fewer requests.
 *
 * The search's filters are those of every row, or what the rows have in common: nothing else of the account is paged. The
 * result of a scan that was not completed is discarded: with `auto` each SKU is then looked up, with `scan` the run stops.
 */
export async function openLookup(rows: RowSource, search: ListingSearch): Promise<OpenLookup> {
  const { signal, onProgress } = search;
  const { lookup, notices, listings, stop } = await tryPaging(rows, search);
  const common = { lookup, notices, rowsBySku: rows.rowsBySku };
  if (stop !== undefined) return { ...nothingFound(stop), ...common };
  const total = rows.facts.skus;
  if (!listings) {
    onProgress({ phase: 'lookup', done: 0, total });
    const lookups = new SkuLookups({ ...search, total });
    const through = (batches: Batches) => lookUpRows(batches, { lookups, rowsBySku: rows.rowsBySku });
    return { ...common, through, stop: () => lookups.stop };
  }
  const onRows = (done: number) => onProgress({ phase: 'plan', done, total: rows.count });
  return {
    ...common,
    rowsBySku: await joinRewritten(rows, listings.named),
    through: (batches) => withFind(batches, findAmong(listings), onRows),
    stop: () => signal.reason,
  };
}

/** Lookups that were ended before the first one. */
export function nothingFound(stop: unknown): OpenLookup {
  return {
    lookup: undefined,
    notices: [],
    rowsBySku: new Map(),
    through: (batches) => withFind(batches, () => undefined),
    stop: () => stop,
  };
}

async function* withFind(
  batches: Batches,
  find: FindLookup,
  onRows: (done: number) => void = () => {},
): AsyncGenerator<LookedUp> {
  let done = 0;
  for await (const rows of batches) {
    done += rows.length;
    onRows(done);
    yield { rows, find };
  }
}

/** Listings of an account that was paged. */
interface PagedListings {
  get(sku: Sku): LookupResult;
  named(id: ListingId): Listing | undefined;
}

/** With the listing that a row names by its id, if its SKU does not lead there. */
function findAmong({ get, named }: PagedListings): FindLookup {
  return ({ sku, listingId }) => {
    const lookup = get(sku);
    if (listingId === undefined || lookup.kind !== 'found') return lookup;
    const listing = lookup.listings.some(({ id }) => isSameId(id, listingId)) ? undefined : named(listingId);
    return listing ? { ...lookup, listings: [...lookup.listings, listing] } : lookup;
  };
}

interface Paged {
  readonly lookup: Lookup;
  /** Has the listings of every wanted SKU; without it each SKU is to be looked up. */
  readonly listings?: PagedListings;
  readonly notices: readonly string[];
  /** What ended it early: then nothing is known about any SKU. */
  readonly stop?: unknown;
}

/** Chooses how the listings are found and pages the account if that takes fewer requests. */
async function tryPaging(rows: RowSource, search: ListingSearch): Promise<Paged> {
  const { mode, paging, log, onProgress, filters, onEvent } = search;
  const { skus } = rows.facts;
  const { listings: before, reads_at_least: readsAtLeast } = paging.known;
  const lookup = chooseLookup({ mode, skus, known: { listings: before, readsAtLeast } });
  log.info('lookup chosen', { ...lookup, skus });
  const bySku = (why: string, reads: number): Lookup => ({ by: 'sku', why, reads_expected: reads });
  if (lookup.by === 'sku') return { lookup, notices: [] };
  try {
    onProgress({ phase: 'scan', done: 0, total: lookup.reads_expected ?? undefined });
    const scanned = await scanAccount(toScanOptions(rows, lookup.reads_expected, search));
    const { kind, listings, pages, probes, parts } = scanned;
    log.info('account paged', { kind, listings, pages, probes });
    if (kind === 'given_up') {
      paging.remember(scanned);
      const why = `stopped paging after ${pages + probes} reads, as many as the ${skus} SKUs take`;
      return { lookup: bySku(why, pages + probes + skus), notices: [] };
    }
    const confirmed = await confirmMissing(rows, scanned, search);
    // A scan that lookups contradict throws, and must not be what the next one is compared with.
    paging.remember(scanned);
    const shrunken = noticeShrunken({ before, now: listings }, filters);
    const isWarned = shrunken !== undefined && confirmed.stop === undefined;
    // With `--quiet` too: no one reads the screen of a nightly run.
    if (isWarned) warn(shrunken, { onEvent });
    const notices = isWarned ? [shrunken, ...confirmed.notices] : confirmed.notices;
    return { ...confirmed, lookup: parts === 1 ? lookup : { ...lookup, parts, probes }, notices };
  } catch (stop) {
    // Lookups by SKU may replace a failed scan.
    if (mode !== 'auto' || !(stop instanceof ServiceError))
      return { lookup, notices: [], stop: withHint(stop) };
    log.warn('account not paged', { message: stop.message });
    const notice = `The account could not be paged, so SKUs are looked up one by one: ${stop.message}`;
    return { lookup: bySku('the account could not be paged', skus), notices: [notice] };
  }
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
  { facts }: RowSource,
  readsExpected: number | null,
  search: ListingSearch,
): ScanOptions {
  const { mode, paging, onProgress, findListings } = search;
  const { skus, sample } = facts;
  return {
    ...search,
    // With a known account nothing is spent on getting to know it.
    probes: paging.known.listings !== undefined ? undefined : { findListings, sample, skus },
    isWanted: facts.isWanted,
    isNamed: facts.isNamed,
    ends: paging.known.ends ?? [],
    knownEnd: paging.knownEnd,
    maxPages: mode === 'auto' ? skus : Number.POSITIVE_INFINITY,
    onPage: (pages, estimate) => {
      const expected = readsExpected ?? estimate;
      const total = expected > 0 ? Math.max(expected, pages + 1) : undefined;
      onProgress({ phase: 'scan', done: pages, total, isEstimate: readsExpected === null });
    },
  };
}

/** At most this many SKUs that a scan did not find are looked up, or one for each hundred pages. */
const FEWEST_CONFIRMED = 100;
const PAGES_PER_CONFIRMED = 100;

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
  rows: RowSource,
  { index, named, others, pages, listings }: Scanned,
  search: ListingSearch,
): Promise<Omit<Paged, 'lookup'>> {
  const { filters, paging, onProgress } = search;
  onProgress({ phase: 'scan', done: pages, total: pages });
  const most = Math.max(FEWEST_CONFIRMED, Math.ceil(pages / PAGES_PER_CONFIRMED));
  const isOfPart = namePart(filters) !== '';
  const get = (sku: Sku): LookupResult => ({ kind: 'found', listings: index.get(sku), isOfPart });
  const count = rows.facts.skus - index.skuCount() + (isOfPart ? others : 0);
  if (count <= 0) return { listings: { get, named }, notices: [] };
  const isMany = count > most;
  const lost = lostListings({ before: paging.known.listings, now: listings });
  const asked = isMany ? sampleSize(count, lost, most) : most + 1;
  // If a part of them is enough, it comes from all over the sheet.
  const oneIn = isMany && lost > 0 ? Math.max(1, Math.floor(count / asked)) : 1;
  const isSampled = (sku: Sku) => !index.has(sku) && (oneIn === 1 || hashText(sku) % oneIn === 0);
  const missing = await findSkus(rows, isSampled, asked);
  const lookups = new SkuLookups({ ...search, total: missing.size, isAnswered: true });
  const confirmed = await lookups.lookUp([...missing].map((sku) => ({ sku })));
  if (lookups.stop !== undefined) return { notices: [], stop: lookups.stop };
  const found = { get: (sku: Sku) => confirmed.get(sku) ?? get(sku), named };
  if (!isMany && missing.size <= most) return { listings: found, notices: [] };
  const listed = [...confirmed].filter(([, lookup]) => lookup.kind === 'found' && lookup.listings.length > 0);
  // Others were not paged.
  const unpaged = listed.filter(
    ([, lookup]) => lookup.kind === 'found' && !lookup.listings.some((listing) => fits(listing, filters)),
  );
  // A single one may have been created since.
  if (listed.length - unpaged.length > 1) {
    const [[sku] = []] = listed.filter((each) => !unpaged.includes(each));
    throw new ServiceError(
      `Cannot list /listings: "${sku}" is listed, and was on none of the ${pages} pages`,
    );
  }
  const elsewhere = unpaged.length;
  const notice = noticeUnconfirmed(count, { elsewhere, asked: missing.size, listings, filters });
  return { listings: found, notices: [notice] };
}

/** For an account that lost listings, enough that several of them come up if they are still listed. */
function sampleSize(missing: number, lost: number, most: number): number {
  return lost === 0 ? SAMPLE : Math.max(most + 1, Math.ceil((HITS * missing) / lost));
}

/** SKUs that rows set fields of, at most `most`. Errors: `SheetError`. */
async function findSkus(
  { batches }: RowSource,
  isMeant: (sku: Sku) => boolean,
  most: number,
): Promise<ReadonlySet<Sku>> {
  const found = new Set<Sku>();
  for await (const rows of batches()) {
    for (const row of rows) {
      if (found.size >= most) return found;
      if (row.kind === 'row' && setsAnyField(row) && isMeant(row.target.sku)) found.add(row.target.sku);
    }
  }
  return found;
}

interface Unconfirmed {
  readonly asked: number;
  /** How many of them are listed, in the part of the account that was not paged. */
  readonly elsewhere: number;
  /** Number of listings that were paged. */
  readonly listings: number;
  readonly filters: ScanFilters;
}

function noticeUnconfirmed(count: number, { asked, elsewhere, listings, filters }: Unconfirmed): string {
  const named = namePart(filters);
  const [where, there] = named === '' ? [' of the account', ''] : [` with ${named}`, ' there'];
  const found =
    elsewhere === 0
      ? 'a few were looked up, and were not'
      : `of ${asked} that were looked up, ${elsewhere} ${elsewhere === 1 ? 'is' : 'are'} listed elsewhere`;
  return `${count} SKUs are not among the ${listings} listings${where}, so they are taken for not listed${there}; ${found}`;
}

type FindNamed = PagedListings['named'];

/**
 * Rows that may lead to the same listings: as `rows` has them by their SKUs, and rows like `4.01E+12` beside the rows with the SKU that their
 * ids lead to. The sheet is read again only if there are such rows.
 *
 * Errors: `SheetError`.
 */
async function joinRewritten(
  { rowsBySku, facts, batches }: RowSource,
  named: FindNamed,
): Promise<RowsBySku<Row | CarriedOver>> {
  if (!facts.hasRewritten) return rowsBySku;
  const joined = new Map<string, (Row | CarriedOver)[]>();
  for await (const rows of batches()) {
    for (const row of rows) {
      const group = groupOfNamed(row, named);
      if (group !== undefined) joined.set(group, []);
    }
  }
  if (joined.size === 0) return rowsBySku;
  for await (const rows of batches()) {
    for (const row of rows) {
      if (!('target' in row) || !row.target) continue;
      joined.get(groupOfNamed(row, named) ?? skuGroup(row.target.sku))?.push({ ...row, cells: [] });
    }
  }
  return new Map([...rowsBySku, ...joined]);
}

/** The group of the SKU that a row's id leads to, if a spreadsheet may have made the row's SKU from it. */
function groupOfNamed(row: Row | CarriedOver, named: FindNamed): string | undefined {
  if (!isRewritten(row) || !row.target?.listingId) return undefined;
  const listing = named(row.target.listingId);
  return listing && findSkuDamage(row.target.sku, listing.sku) ? skuGroup(listing.sku) : undefined;
}

const UNLISTED: ReadonlySet<string> = new Set<Reason>(['sku_not_listed', 'sku_damaged']);

/** The rows of the first few SKUs that are not listed, for which listed ones are suggested, and the shape of listed SKUs. */
export class MissingSkus {
  readonly #bySku = new Map<Sku, { readonly n: number; readonly row: SheetRow }[]>();
  readonly #widths = new SkuWidths();

  /** `n`: the position of the entry in the plan. */
  add(n: number, entry: PlanEntry): void {
    const listing = listingOf(entry);
    if (listing) this.#widths.add(listing.sku);
    if (entry.kind !== 'unresolved' || !UNLISTED.has(entry.reason)) return;
    const { row } = entry;
    const { sku } = row.target;
    const rows = this.#bySku.get(sku);
    if (rows) rows.push({ n, row });
    else if (this.#bySku.size < MAX_TRIED) this.#bySku.set(sku, [{ n, row }]);
  }

  /** Suggestions are only shown, so a failure of the service stops nothing. */
  async suggest(context: MatchContext, { service, entries, log }: Tools, signal: AbortSignal): Promise<void> {
    try {
      const { findListings, width } = service;
      const missing = { skus: this.#bySku.keys(), widths: this.#widths.result() };
      const suggestions = await suggestSkus(missing, findListings, { width, signal });
      const nothingFound = { kind: 'found', listings: [] } as const;
      for (const [sku, rows] of this.#bySku) {
        if (!suggestions.has(sku)) continue;
        for (const { n, row } of rows)
          for (const suggested of resolveRow(row, () => nothingFound, { ...context, suggestions }))
            if (suggested.kind === 'unresolved') entries.replace(n, suggested);
      }
    } catch (error) {
      log.warn('no SKUs suggested', { message: String(error) });
    }
  }
}
