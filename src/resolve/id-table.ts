import type { ListingId } from '../domain/listing.ts';
import { createNumberColumn } from './number-column.ts';
import { createRowFinder } from './row-finder.ts';

/** Ids of listings, each with a row of its own, counted from 0 in the order in which they came. */
export interface IdTable {
  readonly size: () => number;
  /** The row of an id, a new one where it is not there yet. */
  add(id: ListingId): number;
  /** `undefined` where it is not there. */
  find(id: ListingId): number | undefined;
  idOf(row: number): ListingId;
}

/**
 * Holds ids as the 16 bytes that they are, where a set of texts takes over a hundred for each. A UUID is the same one in
 * either case; each is given back as it was written first.
 *
 * Source: RFC 9562 section 4.
 */
export function createIdTable(): IdTable {
  const words = createNumberColumn(Uint32Array);
  /** Ids that are not written in small letters. */
  const spelled = new Map<number, ListingId>();
  const wanted = new Uint32Array(WORDS);
  let size = 0;

  const finder = createRowFinder({
    hashOf: (row) => hash((word) => words.get(row * WORDS + word)),
    isWanted: (row) => wanted.every((value, word) => words.get(row * WORDS + word) === value),
  });
  function look(id: ListingId): number | undefined {
    parse(id, wanted);
    return finder.find(hash((word) => wanted[word] ?? 0));
  }

  return {
    size: () => size,
    find: look,
    add: (id) => {
      const known = look(id);
      if (known !== undefined) return known;
      const row = size++;
      for (let word = 0; word < WORDS; word++) words.set(row * WORDS + word, wanted[word] ?? 0);
      if (id !== id.toLowerCase()) spelled.set(row, id);
      finder.add(row);
      return row;
    },
    idOf: (row) => spelled.get(row) ?? write([0, 1, 2, 3].map((word) => words.get(row * WORDS + word))),
  };
}

const WORDS = 4;
const DIGITS_OF_WORD = 8;
const HYPHEN = 45;

function parse(id: ListingId, into: Uint32Array): void {
  let digits = 0;
  let word = 0;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    if (code === HYPHEN) continue;
    word = (word << 4) | (code <= 57 ? code - 48 : (code | 32) - 87);
    digits++;
    if (digits % DIGITS_OF_WORD === 0) into[digits / DIGITS_OF_WORD - 1] = word;
  }
}

/** Ids need not be random: those of a test or of a small service may count up. */
function hash(wordAt: (word: number) => number): number {
  let mixed = 0;
  for (let word = 0; word < WORDS; word++) {
    mixed = Math.imul(mixed ^ wordAt(word), 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed >>> 0;
}

function write(words: readonly number[]): ListingId {
  const digits = words.map((word) => word.toString(16).padStart(DIGITS_OF_WORD, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as ListingId;
}
