import { hashText } from '../domain/hash-text.ts';
import type { Listing, ListingId } from '../domain/listing.ts';
import type { IdTable } from './id-table.ts';
import { createNumberColumn } from './number-column.ts';

/** When listings were read last, on which page of the account, and which of them are to be updated. */
export interface ReadingTimes {
  /** `at`: when they were asked for. `page`: its number from 1 up; a lookup by SKU has none. */
  note(listings: readonly Listing[], reading: { readonly at: number; readonly page?: number }): void;
  /** Notes that a listing is to be updated from what it was read as. To be called in the order of sending. */
  plan(listing: Listing): void;
  /** A listing that was never read, or was read last as something else than planned, was read at minus infinity. */
  readAt(row: number): number;
  /** 0 if it was on none. */
  pageOf(row: number): number;
  find(id: ListingId): number | undefined;
  /** Rows of the listings that are to be updated, in the order of sending. */
  planned(): Generator<number>;
}

/**
 * Holds some 20 bytes for each listing beside its id. What a listing was planned from is held as a hash of 53 bits, which is enough to see
 * that it is unchanged: if it seems to have changed it is looked up separately.
 *
 * Units: milliseconds of the monotonic clock, from `origin` on.
 */
export function createReadingTimes(origin: number, ids: IdTable): ReadingTimes {
  /** Counted from 1; 0 is never. */
  const times = createNumberColumn(Uint32Array);
  const pages = createNumberColumn(Uint32Array);
  const prints = createNumberColumn(Float64Array);
  const order = createNumberColumn(Uint32Array);
  let count = 0;

  return {
    note: (listings, { at: askedAt, page }) => {
      const time = Math.max(0, Math.floor(askedAt - origin)) + 1;
      for (const [at, row] of ids.rowsOf(listings).entries()) {
        const planned = prints.get(row);
        times.set(row, planned === 0 || planned === toPrint(listings[at] as Listing) ? time : 0);
        if (page !== undefined) pages.set(row, page);
      }
    },
    plan: (listing) => {
      const row = ids.add(listing.id);
      prints.set(row, toPrint(listing));
      order.set(count++, row);
    },
    readAt: (row) => {
      const time = times.get(row);
      return time === 0 ? Number.NEGATIVE_INFINITY : origin + time - 1;
    },
    pageOf: pages.get,
    find: ids.find,
    *planned() {
      for (let n = 0; n < count; n++) yield order.get(n);
    },
  };
}

/** Everything that guard rules see of a listing; never 0, which means no print. */
function toPrint({ sku, currency, values }: Listing): number {
  const { cost, minimum_price, maximum_price, strategy, repricing, manual_price } = values;
  const amounts = `${cost}|${minimum_price}|${maximum_price}|${manual_price}`;
  return hashText(`${amounts}|${repricing}|${currency}|${strategy}|${sku}`) || 1;
}
