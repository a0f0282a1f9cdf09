import type { ListingId } from '../domain/listing.ts';

/** Ids of listings, each with its own row, counted from 0 in the order in which they came. */
export interface IdTable<Id extends string = ListingId> {
  readonly size: () => number;
  /** The row of an id, a new one if it is not there yet. */
  add(id: Id): number;
  /** The rows of listings, likewise. Those of a page are asked for one after the other, so they are found once. */
  rowsOf(listings: readonly WithId<Id>[]): Uint32Array;
  /** `undefined` if it is not there. */
  find(id: Id): number | undefined;
  idOf(row: number): Id;
}

interface WithId<Id extends string> {
  readonly id: Id;
}

const WORDS = 4;
const FEWEST_ROWS = 1024;
const FULLEST = 0.75;

/**
 * Holds ids of 32 hex digits as the 16 bytes that they are, where a set of texts takes over a hundred for each. A UUID is the same one in
 * either case; each is given back as it was written first.
 *
 * Open addressing: each row is in the slot of its hash, or in the next free one after it. All of it is written out in numbers,
 * since every listing of an account goes through here several times.
 *
 * Source: RFC 9562 section 4.
 */
export function createIdTable<Id extends string = ListingId>(): IdTable<Id> {
  let words = new Uint32Array(FEWEST_ROWS * WORDS);
  /** Rows from 1 up; 0 is a free slot. */
  let slots = new Uint32Array(FEWEST_ROWS * 2);
  /** Ids that are not written in small letters. */
  const spelled = new Map<number, Id>();
  const wanted = new Uint32Array(WORDS);
  let size = 0;
  let latest: { readonly listings: readonly WithId<Id>[]; readonly rows: Uint32Array } | undefined;

  /** The slot of the wanted id, or the free one that is to be its slot. */
  function findSlot(): number {
    const [a = 0, b = 0, c = 0, d = 0] = [wanted[0], wanted[1], wanted[2], wanted[3]];
    const last = slots.length - 1;
    for (let at = hash(a, b, c, d) & last; ; at = (at + 1) & last) {
      const row = slots[at] ?? 0;
      if (row === 0) return at;
      const base = (row - 1) * WORDS;
      if (words[base] === a && words[base + 1] === b && words[base + 2] === c && words[base + 3] === d)
        return at;
    }
  }

  function grow(): void {
    const larger = new Uint32Array(words.length * 2);
    larger.set(words);
    words = larger;
  }

  function spread(): void {
    slots = new Uint32Array(slots.length * 2);
    for (let row = 0; row < size; row++) {
      wanted.set(words.subarray(row * WORDS, (row + 1) * WORDS));
      slots[findSlot()] = row + 1;
    }
  }

  function add(id: Id): number {
    if (size + 1 > slots.length * FULLEST) spread();
    const isSpelled = parse(id, wanted);
    const slot = findSlot();
    const known = slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    if (size * WORDS === words.length) grow();
    words.set(wanted, size * WORDS);
    if (isSpelled) spelled.set(size, id);
    slots[slot] = size + 1;
    return size++;
  }

  return {
    size: () => size,
    add,
    rowsOf: (listings) => {
      if (latest?.listings !== listings)
        latest = { listings, rows: Uint32Array.from(listings, ({ id }) => add(id)) };
      return latest.rows;
    },
    find: (id) => {
      parse(id, wanted);
      const row = slots[findSlot()] ?? 0;
      return row === 0 ? undefined : row - 1;
    },
    idOf: (row) => spelled.get(row) ?? (write(words, row * WORDS) as Id),
  };
}

const DIGITS_OF_WORD = 8;
const HYPHEN = 45;
const LAST_DIGIT = 57;
const LAST_CAPITAL = 70;

/** Returns whether it has capitals. */
function parse(id: string, into: Uint32Array): boolean {
  let digits = 0;
  let word = 0;
  let hasCapitals = false;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    if (code === HYPHEN) continue;
    if (code <= LAST_DIGIT) word = (word << 4) | (code - 48);
    else {
      if (code <= LAST_CAPITAL) hasCapitals = true;
      word = (word << 4) | ((code | 32) - 87);
    }
    if (++digits % DIGITS_OF_WORD === 0) into[digits / DIGITS_OF_WORD - 1] = word;
  }
  return hasCapitals;
}

/** Ids may not be random: a test or a small service may simply count up. */
function hash(a: number, b: number, c: number, d: number): number {
  return mix(mix(mix(mix(0, a), b), c), d) >>> 0;
}

function mix(mixed: number, word: number): number {
  const product = Math.imul(mixed ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

const DIGITS = Buffer.from('0123456789abcdef');
/** Room to write an id in, hyphens included. A text put together from parts would hold on to all of them. */
const written = Buffer.from('00000000-0000-0000-0000-000000000000');

function write(words: Uint32Array, base: number): string {
  const [a = 0, b = 0, c = 0, d = 0] = [words[base], words[base + 1], words[base + 2], words[base + 3]];
  writeHalf(a >>> 16, 0);
  writeHalf(a, 4);
  writeHalf(b >>> 16, 9);
  writeHalf(b, 14);
  writeHalf(c >>> 16, 19);
  writeHalf(c, 24);
  writeHalf(d >>> 16, 28);
  writeHalf(d, 32);
  return written.toString('latin1');
}

/** Writes the lower 16 bits as four digits. */
function writeHalf(bits: number, at: number): void {
  written[at] = DIGITS[(bits >>> 12) & 0xf] ?? 0;
  written[at + 1] = DIGITS[(bits >>> 8) & 0xf] ?? 0;
  written[at + 2] = DIGITS[(bits >>> 4) & 0xf] ?? 0;
  written[at + 3] = DIGITS[bits & 0xf] ?? 0;
}
