import { CUT_MARK } from '../domain/csv-cells.ts';
import { SheetError } from '../domain/errors.ts';
import { FIELDS, MONEY_FIELDS } from '../domain/fields.ts';
import { type IgnoredRow, type InvalidRow, LIKE_A_TOTAL, type Row, type SheetRow } from '../domain/row.ts';
import type { RowFormat } from './cell-reader.ts';
import { DateColumns } from './date-columns.ts';
import { DecimalColumn, refuseDisagreement } from './decimal-column.ts';
import { needsDecimalSign } from './divisor-text.ts';
import {
  AMOUNT_COLUMNS,
  type AmountColumn,
  type Column,
  type Columns,
  isMoneyColumn,
  PIECES_COLUMNS,
  toColumn,
  toLetters,
} from './header/column.ts';
import { meaningOf } from './header/header-meanings.ts';
import { countSwallowedLines, RecentRows } from './neighbouring-rows.ts';
import type { DateOrder } from './parse-date.ts';
import type { RawRecord } from './parse-records.ts';
import { findMisfit, isMisplaced, parseRow } from './parse-row.ts';
import type { DecimalSign } from './plain-amount.ts';
import { costIndexOf, findPriceControl, skuPathOf } from './program-columns.ts';
import type { RowFilter } from './row-filter.ts';
import type { DatedOptions, Named } from './sheet-options.ts';
import { isFooter, isSubtotal, type TableFacts, toSubtotal, whyIgnored } from './why-ignored.ts';

interface ScanOptions extends Named {
  readonly options: DatedOptions;
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly filter: RowFilter;
  readonly delimiter: string;
  readonly onRow: (row: Row) => void;
}

/** A waiting record, and why it is ignored if that is certain. */
interface Waiting {
  readonly record: RawRecord;
  readonly ignored: IgnoredRow | undefined;
}

/** The lines on which the first and the last of some records start. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
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

/** At most that many records wait in memory; beyond that they are dropped and read again later. */
const MAX_WAITING = 10_000;

/**
 * Turns records into rows as they come. A row waits only while all amounts of a money column can be read with either decimal
 * sign, or dates with the day or the month first; the last record waits for the end of the file.
 *
 * As soon as there is a `stretch`, its records have to be read again, by `repeat` each, before anything else.
 */
export class RowScan {
  readonly #name: string;
  readonly #delimiter: string;
  readonly #quoteIsGiven: boolean;
  readonly #onRow: (row: Row) => void;
  readonly #filter: RowFilter;
  readonly #table: TableFacts;
  readonly #format: RowFormat;
  readonly #signs: Map<AmountColumn, DecimalSign>;
  /** The columns of money whose decimal sign is being found out. */
  readonly #money: readonly DecimalColumn[];
  readonly #dates: DateColumns;
  readonly #clearToken: string;
  readonly #above: RecentRows;
  /** The lines of rows whose SKU may be a total, with what they are if they can't be read as rows; else the account has the last word. */
  readonly #totals = new Map<number, IgnoredRow | undefined>();
  #waiting: Waiting[] = [];
  /** Waiting records that were dropped, to be read again. */
  #missed: Stretch | undefined;
  #stretch: Stretch | undefined;
  /** The number of pieces of a cost, such as `1.000`, depends on the decimal sign of the costs. */
  #divisorIsOpen = false;
  /** Rows were seen below the header. */
  #hasRows = false;
  #last: RawRecord | undefined;
  /** The line of the last record, where its last cell seems to have lost its tail, or all of it. */
  #tornLine: number | undefined;
  /** Rows with something in the last column; whether others have nothing there. */
  #filledEnds = 0;
  #hasBlankEnd = false;

