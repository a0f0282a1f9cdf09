import { didYouMean } from '../../domain/did-you-mean.ts';
import { SheetError } from '../../domain/errors.ts';
import { holdsUnprintable } from '../../domain/unprintable.ts';
import { quoteForShell } from '../quote-for-shell.ts';
import {
  BEST_IS_TAKEN,
  COLUMN_NAMES,
  type ColumnName,
  currencyNoteOf,
  foldHeader,
  isInCents,
  type Meaning,
  meaningOf,
  misleadingHeaders,
} from './header-aliases.ts';
import { findMisspelt, type MisspeltColumn } from './misspelt-columns.ts';

/** Where in a record a column stands. */
export interface Column {
  /** Position from 0. */
  readonly index: number;
  /** As the sheet calls it. */
  readonly header: string;
  /** The header itself says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /** The currency that the header itself names, as it is written there. */
  readonly currencyNote?: string | undefined;
}

/** Which cell of a record holds what. */
export type Columns = ReadonlyMap<ColumnName, Column>;

/** Which column a person wants to be what: a header, or a letter such as `A`; nothing for a field without a column. */
export type ColumnMap = ReadonlyMap<ColumnName, string>;

export interface HeaderReading {
  readonly columns: Columns;
  /** Header texts of columns that mean nothing here. */
  readonly ignored: readonly string[];
  /** Columns that could have been meant as well, and were not taken. */
  readonly rivals: readonly Rival[];
  /** The SKU was found by a word that may as well mean something else. */
  readonly weakSku: boolean;
  /** Those of them that look like misspelt ones of columns that were not found. */
  readonly misspelt: readonly MisspeltColumn[];
  /** Columns that would mean something but for the company they are in. */
  readonly misleading: readonly string[];
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
}

/** What one header text means, and where it stands. */
interface Candidate extends Meaning {
  readonly column: Column;
}

/**
 * Finds what each column means: what a person said first, then what the headers say.
 *
 * Errors: `SheetError` where a column that a person named is not there, or two columns mean the same and neither is
 * better.
 */
export function readHeader(header: readonly string[], options: HeaderOptions): HeaderReading {
  const mapped = new Map(
    [...options.map].flatMap(([name, wanted]) =>
      wanted === '' ? [] : [[name, findMapped(header, { name, wanted }, options)] as const],
    ),
  );
  refuseShared(mapped, options);
  const taken = new Set([...mapped.values()].map(({ index }) => index));
  const misleading = misleadingHeaders(header);
  const candidates = header.flatMap((text, index) => {
    const meaning = taken.has(index) || misleading.has(text) ? undefined : meaningOf(text);
    const isFree = meaning && !options.map.has(meaning.name);
    return isFree ? [{ ...meaning, column: toColumn(text, index) }] : [];
  });
  const columns = new Map<ColumnName, Column>();
  const rivals: Rival[] = [];
  let weakSku = false;
  for (const name of COLUMN_NAMES) {
    const given = mapped.get(name);
    if (given) {
      columns.set(name, given);
      continue;
    }
    const [best, ...others] = candidates.filter((candidate) => candidate.name === name).sort(byRank);
    if (!best) continue;
    refuseEquals(best, others, options);
    columns.set(name, best.column);
    weakSku ||= best.weak;
    const serious = others.filter(({ weak }) => !weak).map(({ column }) => column.header);
    if (serious.length > 0) rivals.push({ name, taken: best.column.header, others: serious });
  }
  const used = new Set([...columns.values()].map(({ index }) => index));
  const ignored = header
    .filter((text, index) => text.trim() !== '' && !used.has(index))
    .map((text) => text.trim());
  const open = COLUMN_NAMES.filter((name) => !columns.has(name) && !options.map.has(name));
  return {
    columns,
    ignored,
    misspelt: findMisspelt(ignored, new Set(open)),
    rivals,
    weakSku,
    misleading: [...misleading].map((text) => text.trim()),
  };
}

function toColumn(text: string, index: number): Column {
  const inCents = isInCents(text);
  const currencyNote = currencyNoteOf(text);
  return { index, header: text.trim(), inCents, ...(currencyNote !== undefined && { currencyNote }) };
}

/** Errors: `SheetError` where a person means two things by one column. */
function refuseShared(mapped: Columns, { name }: HeaderOptions): void {
  const byIndex = new Map<number, ColumnName>();
  for (const [field, { index, header }] of mapped) {
    const other = byIndex.get(index);
    if (other) {
      throw new SheetError(
        `Cannot read the sheet "${name}": "${header}" is mapped to both ${other} and ${field}`,
        {
          hint: 'Map each field to a column of its own',
        },
      );
    }
    byIndex.set(index, field);
  }
}

function byRank(a: Candidate, b: Candidate): number {
  return a.rank - b.rank;
}

