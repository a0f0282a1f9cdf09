import { count } from '../../domain/count.ts';
import { currenciesOf } from '../../domain/currency.ts';
import { type Day, formatDay } from '../../domain/day.ts';
import { findRemarks, LISTING_ID, REMARKS } from '../../domain/own-sheets.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import { clip, printable } from '../../report/text/printable.ts';
import { BLANK, type ColumnLook, isQualifier, MARKET, PACK } from '../../sheet/column-looks.ts';
import { isPiece } from '../../sheet/divisor-text.ts';
import {
  COLUMN_NAMES,
  type ColumnMap,
  type ColumnName,
  misspeltName,
  toLetters,
} from '../../sheet/header/column.ts';
import {
  formatMapFlag,
  isSameHeader,
  type Kept,
  keptAt,
  type LeftOut,
  nameForMap,
  nameLeftOut,
} from '../../sheet/header/column-map.ts';
import { readAbove } from '../../sheet/header/find-table.ts';
import { foldHeader, isNumeric } from '../../sheet/header/fold-header.ts';
import { type Meaning, meaningOf, mentions } from '../../sheet/header/header-meanings.ts';
import type { NotesJson } from '../../sheet/note-claims.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import { mayBeCost } from './find-nothing-to-set.ts';

/** What somebody who looked has settled of the columns of a job's sheet. */
export interface Settlement {
  /** Header texts by field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly leftOut: LeftOut;
  readonly notes?: NotesJson | undefined;
}

/** A column, or a line beside the table, of which nobody has said what it is for. */
export interface UnsettledColumn {
  /** Of a line its text. */
  readonly header: string;
  /** Where the line is; none for a column. */
  readonly line?: number;
  /** Its position; none if it is gone. */
  readonly index?: number;
  /** What it is taken for, if it is. */
  readonly name: ColumnName | undefined;
  /** With the column as its subject: `holds dates, such as "01.01.2027"`. */
  readonly why: string;
  /** What it may be used as, if it is not used. */
  readonly use?: ColumnUse;
  /** The field whose name it is, but for its spelling. */
  readonly field?: ColumnName;
}

/** What to do with a column that is left out, if it says something of the amounts after all. */
export type ColumnUse = 'valid_from' | 'cost_divisor' | 'unit' | 'currency' | 'amount' | 'where';

interface Settled {
  /** Of the flags and the settings. */
  readonly map: ColumnMap;
  readonly leaveOut?: LeftOut | undefined;
  /** By the last run of the job whose plan somebody agreed to. */
  readonly last: Settlement | undefined;
  readonly asOf: Day;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/**
 * The columns that may say what an amount is for, and of which nobody has said whether they do; the most dangerous first.
 *
 * A price sheet says more than its amounts: from when they hold, per what, in what money, for which market. No list of headings
 * ends, so nothing is judged by its heading: a column counts as settled if it has one of the names of this program, if it is named in the map or
 * among the columns that are left out, if somebody agreed to a plan that read it like this, or if its cells are texts or codes. All
 * others have to be settled once, by somebody who looks at them, before a run that nobody watches may use the sheet.
 */
export function findUnsettled(
  reading: SettledReading,
  looks: readonly ColumnLook[],
  settled: Settled,
): readonly UnsettledColumn[] {
  const { columns, table, mappedAway, filter } = reading;
  const { header } = table;
  const { map, leaveOut, last } = settled;
  // A saved mapping names every column that is used.
  const isKnown = last !== undefined || (leaveOut !== undefined && map.has('sku'));
  const remarks = findRemarks(header) && header.includes(LISTING_ID) ? REMARKS : [];
  const names = new Map([...columns].map(([name, { index }]) => [index, name]));
  const away = new Set(mappedAway.map((column) => column.header));
  const meanings = header.map(meaningOf);
  const { headings, titles } = readAbove(table);
  const free = COLUMN_NAMES.filter((field) => !columns.has(field) && !map.has(field));
  const doubtful = findDoubtful(reading, looks, { meanings, headings, titles });
  const found = header.flatMap((text, index): readonly FoundColumn[] => {
    const own = text.trim();
    const name = names.get(index);
    const look = looks[index] ?? BLANK;
    if (name !== undefined) {
      const isDoubtful = doubtful.has(index);
      const isOurs = !isKnown && !isDoubtful && meanings[index]?.by === 'own';
      const before = last?.columns[name];
      if (
        (isOurs && !isBareBound(own)) ||
        map.has(name) ||
        (before !== undefined && isSameHeader(before, own))
      )
        return [];
      const under = headings[index] ? ` below "${clip(headings[index], MAX_HEADER)}"` : '';
      const why = `is taken for ${name}${under}`;
      return [{ header: own, name, why, isPlain: isOurs, danger: isDoubtful ? MOST : isOurs ? 2 : 0 }];
    }
    const pieces = mayBePieces(reading, look, settled)
      ? `; if "${columns.get('cost')?.header}" is for that many pieces, pass ${formatMapFlag([...map, ['cost_divisor', nameForMap(header, index)]], settled.shell)}`
      : '';
    if (isPassedOver(own, index, look) && pieces === '') return [];
    if (away.has(own) || filter.columns.has(index) || remarks.includes(own)) return [];
    if (!mayQualify(look)) return [];
    const kept = allKeptAt(index, header, settled);
    const held = newsOf(look, kept, settled.asOf);
    if (held === undefined) return [];
    const mayGo = kept.length > 0 && look.kind === 'words' && !look.values.some(isMark);
    const forGood = `--leave-out ${quoteWord(nameLeftOut(header, index), settled.shell)} leaves it out whatever it holds`;
    const news = mayGo ? `${held}; ${forGood}` : held;
    const field = misspeltName(own, free);
    if (field)
      return [{ header: own, index, name, why: `${news}; did you mean "${field}"?`, field, danger: MOST }];
    const title = own === '' ? `column ${toLetters(index)}` : own;
    if (pieces !== '') return [{ header: title, index, name, why: `${news}${pieces}`, danger: MOST }];
    if (look.kind !== 'amounts' || map.has('cost') || !mayBeCost(own))
      return [{ header: title, index, name, why: news, ...judge(own, look) }];
    const flag = formatMapFlag([...map, ['cost', nameForMap(header, index)]], settled.shell);
    const why = `${news}; if that is the cost to send, pass ${flag}`;
    return [{ header: title, index, name, why, danger: MOST + 1 }];
  });
  const open: FoundColumn[] = [...findGone(header, columns, { map, leaveOut, last }), ...found];
  return open.every(({ isPlain }) => isPlain) ? [] : open.sort((a, b) => b.danger - a.danger);
}

interface FoundColumn extends UnsettledColumn {
  readonly danger: number;
  /** A bare `min` or `max`, which is plain in a sheet where all the rest is settled. */
  readonly isPlain?: boolean;
}

type SettledReading = Pick<Reading, 'columns' | 'table' | 'mappedAway' | 'filter'>;

/** By column, what its name means and the heading of its group; and what is written above all of them. */
interface HeaderWords {
  readonly meanings: readonly (Meaning | undefined)[];
  readonly headings: readonly string[];
  readonly titles: readonly string[];
}

/**
 * Which names are not enough: words that other trades use too, all that is under a heading of a group, a bare `cost` in a sheet of shipments,
 * and a bare `min` or `max` that may be a stock level, which is a whole number: below the costs, or in a sheet with columns that aren't
 * pricesheet's.
 */
function findDoubtful(
  { columns, table }: SettledReading,
  looks: readonly ColumnLook[],
  { meanings, headings, titles }: HeaderWords,
): ReadonlySet<number> {
  const isGrouped = headings.some((heading) => heading !== '');
  const isOursAlone = table.above.length === 0 && meanings.every((meaning) => meaning?.by === 'own');
  const isShipping = [...titles, ...table.header].some((text) => mentions(text, 'shipping'));
  const cost = looks[columns.get('cost')?.index ?? -1];
  const mayBeStock = (bound: ColumnLook | undefined): boolean =>
    !!bound?.areWhole &&
    (!isOursAlone || (!!cost && !cost.areWhole && (bound.middle ?? 0) < (cost.middle ?? 0)));
  return new Set(
    table.header.flatMap((text, index) => {
      const mayBeOther = isBareBound(text)
        ? mayBeStock(looks[index])
        : isShipping && foldHeader(text) === 'cost';
      const isDoubtful = isGrouped || meanings[index]?.by === 'weak' || mayBeOther;
      return isDoubtful ? [index] : [];
    }),
  );
}

function isBareBound(header: string): boolean {
  return ['min', 'max'].includes(foldHeader(header));
}

const SEVERAL_PIECES = /^10{1,4}(?!\d)/;
const USUAL_PIECES = /^10{0,4}(?!\d)/;

/** Most of the few values are 1, 10, 100 and so on: what costs are for wherever they are kept for more than one piece. */
function mayBePieces({ columns }: SettledReading, { values, areFew }: ColumnLook, { map }: Settled): boolean {
  if (!areFew || !columns.has('cost') || columns.has('cost_divisor') || map.has('cost_divisor')) return false;
  const usual = values.filter((value) => USUAL_PIECES.test(value));
  return usual.length * 2 > values.length && usual.some((value) => SEVERAL_PIECES.test(value));
}

/** Without a name: the rows' own numbers, which programs put first; and a column elsewhere, whose rows with a cell there can't be read. */
function isPassedOver(header: string, index: number, { areCounted }: ColumnLook): boolean {
  return header === '' && (index > 0 || areCounted);
}

function mayQualify({ kind }: ColumnLook): boolean {
  return kind === 'amounts' || kind === 'dates' || kind === 'words';
}

/** What the settings and the last run say that a column may hold. */
function allKeptAt(
  index: number,
  header: readonly string[],
  { leaveOut, last }: Pick<Settled, 'leaveOut' | 'last'>,
): readonly Kept[] {
  return [leaveOut, last?.leftOut]
    .map((leftOut) => keptAt(leftOut, header, index))
    .filter((kept) => kept !== undefined);
}

/** What a column holds that was not settled; `undefined` if all of it was. */
function newsOf(look: ColumnLook, settled: readonly Kept[], asOf: Day): string | undefined {
  const { kind, values, lastDay } = look;
  const known = new Set<string>(settled.flatMap((kept) => (typeof kept === 'string' ? [] : kept)));
  const kinds = settled.filter((kept) => typeof kept === 'string');
  const fresh = values.filter((value) => !known.has(value));
  if (kinds.includes('any') || (values.length > 0 && fresh.length === 0)) return undefined;
  if (kind === 'dates' && kinds.includes('dates') && lastDay <= asOf)
    return 'holds only dates that have come, and had one to come before';
  if (kind === 'amounts' && kinds.includes('amounts') && values.length > 0 && values.every(isPerPieces))
    return `holds nothing but ${list(values)}, and held other amounts before`;
  if (kinds.some((kept) => kept === kind)) {
    const marks = kind === 'dates' ? [] : fresh.filter(isMark);
    return marks.length === 0 ? undefined : `holds ${list(marks)}, which it did not have before`;
  }
  if (kind === 'dates' && kinds.includes('past-dates')) {
    const later = `${formatDay(lastDay)}, after the day for which the sheet is read, and had no such date before`;
    return lastDay > asOf ? `holds ${later}` : undefined;
  }
  if (known.size === 0)
    return [describeLook(look), ...kinds.map((kept) => `held ${kept.replace('-', ' ')} before`)].join(
      ', and ',
    );
  return fresh.length === 0
    ? `holds more than the few values that it had, such as "${clip(look.example, MAX_CELL)}"`
    : `holds ${list(fresh)}, which it did not have before`;
}

const MAX_CELL = 30;
const MAX_VALUES = 5;

function describeLook({ kind, values, example }: ColumnLook): string {
  if (kind === 'words' && values.length > 0) return `holds ${list(values)}`;
  return `holds ${kind}, such as "${clip(example, MAX_CELL)}"`;
}

function list(values: readonly string[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => `"${clip(value, MAX_CELL)}"`);
  return [...shown, ...(values.length > MAX_VALUES ? ['…'] : [])].join(', ');
}

/** Columns that were settled, and are not there. */
function findGone(
  header: readonly string[],
  columns: Reading['columns'],
  { map, leaveOut, last }: Pick<Settled, 'map' | 'leaveOut' | 'last'>,
): readonly FoundColumn[] {
  const here = header.flatMap((text, index) => [text, nameLeftOut(header, index)]);
  const used = Object.entries(last?.columns ?? {}).filter(
    ([name, text]) =>
      // Without an id a row is for all listings of its SKU, of which there may be one only.
      name !== LISTING_ID &&
      !here.some((own) => isSameHeader(own, text)) &&
      !columns.has(name as ColumnName) &&
      !map.has(name as ColumnName),
  );
  const all = last?.leftOut ?? leaveOut ?? {};
  const leftOut = Object.keys(all).filter((text) => !here.some((own) => isSameHeader(own, text)));
  return [
    ...used.map(([name, text]) => ({
      header: text,
      name: undefined,
      why: `was taken for ${name}, and is gone`,
      danger: MOST,
    })),
    ...leftOut.map((text) => ({
      header: text,
      name: undefined,
      why: 'was left out, and is gone',
      danger: 0,
    })),
  ];
}

/** A unit, a currency, a market, a date, or words that say something of an amount. */
function isMark(value: string): boolean {
  return !isNumeric(value) && /[\p{L}€$£¥]|\d{4}/u.test(value) && isQualifier(value);
}

/** What costs are for wherever they are kept for more than one piece. */
function isPerPieces(value: string): boolean {
  return /^10{1,4}(?:[.,]0+)?$|^1(?:[.,]0+)?$/.test(value);
}

const MOST = 5;
/** From 2 to 1000, or a number with its unit. */
const PIECES = /^(?:[2-9]|[1-9]\d{1,2}|1000|\d{1,4} ?\p{L}{1,4}\.?)$/u;

/** Beside a word for one piece, other short words are units, too. */
function areUnits(values: readonly string[]): boolean {
  return values.some(isPiece) && values.every((value) => SHORT_WORD.test(value));
}

const SHORT_WORD = /^\p{L}[\p{L}\d. ]{0,11}$/u;

/** How likely a column changes what an amount is for, which only decides what is shown first; and how it would. */
function judge(header: string, { kind, values, areFew }: ColumnLook): { danger: number; use?: ColumnUse } {
  if (kind === 'dates') return { danger: MOST, use: 'valid_from' };
  const few = areFew ? values : [];
  if (kind === 'words' && (few.some((value) => PACK.test(value)) || areUnits(values)))
    return { danger: 4, use: 'unit' };
  if (kind === 'amounts' && few.some((value) => PIECES.test(value)))
    return { danger: 4, use: 'cost_divisor' };
  if (values.some((value) => currenciesOf(value) !== undefined)) return { danger: 3, use: 'currency' };
  if (values.some((value) => MARKET.test(value))) return { danger: 3, use: 'where' };
  if (kind === 'amounts') return { danger: mentions(header, 'cost') ? 3 : 1, use: 'amount' };
  return { danger: mentions(header, 'tax') ? 2 : 0, ...(areFew && { use: 'where' }) };
}

/**
 * What to keep of the columns that a run leaves out, so that the next one knows them: what was kept before as long as it is right, blank
 * columns included, and otherwise what somebody has looked at.
 */
export function leftOutOf(
  { columns, table: { header } }: Pick<Reading, 'columns' | 'table'>,
  looks: readonly ColumnLook[],
  settled: Pick<Settled, 'leaveOut' | 'last' | 'asOf'>,
): LeftOut {
  const { asOf } = settled;
  const used = new Set([...columns.values()].map(({ index }) => index));
  return Object.fromEntries(
    header.flatMap((text, index): readonly (readonly [string, Kept])[] => {
      const look = looks[index] ?? BLANK;
      if (used.has(index) || isPassedOver(text.trim(), index, look)) return [];
      const isRight = (kept: Kept): boolean =>
        kept !== 'any' && (!mayQualify(look) || newsOf(look, [kept], asOf) === undefined);
      const kept = allKeptAt(index, header, settled).find(isRight) ?? keep(look, asOf);
      return kept === undefined ? [] : [[nameLeftOut(header, index), kept]];
    }),
  );
}

/** Few values, and units or markets, are kept one by one; of all others what kind they are. */
function keep({ kind, values, areFew, areRepeated, lastDay }: ColumnLook, asOf: Day): Kept | undefined {
  if (kind === 'dates') return lastDay > asOf ? 'dates' : 'past-dates';
  // A unit price is seldom whole in each row; a number of pieces is.
  if (kind === 'amounts' && areFew && (areRepeated || values.every((value) => /^\d+$/.test(value))))
    return [...values];
  if (kind === 'amounts') return values.some(isMark) ? 'any' : kind;
  if (kind !== 'words') return undefined;
  // Titles of a small sheet, of which another night has others.
  const areTitles = !areRepeated && values.every((value) => /\p{L}{2}\S*\s+\S*\p{L}{2}/u.test(value));
  return (areFew && !areTitles) || values.some(isMark) ? [...values] : kind;
}

/** In a sentence, and the first of them in a line each. */
export function describeUnsettled(unsettled: readonly UnsettledColumn[]): string {
  const lines = unsettled.filter(({ line }) => line !== undefined).length;
  const columns = unsettled.length - lines;
  const kinds = [
    ...(columns === 0 ? [] : [count(columns, 'column')]),
    ...(lines === 0 ? [] : [count(lines, 'line')]),
  ];
  const which =
    unsettled.length === 1
      ? `this ${lines === 1 ? 'line' : 'column'} says`
      : `these ${kinds.join(' and ')} say`;
  const shown = unsettled.slice(0, unsettled.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
  const more = unsettled.length - shown.length;
  return [
    `nobody has settled what ${which} about the amounts`,
    ...shown.map(describeColumn),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join(LINE);
}

/** `"UOM" holds "EA", "DZ"`. */
export function describeColumn({ header, why }: UnsettledColumn): string {
  return printable(`"${clip(header, MAX_HEADER)}" ${why}`);
}

/** Such a text for a notice, which is one line. */
export function toNotice(text: string): string {
  const [first = '', ...others] = text.split(LINE);
  return others.length === 0 ? first : `${first}: ${others.join('; ')}`;
}

const LINE = '\n  ';
const MAX_LINES = 8;
const MAX_HEADER = 60;
