import type { Cents } from '../domain/cents.ts';
import { ServiceError } from '../domain/errors.ts';
import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import type { Listing, ListingId, Sku } from '../domain/listing.ts';
import { createNumberColumn, createRowFinder } from './id-table.ts';

interface IndexOptions {
  /** Where a listing of a number is in the service's order. */
  readonly placeOf: (number: number) => number;
  readonly idOf: (number: number) => ListingId;
}

/**
 * Listings by their SKU. Holds a million of them in some 100 bytes each beside their SKUs and ids: numbers in typed columns, words that come again and
 * again as numbers. As objects they take over 600.
 */
export function createListingIndex({ placeOf, idOf }: IndexOptions) {
  const skus: Sku[] = [];
  const columns = createListingColumns();
  const numbers = createNumberColumn(Uint32Array);
  /** By number, rows counted from 1. */
  const rows = createNumberColumn(Uint32Array);
  /** The next row of the same SKU, counted from 1; 0 if there is none. */
  const next = createNumberColumn(Uint32Array);
  let skuCount = 0;
  let wanted = '';
  let wantedHash = 0;
  /** By row: to compare SKUs takes longer. */
  const hashes = createNumberColumn(Uint32Array);
  const heads = createRowFinder(hashes.get);
  const isWanted = (row: number): boolean => hashes.get(row) === wantedHash && skus[row] === wanted;

  function findHead(sku: Sku): number | undefined {
    wanted = sku;
    wantedHash = hashText(wanted) >>> 0;
    return heads.find(wantedHash, isWanted);
  }

  function link(row: number, sku: Sku): void {
    const head = findHead(sku);
    skus[row] = sku;
    hashes.set(row, wantedHash);
    if (head === undefined) {
      heads.add(row);
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
    /** Distinct SKUs. */
    skuCount: () => skuCount,
    /**
     * Takes a listing in, under its number in the account. The one that had this number is replaced. Returns whether there was none.
     *
     * Errors: `ServiceError` if it came with another SKU before.
     */
    put: (listing: Listing, number: number): boolean => {
      const row = toRow(rows.get(number)) ?? skus.length;
      columns.write(row, listing);
      if (row < skus.length) {
        if (skus[row] === listing.sku) return false;
        throw new ServiceError(`Cannot list /listings: listing "${listing.id}" came with two SKUs`);
      }
      rows.set(number, row + 1);
      numbers.set(row, number);
      link(row, listing.sku);
      return true;
    },
    has: (sku: Sku): boolean => findHead(sku) !== undefined,
    /** Every listing of a SKU, in the order in which the service lists them. */
    get: (sku: Sku): readonly Listing[] => {
      const head = findHead(sku);
      if (head === undefined) return [];
      if (next.get(head) === 0) return [read(head)];
      const rows: number[] = [];
      for (let row: number | undefined = head; row !== undefined; row = toRow(next.get(row))) rows.push(row);
      return rows.sort(inOrder).map(read);
    },
    /** The listing of a number. */
    at: (number: number): Listing | undefined => {
      const row = toRow(rows.get(number));
      return row === undefined ? undefined : read(row);
    },
    /** All of them, in that order too. */
    *all(): Generator<Listing> {
      for (const row of Uint32Array.from(skus.keys()).sort(inOrder)) yield read(row);
    },
  };
}

export type ListingIndex = ReturnType<typeof createListingIndex>;

function toRow(link: number): number | undefined {
  return link === 0 ? undefined : link - 1;
}

/** Two that can only be read, and those of `MONEY_FIELDS`. Without one, not a number. */
const AMOUNTS = 2 + MONEY_FIELDS.length;

/** What many listings have in common: all but their ids, SKUs and amounts. */
type Kind = Pick<Listing, 'platform' | 'channel' | 'status' | 'currency'> &
  Pick<Listing['values'], 'strategy' | 'repricing'>;

/** Rows of listings without their ids and SKUs. */
function createListingColumns() {
  const kinds = createKindList();
  const kindOf = createNumberColumn(Uint32Array);
  const amounts = createNumberColumn(Float64Array);
  const setAmount = (at: number, amount: number | null) => amounts.set(at, amount ?? Number.NaN);

  return {
    write: (row: number, listing: Listing): void => {
      kindOf.set(row, kinds.add(listing));
      const amount = row * AMOUNTS;
      setAmount(amount, listing.currentPrice);
      setAmount(amount + 1, listing.currentShipping);
      let at = amount + 2;
      for (const field of MONEY_FIELDS) setAmount(at++, listing.values[field]);
    },
    /** The listing of a row, under the id and the SKU that are kept elsewhere. */
    read: (row: number, { id, sku }: Pick<Listing, 'id' | 'sku'>): Listing => {
      const { platform, channel, status, currency, strategy, repricing } = kinds.at(kindOf.get(row));
      const amount = row * AMOUNTS;
      const money = (field: MoneyField) => toCents(amounts.get(amount + 2 + MONEY_FIELDS.indexOf(field)));
      return {
        id,
        sku,
        platform,
        channel,
        status,
        currency,
        currentPrice: toCents(amounts.get(amount)),
        currentShipping: toCents(amounts.get(amount + 1)),
        values: {
          cost: money('cost'),
          minimum_price: money('minimum_price'),
          maximum_price: money('maximum_price'),
          strategy,
          repricing,
          manual_price: money('manual_price'),
        },
      };
    },
  };
}

function toCents(amount: number): Cents | null {
  return Number.isNaN(amount) ? null : (amount as Cents);
}

/** Kinds of listings as numbers. */
function createKindList() {
  const numbers = new Map<string, number>();
  const list: Kind[] = [];
  return {
    add: ({ platform, channel, status, currency, values: { strategy, repricing } }: Listing): number => {
      const key = JSON.stringify([platform, channel, status, currency, strategy, repricing]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, list.length);
      return list.push({ platform, channel, status, currency, strategy, repricing }) - 1;
    },
    at: (number: number): Kind => list[number] as Kind,
  };
}
