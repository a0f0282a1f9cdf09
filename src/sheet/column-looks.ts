import { currenciesBeside } from '../domain/currency.ts';
import type { Day } from '../domain/day.ts';
import type { Tally } from '../domain/lists.ts';
import type { IgnoredReason, Row } from '../domain/row.ts';
import { isAmount, readAmountText } from './amount-text.ts';
import { countedDay, DATE_ORDERS, isNoDate, monthOf, parseDate } from './dates.ts';
import { isPiece, PACK_WORD } from './divisor-text.ts';
import { isNumeric } from './header/column.ts';
import type { Kept } from './header/column-map.ts';
import { dependsOnDigits, readClaims } from './note-claims.ts';
import { isMisplaced } from './parse-row.ts';

/**
 * What a column holds, by its cells alone. `text` and `codes` say nothing of an amount: descriptions that differ from row to row, and
 * marks that identify a row. `amounts`, `dates` and `words`, which come again and again, may.
 */
export type ColumnKind = 'blank' | 'text' | 'codes' | 'amounts' | 'dates' | 'words';

export interface ColumnLook {
  readonly kind: ColumnKind;
  /** All that it holds, if that is not too much to list; else nothing. */
  readonly values: readonly string[];
  /**
   * What says something of an amount, among words or amounts: units, markets, days, signs of money; `# EUR` for `7.10 EUR` and many others.
   * `undefined` if that is too much to list.
   */
  readonly marks: readonly string[] | undefined;
  /** Of those listed, each that is in many of the cells. */
  readonly common: readonly string[];
  /** So few values that one more is news. */
  readonly areFew: boolean;
  /** Each of these comes twice on average. */
  readonly areRepeated: boolean;
  /** Those listed are words, and each row has others, as of names of articles. */
  readonly areNames: boolean;
  /** In fewer than half of the rows there is anything. */
  readonly isMostlyBlank: boolean;
  readonly example: string;
  /** Whole numbers of up to four digits in all of at least three cells. */
  readonly areWhole: boolean;
  /** Whole numbers, each larger than the one before. */
  readonly areCounted: boolean;
  /** The number in the middle, if numbers they are. */
  readonly middle: number | undefined;
  /** Its numbers may count days, whatever its kind. */
  readonly mayBeDays: boolean;
  /** The last day that its dates may mean, or its numbers; 0 if it has none, NaN if one of them can't be read. */
  readonly lastDay: Day;
}

/** Cells beyond that many show nothing new of what a column is. */
const SAMPLE = 500;
const FEW_VALUES = 5;
/** More different values of a column are not listed. */
export const MAX_LISTED = 50;
/** Fewer cells prove little by how much they differ: whole sentences only, and of those not one or two. */
const ENOUGH = 8;
const ENOUGH_SENTENCES = 3;
/** So large a part of a column, if it is several cells, says something of them all. */
const COMMON = 0.2;
const SEVERAL = 3;

