import { ServiceError } from '../../domain/errors.ts';
import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import { fits, type ListingFilters } from '../../domain/listing.ts';
import type { FindListings, ListingPage, ListListings } from '../../domain/ports.ts';

/** The filters that paging may use: only what can't change about a listing. */
export type ScanFilters = Pick<ListingFilters, 'platform' | 'channel'>;

/** How a scan may look SKUs up, for listings to read on from. */
export interface ScanProbes {
  readonly findListings: FindListings;
  /** SKUs from all over the sheet. */
  readonly sample: readonly Sku[];
  /** Distinct SKUs of the sheet. */
  readonly skus: number;
}

export interface MeterOptions {
  readonly listListings: ListListings;
  readonly filters: ScanFilters;
  /** The number of requests after which the scan gives up. */
  readonly maxPages: number;
  /** Gets how many pages were read so far, and about how many there are; 0 where nothing suggests a number. */
  readonly onPage: (pages: number, estimate: number) => void;
}

interface PageCursor {
  readonly startingAfter?: ListingId | undefined;
  readonly endingBefore?: ListingId | undefined;
}

/** Sends the requests of a scan, and counts them. */
export interface ScanMeter {
  /** Errors: `GivenUp`, and those of the service. */
  fetchPage(cursor: PageCursor, signal: AbortSignal): Promise<ListingPage>;
  /** A listing of the part of the account that is paged; `undefined` if there is none of that SKU. Errors: likewise. */
  probe(sku: Sku, findListings: FindListings, signal: AbortSignal): Promise<Listing | undefined>;
  /** How many were begun. */
  readonly pages: () => number;
  /** How many of them have come. */
  readonly pagesRead: () => number;
  readonly probes: () => number;
  /** Notes about how many pages there are. */
  expect(pages: number): void;
  /** From now on as many pages are read as it takes. */
  lift(): void;
}

export class GivenUp extends Error {}

export function createScanMeter({ listListings, filters, maxPages, onPage }: MeterOptions): ScanMeter {
  let most = maxPages;
  let pages = 0;
  let probes = 0;
  let read = 0;
  let estimate = 0;

  function spend(): void {
    if (pages + probes >= most) throw new GivenUp();
  }

  return {
    fetchPage: async (cursor, signal) => {
      signal.throwIfAborted();
      spend();
      pages++;
      const page = await listListings({ ...filters, ...cursor, signal });
      onPage(++read, estimate);
      return page;
    },
    probe: async (sku, findListings, signal) => {
      signal.throwIfAborted();
      spend();
      probes++;
      try {
        const found = await findListings(sku, { signal });
        return found.find((listing) => fits(listing, filters));
      } catch (error) {
        if (error instanceof ServiceError) return undefined;
        throw error;
      }
    },
    pages: () => pages,
    pagesRead: () => read,
    probes: () => probes,
    expect: (expected) => {
      estimate = Number.isFinite(expected) ? Math.ceil(expected) + 1 : 0;
    },
    lift: () => {
      most = Number.POSITIVE_INFINITY;
    },
  };
}
