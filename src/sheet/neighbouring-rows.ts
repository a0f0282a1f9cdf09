import type { DecimalSign } from './amount-text.ts';
import { isAmount, readAmountText } from './amount-text.ts';
import type { RowFormat } from './cell-reader.ts';
import type { RawRecord } from './parse-records.ts';

type Table = Pick<RowFormat, 'header' | 'layout'>;

/** The number of rows that show what a row looks like; a sum is as large as the largest of all rows that it sums up. */
const MAX_KEPT = 50;
const FEWEST = 3;
const SIGNS: readonly DecimalSign[] = ['.', ','];

/**
 * The last rows above a record whose SKU is a word for a sum, down from the last total: they show whether it is one more row.
 * No report writes a title into a line of totals, nor a sum that is less than what it sums up.
 */
export class RecentRows {
  readonly #table: Table;
  #rows: (readonly string[])[] = [];
  /** Above the last total. */
  #before: readonly (readonly string[])[] = [];
  #next = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  add({ cells }: RawRecord): void {
    this.#rows[this.#next] = cells;
    this.#next = (this.#next + 1) % MAX_KEPT;
  }

  /** After a total, a new group of rows begins. */
  forget(): void {
    if (this.#rows.length > 0) this.#before = this.#rows;
    this.#rows = [];
    this.#next = 0;
  }

  /** Whether a record is a row like those above, by every sign there is: if one is missing, it is taken for a total. */
  looksLikeRow(cells: readonly string[]): boolean {
    const always = this.#alwaysFilled(this.#rows);
    return this.isNoSum(cells) && always.some((index) => this.#hasOwnText(cells, index));
  }

  /** Whether a record is as complete as the rows above, and no sum of them. */
  isNoSum(cells: readonly string[]): boolean {
    if (this.#rows.length < FEWEST || this.isIncomplete(cells)) return false;
    return this.#table.layout.money.every(
      ({ column: { index } }) => textOf(cells, index) === '' || this.#isBelowLargest(cells, index),
    );
  }

  /** Whether a cell is blank that is filled in all rows above: those below the last total, or if there are none those above it. */
  isIncomplete(cells: readonly string[]): boolean {
    const rows = this.#rows.length > 0 ? this.#rows : this.#before;
    return rows.length > 0 && this.#alwaysFilled(rows).some((index) => textOf(cells, index) === '');
  }

  #alwaysFilled(rows: readonly (readonly string[])[]): readonly number[] {
    return this.#table.header.flatMap((_, index) =>
      rows.every((row) => textOf(row, index) !== '') ? [index] : [],
    );
  }

  /** A text such as a title: another one in each row, so that it names no group. */
  #hasOwnText(cells: readonly string[], index: number): boolean {
    if (this.#table.layout.used.includes(index)) return false;
    const texts = [...this.#rows, cells].map((row) => textOf(row, index));
    return texts.every((text) => /\p{L}{2}/u.test(text)) && new Set(texts).size === texts.length;
  }

  #isBelowLargest(cells: readonly string[], index: number): boolean {
    const readable = SIGNS.filter((sign) => toNumber(textOf(cells, index), sign) !== undefined);
    return (
      readable.length > 0 &&
      readable.every((sign) => {
        const amount = toNumber(textOf(cells, index), sign) ?? Number.POSITIVE_INFINITY;
        return this.#rows.some((row) => amount < (toNumber(textOf(row, index), sign) ?? 0));
      })
    );
  }
}

function textOf(cells: readonly string[], index: number): string {
  return cells[index]?.trim() ?? '';
}

/** For comparison alone; `undefined` for a text that is not an amount with this decimal sign. */
function toNumber(text: string, sign: DecimalSign): number | undefined {
  const read = readAmountText(text);
  const digits = isAmount(read) && !read.negative ? read.readings[sign] : undefined;
  return digits && Number(`${digits.integer}.${digits.fraction || '0'}`);
}

const LINE_BREAK = /\r\n|\n|\r/;

/**
 * How many further lines of a record look like separate rows; none if the record is sound. A cell that begins with a quote it
 * does not mean swallows rows up to the next quote before a delimiter: the record's lines then have amounts where rows have
 * theirs.
 */
export function countSwallowedLines(cells: readonly string[], table: Table, delimiter: string): number {
  if (!cells.some((cell) => LINE_BREAK.test(cell))) return 0;
  const countIn = (text: string): number => countAmounts(text.split(delimiter), table);
  const lines = cells.join(delimiter).split(LINE_BREAK);
  const amounts = lines.map(countIn);
  const inner = cells.flatMap((cell) => cell.split(LINE_BREAK).slice(1, -1));
  const isInner = inner.some((text) => countIn(text) > 0);
  const isWhole = amounts.every((count) => count >= 0) && amounts.filter((count) => count > 0).length > 1;
  return isInner || isWhole ? lines.length - 1 : 0;
}

/** How many amounts a line has in the columns of amounts; negative if it is not a row. */
function countAmounts(row: readonly string[], { header, layout }: Table): number {
  const filled = layout.money.map(({ column }) => textOf(row, column.index)).filter((cell) => cell !== '');
  const isRow = row.length === header.length && filled.every((cell) => isAmount(readAmountText(cell)));
  return isRow ? filled.length : -1;
}
