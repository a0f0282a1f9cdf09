import type { Cents } from '../domain/cents.ts';
import type { Listing } from '../domain/listing.ts';
import { createNumberColumn } from './number-column.ts';

interface ListingColumns {
  write(row: number, listing: Listing): void;
  /** The listing of a row, under the id and the SKU that are kept elsewhere. */
  read(row: number, key: Pick<Listing, 'id' | 'sku'>): Listing;
}

const TEXTS = 5;
const AMOUNTS = 6;

/** Rows of listings without their ids and SKUs, in typed columns: words that come again and again are numbers. */
export function createListingColumns(): ListingColumns {
  const words = createWordList();
  /** Words and amounts per row; without an amount, not a number. */
  const texts = createNumberColumn(Uint32Array);
  const amounts = createNumberColumn(Float64Array);
  const repricing = createNumberColumn(Uint8Array);

  function textAt(at: number): string | null {
    return words.wordOf(texts.get(at));
  }

  function amountAt(at: number): Cents | null {
    const amount = amounts.get(at);
    return Number.isNaN(amount) ? null : (amount as Cents);
  }

  return {
    write: (row, { platform, channel, status, currency, values, ...listing }) => {
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
    },
    read: (row, { id, sku }) => {
      const [text, amount] = [row * TEXTS, row * AMOUNTS];
      return {
        id,
        sku,
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
    },
  };
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
