import { SheetError } from '../../domain/errors.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { isRetryHeader, LISTING_ID } from '../../domain/retry-header.ts';
import { holdsUnprintable } from '../../domain/unprintable.ts';
import { type Column, type ColumnMap, type Columns, toColumn } from './column.ts';
import { toLetters } from './column-letters.ts';
import { COLUMN_NAMES, type ColumnName } from './column-names.ts';
import { findMisspelt, type MisspeltColumn } from './find-misspelt.ts';
import { foldHeader } from './fold-header.ts';
import { formatMapFlag, type MapPair } from './format-map-flag.ts';
import { type Meaning, meaningOf, meaningsOf, misleadingHeaders } from './header-meanings.ts';
import { keptAt, type LeftOut } from './left-out.ts';
import { findProgram } from './programs/find-program.ts';
import type { ProgramNames } from './programs/program-names.ts';
import { readMap } from './read-map.ts';
import { mentions, type Topic } from './topic-words.ts';

export interface HeaderReading {
  readonly columns: Columns;
  /** The program that wrote the file, where its headings show which. */
  readonly program: string | undefined;
  /** Header texts of columns that mean nothing here. */
  readonly ignored: readonly string[];
  /** Columns with pricesheet's own names, although the map says that there are no such columns. */
  readonly mappedAway: readonly { readonly name: ColumnName; readonly header: string }[];
  /** Columns that could have been meant as well, and were not taken. */
  readonly rivals: readonly Rival[];
  /** Those of them that look like misspelt ones of columns that were not found. */
  readonly misspelt: readonly MisspeltColumn[];
  /** Columns that would mean something but for the program that wrote the file. */
  readonly misleading: readonly string[];
  /** Likewise, but for their groups. */
  readonly foreign: readonly ForeignColumn[];
}

/** A column whose group gives it another meaning: `Min` under `Stock`. */
export interface ForeignColumn {
  readonly header: string;
  readonly heading: string;
}

export interface Rival {
  readonly name: ColumnName;
  readonly taken: string;
  readonly others: readonly string[];
}

