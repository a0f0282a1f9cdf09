import { groupBy } from '../domain/lists.ts';
import type { ColumnMap } from './header/column.ts';
import { scoreHeader } from './header/header-meanings.ts';
import { type Dialect, type Quote, sampleRecords } from './parse-records.ts';
import type { SheetOptions } from './sheet-options.ts';

/** The settings for a sheet's punctuation. */
export type DialectOptions = Pick<SheetOptions, 'delimiter' | 'quote'>;

interface Sheet {
  readonly text: string;
  /** The text is all of the sheet, not only its beginning. */
  readonly whole: boolean;
  readonly map: ColumnMap;
}

interface Sample extends Omit<Sheet, 'map'> {
  readonly countNames: (cells: readonly string[]) => number;
}

/** The delimiters that are detected. */
export const FOUND_DELIMITERS: readonly string[] = [',', ';', '\t', '|'];
const QUOTES: readonly Quote[] = ['"', "'", 'none'];

type Records = readonly (readonly string[])[];

interface Candidate {
  readonly dialect: Dialect;
  readonly score: Score;
}

/** See `judge`. */
type Score = readonly number[];

/**
 * Finds how a sheet is punctuated, by reading its beginning in every way there is and looking at what comes out: records
 * that name columns, cells that are still in quotes, records of one width, cells that are numbers. The first difference
 * in this order decides.
 */
export function chooseDialect(sheet: Sheet, { delimiter, quote }: DialectOptions): Dialect {
  const sample = { ...sheet, countNames: createCounter(sheet.map) };
  const signs = delimiter === undefined ? FOUND_DELIMITERS : [delimiter];
  const candidates = signs.flatMap((sign) => {
    const quotes = quote === undefined ? QUOTES.filter((mark) => isLikely(sample.text, sign, mark)) : [quote];
    return quotes.flatMap((mark) => tryDialect(sample, sign, mark));
  });
  const [best] = candidates.sort(byScore);
  if (best && isSound(best.score)) return best.dialect;
  const broken = signs.filter(
    (sign) => !candidates.some(({ dialect }) => dialect.delimiter === sign && dialect.quote === '"'),
  );
  const damaged = quote === undefined || quote === '"' ? findDamaged(sample, broken) : undefined;
  // If nothing makes sense of it, reading it says why.
  if (damaged && (!best || isBetter(damaged.score, best.score))) return damaged.dialect;
  return best?.dialect ?? { delimiter: delimiter ?? ',', quote: quote ?? '"', padded: false };
}

/**
 * The best reading that ends at a misplaced quote, judged by its lines: one badly written cell must not turn the whole sheet
 * into a single column.
 */
function findDamaged({ text, countNames }: Sample, broken: readonly string[]): Candidate | undefined {
  const candidates = broken.map((delimiter): Candidate => {
    const dialect: Dialect = { delimiter, quote: '"', padded: false };
    const records = text
      .split(LINE_END)
      .map((line) => line.split(delimiter).map((cell) => cell.replace(OUTER_QUOTES, '')));
    return { dialect, score: judge(records, dialect, countNames) };
  });
  return candidates.sort(byScore)[0];
}

const LINE_END = /\r\n|\n|\r/;
const OUTER_QUOTES = /^\s*"|"\s*$/g;

/** It names the SKU and something to set. */
function isSound([names = 0]: Score): boolean {
  return names > 2;
}

/** It names more columns, or has several if the other reading has one. */
function isBetter([names = 0, , regular = 0]: Score, [otherNames = 0, , otherRegular = 0]: Score): boolean {
  return names > otherNames || (names === otherNames && otherRegular === 0 && regular * 2 > STEPS);
}

function byScore(a: Candidate, b: Candidate): number {
  return compare(b.score, a.score);
}

/**
 * Blanks around quotes are looked for only if the strict reading fails. A quote that is never closed is the mark of a
 * file that was cut off, and no reason to take quotes for something else; only programs that use tabs and pipes write quotes
 * as ordinary characters, and then not in the last line alone.
 */
function tryDialect(sample: Sample, delimiter: string, quote: Quote): readonly Candidate[] {
  const { text, whole, countNames } = sample;
  const mayBeCut = !whole || isQuotedOnly(delimiter) || /(?:^|[\r\n\t|])\s*["'][^\r\n]*$/.test(text);
  for (const padded of [false, true]) {
    const dialect = { delimiter, quote, padded };
    const records = sampleRecords(text, { dialect, mayBeCut });
    if (records && records.length > 0) return [{ dialect, score: judge(records, dialect, countNames) }];
  }
  return [];
}

/** A cell that holds one of these has to be in quotes, so that a cell that begins with a quote is quoted. */
function isQuotedOnly(delimiter: string): boolean {
  return delimiter === ',' || delimiter === ';';
}

/**
 * Whether a quote may be meant, by how cells begin. Names and amounts hold apostrophes too; they are quotes where most
 * cells begin with one. Between commas and semicolons a cell that begins with a quote is quoted, and if the quote is
 * never closed the file is damaged; tabs and pipes are used by programs that know no quotes, unless most cells begin with one.
 */
function isLikely(text: string, delimiter: string, quote: Quote): boolean {
  if (quote === '"') return true;
  const cells = text.split(LINE_END).flatMap((line) => line.split(delimiter));
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (quote === 'none') {
    const quoted = filled.filter((cell) => cell.startsWith('"')).length;
    return isQuotedOnly(delimiter) ? quoted === 0 : quoted * 2 <= filled.length;
  }
  return filled.filter((cell) => cell.startsWith("'")).length * 2 > filled.length;
}

function judge(records: Records, { delimiter, quote }: Dialect, countNames: Sample['countNames']): Score {
  const filled = records.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const names = Math.max(0, ...filled.slice(0, 100).map(countNames));
  const width = modeOf(filled.map((cells) => cells.length));
  const regular = filled.filter((cells) => cells.length === width).length / Math.max(1, filled.length);
  const cells = filled.flat();
  const numeric = cells.filter((cell) => /^\s*[\d.,' ]*\d\s*$/.test(cell)).length / Math.max(1, cells.length);
  return [
    names,
    -shareInQuotes(cells, quote),
    width > 1 ? round(regular) : 0,
    round(numeric),
    // A comma may be a decimal sign or occur in text, so if something else does as well it is not the delimiter.
    (delimiter === ',') === width > 1 ? 0 : 1,
  ];
}

/** Counts the columns that a record names; several readings have the same records. */
function createCounter(map: ColumnMap): Sample['countNames'] {
  const counted = new Map<string, number>();
  return (cells) => {
    const key = cells.join('\0');
    const known = counted.get(key);
    if (known !== undefined) return known;
    const { sku, fields } = scoreHeader(cells, map);
    const names = fields + { named: 2, weak: 1, none: 0 }[sku];
    counted.set(key, names);
    return names;
  };
}

/** The share of cells that a reading has left in quotes, roughly; one is too many. */
function shareInQuotes(cells: readonly string[], quote: Quote): number {
  const left = cells.filter((cell) => {
    const text = cell.trim();
    const [mark] = text;
    return text.length > 1 && (mark === '"' || mark === "'") && mark !== quote;
  }).length;
  return Math.ceil((left / Math.max(1, cells.length)) * STEPS);
}

/** Shares count in steps, so that a single odd row or cell doesn't outweigh what comes after it. */
const STEPS = 20;

function round(share: number): number {
  return Math.round(share * STEPS);
}

function modeOf(numbers: readonly number[]): number {
  const [most] = [...groupBy(numbers, (number) => number).values()].sort((a, b) => b.length - a.length);
  return most?.[0] ?? 0;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
