import { ServiceError } from '../../domain/errors.ts';
import { chooseLookup, type LookupChoice, type ResolveMode } from '../../resolve/choose-lookup.ts';
import { type ScanOptions, scanAccount } from '../../resolve/scan/scan-account.ts';
import { warn } from '../job/run.ts';
import { confirmMissing } from './confirm-missing.ts';
import type { ListingSearch } from './listing-search.ts';
import { noticeShrunken } from './shrunken-account.ts';
import type { OpenedLookup, WantedSkus } from './wanted-skus.ts';

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
    known,
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
