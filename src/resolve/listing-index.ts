import type { Cents } from '../domain/cents.ts';
import { ServiceError } from '../domain/errors.ts';
import { hashShort } from '../domain/hash-text.ts';
import type { Listing, Sku } from '../domain/listing.ts';
import { createIdTable } from './id-table.ts';
import { createNumberColumn } from './number-column.ts';
import { createRowFinder } from './row-finder.ts';

/** A listing's place in the service's order: stretches of the list come one after the other. */
export interface Place {
  readonly stretch: number;
  /** Within the stretch. */
  readonly position: number;
}

/** Listings by their SKU. */
export interface ListingIndex {
  readonly size: () => number;
  /** Distinct SKUs; if case is ignored, SKUs that differ in nothing else are one. */
  readonly skuCount: () => number;
  /**
   * Takes a listing in. One that is there already is replaced, and keeps its place.
   *
   * Errors: `ServiceError` if it came with another SKU before.
   */
  put(listing: Listing, place: Place): void;
  has(sku: Sku): boolean;
  /** Every listing of a SKU, in the order in which the service lists them. */
  get(sku: Sku): readonly Listing[];
  /** All of them, in that order too. */
  all(): Iterable<Listing>;
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
  /** Words and amounts per row; without an amount, not a number. */
  const texts = createNumberColumn(Uint32Array);
  const amounts = createNumberColumn(Float64Array);
  const repricing = createNumberColumn(Uint8Array);
  const stretches = createNumberColumn(Uint16Array);
  const positions = createNumberColumn(Uint32Array);
  /** The next row of the same SKU, counted from 1; 0 if there is none. */
  const next = createNumberColumn(Uint32Array);
  const fold = ignoreCase ? (sku: string) => sku.toLowerCase() : (sku: string) => sku;
  let skuCount = 0;
  let wanted = '';
  const heads = createRowFinder({
    hashOf: (row) => hashShort(fold(skus[row] ?? '')),
    isWanted: (row) => fold(skus[row] ?? '') === wanted,
  });

  function findHead(sku: Sku): number | undefined {
    wanted = fold(sku);
    return heads.find(hashShort(wanted));
  }

  function link(row: number, sku: Sku): void {
    skus[row] = sku;
    const head = findHead(sku);
    if (head === undefined) {
      heads.add(row);
      skuCount++;
    } else {
      next.set(row, next.get(head));
      next.set(head, row + 1);
    }
  }

  function write(row: number, { platform, channel, status, currency, values, ...listing }: Listing): void {
    const text = row * TEXTS;
    texts.set(text, words.add(platform));
    texts.set(text + 1, words.add(channel));
    texts.set(text + 2, words.add(status));
    texts.set(text + 3, words.add(currency));
    texts.set(text + 4, words.add(values.strategy));
    const amount = row * AMOUNTS;
    amounts.set(amount, listing.currentPrice ?? Number.NaN);
    amounts.set(amount + 1, listing.currentShipping ?? Number.NaN);
    amounts.set(amount + 2, values.cost ?? Number.NaN);
    amounts.set(amount + 3, values.minimum_price ?? Number.NaN);
    amounts.set(amount + 4, values.maximum_price ?? Number.NaN);
    amounts.set(amount + 5, values.manual_price ?? Number.NaN);
    repricing.set(row, Number(values.repricing));
  }

  function textAt(at: number): string | null {
    return words.wordOf(texts.get(at));
  }

  function amountAt(at: number): Cents | null {
    const amount = amounts.get(at);
    return Number.isNaN(amount) ? null : (amount as Cents);
  }

  function read(row: number): Listing {
    const [text, amount] = [row * TEXTS, row * AMOUNTS];
    return {
      id: ids.idOf(row),
      sku: skus[row] ?? ('' as Sku),
      platform: textAt(text) ?? '',
      channel: textAt(text + 1) ?? '',
      status: textAt(text + 2) ?? '',
      currency: textAt(text + 3) ?? '',
      currentPrice: amountAt(amount),
      currentShipping: amountAt(amount + 1),
      values: {
        cost: amountAt(amount + 2),
        minimum_price: amountAt(amount + 3),
        maximum_price: amountAt(amount + 4),
        strategy: textAt(text + 4),
        repricing: repricing.get(row) === 1,
        manual_price: amountAt(amount + 5),
      },
    };
  }

  function inOrder(a: number, b: number): number {
    return stretches.get(a) - stretches.get(b) || positions.get(a) - positions.get(b);
  }

  return {
    size: ids.size,
    skuCount: () => skuCount,
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
      const head = findHead(sku);
      if (head === undefined) return [];
      if (next.get(head) === 0) return [read(head)];
      const rows: number[] = [];
      for (let row: number | undefined = head; row !== undefined; row = toRow(next.get(row))) rows.push(row);
      return rows.sort(inOrder).map(read);
    },
    *all() {
      for (const row of Uint32Array.from({ length: ids.size() }, (_, at) => at).sort(inOrder))
        yield read(row);
    },
  };
}

const TEXTS = 5;
const AMOUNTS = 6;

function toRow(link: number): number | undefined {
  return link === 0 ? undefined : link - 1;
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
