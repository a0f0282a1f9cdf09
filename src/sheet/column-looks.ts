import type { Day } from '../domain/day.ts';
import type { IgnoredReason, Row } from '../domain/row.ts';
import type { Tally } from '../domain/tally.ts';
import { isNumeric } from './header/suggest-map.ts';
import { DATE_ORDERS, parseDate } from './parse-date.ts';

/**
 * What a column holds, by its cells alone. `text` and `codes` say nothing of an amount: descriptions that differ from row to row, and
 * marks that identify a row. `amounts`, `dates` and `words`, which come again and again, may.
 */
export type ColumnKind = 'blank' | 'text' | 'codes' | 'amounts' | 'dates' | 'words';

export interface ColumnLook {
  readonly kind: ColumnKind;
  /** All that it holds, if that is not too much to list; else nothing. */
  readonly values: readonly string[];
  /** So few values that one more is news. */
  readonly areFew: boolean;
  /** Each of these comes twice on average. */
  readonly areRepeated: boolean;
  readonly example: string;
  /** Whole numbers of up to four digits in all of at least three cells. */
  readonly areWhole: boolean;
  /** The number in the middle, if numbers they are. */
  readonly middle: number | undefined;
  /** The last day that its dates may mean; 0 if it has none. */
  readonly lastDay: Day;
}

/** Cells beyond that many show nothing new of what a column is. */
const SAMPLE = 500;
const FEW_VALUES = 5;
const MAX_VALUES = 50;
/** Fewer cells prove little by how much they differ: whole sentences only, and of those not one or two. */
const ENOUGH = 8;
const ENOUGH_SENTENCES = 3;

const DATE =
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[T ].*)?$|^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|^\d{1,2}[. -]+\p{L}{3,12}\.?,?[ -]+\d{2,4}$|^\p{L}{3,12}\.? \d{1,2},? \d{4}$/u;
/** Identifiers in a known form: EAN, ASIN, UUID, address. */
const KNOWN_CODE =
  /^(?:\d{8}|\d{12,14}|B0[0-9A-Z]{8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?:\/\/\S+)$/i;
const CODE = /^(?=.*\d)[\p{L}\p{N}._/-]{4,}$/u;

/** Such rows are like the others, and count another night. */
const OF_OTHER_DAYS: ReadonlySet<IgnoredReason> = new Set<IgnoredReason>([
  'not_valid_yet',
  'no_longer_valid',
]);

/** Collects what the columns of a sheet hold, a row at a time. */
export class ColumnLooks implements Tally<Row, readonly ColumnLook[]> {
  readonly #columns: ColumnSample[] = [];

  add(row: Row): void {
    if (row.kind === 'ignored' && !OF_OTHER_DAYS.has(row.reason)) return;
    const { cells } = row;
    while (this.#columns.length < cells.length) this.#columns.push(new ColumnSample());
    for (let index = 0; index < cells.length; index++) this.#columns[index]?.add(cells[index] ?? '');
  }

  result(): readonly ColumnLook[] {
    return this.#columns.map((column) => column.look());
  }
}

class ColumnSample {
  readonly #cells: string[] = [];
  readonly #values = new Set<string>();
  /** By order of day, month and year; NaN once a date can't be read in it. */
  #lastDays: readonly Day[] = DATE_ORDERS.map(() => 0);
  #lastDay: Day = 0;

  add(cell: string): void {
    const isFull = this.#cells.length >= SAMPLE;
    const hasAll = this.#values.size > MAX_VALUES || this.#values.has(cell);
    if (isFull && hasAll && this.#lastDay === 0) return;
    const text = cell.trim();
    if (text === '') return;
    if (!isFull) this.#cells.push(text);
    if (this.#values.size > MAX_VALUES || !this.#values.has(text)) this.#addDay(text);
    if (this.#values.size <= MAX_VALUES) this.#values.add(text);
  }

  #addDay(text: string): void {
    const days = DATE.test(text) ? parseDate(text)?.days : undefined;
    if (!days) return;
    this.#lastDays = DATE_ORDERS.map((order, at) =>
      Math.max(this.#lastDays[at] ?? 0, days[order] ?? Number.NaN),
    );
    const possible = this.#lastDays.filter(Number.isFinite);
    this.#lastDay = Math.max(...(possible.length > 0 ? possible : [this.#lastDay, ...Object.values(days)]));
  }

  look(): ColumnLook {
    return {
      kind: kindOf(this.#cells),
      values: this.#values.size > MAX_VALUES ? [] : [...this.#values],
      areFew: this.#values.size <= FEW_VALUES,
      areRepeated: this.#cells.length >= 2 * this.#values.size,
      example: this.#cells[0] ?? '',
      areWhole: this.#cells.length >= 3 && this.#cells.every((cell) => /^\d{1,4}$/.test(cell)),
      middle: middleOf(this.#cells.map((cell) => Number(cell.replace(',', '.')))),
      lastDay: this.#lastDay,
    };
  }
}

function middleOf(numbers: readonly number[]): number | undefined {
  return numbers.filter(Number.isFinite).sort((a, b) => a - b)[numbers.length >> 1];
}

function kindOf(cells: readonly string[]): ColumnKind {
  const share = (is: (cell: string) => boolean): number => cells.filter(is).length / cells.length;
  if (cells.length === 0) return 'blank';
  if (share((cell) => DATE.test(cell)) > 0.5) return 'dates';
  const areDistinct = new Set(cells).size >= 0.9 * cells.length;
  if (areDistinct && share((cell) => KNOWN_CODE.test(cell)) >= 0.9) return 'codes';
  if (share(isNumeric) > 0.5) return 'amounts';
  if (cells.length < ENOUGH) {
    const areTexts = cells.length >= ENOUGH_SENTENCES && cells.every(isSentence) && !isRepeated(cells);
    return areTexts ? 'text' : 'words';
  }
  if (areDistinct && share((cell) => CODE.test(cell)) >= 0.9) return 'codes';
  return share((cell) => wordsOf(cell) >= 2) >= 0.5 && !isRepeated(cells) ? 'text' : 'words';
}

/** `amazon.de` is one. */
function wordsOf(cell: string): number {
  return cell.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
}

/** In a short sheet a few words may be `per 12 pieces`. */
function isSentence(cell: string): boolean {
  return wordsOf(cell) >= 4;
}

/** `12 Stück im Karton` and `24 Stück im Karton` are the same words: texts differ in more than their numbers. */
function isRepeated(cells: readonly string[]): boolean {
  return new Set(cells.map((cell) => cell.replace(/\d+/g, '0').toLowerCase())).size < 0.6 * cells.length;
}
