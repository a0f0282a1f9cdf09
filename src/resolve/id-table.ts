import type { ListingId } from '../domain/listing.ts';

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const BITS = 14;
const BLOCK = 1 << BITS;
const WITHIN = BLOCK - 1;

/**
 * Numbers by row; what was never set is 0. A column that grows block by block: an array that doubles would hold twice what is needed, and three times while it
 * is copied.
 */
export function createNumberColumn(make: new (length: number) => Numbers) {
  const blocks: Numbers[] = [];
  return {
    get: (row: number): number => blocks[row >> BITS]?.[row & WITHIN] ?? 0,
    set: (row: number, value: number): void => {
      const at = row >> BITS;
      while (blocks.length <= at) blocks.push(new make(BLOCK));
      const block = blocks[at];
      if (block) block[row & WITHIN] = value;
    },
  };
}

/** A part is chosen by the top bits of a hash. They are this numerous so that they grow at different times. */
const PART_BITS = 10;
const FEWEST_SLOTS = 16;
const FULLEST = 0.75;

/**
 * Finds rows of a table by a hash of what they hold, 32 bits, at 4 bytes for each and some room between them. `hashOf`: that of a row.
 *
 * Open addressing: a row is in the slot of its hash, or in the next free one after it. Rows are never taken out. There are many small
 * tables and not one, since to double that of a million rows holds up whatever else the process does.
 */
export function createRowFinder(hashOf: (row: number) => number) {
  /** Rows from 1 up; 0 is a free slot. */
  const parts: Uint32Array[] = Array.from({ length: 1 << PART_BITS }, () => new Uint32Array(FEWEST_SLOTS));
  const held = new Uint32Array(parts.length);

  function place(slots: Uint32Array, row: number, hash: number): void {
    const last = slots.length - 1;
    let at = hash & last;
    while (slots[at] !== 0) at = (at + 1) & last;
    slots[at] = row + 1;
  }

  function enlarge(before: Uint32Array): Uint32Array {
    const slots = new Uint32Array(before.length * 2);
    for (const row of before) if (row !== 0) place(slots, row - 1, hashOf(row - 1));
    return slots;
  }

  return {
    /** The row that `isWanted`, which has this hash. */
    find: (hash: number, isWanted: (row: number) => boolean): number | undefined => {
      const slots = partOf(parts, hash);
      const last = slots.length - 1;
      for (let at = hash & last; ; at = (at + 1) & last) {
        const row = slots[at] ?? 0;
        if (row === 0) return undefined;
        if (isWanted(row - 1)) return row - 1;
      }
    },
    add: (row: number): void => {
      const hash = hashOf(row);
      const part = hash >>> (32 - PART_BITS);
      let slots = partOf(parts, hash);
      const count = (held[part] ?? 0) + 1;
      held[part] = count;
      if (count > slots.length * FULLEST) {
        slots = enlarge(slots);
        parts[part] = slots;
      }
      place(slots, row, hash);
    },
  };
}

function partOf(parts: readonly Uint32Array[], hash: number): Uint32Array {
  const slots = parts[hash >>> (32 - PART_BITS)];
  if (!slots) throw new RangeError(`Not a hash of 32 bits: ${hash}`);
  return slots;
}

interface WithId<Id extends string> {
  readonly id: Id;
}

const WORDS = 4;
const INITIAL_CAPACITY = 1024;

/**
 * Ids of listings, each with its own row, counted from 0 in the order in which they came.
 *
 * Holds ids of 32 hex digits as the 16 bytes that they are, where a set of texts takes over a hundred for each. A UUID is the same one in
 * either case; each is given back as it was written first.
 *
 * All of it is written out in numbers, since every listing of an account goes through here several times.
 *
 * Source: RFC 9562 section 4.
 */
export function createIdTable<Id extends string = ListingId>() {
  let words = new Uint32Array(INITIAL_CAPACITY * WORDS);
  const rows = createRowFinder((row) => hashAt(words, row * WORDS));
  /** Ids that are not written in small letters. */
  const spelled = new Map<number, Id>();
  const wanted = new Uint32Array(WORDS);
  let size = 0;
  let latest: { readonly listings: readonly WithId<Id>[]; readonly rows: Uint32Array } | undefined;

  function isWanted(row: number): boolean {
    const base = row * WORDS;
    for (let n = 0; n < WORDS; n++) if (words[base + n] !== wanted[n]) return false;
    return true;
  }

  function grow(): void {
    const larger = new Uint32Array(words.length * 2);
    larger.set(words);
    words = larger;
  }

  /** The row of an id, a new one if it is not there yet. */
  function add(id: Id): number {
    const isSpelled = parse(id, wanted);
    const known = rows.find(hashAt(wanted, 0), isWanted);
    if (known !== undefined) return known;
    if (size * WORDS === words.length) grow();
    words.set(wanted, size * WORDS);
    if (isSpelled) spelled.set(size, id);
    rows.add(size);
    return size++;
  }

  return {
    size: () => size,
    add,
    /** The rows of listings, likewise. Those of a page are asked for one after the other, so they are found once. */
    rowsOf: (listings: readonly WithId<Id>[]): Uint32Array => {
      if (latest?.listings !== listings)
        latest = { listings, rows: Uint32Array.from(listings, ({ id }) => add(id)) };
      return latest.rows;
    },
    /** `undefined` if it is not there. */
    find: (id: Id): number | undefined => {
      parse(id, wanted);
      return rows.find(hashAt(wanted, 0), isWanted);
    },
    idOf: (row: number): Id => spelled.get(row) ?? (write(words, row * WORDS) as Id),
  };
}

export type IdTable<Id extends string = ListingId> = ReturnType<typeof createIdTable<Id>>;

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
function hashAt(words: Uint32Array, base: number): number {
  let mixed = 0;
  for (let n = 0; n < WORDS; n++) {
    const product = Math.imul(mixed ^ (words[base + n] ?? 0), 0x9e3779b1);
    mixed = product ^ (product >>> 15);
  }
  return mixed >>> 0;
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
