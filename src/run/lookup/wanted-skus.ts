import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import type { LookupChoice } from '../../resolve/choose-lookup.ts';
import type { Lookup } from '../../resolve/look-up-skus.ts';

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

export interface ListingsFound {
  get(sku: Sku): Lookup;
  /** A listing of another SKU that a row names by its id. */
  named(id: ListingId): Listing | undefined;
}

export interface OpenedLookup {
  readonly choice: LookupChoice;
  /** Has the listings of every wanted SKU; without it each SKU is to be looked up. */
  readonly index?: ListingsFound | undefined;
  readonly notices: readonly string[];
  /** What ended it early: then nothing is known about any SKU. */
  readonly stop?: unknown;
}