interface HeaderOptions {
  /** The physical line of the header. */
  readonly line: number;
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  /** The group above each column, such as `Purchasing`; blank if there is none. */
  readonly headings: readonly string[];
  /** Header texts of columns that are to be left out. */
  readonly leaveOut?: LeftOut | undefined;
  readonly settle?: ((map: readonly MapPair[]) => string) | undefined;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** What one header text means, and where it is. */
interface Candidate extends Meaning {
  readonly column: Column;
  /** The group above it; blank if it is a part of the name. */
  readonly heading: string;
}

/** Of several columns that could be meant, the best is taken and said; for the others a person has to choose. */
const BEST_IS_TAKEN: ReadonlySet<ColumnName> = new Set<ColumnName>(['sku', 'cost', 'strategy']);

/**
 * Finds what each column means: what a person said first, then what the headers say, pricesheet's own names before all others.
 * Whether that is right is decided by the person who looks at it: a run that nobody watches takes nothing that isn't settled.
 *
 * Errors: `SheetError` if a column that a person named is not there, or two columns mean the same and neither is
 * better.
 */
export function readHeader(header: readonly string[], given: HeaderOptions): HeaderReading {
  const options = { ...given, map: withOurColumn(header, given.map) };
  const mapped = readMap(header, options);
  const all = findCandidates(header, mapped, options);
  const foreign = all.filter(isForeign);
  const candidates = all.filter((candidate) => !foreign.includes(candidate));
  const columns = new Map<ColumnName, Column>();
  const rivals: Rival[] = [];
  for (const name of COLUMN_NAMES) {
    const given = mapped.get(name);
    const [best, ...others] = candidates
      .filter((candidate) => candidate.name === name)
      .sort((a, b) => a.rank - b.rank);
    const column = given ?? best?.column;
    if (column) columns.set(name, column);
    if (given || !best) continue;
    refuseEquals(best, others, options);
    const serious = others.filter(({ by }) => by !== 'weak').map((other) => other.column.header);
    if (serious.length > 0) rivals.push({ name, taken: best.column.header, others: serious });
  }
  const program = findProgram(header);
  const used = new Set([...columns.values()].map(({ index }) => index));
  const ignored = header
    .filter((text, index) => text.trim() !== '' && !used.has(index))
    .map((text) => text.trim());
  const open = COLUMN_NAMES.filter((name) => !columns.has(name) && !options.map.has(name));
  return {
    columns,
    program: program?.program,
    ignored,
    mappedAway: ignored.flatMap((text) => {
      const meaning = meaningOf(text);
      const isMappedAway = meaning?.by === 'own' && options.map.get(meaning.name) === '';
      return isMappedAway ? [{ name: meaning.name, header: text }] : [];
    }),
    misspelt: findMisspelt(withoutOthers(ignored, program), new Set(open)),
    rivals,
    misleading: [...misleadingHeaders(header)].map((text) => text.trim()),
    foreign: foreign.map(({ column: { header }, heading }) => ({ header, heading })),
  };
}

/** A map that says that the sheet has no listing ids does not mean the ones of its retry file. */
function withOurColumn(header: readonly string[], map: ColumnMap): ColumnMap {
  if (map.get(LISTING_ID) !== '' || !isRetryHeader(header)) return map;
  return new Map([...map].filter(([name]) => name !== LISTING_ID));
}

/** Headings that a program is known to use for something else are not misspelt. */
function withoutOthers(headers: readonly string[], program: ProgramNames | undefined): readonly string[] {
  const others = new Set((program?.others ?? []).map(foldHeader));
  return headers.filter((header) => !others.has(foldHeader(header)));
}

/** Columns that may be taken by name: neither the column nor its field is mapped. */
function findCandidates(
  header: readonly string[],
  mapped: Columns,
  { map, headings, leaveOut }: HeaderOptions,
): readonly Candidate[] {
  const taken = new Set([...mapped.values()].map(({ index }) => index));
  const meanings = meaningsOf(header);
  return header.flatMap((text, index) => {
    const above = headings[index] ?? '';
    const meaning = meanings[index] ?? meaningBelow(above, text);
    const isLeftOut = keptAt(leaveOut, header, index) !== undefined;
    if (!meaning || taken.has(index) || map.has(meaning.name) || isLeftOut) return [];
    return [{ ...meaning, column: toColumn(text, index), heading: meanings[index] ? above : '' }];
  });
}

/** A name in two parts, of which the upper one covers several columns: `Purchase` above `Price`. */
function meaningBelow(heading: string, text: string): Meaning | undefined {
  if (heading === '' || text.trim() === '') return undefined;
  const found = meaningOf(`${heading} ${text}`) ?? meaningOf(`${text} ${heading}`);
  return found?.by === 'weak' ? undefined : found;
}

const NO_PRICES: readonly Topic[] = ['stock', 'measure', 'shipping', 'tax', 'share', 'other_cost'];
const NO_SALES: readonly Topic[] = [...NO_PRICES, 'purchase', 'supplier'];

/** What a group heading makes another name of: `Stock` of `Min`, `Retail` of `Cost`. */
const STRANGERS: Readonly<Partial<Record<ColumnName, readonly Topic[]>>> = {
  sku: ['supplier'],
  cost: [...NO_PRICES, 'sale'],
  cost_divisor: NO_PRICES,
  unit: NO_PRICES,
  minimum_price: [...NO_SALES, 'cost'],
  maximum_price: [...NO_SALES, 'cost'],
  manual_price: [...NO_SALES, 'cost'],
  strategy: [...NO_SALES, 'cost'],
  repricing: [...NO_SALES, 'cost'],
  fee: NO_SALES,
  fee_percent: NO_SALES,
};

function isForeign({ name, heading }: Candidate): boolean {
  return STRANGERS[name]?.some((topic) => mentions(heading, topic)) ?? false;
}

function refuseEquals(best: Candidate, others: readonly Candidate[], { name, shell }: HeaderOptions): void {
  const folded = foldHeader(best.column.header);
  const rivals = others.filter(({ rank, by, column }) => {
    if (rank === best.rank || foldHeader(column.header) === folded) return true;
    return !BEST_IS_TAKEN.has(best.name) && (by === 'weak') === (best.by === 'weak');
  });
  if (rivals.length === 0) return;
  const equals = [best, ...rivals].map(({ column }) => column).sort((a, b) => a.index - b.index);
  const texts = equals.map(({ header }) => `"${header}"`);
  const flags = equals.map((column) => formatMapFlag([[best.name, choiceOf(column, equals)]], shell));
  throw new SheetError(
    `Cannot read the sheet "${name}": the columns ${listWith('and', texts)} ${equals.length > 2 ? 'all' : 'both'} mean ${best.name}`,
    {
      hint: `Choose one with ${listWith('or', flags)}`,
    },
  );
}

/** How `--map` names one of several columns: by its header, or by its letter where headers are equal or can't be typed. */
function choiceOf({ header, index }: Column, all: readonly Column[]): string {
  const folded = foldHeader(header);
  const isOnly = all.filter((other) => foldHeader(other.header) === folded).length === 1;
  return isOnly && !holdsUnprintable(header) ? header : toLetters(index);
}

function listWith(word: string, texts: readonly string[]): string {
  return `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;
}
