import { SheetError } from '../../domain/errors.ts';
import { isRetryHeader, LISTING_ID } from '../../domain/own-sheets.ts';
import { holdsUnprintable } from '../../domain/unprintable.ts';
import type { Named, SheetOptions } from '../sheet-options.ts';
import {
  COLUMN_NAMES,
  type Column,
  type ColumnMap,
  type ColumnName,
  type Columns,
  foldHeader,
  toColumn,
  toLetters,
} from './column.ts';
import { formatMapFlag, keptAt, readMap } from './column-map.ts';
import { type Meaning, meaningOf } from './header-meanings.ts';

export interface HeaderReading {
  readonly columns: Columns;
  /** Header texts of columns that mean nothing here. */
  readonly ignored: readonly string[];
}

interface HeaderOptions extends Named, Pick<SheetOptions, 'map' | 'leaveOut' | 'settle' | 'shell'> {
  /** The physical line of the header. */
  readonly line: number;
  /** The group above each column, such as `Purchasing`; blank if there is none. */
  readonly headings: readonly string[];
}

/** What one header text means, and where it is. */
interface Candidate extends Meaning {
  readonly column: Column;
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
  const candidates = findCandidates(header, mapped, options);
  const columns = new Map<ColumnName, Column>();
  for (const name of COLUMN_NAMES) {
    const given = mapped.get(name);
    const [best, ...others] = candidates
      .filter((candidate) => candidate.name === name)
      .sort((a, b) => a.rank - b.rank);
    const column = given ?? best?.column;
    if (column) columns.set(name, column);
    if (!given && best) refuseEquals(best, others, options);
  }
  const used = new Set([...columns.values()].map(({ index }) => index));
  const ignored = header
    .filter((text, index) => text.trim() !== '' && !used.has(index))
    .map((text) => text.trim());
  return { columns, ignored };
}

/** A map that says that the sheet has no listing ids does not mean the ones of its retry file. */
function withOurColumn(header: readonly string[], map: ColumnMap): ColumnMap {
  if (map.get(LISTING_ID) !== '' || !isRetryHeader(header)) return map;
  return new Map([...map].filter(([name]) => name !== LISTING_ID));
}

/** Columns that may be taken by name: neither the column nor its field is mapped. */
function findCandidates(
  header: readonly string[],
  mapped: Columns,
  { map, headings, leaveOut }: HeaderOptions,
): readonly Candidate[] {
  const taken = new Set([...mapped.values()].map(({ index }) => index));
  return header.flatMap((text, index) => {
    const meaning = meaningOf(text) ?? meaningBelow(headings[index] ?? '', text);
    const isLeftOut = keptAt(leaveOut, header, index) !== undefined;
    if (!meaning || taken.has(index) || map.has(meaning.name) || isLeftOut) return [];
    return [{ ...meaning, column: toColumn(text, index) }];
  });
}

/** A name in two parts, of which the upper one covers several columns: `Purchase` above `Price`. */
function meaningBelow(heading: string, text: string): Meaning | undefined {
  if (heading === '' || text.trim() === '') return undefined;
  const found = meaningOf(`${heading} ${text}`) ?? meaningOf(`${text} ${heading}`);
  return found?.by === 'weak' ? undefined : found;
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
