import type { Listing, ListingId, Sku } from '../domain/listing.ts';
import { createIdTable } from './id-table.ts';
import { createListingIndex, type ListingIndex } from './listing-index.ts';
import { createNumberColumn } from './number-column.ts';

/** All that a scan has read so far, by stretches of the list, which are numbered in the order of the list. */
export interface ScanRecord {
  /** The listings that are wanted. */
  readonly index: ListingIndex;
  /** How many listings were read, wanted or not. */
  readonly size: () => number;
  /** Whether a listing was read. */
  has(id: ListingId): boolean;
  /** Notes that a stretch is read from behind a listing on. */
  begin(stretch: number, after: ListingId): void;
  /** It is not read from there after all. */
  drop(after: ListingId): void;
  /** Whether a page can be what comes after a listing: nothing that comes before it may be on it. */
  follows(listings: readonly Listing[], after: ListingId | undefined, stretch: number): boolean;
  take(listings: readonly Listing[], stretch: number): Taken;
}

interface Taken {
  /** How many of them were not read before. */
  readonly fresh: number;
  /** The later stretch that they lead into. */
  readonly met: number | undefined;
}

interface Wanted {
  readonly isWanted: (sku: Sku) => boolean;
  /** A SKU leads to listings whose SKU differs in case only too. */
  readonly ignoreCase: boolean;
}

/** Listings that are read twice count once, as they were read last; they keep their place in the order. */
export function createScanRecord({ isWanted, ignoreCase }: Wanted): ScanRecord {
  const ids = createIdTable();
  const stretches = createNumberColumn(Uint16Array);
  const index = createListingIndex({ ignoreCase });
  /** Stretches by the listing that they come after. */
  const begun = new Map<string, number>();

  return {
    index,
    size: ids.size,
    has: (id) => ids.find(id) !== undefined,
    begin: (stretch, after) => void begun.set(after.toLowerCase(), stretch),
    drop: (after) => void begun.delete(after.toLowerCase()),
    follows: (listings, after, stretch) => {
      const from = after === undefined ? undefined : ids.find(after);
      // Within a stretch rows are in the order of the list.
      const before = from !== undefined && stretches.get(from) === stretch ? from : -1;
      return listings.every(({ id }) => {
        const row = ids.find(id);
        if (row === undefined) return true;
        const its = stretches.get(row);
        return its > stretch || (its === stretch && row > before);
      });
    },
    take: (listings, stretch) => {
      const before = ids.size();
      let owner = stretch;
      let met: number | undefined;
      function enter(other: number | undefined): void {
        if (other === undefined || other <= owner) return;
        met ??= other;
        owner = other;
      }
      for (const listing of listings) {
        const known = ids.find(listing.id);
        const row = known ?? ids.add(listing.id);
        if (known === undefined) stretches.set(row, owner);
        else enter(stretches.get(row));
        if (isWanted(listing.sku)) index.put(listing, { stretch: stretches.get(row), position: row });
        if (begun.size > 0) enter(begun.get(listing.id.toLowerCase()));
      }
      return { fresh: ids.size() - before, met };
    },
  };
}
