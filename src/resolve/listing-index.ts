import { ServiceError } from '../domain/errors.ts';
import { hashShort } from '../domain/hash-text.ts';
import type { Listing, ListingId, Sku } from '../domain/listing.ts';
import { createListingColumns } from './listing-columns.ts';
import { createNumberColumn } from './number-column.ts';
import { createRowFinder } from './row-finder.ts';

/** Listings by their SKU. */
export interface ListingIndex {
  readonly size: () => number;
  /** Distinct SKUs; if case is ignored, SKUs that differ in nothing else are one. */
  readonly skuCount: () => number;
  /**
   * Takes a listing in, under its number in the account. The one that had this number is replaced.
   *
   * Errors: `ServiceError` if it came with another SKU before.
   */
  put(listing: Listing, number: number): void;
  has(sku: Sku): boolean;
  /** Every listing of a SKU, in the order in which the service lists them. */
  get(sku: Sku): readonly Listing[];
  /** The listing of a number. */
  at(number: number): Listing | undefined;
  /** All of them, in that order too. */
  all(): Iterable<Listing>;
}

interface IndexOptions {
  /** A SKU leads to every listing whose SKU differs from it in nothing but case. */
  readonly ignoreCase: boolean;
  /** Where a listing of a number is in the service's order. */
  readonly placeOf: (number: number) => number;
  readonly idOf: (number: number) => ListingId;
}

/**
 * Holds a million listings in some 100 bytes each beside their SKUs and ids: numbers in typed columns, words that come again and
 * again as numbers. As objects they take over 600.
 */
export function createListingIndex({ ignoreCase, placeOf, idOf }: IndexOptions): ListingIndex {
  const skus: Sku[] = [];
  const columns = createListingColumns();
  const numbers = createNumberColumn(Uint32Array);
  /** By number, rows counted from 1. */
  const rows = createNumberColumn(Uint32Array);
  /** The next row of the same SKU, counted from 1; 0 if there is none. */
  const next = createNumberColumn(Uint32Array);
  const fold = ignoreCase ? (sku: string) => sku.toLowerCase() : (sku: string) => sku;
  let skuCount = 0;
  let wanted = '';
  const heads = createRowFinder();
  const isWanted = (row: number): boolean => fold(skus[row] ?? '') === wanted;

  function findHead(sku: Sku): number | undefined {
    wanted = fold(sku);
    return heads.find(hashShort(wanted), isWanted);
  }

  function link(row: number, sku: Sku): void {
    skus[row] = sku;
    wanted = fold(sku);
    const hash = hashShort(wanted);
    const head = heads.find(hash, isWanted);
    if (head === undefined) {
      heads.add(row, hash);
      skuCount++;
    } else {
      next.set(row, next.get(head));
      next.set(head, row + 1);
    }
  }

  function read(row: number): Listing {
    return columns.read(row, { id: idOf(numbers.get(row)), sku: skus[row] ?? ('' as Sku) });
  }

  function inOrder(a: number, b: number): number {
    return placeOf(numbers.get(a)) - placeOf(numbers.get(b));
  }

  return {
    size: () => skus.length,
    skuCount: () => skuCount,
    put: (listing, number) => {
      const row = toRow(rows.get(number)) ?? skus.length;
      columns.write(row, listing);
      if (row < skus.length) {
        if (skus[row] === listing.sku) return;
        throw new ServiceError(`Cannot list /listings: listing "${listing.id}" came with two SKUs`);
      }
      rows.set(number, row + 1);
      numbers.set(row, number);
      link(row, listing.sku);
    },
    has: (sku) => findHead(sku) !== undefined,
    get: (sku) => {
      const head = findHead(sku);
      if (head === undefined) return [];
      if (next.get(head) === 0) return [read(head)];
      const rows: number[] = [];
      for (let row: number | undefined = head; row !== undefined; row = toRow(next.get(row))) rows.push(row);
      return rows.sort(inOrder).map(read);
    },
    at: (number) => {
      const row = toRow(rows.get(number));
      return row === undefined ? undefined : read(row);
    },
    *all() {
      for (const row of Uint32Array.from(skus.keys()).sort(inOrder)) yield read(row);
    },
  };
}

function toRow(link: number): number | undefined {
  return link === 0 ? undefined : link - 1;
}
