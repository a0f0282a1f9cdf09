import { SheetError } from '../domain/errors.ts';
import type { IgnoredRow } from '../domain/row.ts';
import { type DecimalSign, isAmount, readAmountText } from './amount-text.ts';
import { type RowFormat, toRowFormat } from './cell-reader.ts';
import type { DateOrder } from './dates.ts';
import { DateColumns } from './dates.ts';
import { DecimalColumn, refuseDisagreement } from './decimal-column.ts';
import { AMOUNT_COLUMNS, type AmountColumn, type Columns } from './header/column.ts';
import type { RawRecord } from './parse-records.ts';
import { findMisfit } from './parse-row.ts';
import { costIndexOf, findPriceControl, skuPathOf } from './program-columns.ts';
import type { RowFilter } from './row-filter.ts';
import type { DatedOptions, Named } from './sheet-options.ts';
import { isFooter, isSubtotal, toSubtotal, whyIgnored } from './why-ignored.ts';

interface SurveyOptions extends Named {
  readonly options: DatedOptions;
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly filter: RowFilter;
  readonly delimiter: string;
}

/** How amounts and dates turned out to be written. */
export interface FoundFormat {
  /** Of the columns that showed one. */
  readonly decimalSigns: ReadonlyMap<AmountColumn, DecimalSign>;
  /** If a date needed one. */
  readonly dateOrder: DateOrder | undefined;
}

/** As soon as this many rows have something in the last column, a last one without a line end is known to lack it. */
const FEWEST_FILLED_ENDS = 3;

/**
 * Goes through all records of a sheet before the first is made a row, and finds out what only all of them show: how amounts and dates
 * are written, which rows are totals, whether the file was cut short, and whether it holds the key.
 */
export class SheetSurvey {
  readonly format: RowFormat;
  /** The lines of rows whose SKU may be a total, with what they are if they can't be read as rows; else the account has the last word. */
  readonly totals = new Map<number, IgnoredRow | undefined>();
  readonly given: SurveyOptions;
  /** Some cell holds the API key. */
  holdsKey = false;
  /** The line of the last record, if its last cell seems to have lost its tail, or all of it. */
  tornLine: number | undefined;
  readonly #signs = new Map<AmountColumn, DecimalSign>();
  /** The columns of money whose decimal sign is being found out. */
  readonly #money: readonly DecimalColumn[];
  readonly #dates: DateColumns;
  readonly #above: RecentRows;
  #last: RawRecord | undefined;
  /** Rows with something in the last column; whether others have nothing there. */
  #filledEnds = 0;
  #hasBlankEnd = false;

