import { ServiceError } from '../../domain/errors.ts';
import { chooseLookup, type LookupChoice, type ResolveMode } from '../../resolve/choose-lookup.ts';
import { type ScanOptions, scanAccount } from '../../resolve/scan-account.ts';
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
    listings: { exactly: known.listings, atLeast: known.listingsAtLeast },
  });
  log.info('lookup chosen', { ...choice, skus: wanted.count });
  if (choice.by === 'sku') return { choice, notices: [] };
  try {
    onProgress({ phase: 'scan', done: 0, total: choice.readsExpected });
    const scanned = await scanAccount(toScanOptions(wanted, choice, search));
    const { kind, listings, pages } = scanned;
    log.info('account paged', { kind, listings, pages });
    if (scanned.kind === 'closed') {
      const confirmed = await confirmMissing(wanted, scanned, search);
      // A scan that lookups contradict throws, and must not be what the next one is compared with.
      paging.remember(scanned);
      return withShrunken({ choice, ...confirmed }, listings, search);
    }
    paging.remember(scanned);
    const why = `stopped paging after ${pages} reads, as many as the ${wanted.count} SKUs take`;
    return { choice: { by: 'sku', why, readsExpected: pages + wanted.count }, notices: [] };
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
  { filters, paging, onWarning }: ListingSearch,
): OpenedLookup {
  const notice = noticeShrunken({ before: paging.known.listings, now }, { filters });
  if (notice === undefined || opened.stop !== undefined) return opened;
  onWarning?.(notice);
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
  const { mode, paging, onProgress } = search;
  return {
    ...search,
    isWanted: (sku) => wanted.has(sku),
    ends: paging.known.ends ?? [],
    knownEnd: paging.knownEnd,
    maxPages: mode === 'auto' ? wanted.count : Number.POSITIVE_INFINITY,
    onPage: (pages) => {
      const total = readsExpected === undefined ? undefined : Math.max(readsExpected, pages + 1);
      onProgress({ phase: 'scan', done: pages, total });
    },
  };
}
