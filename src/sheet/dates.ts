import { type Day, formatDay, toDay } from '../domain/day.ts';
import { SheetError } from '../domain/errors.ts';
import type { Columns } from './header/column.ts';
import type { RawRecord } from './parse-records.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;

/** What comes first in `01/02/2026`. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A date as a cell has it. */
export interface WrittenDate {
  /** `serial`: the number by which a spreadsheet keeps it. `iso`: the year first. `local`: as people write it. */
  readonly form: 'serial' | 'iso' | 'local';
  /** The day by each order in which it can be read; by all of them the same if the date itself shows which it is. */
  readonly days: Readonly<Partial<Record<DateOrder, Day>>>;
}

/** A date of nothing but zeros, a dash, or a database's null: there is none. Source: SAP writes 00.00.0000, MySQL 0000-00-00. */
const NO_DATE = /^(?:[-–—]|null|0{8}|00(?<sign>[./-])00\k<sign>0000|0000-00-00)$/i;
/** The time after a date, with its zone. */
const TIME =
  /(?:T|,? +)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i;

/** Whether a cell says that there is no date. */
export function isNoDate(text: string): boolean {
  return NO_DATE.test(text.replace(TIME, ''));
}

/** Reads a date in each way in which it can be meant; `undefined` if it is none. Of a time, the date part counts. */
export function parseDate(text: string): WrittenDate | undefined {
  const date = text.replace(/\s+/g, ' ').replace(TIME, '');
  return parseSerial(text) ?? parseIso(date) ?? parseDigits(date) ?? parseWords(date);
}

/** From 2000 to 2100, and 9999-12-31 for no end. Source: Excel counts days, and 45292 is 2024-01-01. */
function parseSerial(text: string): WrittenDate | undefined {
  if (!/^\d{5}$|^2958465$/.test(text)) return undefined;
  return inAnyOrder('serial', dayWithin(2000, text.length === 5 ? 2100 : 9999, timeOfSerial(Number(text))));
}

function timeOfSerial(days: number): number {
  return Date.UTC(1899, 11, 30 + days);
}

/** The day in UTC of a time, if it is in one of these years. */
function dayWithin(from: number, to: number, ms: number): Day | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year < from || year > to ? undefined : toDay(year, date.getUTCMonth() + 1, date.getUTCDate());
}

/**
 * The day that a number counts, if it can be one of these years: in days as a spreadsheet does, with the time as a fraction, or in seconds
 * or milliseconds since 1970.
 * No EAN begins as such milliseconds do.
 */
export function countedDay(text: string): Day | undefined {
  const { length } = /^(?:\d{5}(?=(?:[.,]\d+)?$)|\d{10}$|\d{13}$)/.exec(text)?.[0] ?? '';
  if (length === 0) return undefined;
  const count = Number(text.slice(0, length));
  return dayWithin(2015, 2032, length === 13 ? count : length === 10 ? count * 1000 : timeOfSerial(count));
}

function parseIso(text: string): WrittenDate | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  return match ? inAnyOrder('iso', toDay(Number(match[1]), Number(match[3]), Number(match[4]))) : undefined;
}

/** With dots the day is first. A year of two digits may be first as well as last. */
function parseDigits(text: string): WrittenDate | undefined {
  const match = /^(\d{1,2})(\. ?|[/-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (!match) return undefined;
  const [one, two, three] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const year = inFull(three);
  const dmy = toDay(year, two, one);
  if (match[2]?.startsWith('.')) return inAnyOrder('local', dmy);
  const mdy = toDay(year, one, two);
  const ymd = three < 100 ? toDay(inFull(one), two, three) : undefined;
  const days = { ...(dmy && { dmy }), ...(mdy && { mdy }), ...(ymd && { ymd }) };
  return dmy || mdy || ymd ? { form: 'local', days } : undefined;
}

/** `1 Dec 2026`, `01-DEC-26`, `1. Dezember 2026`, `Dec 1st, 2026`, `1 de diciembre de 2026`. */
function parseWords(text: string): WrittenDate | undefined {
  const match =
    /^(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º)?[ /-]?(?:de |di )?(?<month>\p{L}+)\.?,?[ /-]?(?:de |del )?(?<year>\d{4}|\d{2})$/iu.exec(
      text,
    ) ?? /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/iu.exec(text);
  const { day, month = '', year } = match?.groups ?? {};
  const number = monthOf(month);
  return number === undefined
    ? undefined
    : inAnyOrder('local', toDay(inFull(Number(year)), number, Number(day)));
}

function inFull(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function inAnyOrder(form: WrittenDate['form'], day: Day | undefined): WrittenDate | undefined {
  return day === undefined ? undefined : { form, days: { dmy: day, mdy: day, ymd: day } };
}

/** What the months are called in the languages that exports come in, whole and cut, without accents. */
const MONTHS: readonly string[] = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari styczen stycznia sty',
  'february feb februar feber fevrier fevr fev febrero febbraio februari luty lutego lut',
  'march mar marz maerz mrz mars marzo maart mrt marzec marca',
  'april apr avril avr abril abr aprile kwiecien kwietnia kwi',
  'may mai mayo maggio mag mei maj maja',
  'june jun juni juin junio giugno giu czerwiec czerwca cze',
  'july jul juli juillet juil julio luglio lug lipiec lipca lip',
  'august aug aout agosto ago augustus sierpien sierpnia sie',
  'september sep sept septembre septiembre set settembre sett wrzesien wrzesnia wrz',
  'october oct oktober okt octobre octubre ottobre ott pazdziernik pazdziernika paz',
  'november nov novembre noviembre listopad listopada lis',
  'december dec dezember dez decembre diciembre dic dicembre grudzien grudnia gru',
];

const WEEKDAYS: ReadonlySet<string> = new Set(
  [
    'monday mon montag lundi lun lunes lunedi maandag poniedzialek',
    'tuesday tue tues dienstag mardi martes martedi dinsdag wtorek',
    'wednesday wed mittwoch mercredi mer miercoles mercoledi woensdag sroda',
    'thursday thu thurs donnerstag jeudi jeu jueves giovedi donderdag czwartek',
    'friday fri freitag vendredi ven viernes venerdi vrijdag piatek',
    'saturday sat samstag sonnabend samedi sam sabado sabato zaterdag sobota',
    'sunday sun sonntag dimanche dim domingo domenica zondag niedziela',
  ].flatMap((words) => words.split(' ')),
);

const BY_WORD = new Map(
  MONTHS.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
);

/** A month's name `withoutAccents`. */
export const MONTH_NAME = `(?:${[...BY_WORD.keys()].join('|')})(?!\\p{L})`;

/** The number of a month from its name. */
export function monthOf(word: string): number | undefined {
  return BY_WORD.get(withoutAccents(word));
}

export function isWeekday(word: string): boolean {
  return WEEKDAYS.has(withoutAccents(word));
}

export function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

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
