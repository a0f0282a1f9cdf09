import { ServiceError } from '../domain/errors.ts';
import type { Listing, Sku } from '../domain/listing.ts';
import { createIdTable } from './id-table.ts';
import { createNumberColumn, type NumberColumn } from './number-column.ts';
import { createRowFinder } from './row-finder.ts';

/** Where a listing stands in the service's order: stretches of the list come one after the other. */
export interface Place {
  readonly stretch: number;
  /** Within the stretch. */
  readonly position: number;
}

/** Listings by their SKU. */
export interface ListingIndex {
  readonly size: () => number;
  /**
   * Takes a listing in. One that is there already is replaced, and keeps its place.
   *
   * Errors: `ServiceError` where it came with another SKU before.
   */
  put(listing: Listing, place: Place): void;
  has(sku: Sku): boolean;
  /** Every listing of a SKU, in the order in which the service lists them. */
  get(sku: Sku): readonly Listing[];
}

/**
 * Holds a million listings in some 130 bytes each beside their SKUs: numbers in typed columns, words that come again and
 * again as numbers, ids as bytes. As objects they take over 600.
 *
 * With `ignoreCase` a SKU leads to every listing whose SKU differs from it in nothing but case.
 */
export function createListingIndex({ ignoreCase }: { readonly ignoreCase: boolean }): ListingIndex {
  const ids = createIdTable();
  const skus: Sku[] = [];
  const words = createWordList();
  const texts = TEXTS.map(() => createNumberColumn(Uint32Array));
  const amounts = AMOUNTS.map(() => createNumberColumn(Float64Array));
  const repricing = createNumberColumn(Uint8Array);
  const stretches = createNumberColumn(Uint16Array);
  const positions = createNumberColumn(Uint32Array);
  /** The next row of the same SKU, counted from 1; 0 where there is none. */
  const next = createNumberColumn(Uint32Array);
  const fold = ignoreCase ? (sku: string) => sku.toLowerCase() : (sku: string) => sku;
  let wanted = '';
  const heads = createRowFinder({
    hashOf: (row) => hashText(fold(skus[row] ?? '')),
    isWanted: (row) => fold(skus[row] ?? '') === wanted,
  });

  function findHead(sku: Sku): number | undefined {
    wanted = fold(sku);
    return heads.find(hashText(wanted));
  }

  function link(row: number, sku: Sku): void {
    skus[row] = sku;
    const head = findHead(sku);
    if (head === undefined) heads.add(row);
    else {
      next.set(row, next.get(head));
      next.set(head, row + 1);
    }
  }

  function write(row: number, listing: Listing): void {
    for (const [at, textOf] of TEXTS.entries()) texts[at]?.set(row, words.add(textOf(listing)));
    for (const [at, amountOf] of AMOUNTS.entries()) amounts[at]?.set(row, amountOf(listing) ?? Number.NaN);
    repricing.set(row, Number(listing.values.repricing));
  }

  function read(row: number): Listing {
    const textAt = (at: number): string | null => words.wordOf(texts[at]?.get(row) ?? 0);
    const amountAt = (at: number) => toAmount(amounts[at], row);
    return {
      id: ids.idOf(row),
      sku: skus[row] ?? ('' as Sku),
      platform: textAt(0) ?? '',
      channel: textAt(1) ?? '',
      status: textAt(2) ?? '',
      currency: textAt(3) ?? '',
      currentPrice: amountAt(0),
      currentShipping: amountAt(1),
      values: {
        cost: amountAt(2) as Listing['values']['cost'],
        minimum_price: amountAt(3) as Listing['values']['minimum_price'],
        maximum_price: amountAt(4) as Listing['values']['maximum_price'],
        strategy: textAt(4),
        repricing: repricing.get(row) === 1,
        manual_price: amountAt(5) as Listing['values']['manual_price'],
      },
    };
  }

  return {
    size: ids.size,
    put: (listing, { stretch, position }) => {
      const size = ids.size();
      const row = ids.add(listing.id);
      write(row, listing);
      if (row < size) {
        if (skus[row] === listing.sku) return;
        throw new ServiceError(`Cannot list /listings: listing "${listing.id}" came with two SKUs`);
      }
      stretches.set(row, stretch);
      positions.set(row, position);
      link(row, listing.sku);
    },
    has: (sku) => findHead(sku) !== undefined,
    get: (sku) => {
      const rows: number[] = [];
      const head = findHead(sku);
      for (let row = head; row !== undefined; row = toRow(next.get(row))) rows.push(row);
      rows.sort((a, b) => stretches.get(a) - stretches.get(b) || positions.get(a) - positions.get(b));
      return rows.map(read);
    },
  };
}

const TEXTS: readonly ((listing: Listing) => string | null)[] = [
  ({ platform }) => platform,
  ({ channel }) => channel,
  ({ status }) => status,
  ({ currency }) => currency,
  ({ values }) => values.strategy,
];

const AMOUNTS: readonly ((listing: Listing) => number | null)[] = [
  ({ currentPrice }) => currentPrice,
  ({ currentShipping }) => currentShipping,
  ({ values }) => values.cost,
  ({ values }) => values.minimum_price,
  ({ values }) => values.maximum_price,
  ({ values }) => values.manual_price,
];

function toAmount(column: NumberColumn | undefined, row: number): number | null {
  const amount = column?.get(row) ?? Number.NaN;
  return Number.isNaN(amount) ? null : amount;
}

function toRow(link: number): number | undefined {
  return link === 0 ? undefined : link - 1;
}

/** FNV-1a over the code units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Words as numbers from 1 up; 0 is none. */
function createWordList() {
  const numbers = new Map<string, number>();
  const list: (string | null)[] = [null];
  return {
    add: (word: string | null): number => {
      if (word === null) return 0;
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, list.length);
      return list.push(word) - 1;
    },
    wordOf: (number: number): string | null => list[number] ?? null,
  };
}
