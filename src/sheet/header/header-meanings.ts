import { COLUMN_NAMES, type ColumnName, isMoneyColumn, isOwnName } from './column-names.ts';
import { foldHeader, isInCents, withoutCents } from './fold-header.ts';
import { STRONG, WEAK } from './known-names.ts';
import { perQuantityOf } from './per-quantity.ts';
import { findProgram, PROGRAMS } from './programs/find-program.ts';
import type { ProgramNames } from './programs/program-names.ts';

/** What a header can mean. */
export interface Meaning {
  readonly name: ColumnName;
  /** The smaller, the better. */
  readonly rank: number;
  /** The header says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /**
   * `own`: a name that pricesheet gives its columns. `program`: known of the program that wrote the file. `weak`: a word that other
   * trades use too.
   */
  readonly by: 'own' | 'program' | 'strong' | 'weak';
}

type Known = ReadonlyMap<string, Omit<Meaning, 'inCents'>>;

/** Where ranks begin: pricesheet's names come before those of a program that wrote the file, which begin at 0. */
const OWN = -1000;
/** Beside one of these, a bare `Cost` is that of the whole line. */
const PER_PIECE = new Set(['unitcost', 'costperitem', 'avgunitcost', 'averageunitcost', 'lastunitcost']);
const ANYWHERE = 1000;
const ELSEWHERE = 2000;

/** Made when the first header is read: it takes as long as all the rest of what `--help` needs. */
let known: Known | undefined;

/** Amounts and numbers, which are most of the cells that are looked at for a header: no name is made of these alone. */
const NO_NAME = /^[\d\s.,+-]*$/;

/** What a header means in any context. Our own `listing_id` is a UUID; the listing ids of other programs are something else. */
export function meaningOf(header: string): Meaning | undefined {
  if (/^\s*listing_id\s*$/i.test(header)) return { name: 'listing_id', rank: 0, inCents: false, by: 'own' };
  if (NO_NAME.test(header)) return undefined;
  const inCents = isInCents(header);
  known ??= listKnown();
  const meaning = known.get(foldHeader(inCents ? withoutCents(header) : header));
  if (!meaning) return meaningOfMany(header);
  if (inCents && !isMoneyColumn(meaning.name)) return undefined;
  // `Part #` is a number of a part, and `Min #` a number of pieces.
  if (isMoneyColumn(meaning.name) && header.includes('#')) return undefined;
  // `Price Unit` is what a price is for, `Price/Unit` a price.
  if (meaning.name === 'cost_divisor' && header.includes('/')) return undefined;
  return { ...meaning, inCents };
}

/** `Cost per 100` is a cost, and divided; anything else is not. */
function meaningOfMany(header: string): Meaning | undefined {
  const note = perQuantityOf(header);
  const meaning = note && meaningOf(note.rest);
  return meaning?.name === 'cost' && meaning.by !== 'weak' ? meaning : undefined;
}

/** What the cells of a header mean side by side: the names of the program that wrote it count before all others. */
export function meaningsOf(header: readonly string[]): readonly (Meaning | undefined)[] {
  const program = findProgram(header);
  if (!program) return header.map(meaningOf);
  const names = namesOf(program);
  const others = new Set((program.others ?? []).map(foldHeader));
  return header.map((text) => {
    const folded = foldHeader(text);
    return names.get(folded) ?? (others.has(folded) ? undefined : meaningOf(text));
  });
}

/**
 * Headers that mean something in other files, and nothing in the files of the program that wrote this one. Names such as
 * `Name`, which hold the SKU where there is nothing better, are none: the program has a column for it.
 */
export function misleadingHeaders(header: readonly string[]): ReadonlySet<string> {
  const meanings = meaningsOf(header);
  const hasSku = meanings.some((meaning) => meaning?.name === 'sku' && meaning.by === 'program');
  return new Set(
    header.filter((text, index) => {
      const meaning = meanings[index] ? undefined : meaningOf(text);
      return meaning && !(hasSku && meaning.name === 'sku' && meaning.by === 'weak');
    }),
  );
}

/** What a column is called wherever its name says plainly what it holds, as people write it. */
export function plainNamesOf(name: ColumnName): readonly string[] {
  return [...STRONG[name], ...PROGRAMS.flatMap(({ anywhere }) => anywhere?.[name] ?? [])];
}

function listKnown(): Known {
  const weak = COLUMN_NAMES.flatMap((name) =>
    toEntries(name, WEAK[name] ?? [], { by: 'weak', from: ELSEWHERE }),
  );
  const plain = COLUMN_NAMES.flatMap((name) =>
    toEntries(name, plainNamesOf(name), { by: 'strong', from: ANYWHERE }),
  );
  return new Map([...weak, ...plain.reverse()]);
}

const NAMES = new WeakMap<ProgramNames, ReadonlyMap<string, Meaning>>();

function namesOf(program: ProgramNames): ReadonlyMap<string, Meaning> {
  const found = NAMES.get(program) ?? listNames(program);
  NAMES.set(program, found);
  return found;
}

function listNames({ names }: ProgramNames): ReadonlyMap<string, Meaning> {
  const entries = COLUMN_NAMES.flatMap((name) =>
    toEntries(name, names[name] ?? [], { by: 'program', from: 0 }),
  );
  return new Map(entries.map(([folded, meaning]) => [folded, { ...meaning, inCents: false }]));
}

interface Origin {
  readonly by: 'program' | 'strong' | 'weak';
  /** The rank of the best. */
  readonly from: number;
}

function toEntries(
  name: ColumnName,
  words: readonly string[],
  { by, from }: Origin,
): readonly (readonly [folded: string, Omit<Meaning, 'inCents'>])[] {
  return words.map((word, index) => {
    const folded = foldHeader(word);
    if (by !== 'program' && isOwnName(folded)) return [folded, { name, rank: OWN + index, by: 'own' }];
    if (PER_PIECE.has(folded)) return [folded, { name, rank: 2 * OWN + index, by }];
    return [folded, { name, rank: from + index, by }];
  });
}