  /** Errors: `SheetError` if a header names another number of pieces than a person has. */
  constructor(given: SurveyOptions) {
    this.given = given;
    const { name, options, header, columns } = given;
    this.#money = AMOUNT_COLUMNS.flatMap((amount) => {
      const column = columns.get(amount);
      if (!column || column.inCents || options.moneyUnit === 'cents') return [];
      const sign = options.decimalSign ?? options.decimalSigns?.get(amount);
      if (sign) this.#signs.set(amount, sign);
      return sign ? [] : [new DecimalColumn(amount, column, name)];
    });
    this.#dates = new DateColumns(columns, { name, given: options.dateOrder });
    this.format = toRowFormat({
      ...options,
      header,
      columns,
      priceControl: findPriceControl(header, columns),
      decimalSigns: this.#signs,
      dates: this.#dates,
      skuPath: skuPathOf(header, columns.get('sku')),
    });
    this.#above = new RecentRows(this.format);
    const { costPer } = options;
    const costs = [columns.get('cost'), this.format.priceControl?.other];
    const other = costs.find(
      (cost) => cost?.pieces !== undefined && cost.pieces !== BigInt(costPer ?? cost.pieces),
    );
    if (other)
      throw new SheetError(
        `Cannot read the sheet "${name}": by its header "${other.header}" is for ${other.pieces} pieces, and --cost-per ${costPer} was given`,
        { hint: `Pass --cost-per ${other.pieces} if the header is right, or correct the header` },
      );
  }

  /** Errors: `SheetError` if a quote takes in further rows, or the cells contradict those before them. */
  add(record: RawRecord): void {
    if (this.#last) this.#take(this.#last, this.#money);
    this.#last = record;
  }

  /** Errors: `SheetError` if the last row is cut off, or it can't be decided how amounts and dates are written. */
  finish(endsInLineBreak: boolean): FoundFormat {
    const last = this.#last;
    if (last && endsInLineBreak) this.#take(last, this.#money);
    else if (last) this.#takeUnfinished(last);
    for (const column of this.#money) {
      const sign = column.result();
      if (sign !== undefined) this.#signs.set(column.name, sign);
    }
    refuseDisagreement(this.#money, this.given.name);
    return { decimalSigns: this.#signs, dateOrder: this.#dates.result() };
  }

  /** The last cell may have lost its tail, and proves nothing where others do: `1.2` may have been `1.250,00`. */
  #takeUnfinished(record: RawRecord): void {
    const { header } = this.format;
    const isShort = record.cells.length < header.length;
    // With too few cells and no line end after it, the file wasn't written to its end.
    if (isShort && !isFooter(record, this.format))
      throw new SheetError(
        `Cannot use the sheet "${this.given.name}": it is cut short in the row on line ${record.line}`,
        { hint: 'Export it again' },
      );
    const end = record.cells.length - 1;
    const text = record.cells[end]?.trim() ?? '';
    const last = this.#money.find((money) => this.#indexOf(money, record) === end);
    const isShortAmount = text !== '' && text !== this.given.options.clearToken && last?.isShorter(text);
    const isUsed = this.format.layout.used.includes(end);
    const isFilled = !this.#hasBlankEnd && this.#filledEnds >= FEWEST_FILLED_ENDS;
    const isGone = isUsed && text === '' && isFilled;
    if (isShortAmount || isGone || this.#dates.endsShort(record)) this.tornLine = record.line;
    this.#take(
      record,
      this.#money.filter((money) => money !== last || (last.sign === undefined && !last.isOpen)),
    );
  }

  #take(record: RawRecord, money: readonly DecimalColumn[]): void {
    const { redact } = this.given.options;
    if (redact && !this.holdsKey) {
      const text = record.cells.join('\n');
      this.holdsKey = redact(text) !== text;
    }
    this.#refuseSwallowedRows(record);
    const found = whyIgnored(record, this.format, { usable: true });
    const ignored = found?.reason === 'total' && this.#isItem(record) ? undefined : found;
    if (!found) this.#noteSubtotal(record);
    if (ignored) return;
    this.#lookAtEnd(record);
    if (this.given.filter.whyNot(record.cells) !== undefined) return;
    if (!this.totals.has(record.line)) this.#above.add(record);
    if (this.#isInShape(record)) this.#learn(record, money);
  }

  #lookAtEnd({ cells }: RawRecord): void {
    const end = cells[this.format.header.length - 1]?.trim() ?? '';
    if (end === '') this.#hasBlankEnd = true;
    else this.#filledEnds++;
  }

  /** A listing may be called `Total`: such a row is one if everything about it says so, and the account has the last word. */
  #isItem({ cells, line }: RawRecord): boolean {
    const { header } = this.format;
    const isLikeOthers = cells.length === header.length && this.#above.looksLikeRow(cells);
    const isItem = this.#skuOf(cells) !== '' && (this.#isNamed(cells) || isLikeOthers);
    if (isItem) this.totals.set(line, undefined);
    else this.#above.forget();
    return isItem;
  }

  #skuOf(cells: readonly string[]): string {
    return cells[this.format.layout.sku?.index ?? 0]?.trim() ?? '';
  }

  #isNamed(cells: readonly string[]): boolean {
    const listingId = this.format.columns.get('listing_id');
    return listingId !== undefined && (cells[listingId.index]?.trim() ?? '') !== '';
  }

  /** `Subtotal Lamps`, with a blank title where others have one, and `Total Quartz 5W40` may be SKUs all the same. */
  #noteSubtotal(record: RawRecord): void {
    const { cells, line } = record;
    const sku = this.#skuOf(cells);
    if (!isSubtotal(sku) || this.#isNamed(cells) || this.#above.isNoSum(cells)) return;
    const isNumbered = /\d$/.test(sku);
    const isIncomplete = this.#above.isIncomplete(cells);
    if (isNumbered && !isIncomplete) return;
    this.totals.set(line, isNumbered || !isIncomplete ? undefined : toSubtotal(record, sku));
    this.#above.forget();
  }

  #refuseSwallowedRows({ cells, line }: RawRecord): void {
    if (this.given.options.quote !== undefined) return;
    const lines = countSwallowedLines(cells, this.format, this.given.delimiter);
    if (lines === 0) return;
    throw new SheetError(
      `Cannot read the sheet "${this.given.name}": a quote on line ${line} takes in the rows on the ${lines === 1 ? 'line' : `${lines} lines`} below it`,
      {
        hint: 'Set "quote" in pricesheet.json to "none" if quotes are ordinary characters, or to "double" if that cell is correct',
      },
    );
  }

  /** A row that can't be used proves nothing about the amounts of the others. */
  #isInShape({ cells }: RawRecord): boolean {
    return this.#skuOf(cells) !== '' && !findMisfit(cells, this.format);
  }

  #learn(record: RawRecord, money: readonly DecimalColumn[]): void {
    for (const column of money) {
      const text = record.cells[this.#indexOf(column, record) ?? -1]?.trim() ?? '';
      if (text !== '' && text !== this.given.options.clearToken) column.add({ line: record.line, text });
    }
    this.#dates.add(record);
  }

  /** The column of a row's amount: a row may say that its cost is in another column. */
  #indexOf({ name, index }: DecimalColumn, { cells }: RawRecord): number | undefined {
    const control = this.format.priceControl;
    return control && name === 'cost' ? costIndexOf(cells, { index, control }) : index;
  }
}

type RowTable = Pick<RowFormat, 'header' | 'layout'>;

/** The number of rows that show what a row looks like; a sum is as large as the largest of all rows that it sums up. */
const MAX_KEPT = 50;
const FEWEST = 3;
const SIGNS: readonly DecimalSign[] = ['.', ','];

/**
 * The last rows above a record whose SKU is a word for a sum, down from the last total: they show whether it is one more row.
 * No report writes a title into a line of totals, nor a sum that is less than what it sums up.
 */
class RecentRows {
  readonly #table: RowTable;
  #rows: (readonly string[])[] = [];
  /** Above the last total. */
  #before: readonly (readonly string[])[] = [];
  #next = 0;

  constructor(table: RowTable) {
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
function countSwallowedLines(cells: readonly string[], table: RowTable, delimiter: string): number {
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
function countAmounts(row: readonly string[], { header, layout }: RowTable): number {
  const filled = layout.money.map(({ column }) => textOf(row, column.index)).filter((cell) => cell !== '');
  const isRow = row.length === header.length && filled.every((cell) => isAmount(readAmountText(cell)));
  return isRow ? filled.length : -1;
}
