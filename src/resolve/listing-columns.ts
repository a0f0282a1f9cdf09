import type { Cents } from '../domain/cents.ts';
import type { Listing } from '../domain/listing.ts';

interface ListingColumns {
  write(row: number, listing: Listing): void;
  /** The listing of a row, under the id and the SKU that are kept elsewhere. */
  read(row: number, key: Pick<Listing, 'id' | 'sku'>): Listing;
}

/** Words in numbers, and whether there is repricing. */
const WORDS = 6;
/** Without one, not a number. */
const AMOUNTS = 6;
const ROWS_PER_BLOCK = 4096;

interface Block {
  readonly words: Uint32Array;
  readonly amounts: Float64Array;
}

/**
 * Rows of listings without their ids and SKUs: words that come again and again are numbers. They are kept in blocks, since an array that
 * doubles would hold twice what is needed.
 */
export function createListingColumns(): ListingColumns {
  const list = createWordList();
  const blocks: Block[] = [];

  function blockOf(row: number): Block {
    const at = Math.floor(row / ROWS_PER_BLOCK);
    const block = blocks[at] ?? newBlock();
    blocks[at] = block;
    return block;
  }

  return {
    write: (row, { platform, channel, status, currency, values, ...listing }) => {
      const { words, amounts } = blockOf(row);
      const word = (row % ROWS_PER_BLOCK) * WORDS;
      words[word] = list.add(platform);
      words[word + 1] = list.add(channel);
      words[word + 2] = list.add(status);
      words[word + 3] = list.add(currency);
      words[word + 4] = list.add(values.strategy);
      words[word + 5] = Number(values.repricing);
      const amount = (row % ROWS_PER_BLOCK) * AMOUNTS;
      amounts[amount] = listing.currentPrice ?? Number.NaN;
      amounts[amount + 1] = listing.currentShipping ?? Number.NaN;
      amounts[amount + 2] = values.cost ?? Number.NaN;
      amounts[amount + 3] = values.minimum_price ?? Number.NaN;
      amounts[amount + 4] = values.maximum_price ?? Number.NaN;
      amounts[amount + 5] = values.manual_price ?? Number.NaN;
    },
    read: (row, { id, sku }) => {
      const { words, amounts } = blockOf(row);
      const word = (row % ROWS_PER_BLOCK) * WORDS;
      const amount = (row % ROWS_PER_BLOCK) * AMOUNTS;
      return {
        id,
        sku,
        platform: list.wordOf(words[word]) ?? '',
        channel: list.wordOf(words[word + 1]) ?? '',
        status: list.wordOf(words[word + 2]) ?? '',
        currency: list.wordOf(words[word + 3]) ?? '',
        currentPrice: toCents(amounts[amount]),
        currentShipping: toCents(amounts[amount + 1]),
        values: {
          cost: toCents(amounts[amount + 2]),
          minimum_price: toCents(amounts[amount + 3]),
          maximum_price: toCents(amounts[amount + 4]),
          strategy: list.wordOf(words[word + 4]),
          repricing: words[word + 5] === 1,
          manual_price: toCents(amounts[amount + 5]),
        },
      };
    },
  };
}

function newBlock(): Block {
  return {
    words: new Uint32Array(ROWS_PER_BLOCK * WORDS),
    amounts: new Float64Array(ROWS_PER_BLOCK * AMOUNTS),
  };
}

function toCents(amount: number | undefined): Cents | null {
  return amount === undefined || Number.isNaN(amount) ? null : (amount as Cents);
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
    wordOf: (number = 0): string | null => list[number] ?? null,
  };
}