function refuseEquals(best: Candidate, others: readonly Candidate[], { name }: HeaderOptions): void {
  const rival = others.find(({ rank }) => !BEST_IS_TAKEN.has(best.name) || rank === best.rank);
  if (!rival) return;
  const [one, other] = [best.column, rival.column].sort((a, b) => a.index - b.index);
  throw new SheetError(
    `Cannot read the sheet "${name}": the columns "${one?.header}" and "${other?.header}" both mean ${best.name}`,
    {
      hint: `Say which with --map ${best.name}=${choiceOf(one, other)} or --map ${best.name}=${choiceOf(other, one)}`,
    },
  );
}

/** A column as it is told from another: by its header, or by its letter where that can't be typed or both are called the same. */
function choiceOf(column: Column | undefined, other: Column | undefined): string {
  const { header = '', index = 0 } = column ?? {};
  const isOnly = foldHeader(header) !== foldHeader(other?.header ?? '') && !holdsUnprintable(header);
  return isOnly ? quoteForShell(header) : toLetters(index);
}

/** Errors: `SheetError` where no column is called so, or several are. */
function findMapped(
  header: readonly string[],
  { name, wanted }: { readonly name: ColumnName; readonly wanted: string },
  { name: sheet, line }: HeaderOptions,
): Column {
  const folded = foldHeader(wanted);
  const rules: readonly ((text: string) => boolean)[] = [
    (text) => text.trim() === wanted.trim(),
    (text) => folded !== '' && foldHeader(text) === folded,
  ];
  for (const rule of rules) {
    const found = header.flatMap((text, index) => (rule(text) ? [index] : []));
    if (found.length > 1) throw severalMapped(sheet, wanted, found);
    const [index] = found;
    if (index !== undefined) {
      return toColumn(header[index] ?? '', index);
    }
  }
  const index = findByLetter(header, wanted);
  if (index !== undefined) return toColumn(header[index] ?? '', index);
  const texts = header.map((text) => text.trim()).filter((text) => text !== '');
  const known = texts.map((text) => `"${text}"`).join(', ');
  throw new SheetError(
    `Cannot read the sheet "${sheet}": no column "${wanted}" for ${name} on line ${line}, only ${known}${didYouMean(wanted, texts)}`,
    { hint: `Say which column holds it with --map ${name}=…, by its header or its letter` },
  );
}

/** `C` is the third column; `C:Cost` is the third column as long as it is called so. */
function findByLetter(header: readonly string[], wanted: string): number | undefined {
  const [, letters = '', name] = /^\s*([A-Z]{1,3})(?::(.*))?\s*$/is.exec(wanted) ?? [];
  const index = fromLetters(letters);
  if (index === undefined || index >= header.length) return undefined;
  return name === undefined || header[index]?.trim() === name.trim() ? index : undefined;
}

function severalMapped(sheet: string, wanted: string, indices: readonly number[]): SheetError {
  const letters = indices.map(toLetters).join(', ');
  return new SheetError(`Cannot read the sheet "${sheet}": several columns are called "${wanted}"`, {
    hint: `Name one of them by its letter: ${letters}`,
  });
}

/** `A` for 0, `Z` for 25, `AA` for 26, as spreadsheets count columns. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

function fromLetters(text: string): number | undefined {
  if (!/^[A-Z]{1,3}$/i.test(text)) return undefined;
  return [...text.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letter of a column that is told by it and by its header: `C:Cost`. */
const LETTER_OF = /^\s*[A-Z]{1,3}:/i;

/** What can be said of a record as a header, before anything hangs on it. */
export interface HeaderLikeness {
  /** The fields that its cells name, besides the SKU. */
  readonly fields: number;
  readonly sku: 'named' | 'weak' | 'none';
}

/** How much like a header a record looks. */
export function likenHeader(cells: readonly string[], map: ColumnMap): HeaderLikeness {
  const wanted = new Map(
    [...map].flatMap(([name, text]) =>
      keysOf(text, foldHeader(text.replace(LETTER_OF, ''))).map((key) => [key, name] as const),
    ),
  );
  const names = new Set<ColumnName>();
  let sku: HeaderLikeness['sku'] = 'none';
  for (const cell of cells) {
    const mapped = wanted.size === 0 ? undefined : findWanted(wanted, cell);
    const meaning = mapped ? undefined : meaningOf(cell);
    const name = mapped ?? meaning?.name;
    if (name === undefined) continue;
    if (name !== 'sku') names.add(name);
    else if (!meaning?.weak) sku = 'named';
    else if (sku === 'none') sku = 'weak';
  }
  return { fields: names.size, sku };
}

function findWanted(wanted: ReadonlyMap<string, ColumnName>, cell: string): ColumnName | undefined {
  return keysOf(cell, foldHeader(cell))
    .map((key) => wanted.get(key))
    .find((name) => name !== undefined);
}

/** A header by its own text, and by what is left of it without what doesn't matter, if anything. */
function keysOf(text: string, folded: string): readonly string[] {
  const own = text.trim();
  return [...(own === '' ? [] : [`=${own}`]), ...(folded === '' ? [] : [folded])];
}
