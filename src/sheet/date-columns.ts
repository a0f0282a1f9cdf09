import { type Day, formatDay } from '../domain/day.ts';
import { SheetError } from '../domain/errors.ts';
import type { Columns } from './header/column.ts';
import { DATE_ORDERS, type DateOrder, isNoDate, parseDate, type WrittenDate } from './parse-date.ts';
import type { RawRecord } from './parse-records.ts';

interface Cell {
  readonly line: number;
  readonly text: string;
}

const PAIRS = [
  ['dmy', 'mdy'],
  ['dmy', 'ymd'],
  ['mdy', 'ymd'],
] as const satisfies readonly (readonly DateOrder[])[];

interface DateOptions {
  /** Of the sheet, for messages. */
  readonly name: string;
  /** What a person said. */
  readonly given: DateOrder | undefined;
}

/**
 * Finds the order of day, month and year from all cells of the date columns since one program writes them: what 13 or
 * more can't be shows it.
 */
export class DateColumns {
  readonly #indices: readonly number[];
  readonly #options: DateOptions;
  /** The orders in which every date so far can be read, and the cell that left the fewest. */
  #orders: readonly DateOrder[];
  #shownBy: Cell | undefined;
  /** How long all cells of a column are; NaN if they differ. */
  readonly #lengths = new Map<number, number>();
  /** Cells that two orders, by their names, read differently. */
  readonly #doubtful = new Map<string, Cell>();
  readonly #firstOf = new Map<WrittenDate['form'], Cell>();

  constructor(columns: Columns, options: DateOptions) {
    this.#indices = [columns.get('valid_from'), columns.get('valid_to')].flatMap((column) =>
      column ? [column.index] : [],
    );
    this.#options = options;
    this.#orders = options.given ? [options.given] : DATE_ORDERS;
  }

  /** Errors: `SheetError` if the cells contradict those before them. */
  add({ line, cells }: RawRecord): void {
    for (const index of this.#indices) {
      const text = cells[index]?.trim() ?? '';
      const date = text === '' ? undefined : parseDate(text);
      if (!date) continue;
      const length = this.#lengths.get(index) ?? text.length;
      this.#lengths.set(index, length === text.length ? length : Number.NaN);
      this.#learn(date, { line, text });
    }
  }

  /** Whether the last cell of a record is a date, and shorter than all before it. */
  endsShort({ cells }: RawRecord): boolean {
    const end = cells.length - 1;
    const length = cells[end]?.trim().length ?? 0;
    return length > 0 && length < (this.#lengths.get(end) ?? 0);
  }

  #learn({ form, days }: WrittenDate, cell: Cell): void {
    if (!this.#firstOf.has(form)) this.#firstOf.set(form, cell);
    this.#refuseMixture();
    const left = this.#orders.filter((order) => days[order] !== undefined);
    if (left.length === 0) throw this.#contradiction(cell);
    if (left.length < this.#orders.length) this.#shownBy = cell;
    this.#orders = left;
    for (const [one, other] of PAIRS)
      if (days[one] !== days[other] && !this.#doubtful.has(`${one} ${other}`))
        this.#doubtful.set(`${one} ${other}`, cell);
  }

  /**
   * The order, if it is known and a date needs it.
   *
   * Errors: `SheetError` if the cells leave it open: `01/02/2026` alone may be in January or in February.
   */
  result(): DateOrder | undefined {
    const doubt = this.#doubt();
    if (!doubt) return this.#orders.length === 1 ? this.#orders[0] : undefined;
    const written = parseDate(doubt.text);
    const readings = this.#orders.flatMap((order) => {
      const day = written?.days[order];
      return day === undefined ? [] : [{ order, day: formatDay(day) }];
    });
    throw this.#refusal(
      `${show(doubt)} may be ${readings.map(({ day }) => day).join(' or ')}`,
      `Pass ${readings.map(({ order, day }) => `--date-order ${order} if it is ${day}`).join(', ')}`,
    );
  }

  /** The day that a cell says; `null` if it says that there is none, and `undefined` if it can't be read. */
  read(text: string): Day | null | undefined {
    if (isNoDate(text)) return null;
    const [order] = this.#orders;
    return order && parseDate(text)?.days[order];
  }

  #doubt(): Cell | undefined {
    for (const [orders, cell] of this.#doubtful)
      if (orders.split(' ').every((order) => this.#orders.some((left) => left === order))) return cell;
    return undefined;
  }

  /** A spreadsheet has read the dates that it could, with the month first or not, and left the others. */
  #refuseMixture(): void {
    const [serial, local] = [this.#firstOf.get('serial'), this.#firstOf.get('local')];
    if (!serial || !local) return;
    throw this.#refusal(
      `${show(serial)} is a spreadsheet's number of a day, and ${show(local)} is written out: a spreadsheet may have read some of them wrongly`,
      'Export the dates as text, such as 2026-12-31',
    );
  }

  #contradiction(cell: Cell): SheetError {
    const { given } = this.#options;
    return given
      ? this.#refusal(
          `${show(cell)} can't be read with --date-order ${given}`,
          'Pass another --date-order, or correct the date',
        )
      : this.#refusal(
          `${show(this.#shownBy ?? cell)} and ${show(cell)} are not written in the same order`,
          'Export the dates as 2026-12-31, or correct the one that is wrong',
        );
  }

  #refusal(why: string, hint: string): SheetError {
    return new SheetError(`Cannot read the dates in "${this.#options.name}": ${why}`, { hint });
  }
}

function show({ line, text }: Cell): string {
  return `"${text}" on line ${line}`;
}
