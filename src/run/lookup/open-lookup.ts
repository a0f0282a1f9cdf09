import { ServiceError } from '../../domain/errors.ts';
import { chooseLookup, type ResolveMode } from '../../resolve/choose-lookup.ts';
import { type ScanFilters, scanAccount } from '../../resolve/scan-account.ts';
import type { Run } from '../job/run.ts';
import { type AccountPaging, openAccountPaging } from './account-paging.ts';
import { confirmMissing, type Paged } from './confirm-missing.ts';
import { noticeShrunken } from './shrunken-account.ts';
import type { Begun, OpenedLookup, WantedSkus } from './wanted-skus.ts';

/**
 * Chooses how the listings are found and pages the account if that takes fewer requests.
 *
 * `filters` are those of every row, or what the rows have in common: nothing else of the account is paged. The result of a scan
 * that was not completed is discarded: with `auto` each SKU is then looked up, with `scan` the run stops.
 */
export async function openLookup(wanted: WantedSkus, filters: ScanFilters, run: Run): Promise<OpenedLookup> {
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
    const why = `stopped paging after ${pages} reads, as many as the ${wanted.count} SKUs take`;
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

function toScanOptions(
  wanted: WantedSkus,
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
