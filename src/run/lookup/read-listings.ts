import type { Listing, Sku } from '../../domain/listing.ts';
import { fits, type ListingFilters } from '../../domain/listing.ts';
import type { OnProgress } from '../../domain/ports.ts';
import { createIdTable } from '../../resolve/columns.ts';
import { scanAccount } from '../../resolve/scan/scan-account.ts';
import { suggestSkus } from '../../resolve/similar-skus.ts';
import type { Service, ServiceOptions } from '../../service/open-service.ts';
import type { RunPorts } from '../job/run.ts';
import { openAccountPaging } from './account-paging.ts';
import type { AskPorts } from './list-account.ts';
import { noticeShrunken } from './shrunken-account.ts';

export type ReadPorts = AskPorts &
  Pick<RunPorts, 'disk'> & {
    readonly onProgress: OnProgress;
    readonly locks: Pick<RunPorts['locks'], 'folder'>;
  };

/** Which listings of an account to read. */
export interface ListingQuery {
  readonly service: ServiceOptions;
  readonly filters: ListingFilters & { readonly sku?: string | undefined };
}

/** Listings that can be iterated repeatedly, and messages about how they were found. */
export interface FoundListings {
  readonly listings: () => Iterable<Listing>;
  readonly notices: readonly string[];
  /** Messages about the account as a whole, shown even with --quiet. */
  readonly warnings: readonly string[];
}

/** Reads the listings of an account, or of one SKU. Errors: those of the service; the signal's reason. */
export async function readListings(
  service: Service,
  { filters, service: options }: ListingQuery,
  ports: ReadPorts,
): Promise<FoundListings> {
  const { sku, platform, channel } = filters;
  if (sku !== undefined) {
    const found = await service.findListings(sku as Sku, ports);
    const notices = found.length > 0 ? [] : await noticeNoSku(sku as Sku, service, ports);
    // A service may return more than was requested.
    return { listings: () => found.filter((listing) => fits(listing, filters)), notices, warnings: [] };
  }
  const paging = openAccountPaging({ platform, channel }, { service: options, ...ports });
  const scanned = await scanAccount({
    listListings: service.listListings,
    filters: { platform, channel },
    ids: createIdTable(),
    isWanted: () => true,
    isNamed: () => false,
    ignoreCase: false,
    ends: paging.known.ends ?? [],
    probes: undefined,
    knownEnd: paging.knownEnd,
    width: service.width,
    maxPages: Number.POSITIVE_INFINITY,
    signal: ports.signal,
    onPage: (pages) => ports.onProgress(toProgress(pages, paging.known.listings)),
  });
  if (scanned.kind === 'given_up') throw new TypeError('Nothing limits the pages of an export');
  ports.onProgress({ phase: 'scan', done: scanned.pages, total: scanned.pages });
  paging.remember(scanned);
  const { index } = scanned;
  function* listings(): Generator<Listing> {
    for (const listing of index.all()) if (fits(listing, filters)) yield listing;
  }
  const shrunken = noticeShrunken(
    { before: paging.known.listings, now: scanned.listings },
    { filters: { platform, channel } },
  );
  return { listings, notices: [], warnings: shrunken === undefined ? [] : [shrunken] };
}

/** SKUs are compared exactly, so a near one is named if nothing was found. */
async function noticeNoSku(
  sku: Sku,
  { findListings, width }: Service,
  ports: ReadPorts,
): Promise<readonly string[]> {
  const suggestions = await suggestSkus({ skus: [sku], widths: [] }, findListings, { ...ports, width });
  const listed = suggestions.get(sku);
  // An export has no setting that treats different spellings as the same.
  const how = listed?.how.replace(/ \(".*\)$/, '');
  return [
    `No listing has the SKU "${sku}"${listed ? `; "${listed.sku}" is listed, which differs ${how}` : ''}`,
  ];
}

const PAGE_SIZE = 100;

/** The head of the list is read twice, hence one more page. */
function toProgress(done: number, listings: number | undefined) {
  const total = listings === undefined ? undefined : Math.ceil(listings / PAGE_SIZE) + 1;
  return { phase: 'scan', done, total: total && Math.max(total, done + 1) } as const;
}