  constructor({ name, options, header, columns, filter, delimiter, onRow }: ScanOptions) {
    this.#name = name;
    this.#delimiter = delimiter;
    this.#quoteIsGiven = options.quote !== undefined;
    this.#onRow = onRow;
    this.#filter = filter;
    this.#clearToken = options.clearToken;
    this.#signs = new Map();
    this.#money = AMOUNT_COLUMNS.flatMap((amount) => {
      const column = columns.get(amount);
      if (!column || column.inCents || options.moneyUnit === 'cents') return [];
      const given = options.decimalSign ?? options.decimalSigns?.get(amount);
      if (given) this.#signs.set(amount, given);
      return given ? [] : [new DecimalColumn(amount, column, name)];
    });
    this.#dates = new DateColumns(columns, { name, given: options.dateOrder });
    this.#table = {
      header,
      map: options.map,
      skuIndex: columns.get('sku')?.index ?? 0,
      fieldIndices: FIELDS.flatMap((field) => columns.get(field)?.index ?? []),
      moneyIndices: MONEY_FIELDS.flatMap((field) => columns.get(field)?.index ?? []),
    };
    this.#above = new RecentRows({
      ...this.#table,
      meantIndices: [...columns.values()].map(({ index }) => index),
    });
    this.#format = {
      ...options,
      header,
      columns,
      priceControl: findPriceControl(header, columns),
      decimalSigns: this.#signs,
      dates: this.#dates,
      skuPath: skuPathOf(header, columns.get('sku')),
    };
    const { costPer } = options;
    const costs = [columns.get('cost'), this.#format.priceControl?.other];
    const other = costs.find(
      (cost) => cost?.pieces !== undefined && cost.pieces !== BigInt(costPer ?? cost.pieces),
    );
    if (other) throw otherPieces(other, { name, costPer });
  }

  add(record: RawRecord): void {
    if (this.#last) this.#take(this.#last, this.#money);
    this.#last = record;
  }

  /** Dropped records that can be read now. */
  get stretch(): Stretch | undefined {
    return this.#stretch;
  }

  /** Takes a record of the stretch. The last one ends the stretch. */
  repeat(record: RawRecord): void {
    if (record.line === this.#stretch?.to) this.#stretch = undefined;
    this.#onRow(this.#whySurely(record) ?? this.#toRow(record));
  }

  #whySurely(record: RawRecord): IgnoredRow | undefined {
    const { line } = record;
    return this.#totals.has(line) ? undefined : whyIgnored(record, this.#table, true);
  }

  /** Errors: `SheetError` if the last row is cut off, or it can't be decided how amounts and dates are written. */
  finish(endsInLineBreak: boolean): FoundFormat {
    const last = this.#last;
    if (last && endsInLineBreak) this.#take(last, this.#money);
    else if (last) this.#takeUnfinished(last);
    for (const column of this.#money) column.result();
    refuseDisagreement(this.#money, this.#name);
    const dateOrder = this.#dates.result();
    this.#release();
    return { decimalSigns: this.#signs, dateOrder };
  }

  /** The last cell may have lost its tail, and proves nothing where others do: `1.2` may have been `1.250,00`. */
  #takeUnfinished(record: RawRecord): void {
    const { header } = this.#table;
    const isShort = record.cells.length < header.length;
    if (isShort && !isFooter(record, this.#table)) throw cutShort(record, this.#name);
    const end = record.cells.length - 1;
    const text = record.cells[end]?.trim() ?? '';
    const last = this.#money.find((money) => this.#indexOf(money, record) === end);
    const isShortAmount = text !== '' && text !== this.#clearToken && last?.isShorter(text);
    const isUsed = [...this.#format.columns.values()].some(({ index }) => index === end);
    const isFilled = !this.#hasBlankEnd && this.#filledEnds >= FEWEST_FILLED_ENDS;
    const isGone = isUsed && text === '' && isFilled;
    if (isShortAmount || isGone || this.#dates.endsShort(record)) this.#tornLine = record.line;
    this.#take(
      record,
      this.#money.filter((money) => money !== last || (last.sign === undefined && !last.isOpen)),
    );
  }

  #take(record: RawRecord, money: readonly DecimalColumn[]): void {
    this.#refuseSwallowedRows(record);
    const found = whyIgnored(record, this.#table, true);
    const ignored = found?.reason === 'total' && this.#isItem(record) ? undefined : found;
    if (!found) this.#noteSubtotal(record);
    if (!ignored) this.#lookAtEnd(record);
    const counts = !ignored && this.#filter.whyNot(record.cells) === undefined;
    if (counts && !this.#totals.has(record.line)) this.#above.add(record);
    if (counts && this.#isInShape(record)) this.#learn(record, money);
    const isOpen = this.#isOpen();
    if (isOpen || this.#isWaiting) this.#wait({ record, ignored });
    else this.#onRow(ignored ?? this.#toRow(record));
    if (!isOpen) this.#release();
  }

  #lookAtEnd({ cells }: RawRecord): void {
    const end = cells[this.#table.header.length - 1]?.trim() ?? '';
    if (end === '') this.#hasBlankEnd = true;
    else this.#filledEnds++;
  }

  /** A listing may be called `Total`: such a row is one if everything about it says so, and the account has the last word. */
  #isItem({ cells, line }: RawRecord): boolean {
    const { header, skuIndex } = this.#table;
    const isLikeOthers = cells.length === header.length && this.#above.looksLikeRow(cells);
    const isItem = (cells[skuIndex]?.trim() ?? '') !== '' && (this.#isNamed(cells) || isLikeOthers);
    if (isItem) this.#totals.set(line, undefined);
    else this.#above.forget();
    return isItem;
  }

  #isNamed(cells: readonly string[]): boolean {
    const listingId = this.#format.columns.get('listing_id');
    return listingId !== undefined && (cells[listingId.index]?.trim() ?? '') !== '';
  }

  /** `Subtotal Lamps`, with a blank title where others have one, and `Total Quartz 5W40` may be SKUs all the same. */
  #noteSubtotal(record: RawRecord): void {
    const { cells, line } = record;
    const sku = cells[this.#table.skuIndex]?.trim() ?? '';
    if (!isSubtotal(sku) || this.#isNamed(cells) || this.#above.isNoSum(cells)) return;
    const isNumbered = /\d$/.test(sku);
    const isIncomplete = this.#above.isIncomplete(cells);
    if (isNumbered && !isIncomplete) return;
    this.#totals.set(line, isNumbered || !isIncomplete ? undefined : toSubtotal(record, sku));
    this.#above.forget();
  }

  get #isWaiting(): boolean {
    return this.#waiting.length > 0 || this.#missed !== undefined;
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#missed === undefined && this.#waiting.length <= MAX_WAITING) return;
    const from = this.#missed?.from ?? this.#waiting[0]?.record.line ?? waiting.record.line;
    this.#missed = { from, to: waiting.record.line };
    this.#waiting = [];
  }

  #refuseSwallowedRows({ cells, line }: RawRecord): void {
    if (this.#quoteIsGiven) return;
    const lines = countSwallowedLines(cells, { ...this.#table, delimiter: this.#delimiter });
    if (lines === 0) return;
    throw new SheetError(
      `Cannot read the sheet "${this.#name}": a quote on line ${line} takes in the rows on the ${lines === 1 ? 'line' : `${lines} lines`} below it`,
      {
        hint: 'Set "quote" in pricesheet.json to "none" if quotes are ordinary characters, or to "double" if that cell is correct',
      },
    );
  }

  /** A row that can't be used proves nothing about the amounts of the others. */
  #isInShape({ cells }: RawRecord): boolean {
    return (cells[this.#table.skuIndex]?.trim() ?? '') !== '' && !findMisfit(cells, this.#format);
  }

  #learn(record: RawRecord, money: readonly DecimalColumn[]): void {
    for (const column of money) {
      const text = record.cells[this.#indexOf(column, record) ?? -1]?.trim() ?? '';
      if (text === '' || text === this.#clearToken) continue;
      column.add({ line: record.line, text });
      if (column.sign !== undefined) this.#signs.set(column.name, column.sign);
    }
    this.#dates.add(record);
    if (this.#divisorIsOpen) return;
    const { columns } = this.#format;
    this.#divisorIsOpen = PIECES_COLUMNS.some((name) => {
      const column = columns.get(name);
      return column && needsDecimalSign(record.cells[column.index]?.trim() ?? '');
    });
  }

  /** The column of a row's amount: a row may say that its cost is in another column. */
  #indexOf({ name, index }: DecimalColumn, { cells }: RawRecord): number | undefined {
    const control = this.#format.priceControl;
    return control && name === 'cost' ? costIndexOf(cells, { index, control }) : index;
  }

  #isOpen(): boolean {
    if (this.#dates.isOpen) return true;
    return this.#money.some(
      ({ name, isOpen, sign }) => isOpen || (this.#divisorIsOpen && name === 'cost' && sign === undefined),
    );
  }

  #release(): void {
    if (!this.#isWaiting) return;
    for (const waiting of this.#waiting) this.#onRow(waiting.ignored ?? this.#toRow(waiting.record));
    this.#waiting = [];
    this.#stretch = this.#missed;
    this.#missed = undefined;
  }

  #toRow(record: RawRecord): Row {
    const read = parseRow(record, this.#format);
    const left = this.#filter.whyNot(record.cells);
    if (left !== undefined && !isMisplaced(read)) return this.#leaveOut(read, left);
    const row = record.line === this.#tornLine ? refuseTorn(read) : read;
    if (row.kind === 'ignored') {
      this.#hasRows = true;
      return row;
    }
    if (row.kind === 'row' && setsAnything(row)) {
      this.#hasRows = true;
      return this.#totals.has(record.line) ? withTotalNotice(row) : row;
    }
    const table = { ...this.#table, isBelowHeader: !this.#hasRows };
    const ignored = this.#totals.get(record.line) ?? whyIgnored(record, table, false);
    const isHeader = ignored?.reason === 'repeated_header';
    if (isHeader || row.kind === 'invalid') this.#refuseOtherTable(record, isHeader);
    this.#hasRows ||= !ignored;
    return ignored ?? row;
  }

  #leaveOut(row: ParsedRow, message: string): IgnoredRow {
    const ignored = whyIgnored(row, this.#table, false);
    if (ignored?.reason === 'repeated_header') this.#refuseOtherTable(row, true);
    this.#hasRows ||= !ignored;
    const { line, cells, target } = row;
    return ignored ?? { kind: 'ignored', line, cells, target, reason: 'filtered', message };
  }

  /**
   * Rows below a header of other columns would be read into the wrong fields. Right below the first header another one of the
   * same table may follow, in a program's own words; further down it has to be the same to the letter.
   */
  #refuseOtherTable({ cells, line }: RawRecord, isHeader: boolean): void {
    const other = [...this.#format.columns].find(([name, column]) => {
      const text = cells[column.index]?.trim() ?? '';
      if (text === column.header) return false;
      const meaning = meaningOf(text);
      const { inCents, currencyNote, pieces } = toColumn(text, column.index);
      const isSame =
        meaning?.name === name &&
        inCents === column.inCents &&
        currencyNote === column.currencyNote &&
        pieces === column.pieces;
      // A letter has no header of which this could be another one.
      if (isSame && column.header === toLetters(column.index)) return false;
      if (this.#hasRows && isHeader) return true;
      if (!meaning || meaning.name === 'sku' || (!isHeader && !isMoneyColumn(name))) return false;
      return this.#hasRows || !isSame;
    });
    if (!other) return;
    throw new SheetError(
      `Cannot read the sheet "${this.#name}": another table begins on line ${line}, with "${cells[other[1].index]?.trim()}" below "${other[1].header}"`,
      { hint: 'Put each table into its own file' },
    );
  }
}

function otherPieces(
  { header, pieces }: Column,
  { name, costPer }: { readonly name: string; readonly costPer: number | undefined },
): SheetError {
  return new SheetError(
    `Cannot read the sheet "${name}": by its header "${header}" is for ${pieces} pieces, and --cost-per ${costPer} was given`,
    { hint: `Pass --cost-per ${pieces} if the header is right, or correct the header` },
  );
}

type ParsedRow = ReturnType<typeof parseRow>;

function setsAnything({ requested }: SheetRow): boolean {
  for (const _ in requested) return true;
  return false;
}

function withTotalNotice(row: SheetRow): SheetRow {
  const message = `The SKU "${row.target.sku}" reads like a total: the row is one unless exactly this SKU is listed`;
  return { ...row, notices: [...row.notices, { reason: LIKE_A_TOTAL, message }] };
}

/** A file may end anywhere without a line break, also in the middle of an amount. */
function refuseTorn(row: SheetRow | InvalidRow | IgnoredRow): InvalidRow {
  const { line, cells, target } = row;
  const message = 'The file ends in this cell, which is shorter than those above it: it may be cut short';
  const problems = row.kind === 'invalid' ? row.problems : [];
  // Fed back as it is, it would look whole.
  const marked = [...cells.slice(0, -1), `${cells.at(-1) ?? ''}${CUT_MARK}`];
  return {
    kind: 'invalid',
    line,
    cells: marked,
    target,
    begins: Number.NaN,
    problems: [...problems, { reason: 'cell_cut_short', message }],
  };
}

/** A last row with too few cells and no line end after it is the mark of a file that wasn't written to its end. */
function cutShort({ line }: RawRecord, name: string): SheetError {
  return new SheetError(`Cannot use the sheet "${name}": it is cut short in the row on line ${line}`, {
    hint: 'Export it again',
  });
}