const DATE =
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[T ].*)?$|^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01]){2}(?:19|20)\d\d)(?:\d{4}|\d{6})?$|^\d{1,2}[. -]+\p{L}{3,12}\.?,?[ -]+\d{2,4}$|^\p{L}{3,12}\.? \d{1,2},? \d{4}$|^20\d\d(?:0[1-9]|1[0-2])$/u;
/** `01.11.`, `11/01`: whether it is to come can’t be read. */
const DAY_OF_YEAR = /^\d{1,2}\.\d{1,2}\.$|^(?:0[1-9]|[12]\d|3[01])\/(?:0[1-9]|[12]\d|3[01])$/;
/** Identifiers in a known form: EAN, ASIN, UUID, address. No EAN begins with 14 to 19, as milliseconds do, and times are none. */
const KNOWN_CODE =
  /^(?:\d{8}|(?!(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d{3}|1[4-9]\d{11}$)\d{12,14}|B0[0-9A-Z]{8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?:\/\/\S+)$/i;
const CODE = /^(?=.*\d)[\p{L}\p{N}._/-]{4,}$/u;
/** A pack, by its short name or with a number. */
export const PACK = new RegExp(`${PACK_WORD.source}|^\\d+\\s?\\p{L}{0,4}\\.?$`, 'iu');
export const MARKET = /^(?:amazon|walmart|ebay)|\.(?:com|co\.uk|[a-z]{2})$/i;
/** What is beside the number of a quantity or a date. */
const BESIDE_NUMBERS = /^(?:x|er|per|pro|je|ab|i{1,3}|iv|vi{0,3}|i?x|xi{0,2}|[年月日])$/iu;
/** `2027-W10`, `Q1/2027`, `KW 10`. */
const PERIOD =
  /^20\d\d[-/. ]?(?:kw|cw|wk|[hqw])\d{1,2}$|^(?:kw|cw|wk|[hqw])\d{1,2}[-/. ]?20\d\d$|^[kc]w ?\d{1,2}$/i;
/** Qualifiers are short words and numbers. */
const MAX_QUALIFIER = 12;
/** `gültig ab 01.01.2027`; a longer text is a description, whatever it has in it, unless it is about the price. */
const MAX_CLAIM = 24;
const PRICE_WORD = /(?<!\p{L})(?:prices?|costs?|preise?|kosten|prix|precios?|prezz[io])(?!\p{L})/iu;
/** Not a day, nor anything else but a number. */
const PLAIN_NUMBER = /^\d{1,6}(?:[.,]\d{1,4})?$/;
/** So small a part of a column may be anything. */
const STRAY = 0.02;

/** Of a column whose cells differ from row to row. */
const DISTINCT = 0.9;
const ENOUGH_ARTICLES = 2 * ENOUGH;
/** Not `DE`, nor `HH01`. */
const NAME = /\p{L}{4}|\p{Ll}{2}/u;
const MEASURE = /^[+-]?\d[\d.,'’\s]*(%|‰|\p{Sc}|\p{L}[\p{L}²³]{0,11}\.?)$/u;

/** Such rows are like the others, and count another night. */
const OF_OTHER_DAYS: ReadonlySet<IgnoredReason> = new Set<IgnoredReason>([
  'not_valid_yet',
  'no_longer_valid',
]);

/** Collects what the columns of a sheet hold, a row at a time. */
export class ColumnLooks implements Tally<Row, readonly ColumnLook[]> {
  readonly #columns: ColumnSample[] = [];
  /** The first rows that show nothing of their columns, unless there are no others: then a column without a name may be what is wrong. */
  readonly #misplaced: Row[] = [];

  add(row: Row): void {
    if (row.kind === 'ignored' && !OF_OTHER_DAYS.has(row.reason)) return;
    if (!isMisplaced(row)) this.#addCells(row);
    else if (this.#misplaced.length < SAMPLE) this.#misplaced.push(row);
  }

  #addCells({ cells }: Row): void {
    while (this.#columns.length < cells.length) this.#columns.push(new ColumnSample());
    for (let index = 0; index < cells.length; index++) this.#columns[index]?.add(cells[index] ?? '');
  }

  result(): readonly ColumnLook[] {
    if (this.#columns.length === 0) for (const row of this.#misplaced) this.#addCells(row);
    return this.#columns.map((column) => column.look());
  }
}

class ColumnSample {
  readonly #cells: string[] = [];
  /** How often each came, up to one more than can be listed. */
  readonly #values = new Map<string, number>();
  /** By order of day, month and year; NaN once a date can't be read in it. */
  #lastDays: readonly Day[] = DATE_ORDERS.map(() => 0);
  #lastDay: Day = 0;
  /** The last day that its numbers count; NaN once a cell can't be such a number. */
  #lastCounted: Day = 0;
  /** What the sample looks like, once it is full; and what says something of an amount below it. */
  #kind: ColumnKind | undefined;
  readonly #below: string[] = [];
  readonly #marks = new Marks();
  /** Of words like which others say nothing, whatever their digits. */
  readonly #plain = new Set<string>();
  #belowCount = 0;
  #count = 0;
  #blanks = 0;
  #rows = 0;

  add(cell: string): void {
    this.#rows++;
    if (this.#isNoNews(cell)) return;
    const text = cell.trim();
    if (text === '') this.#blanks++;
    if (text === '') return;
    this.#count++;
    if (!Number.isNaN(this.#lastCounted) && !NO_END.test(text) && !isNoDate(text))
      this.#lastCounted = Math.max(this.#lastCounted, countedDay(text) ?? Number.NaN);
    if (this.#kind === undefined) {
      this.#cells.push(text);
      if (this.#cells.length === SAMPLE) this.#kind = kindOf(this.#cells);
    } else if (this.#isMark(text, this.#kind)) {
      this.#belowCount++;
      if (this.#below.length < SAMPLE) this.#below.push(text);
      this.#marks.add(text);
    }
    const times = this.#values.get(text);
    if (this.#values.size > MAX_LISTED || times === undefined) this.#addDay(text);
    if (this.#values.size <= MAX_LISTED) this.#values.set(text, (times ?? 0) + 1);
  }

  /** Names of shelves and such differ in their digits alone. */
  #isMark(text: string, kind: ColumnKind): boolean {
    if (isHarmless(kind)) return isQualifier(text);
    if (!/\s/.test(text) || dependsOnDigits(text)) return isMark(text, kind);
    const form = formOf(text);
    if (this.#plain.has(form)) return false;
    if (isMark(text, kind)) return true;
    if (this.#plain.size < SAMPLE) this.#plain.add(form);
    return false;
  }

  /** In a column that is not harmless anyway, one more of its cells, or one more of too many plain numbers. */
  #isNoNews(cell: string): boolean {
    if (this.#kind === undefined || isHarmless(this.#kind) || this.#lastDay !== 0) return false;
    if (!Number.isNaN(this.#lastCounted)) return false;
    const times = this.#values.get(cell);
    if (times !== undefined) this.#values.set(cell, times + 1);
    const isOneOfMany = this.#kind === 'amounts' && this.#values.size > MAX_LISTED;
    return times !== undefined || (isOneOfMany && PLAIN_NUMBER.test(cell));
  }

  #addDay(text: string): void {
    if (Number.isNaN(this.#lastDay) || !isDate(text) || isNoDate(text)) return;
    const days = parseDate(withSigns(text))?.days;
    if (!days) {
      // `01-45-07` is the name of a shelf.
      if (/(?:19|20)\d\d/.test(text) || DAY_OF_YEAR.test(text)) this.#lastDay = Number.NaN;
      return;
    }
    this.#lastDays = DATE_ORDERS.map((order, at) =>
      Math.max(this.#lastDays[at] ?? 0, days[order] ?? Number.NaN),
    );
    const possible = this.#lastDays.filter(Number.isFinite);
    this.#lastDay = Math.max(...(possible.length > 0 ? possible : [this.#lastDay, ...Object.values(days)]));
  }

  /** Numbers of which hardly one comes twice count articles, if they are not too few: a day from which prices hold is that of many rows. */
  #areArticles(): boolean {
    const { length } = this.#cells;
    return length >= ENOUGH_ARTICLES && new Set(this.#cells).size >= DISTINCT * length;
  }

  look(): ColumnLook {
    return { ...this.#lookAtCells(), isMostlyBlank: 2 * this.#blanks > this.#rows };
  }

  #lookAtCells(): ColumnLook {
    const cells = this.#cells;
    const mayBeDays = this.#lastCounted > 0;
    const kind = mayBeDays && !this.#areArticles() ? 'dates' : (this.#kind ?? kindOf(cells));
    const lastDay = mayBeDays ? this.#lastCounted : this.#lastDay;
    const marks = this.#marks;
    if (!isHarmless(kind)) return lookAt(cells, { kind, values: this.#values, marks, mayBeDays, lastDay });
    const found = cells.filter(isQualifier);
    if (found.length + this.#belowCount <= STRAY * this.#count)
      return lookAt(cells, { kind, values: this.#values, lastDay });
    const qualifiers = [...found, ...this.#below];
    const values = new Map([...found, ...marks.texts].map((text) => [text, 0]));
    const theirs = kindOf(qualifiers);
    return lookAt(qualifiers, { kind: isHarmless(theirs) ? 'words' : theirs, values, lastDay });
  }
}

/** Beside days that a spreadsheet counts: none, or 9999-12-31. */
const NO_END = /^(?:0|n\/?a|#n\/a|2958465)$/i;

/** Different texts, and how these are written: of each at most one more than can be listed. */
class Marks {
  readonly texts = new Set<string>();
  readonly #forms = new Set<string>();

  add(text: string): void {
    if (this.texts.size <= MAX_LISTED) this.texts.add(text);
    if (this.#forms.size <= MAX_LISTED) this.#forms.add(formOf(text));
  }

  list(): readonly string[] | undefined {
    return [this.texts, this.#forms].map((each) => [...each]).find(({ length }) => length <= MAX_LISTED);
  }
}

/** `# EUR` for `7.10 EUR`; days are what they are. */
export function formOf(mark: string): string {
  return isDate(mark) ? mark : mark.replace(/\d+(?:[.,'’]\d+|\s\d{3}(?!\d))*/g, '#');
}

interface Found {
  readonly kind?: ColumnKind;
  readonly values: ReadonlyMap<string, number>;
  /** Of the cells that are not among the values. */
  readonly marks?: Marks;
  readonly mayBeDays?: boolean;
  readonly lastDay: Day;
}

function lookAt(
  cells: readonly string[],
  { kind = kindOf(cells), values, marks = new Marks(), mayBeDays = false, lastDay }: Found,
): ColumnLook {
  const isLong = values.size > MAX_LISTED;
  const each = [...values.keys()];
  for (const value of isLong ? [...each, ...cells] : each) if (isMark(value, kind)) marks.add(value);
  const count = [...values.values()].reduce((sum, times) => sum + times, 0);
  const fewest = Math.max(SEVERAL, COMMON * count);
  const areOther = count >= FEW_VALUES && new Set(each.map(withoutDigits)).size >= DISTINCT * count;
  return {
    kind,
    values: isLong ? [] : each,
    common: isLong ? [] : each.filter((value) => (values.get(value) ?? 0) >= fewest),
    marks: marks.list(),
    areFew: values.size <= FEW_VALUES,
    areRepeated: cells.length >= 2 * values.size,
    isMostlyBlank: false,
    areNames: areOther && each.every((value) => NAME.test(value)),
    example: cells[0] ?? '',
    areWhole: cells.length >= 3 && cells.every((cell) => /^\d{1,4}$/.test(cell)),
    areCounted: cells.every(
      (cell, at) => /^\d+$/.test(cell) && (at === 0 || Number(cell) > Number(cells[at - 1])),
    ),
    middle: middleOf(cells.map((cell) => Number(cell.replace(',', '.')))),
    mayBeDays,
    lastDay,
  };
}

/** Of a column that no row has. */
export const BLANK = lookAt([], { values: new Map(), lastDay: 0 });

function isHarmless(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'codes';
}

function middleOf(numbers: readonly number[]): number | undefined {
  return numbers.filter(Number.isFinite).sort((a, b) => a - b)[numbers.length >> 1];
}

function kindOf(cells: readonly string[]): ColumnKind {
  const share = (is: (cell: string) => boolean): number => cells.filter(is).length / cells.length;
  if (cells.length === 0) return 'blank';
  if (share(isDate) > 0.5) return 'dates';
  const areDistinct = new Set(cells).size >= DISTINCT * cells.length;
  if (areDistinct && share((cell) => KNOWN_CODE.test(cell)) >= 0.9) return 'codes';
  if (cells.length >= ENOUGH && areDistinct && share(isCode) >= 0.9) return 'codes';
  const areMeasures = new Set(cells.filter(isMeasure).map(formOf)).size <= FEW_VALUES;
  if (share((cell) => isNumeric(cell) || (areMeasures && isMeasure(cell))) > 0.5) return 'amounts';
  if (cells.length < ENOUGH) {
    const areTexts = cells.length >= ENOUGH_SENTENCES && cells.every(isSentence) && !isRepeated(cells);
    return areTexts ? 'text' : 'words';
  }
  return share((cell) => wordsOf(cell) >= 2) >= 0.5 && !isRepeated(cells) ? 'text' : 'words';
}

/** `12345-AB`, but not `10ST`, `EUR7.10`, `2027-W10` or `Q1/2027`, whose letters say what their number is for. */
function isCode(cell: string): boolean {
  if (!CODE.test(cell) || PERIOD.test(cell) || /^\d+\p{L}*$/u.test(cell)) return false;
  return lettersOf(cell).some((word) => !saysFor(word));
}

function isDate(cell: string): boolean {
  return DATE.test(cell) || DAY_OF_YEAR.test(cell);
}

/** Whether a cell among texts or codes says something of an amount. */
function isQualifier(cell: string): boolean {
  if (isDate(cell)) return true;
  if (cell.length > MAX_CLAIM) return PRICE_WORD.test(cell) && readClaims(cell).length > 0;
  if (KNOWN_CODE.test(cell)) return false;
  if (/\s|^\p{L}+$/u.test(cell) && readClaims(cell).length > 0) return true;
  if (cell.length > MAX_QUALIFIER) return false;
  if (MARKET.test(cell) || PERIOD.test(cell)) return true;
  return isNumeric(cell) || lettersOf(cell).every(saysFor);
}

/** A unit, a currency, a market, a date, or words that say something of an amount; among words an amount, too. */
function isMark(value: string, kind: ColumnKind): boolean {
  if (kind !== 'words' && kind !== 'amounts') return false;
  if (isDate(value)) return true;
  if (kind === 'amounts' && isMeasure(value)) return true;
  const mayBe = kind === 'words' || !isNumeric(value) || /\p{Sc}/u.test(value);
  return mayBe && /[\p{L}\p{Sc}]|\d{4}|\d[.,]\d/u.test(value) && isQualifier(value);
}

/** `20.3 %`, `1.35 kg`, `EUR 7.10`: a number and what it is of. Others of the same are amounts like any others; another word is news. */
export function isMeasure(cell: string): boolean {
  const [, unit] = MEASURE.exec(cell) ?? [];
  if (unit !== undefined) return monthOf(unit) === undefined && !BESIDE_NUMBERS.test(unit);
  const read = readAmountText(cell);
  return isAmount(read) && read.currencies !== undefined;
}

/** Values that were settled one by one, as what more than a few of them show: amounts, or words that others may join. */
export function toShown(kept: Kept): Kept {
  if (!Array.isArray(kept) || kept.length <= FEW_VALUES) return kept;
  const measures = kept.filter(isMeasure);
  if (kept.every((value) => PLAIN_NUMBER.test(value) || measures.includes(value)))
    return measures.length === 0 ? 'amounts' : { amounts: [...new Set(measures.map(formOf))] };
  return kept.some(saysOfAmounts) ? kept : { words: kept };
}

/** Whether these are words that others may join, if they say nothing of an amount and are not in many of the cells: names, and the like. */
export function areOpen(kept: Kept): boolean {
  return typeof kept === 'object' && 'words' in kept && kept.words?.every(saysOfAmounts) === false;
}

function saysOfAmounts(word: string): boolean {
  return isMark(word, 'words');
}

/** `01012027` as `01/01/2027`, `202701` as `2027-01-01`, and without a time that follows. */
function withSigns(date: string): string {
  return date
    .replace(/^(20\d\d)(\d\d)$/, '$1-$2-01')
    .replace(/^(\d{8})(?:\d{4}|\d{6})$/, '$1')
    .replace(/^(\d\d)(\d\d)((?:19|20)\d\d)$/, '$1/$2/$3');
}

function lettersOf(cell: string): readonly string[] {
  return cell.match(/[\p{L}\p{M}€$£¥]+/gu) ?? [];
}

/** Whether a word beside a number, or alone, is a unit, a currency or a time. */
function saysFor(word: string): boolean {
  const isUnit = isPiece(word) || PACK.test(word) || BESIDE_NUMBERS.test(word);
  return isUnit || currenciesBeside(word) !== undefined || monthOf(word) !== undefined;
}

/** As long as two words, in writing without blanks between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{4}/u;

/** `amazon.de` is one. */
function wordsOf(cell: string): number {
  return cell.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length + (UNSPACED.test(cell) ? 1 : 0);
}

/** In a short sheet a few words may be `per 12 pieces`. */
function isSentence(cell: string): boolean {
  return wordsOf(cell) >= 4;
}

/** `12 Stück im Karton` and `24 Stück im Karton` are the same words: texts differ in more than their numbers. */
function isRepeated(cells: readonly string[]): boolean {
  return new Set(cells.map(withoutDigits)).size < 0.6 * cells.length;
}

function withoutDigits(cell: string): string {
  return cell.replace(/\d+/g, '0').toLowerCase();
}
