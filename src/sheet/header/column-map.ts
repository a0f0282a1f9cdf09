import { SheetError } from '../../domain/errors.ts';
import { type ValueOf, wordOrTexts } from '../../domain/json-form.ts';
import { joinWith } from '../../domain/lists.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import { isRetryHeader, LISTING_ID } from '../../domain/own-sheets.ts';
import { isPlainWord, quoteWord, type Shell } from '../../domain/quote-word.ts';
import { holdsUnprintable } from '../../domain/unprintable.ts';
import {
  COLUMN_NAMES,
  type Column,
  type ColumnMap,
  type ColumnName,
  type Columns,
  foldHeader,
  fromLetters,
  toColumn,
  toLetters,
} from './column.ts';
import { type Meaning, meaningOf } from './header-meanings.ts';

interface HeaderOptions {
  /** The physical line of the header. */
  readonly line: number;
  /** Of the sheet, for messages. */
  readonly name: string;
  /** The group above each column, such as `Purchasing`; blank if there is none. */
  readonly headings: readonly string[];
  readonly map: ColumnMap;
  readonly leaveOut?: LeftOut | undefined;
  /** The command that keeps these columns for all runs, for a message. */
  readonly settle?: ((map: readonly MapPair[]) => string) | undefined;
  /** Of the flags that messages suggest. */
  readonly shell: Shell;
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
export function readHeader(header: readonly string[], given: HeaderOptions) {
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
  /** Header texts of columns that mean nothing here. */
  const ignored = header.map((text) => text.trim()).filter((text, at) => text !== '' && !used.has(at));
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
    `Cannot read the sheet "${name}": the columns ${joinWith('and', texts)} ${equals.length > 2 ? 'all' : 'both'} mean ${best.name}`,
    { hint: `Choose one with ${joinWith('or', flags)}` },
  );
}

/** How `--map` names one of several columns: by its header, or by its letter where headers are equal or can't be typed. */
function choiceOf({ header, index }: Column, all: readonly Column[]): string {
  const folded = foldHeader(header);
  const isOnly = all.filter((other) => foldHeader(other.header) === folded).length === 1;
  return isOnly && !holdsUnprintable(header) ? header : toLetters(index);
}

/** The columns that a person has named. Errors: `SheetError` if one of them is not there, or is named for two fields. */
function readMap(header: readonly string[], options: HeaderOptions): Columns {
  const mapped = new Map<ColumnName, Column>();
  for (const [name, wanted] of options.map) {
    if (wanted === '') continue;
    const column = findMapped(header, { name, wanted }, options);
    const [other] = [...mapped].find(([, { index }]) => index === column.index) ?? [];
    if (other)
      throw new SheetError(
        `Cannot read the sheet "${options.name}": "${column.header}" is mapped to both ${other} and ${name}`,
        { hint: 'Map each field to its own column' },
      );
    mapped.set(name, column);
  }
  return mapped;
}

function findMapped(
  header: readonly string[],
  { name, wanted }: { readonly name: ColumnName; readonly wanted: string },
  { name: sheet, line, map, leaveOut, settle }: HeaderOptions,
): Column {
  const taken = new Set(map.values());
  const free = header.filter(
    (text, at) => text.trim() !== '' && !taken.has(text.trim()) && keptAt(leaveOut, header, at) === undefined,
  );
  const meant =
    free.find((text) => meaningOf(text)?.name === name) ?? (free.length === 1 ? free[0] : undefined);
  const keep = meant !== undefined && settle?.([[name, nameForMap(header, header.indexOf(meant))]]);
  const always = settle ? '; with check and --save-mapping for all runs' : '';
  const hint = keep
    ? `If "${meant.trim()}" is the ${name}, for all runs: ${keep} --save-mapping`
    : `Pass --map ${name}=… with its header or its letter${always}`;
  const index = findColumn(header, wanted, { sheet, line, purpose: name, hint });
  return toColumn(header[index] ?? '', index);
}

interface Naming {
  /** Its name, for messages. */
  readonly sheet: string;
  /** The physical line of the header. */
  readonly line: number;
  /** What the column is for. */
  readonly purpose: string;
  readonly hint: string;
}

/**
 * The position of a column that a person has named by its header or letter.
 *
 * Errors: `SheetError` if no column is called so, or several are.
 */
export function findColumn(
  header: readonly string[],
  wanted: string,
  { sheet, line, purpose, hint }: Naming,
): number {
  const rules: readonly ((text: string) => boolean)[] = [
    (text) => text.trim() === wanted.trim(),
    (text) => isSameHeader(text, wanted),
  ];
  for (const rule of rules) {
    const found = header.flatMap((text, index) => (rule(text) ? [index] : []));
    if (found.length > 1)
      throw new SheetError(`Cannot read the sheet "${sheet}": several columns are called "${wanted}"`, {
        hint: `Name one of them by its letter: ${found.map(toLetters).join(', ')}`,
      });
    const [index] = found;
    if (index === undefined) continue;
    const other = fromLetters(wanted.trim()) ?? index;
    if (other === index || other >= header.length) return index;
    const [named, meant] = [index, other].map((at) => `${toLetters(at)}:${header[at]?.trim()}`);
    throw new SheetError(
      `Cannot read the sheet "${sheet}": "${wanted}" is the header of column ${toLetters(index)} and the letter of another one`,
      { hint: `Name it by letter and header: ${named} or ${meant}` },
    );
  }
  const index = findByLetter(header, wanted);
  if (index !== undefined) return index;
  const texts = header.map((text) => text.trim()).filter((text) => text !== '');
  const known = texts.map((text) => `"${text}"`).join(', ');
  throw new SheetError(
    `Cannot read the sheet "${sheet}": no column "${wanted}" for ${purpose} on line ${line}, only ${known}${didYouMean(wanted, texts)}`,
    { hint },
  );
}

/** `C` is the third column; `C:Cost` is the third column as long as it is called so, and `C:` as long as it has no header. */
function findByLetter(header: readonly string[], wanted: string): number | undefined {
  const index = letterIn(header, wanted);
  const [, ...name] = wanted.split(':');
  const isRight = name.length === 0 || header[index ?? -1]?.trim() === name.join(':').trim();
  return isRight ? index : undefined;
}

/** The column of the sheet whose letter a text is, or has before a colon. */
export function letterIn(header: readonly string[], text: string): number | undefined {
  const [letter = ''] = text.split(':', 1);
  const index = fromLetters(letter.trim());
  return index !== undefined && index < header.length ? index : undefined;
}

/** A field, and the column that it is to be read from, or nothing for no column. */
export type MapPair = readonly [name: string, column: string];

/**
 * The flag that assigns columns; the given ones and the settings keep the others.
 * PowerShell makes two words of what a bare comma separates.
 */
export function formatMapFlag(pairs: readonly MapPair[], shell: Shell): string {
  // Of two columns for a field the latter.
  const columns = [...new Map(pairs)];
  if (shell !== 'posix') return `--map ${quoteWord(columns.map((pair) => pair.join('=')).join(','), shell)}`;
  const written = columns.map(([name, column]) => `${name}=${column === '' ? '' : quoteWord(column, shell)}`);
  return `--map ${written.join(',')}`;
}

/** A longer header is named by its letter. */
const MAX_HEADER = 60;

/**
 * A column as `--map field=` names it, still to be quoted: by its header, or by its letter if the header has no letters, is too
 * long, is there twice, has a sign that separates pairs, or means something to a shell. Single quotes are no way out, since
 * the shell of Windows doesn't know them. By both if one alone would be the header of one column and the letter of another.
 */
export function nameForMap(header: readonly string[], index: number): string {
  const text = header[index]?.trim() ?? '';
  const isName = /\p{L}/u.test(text) && !/[,=]/.test(text) && text.length <= MAX_HEADER;
  const isOnly = header.filter((other) => other.trim() === text).length === 1;
  const letter = toLetters(index);
  const isByHeader = isName && isOnly && isPlainWord(text);
  const isTaken = isByHeader
    ? isLetterOfAnother(header, index)
    : header.some((other, at) => at !== index && isSameHeader(other, letter));
  if (isTaken) return `${letter}:${text}`;
  return isByHeader ? text : letter;
}

/** Whether a column's header is a letter, and not its own. */
export function isLetterOfAnother(header: readonly string[], index: number): boolean {
  const other = fromLetters(header[index]?.trim() ?? '') ?? index;
  return other !== index && other < header.length;
}

/**
 * What a column that is left out on purpose may hold: anything, one kind of cells, nothing but these values, or one kind with these among its
 * cells that say something of the amounts, such as units.
 */
export const KEPT = wordOrTexts(['any', 'amounts', 'dates', 'past-dates', 'words'], ['amounts', 'words']);
export type Kept = ValueOf<typeof KEPT>;

/** By header; by letter and header (`C:Ref`) where several columns are called so. */
export type LeftOut = Readonly<Record<string, Kept>>;

/** By field, what its amounts are in, if that is several currencies: `EUR`; or `£`, which may mean several. */
export type FieldCurrencies = Record<string, string[]>;

/** How a column that is left out is named. */
export function nameLeftOut(header: readonly string[], index: number): string {
  const own = header[index]?.trim() ?? '';
  if (own === '') return toLetters(index);
  const isOnly = header.filter((text) => text.trim() === own).length === 1;
  return isOnly ? own : `${toLetters(index)}:${own}`;
}

/** What a column may hold; `undefined` if it is not left out. Case matters only where two columns differ in nothing else. */
export function keptAt(
  leftOut: LeftOut | undefined,
  header: readonly string[],
  index: number,
): Kept | undefined {
  if (!leftOut) return undefined;
  const own = header[index]?.trim() ?? '';
  const isHere = (name: string): boolean => Object.hasOwn(leftOut, name);
  const exact = [nameLeftOut(header, index), own].find(isHere);
  if (exact !== undefined) return leftOut[exact];
  const isOnly = header.filter((text) => isSameHeader(text, own)).length === 1;
  const name = isOnly ? Object.keys(leftOut).find((text) => isSameHeader(text, own)) : undefined;
  return name === undefined ? undefined : leftOut[name];
}

/**
 * Whether two texts are the same header. What somebody has written down or agreed to is read on only below that header; a text that means the
 * same to `foldHeader` is proposed, since it may say something else of the amounts: their currency, their market, their tax.
 */
export function isSameHeader(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
