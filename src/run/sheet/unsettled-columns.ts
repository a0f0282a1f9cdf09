import { count } from '../../domain/count.ts';
import { currenciesOf } from '../../domain/currency.ts';
import { type Day, formatDay } from '../../domain/day.ts';
import { joinNames } from '../../domain/lists.ts';
import { findRemarks, LISTING_ID, REMARKS } from '../../domain/own-sheets.ts';
import { quoteWord } from '../../domain/quote-word.ts';
import { clip, printable } from '../../report/text/printable.ts';
import { isAmount, readAmountText } from '../../sheet/amount-text.ts';
import {
  areOpen,
  type ColumnLook,
  formOf,
  isMeasure,
  MARKET,
  MAX_LISTED,
  PACK,
  toShown,
} from '../../sheet/column-looks.ts';
import { isPiece } from '../../sheet/divisor-text.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  foldHeader,
  misspeltName,
  toLetters,
} from '../../sheet/header/column.ts';
import {
  formatMapFlag,
  isSameHeader,
  type Kept,
  type LeftOut,
  type MapPair,
} from '../../sheet/header/column-map.ts';
import { readAbove } from '../../sheet/header/find-table.ts';
import { mentions } from '../../sheet/header/header-meanings.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import type { DatedOptions } from '../../sheet/sheet-options.ts';
import { mayBeCost } from './find-nothing-to-set.ts';
import {
  describeCurrencies,
  isSameCurrency,
  type SettledColumns,
  type SheetColumn,
} from './sheet-columns.ts';

/** A column, or a line beside the table, of which nobody has said what it is for. */
export interface Unsettled {
  /** Of a line its text. */
  readonly header: string;
  /** Where the line is; none for a column. */
  readonly line?: number;
  /** None if it is gone. */
  readonly column?: SheetColumn;
  /** With the column as its subject: `holds dates, such as "01.01.2027"`. */
  readonly why: string;
  /** What it may be used as, if it is not used. */
  readonly use?: ColumnUse;
  /** The field whose name it is, but for its spelling. */
  readonly misspelt?: ColumnName;
  /** It may be the cost to send. */
  readonly isCost?: boolean;
}

/** What to do with a column that is left out, if it says something of the amounts after all. */
export type ColumnUse =
  | 'valid_from'
  | 'cost_divisor'
  | 'unit'
  | 'currency'
  | 'amount'
  | 'where'
  | 'leave_out';

interface Settled extends Pick<DatedOptions, 'map' | 'leaveOut' | 'asOf' | 'shell'> {
  /** By the last run of the job whose plan somebody agreed to. */
  readonly last: SettledColumns | undefined;
}

/** The larger its danger, the earlier it is shown. */
interface Found extends Omit<Unsettled, 'header' | 'column'> {
  readonly danger: number;
  /** A bare `min` or `max`, which is plain in a sheet where all the rest is settled. */
  readonly isPlain?: boolean;
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
  columns: readonly SheetColumn[],
  table: Reading['table'],
  settled: Settled,
): readonly Unsettled[] {
  const judgeUsed = judgeOfUsed(columns, table, settled);
  const judgeOther = judgeOfOthers(columns, settled);
  const found = columns.flatMap((column) => {
    const { header, index } = column;
    const why = column.field === undefined ? judgeOther(column) : judgeUsed(column, column.field);
    return why ? [{ header: header === '' ? `column ${toLetters(index)}` : header, column, ...why }] : [];
  });
  const open = joinRenamed(findGone(columns, settled), found, settled.asOf);
  return open.every(({ isPlain }) => isPlain) ? [] : open.sort((a, b) => b.danger - a.danger);
}

/** A column that is gone, with the header that it had. */
interface Gone extends Found {
  readonly header: string;
  /** What it held, if it was left out. */
  readonly kept?: Kept;
}

type Open = Found & Pick<Unsettled, 'header' | 'column'>;

/** One that is gone and one that is new are one column under another name, if neither may be any other. */
function joinRenamed(gone: readonly Gone[], found: readonly Open[], asOf: Day): Open[] {
  const mayBe = ({ kept }: Gone, { column }: Open): boolean => {
    if (!column || column.field !== undefined || column.kept.length > 0) return false;
    return kept === undefined ? column.kind === 'amounts' : newsOf(column, [kept], asOf) === undefined;
  };
  const renamed = new Map<Open, Open>();
  for (const each of gone) {
    const [one, ...others] = found.filter((column) => mayBe(each, column));
    const isOnly = one && others.length === 0 && gone.every((other) => other === each || !mayBe(other, one));
    if (!isOnly) continue;
    const why = `may be "${each.header}" under a new name, which ${each.why}; it ${one.why}`;
    const both = { ...one, why, danger: Math.max(one.danger, each.danger) };
    renamed.set(each, both).set(one, both);
  }
  return [...gone.filter((each) => !renamed.has(each)), ...found.map((each) => renamed.get(each) ?? each)];
}

type Judge<Rest extends readonly unknown[] = []> = (column: SheetColumn, ...rest: Rest) => Found | undefined;

/** Judges the columns that are used: only what has one of pricesheet's own names, beyond doubt, needs nobody to agree. */
function judgeOfUsed(
  columns: readonly SheetColumn[],
  table: Reading['table'],
  { map, leaveOut, last }: Settled,
): Judge<[field: ColumnName]> {
  // A saved mapping names every column that is used.
  const isKnown = last !== undefined || (leaveOut !== undefined && map.has('sku'));
  const isInDoubt = doubtOf(columns, table);
  return (column, field) => {
    const { header, heading, meaning } = column;
    const isDoubtful = isInDoubt(column);
    const isOurs = !isKnown && !isDoubtful && meaning?.by === 'own';
    const before = last?.columns[field];
    const isAgreed = before !== undefined && isSameHeader(before, header);
    const isKnownHere = (name: string) => column.keptCurrencies.some((each) => isSameCurrency(each, name));
    const isMixed = !isOurs && column.currencies.some(([name]) => !isKnownHere(name));
    const isSettled = (isOurs && !isBareBound(header)) || map.has(field) || isAgreed;
    if (isSettled && !isMixed) return undefined;
    const under = heading === '' ? '' : ` below "${clip(heading, MAX_HEADER)}"`;
    const mixture = `holds ${describeCurrencies(column.currencies)}: each goes to the listings in its currency`;
    const whys = [...(isSettled ? [] : [`is taken for ${field}${under}`]), ...(isMixed ? [mixture] : [])];
    const danger = isDoubtful || isMixed ? MOST : isOurs ? 2 : 0;
    return { why: whys.join(', and '), isPlain: isOurs, danger };
  };
}

/** A retry file that is not beside its plan, under its name: whether its costs are for several pieces, or in cents, only the plan says. */
const COPY_OF_RETRY =
  'is what a run said of its rows, and how it read their amounts (for how many pieces, in cents) is known in its folder alone: save this file there as retry.csv, and sync that';

/** Judges the columns that are not used: what may qualify an amount must not hold more than somebody has agreed to. */
function judgeOfOthers(columns: readonly SheetColumn[], { map, asOf, shell }: Settled): Judge {
  const fields = new Map(columns.map((column) => [column.field, column]));
  const free = COLUMN_NAMES.filter((field) => !fields.has(field) && !map.has(field));
  const headers = columns.map(({ header }) => header);
  const isRetryCopy = findRemarks(headers) !== undefined && headers.includes(LISTING_ID);
  const cost = fields.has('cost_divisor') || map.has('cost_divisor') ? undefined : fields.get('cost');
  return (column) => {
    const { header, kept, kind, marks } = column;
    const flagFor = (field: ColumnName): string => formatMapFlag([[field, column.mapName]], shell);
    const isOfPieces = cost !== undefined && mayBePieces(column);
    if (isPassedOver(column) && !isOfPieces) return undefined;
    if (column.isMappedAway || column.isCondition) return undefined;
    if (!mayQualify(column) || kept.some((each) => newsOf(column, [each], asOf) === undefined))
      return undefined;
    const held = newsOf(column, kept, asOf);
    if (held === undefined) return undefined;
    // One of the three is enough to stop it.
    if (isRetryCopy && REMARKS.includes(header))
      return header === REMARKS[0] ? { why: COPY_OF_RETRY, danger: MOST + 1 } : undefined;
    const isOfMarks = kind !== 'words' || marks?.length !== 0;
    const mayGo = keep(column, asOf) === undefined || (kept.length > 0 && !isOfMarks);
    const name = joinNames([column.leftOutName]);
    const forGood = `--leave-out ${quoteWord(name, shell)} leaves it out whatever it holds`;
    const news = mayGo ? `${held}; ${forGood}` : held;
    const misspelt = misspeltName(header, free);
    const isCost = misspelt === 'cost';
    if (misspelt) return { why: `${news}; did you mean "${misspelt}"?`, misspelt, isCost, danger: MOST };
    if (isOfPieces) {
      const pass = `if "${cost.header}" is for that many pieces, pass ${flagFor('cost_divisor')}`;
      return { why: `${news}; ${pass}`, danger: MOST };
    }
    if (kind !== 'amounts' || map.has('cost') || !mayBeCost(header)) return { why: news, ...judge(column) };
    const why = `${news}; if that is the cost to send, pass ${flagFor('cost')}`;
    return { why, isCost: true, danger: MOST + 1 };
  };
}

/**
 * Which names are not enough: words that other trades use too, all that is under a heading of a group, a bare `cost` in a sheet of shipments,
 * and a bare `min` or `max` that may be a stock level, which is a whole number: below the costs, or in a sheet with columns that aren't
 * pricesheet's.
 */
function doubtOf(columns: readonly SheetColumn[], table: Reading['table']): (column: SheetColumn) => boolean {
  const isGrouped = columns.some(({ heading }) => heading !== '');
  const isOursAlone = table.above.length === 0 && columns.every(({ meaning }) => meaning?.by === 'own');
  const titles = [...readAbove(table).titles, ...table.header];
  const isShipping = titles.some((text) => mentions(text, 'shipping'));
  const cost = columns.find(({ field }) => field === 'cost');
  const mayBeStock = ({ areWhole, middle = 0 }: SheetColumn): boolean =>
    areWhole && (!isOursAlone || (!!cost && !cost.areWhole && middle < (cost.middle ?? 0)));
  return (column) => {
    const { header, meaning } = column;
    if (isGrouped || meaning?.by === 'weak') return true;
    return isBareBound(header) ? mayBeStock(column) : isShipping && foldHeader(header) === 'cost';
  };
}

function isBareBound(header: string): boolean {
  return ['min', 'max'].includes(foldHeader(header));
}

/** What costs are for wherever they are kept for more than one piece; as amounts are written. */
const PER_PIECES = /^10{0,4}(?:[.,]0+)?\D*$/;

/** Most of the few values are 1, 10, 100 and so on: what costs are for wherever they are kept for more than one piece. */
function mayBePieces({ values, areFew }: ColumnLook): boolean {
  const usual = values.filter((value) => PER_PIECES.test(value));
  return areFew && usual.length * 2 > values.length && usual.some((value) => value.startsWith('10'));
}

/** Without a name: the rows' own numbers, which programs put first; and a column elsewhere, whose rows with a cell there can't be read. */
function isPassedOver({ header, index, areCounted }: SheetColumn): boolean {
  return header === '' && (index > 0 || areCounted);
}

function mayQualify({ kind }: ColumnLook): boolean {
  return kind === 'amounts' || kind === 'dates' || kind === 'words';
}

/** What a column holds that was not settled; `undefined` if all of it was. */
function newsOf(look: ColumnLook, settled: readonly Kept[], asOf: Day): string | undefined {
  const { values, marks, common, lastDay } = look;
  const shown = settled.map(toShown);
  const known = new Set<string>([...settled, ...shown].flatMap(listed));
  const isFresh = (value: string): boolean => !known.has(value);
  const fresh = values.filter(isFresh);
  if (settled.includes('any') || (values.length > 0 && fresh.length === 0)) return undefined;
  const mayGrow = shown.some(areOpen);
  const kinds = [...new Set(shown.flatMap(kindsOf))];
  const kind = kindTonight(look, kinds, asOf);
  if (kind === 'dates' && kinds.includes('dates') && lastDay <= asOf)
    return 'was settled while it held a day to come; all its days are past now';
  const areUsual = values.length > 0 && values.every((value) => PER_PIECES.test(value));
  if (kind === 'amounts' && kinds.includes('amounts') && areUsual)
    return `holds nothing but ${list(values)}, and held other amounts before`;
  if (kinds.some((kept) => kept === kind)) {
    const news = marks?.filter((mark) => isFresh(mark) && isFresh(formOf(mark)));
    if (mayGrow) news?.push(...common.filter(isFresh));
    if (news === undefined) return `holds more units, markets, days or amounts than can be listed`;
    return news.length === 0 ? undefined : `holds ${list(news)}, which it did not have before`;
  }
  if (kind === 'dates' && kinds.includes('past-dates')) {
    if (Number.isNaN(lastDay)) return `${describeLook(look)}, not all of which can be read`;
    const later = `${formatDay(lastDay)}, after the day for which the sheet is read, and had no such date before`;
    return lastDay > asOf ? `holds ${later}` : undefined;
  }
  if (known.size === 0 || mayGrow)
    return `${describeLook(look)}${kinds.map((kept) => `, and held ${kept.replace('-', ' ')} before`).join('')}`;
  return fresh.length === 0
    ? `holds more than the few values that it had, such as "${clip(look.example, MAX_CELL)}"`
    : `holds ${list(fresh)}, which it did not have before`;
}

/** Numbers that may count days are the days, or the amounts, that somebody saw in the column, unless a day to come is among amounts. */
function kindTonight({ kind, mayBeDays, lastDay }: ColumnLook, kinds: readonly string[], asOf: Day): string {
  if (!mayBeDays) return kind;
  if (kinds.includes('dates') || kinds.includes('past-dates')) return 'dates';
  return kinds.includes('amounts') && lastDay <= asOf ? 'amounts' : kind;
}

function listed(kept: Kept): readonly string[] {
  if (typeof kept === 'string') return [];
  return Array.isArray(kept) ? kept : Object.values(kept).flat();
}

function kindsOf(kept: Kept): readonly string[] {
  if (typeof kept === 'string') return [kept];
  return Array.isArray(kept) ? [] : Object.keys(kept);
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
function findGone(columns: readonly SheetColumn[], { map, leaveOut, last }: Settled): readonly Gone[] {
  const isGone = (text: string): boolean =>
    !columns.some(({ header, leftOutName }) => isSameHeader(header, text) || isSameHeader(leftOutName, text));
  const fields = new Set<string | undefined>([...columns.map(({ field }) => field), ...map.keys()]);
  // Without an id a row is for all listings of its SKU, of which there may be one only.
  const used = Object.entries(last?.columns ?? {}).filter(
    ([field, text]) => field !== LISTING_ID && !fields.has(field) && isGone(text),
  );
  // What is saved was looked at later than what a plan has left out.
  const leftOut = Object.entries(leaveOut ?? last?.leftOut ?? {}).filter(([header]) => isGone(header));
  return [
    ...used.map(([field, header]) => ({ header, why: `was taken for ${field}, and is gone`, danger: MOST })),
    ...leftOut.map(([header, kept]) => ({ header, kept, why: 'was left out, and is gone', danger: 0 })),
  ];
}

const MOST = 5;
/** From 2 to 1000, or a number with its unit. */
const PIECES = /^(?:[2-9]|[1-9]\d{1,2}|1000|\d{1,4} ?\p{L}{1,4}\.?)$/u;

/** Beside a word for one piece, other short words are units, too. */
function areUnits(values: readonly string[]): boolean {
  return values.some(isPiece) && values.every((value) => SHORT_WORD.test(value));
}

/** More than two words: no name of a group of rows. */
const REMARK = /\S\s+\S+\s+\S/;
const SHORT_WORD = /^\p{L}[\p{L}\d. ]{0,11}$/u;

/** How likely a column changes what an amount is for, which only decides what is shown first; and how it would. */
function judge({ header, kind, values, areFew }: SheetColumn): Pick<Found, 'danger' | 'use'> {
  if (kind === 'dates') return { danger: MOST, use: 'valid_from' };
  const few = areFew ? values : [];
  if (kind === 'words' && (few.some((value) => PACK.test(value)) || areUnits(values)))
    return { danger: 4, use: 'unit' };
  if (kind === 'amounts' && few.some((value) => PIECES.test(value)))
    return { danger: 4, use: 'cost_divisor' };
  if (values.some((value) => currenciesOf(value) !== undefined)) return { danger: 3, use: 'currency' };
  if (values.some((value) => MARKET.test(value))) return { danger: 3, use: 'where' };
  if (kind === 'amounts') return { danger: mentions(header, 'cost') ? 3 : 1, use: 'amount' };
  const use = values.some((value) => REMARK.test(value)) ? 'leave_out' : 'where';
  return { danger: mentions(header, 'tax') ? 2 : 0, ...(areFew && { use }) };
}

/**
 * What to keep of the columns that a run leaves out, so that the next one knows them: what was kept before as long as it is right, blank
 * columns included, and otherwise what somebody has looked at.
 */
export function leftOutOf(columns: readonly SheetColumn[], asOf: Day): LeftOut {
  const pairs = columns.flatMap((column): readonly (readonly [string, Kept])[] => {
    if (column.field !== undefined || isPassedOver(column)) return [];
    const isRight = (kept: Kept): boolean =>
      kept !== 'any' && (!mayQualify(column) || newsOf(column, [kept], asOf) === undefined);
    const kept = column.kept.find(isRight) ?? withEarlier(keep(column, asOf), column.kept);
    return kept === undefined ? [] : [[column.leftOutName, kept]];
  });
  return Object.fromEntries(pairs);
}

/** With what somebody has settled one by one some other night. */
function withEarlier(kept: Kept | undefined, earlier: readonly Kept[]): Kept | undefined {
  if (kept === undefined || typeof kept === 'string') return kept;
  const all = [...new Set([...earlier, kept].flatMap(listed))];
  if (all.length > MAX_LISTED) return kept;
  return Array.isArray(kept) ? toShown(all) : { [kindsOf(kept)[0] ?? '']: all };
}

/** Few values, and units or markets, are kept one by one; of all others what kind they are. */
function keep(look: ColumnLook, asOf: Day): Kept | undefined {
  const { kind, values, marks, areFew, areRepeated, areNames, lastDay } = look;
  const each = values.length > 0 ? [...values] : undefined;
  // What can't be read may be a day to come.
  if (kind === 'dates') return Number.isNaN(lastDay) ? each : lastDay > asOf ? 'dates' : 'past-dates';
  // A unit price is seldom whole in each row; a number of pieces is.
  if (kind === 'amounts' && areFew && (areRepeated || values.every((value) => /^\d+\D*$/.test(value))))
    return each;
  if (kind !== 'amounts' && kind !== 'words') return undefined;
  // Titles of a small sheet, of which another night has others.
  const areTitles = !areRepeated && values.every((value) => /\p{L}{2}\S*\s+\S*\p{L}{2}/u.test(value));
  if (kind === 'words' && each && !areTitles) return areNames ? { words: each } : each;
  if (marks?.length === 0) return kind;
  // Whatever the amount, its money is the same.
  const isAnyNumber = kind === 'amounts' ? isMeasure : (mark: string) => isAmount(readAmountText(mark));
  const said = marks?.map((mark) => (isAnyNumber(mark) ? formOf(mark) : mark));
  return said && { [kind]: [...new Set(said)] };
}

/** That a sheet's cost is not read though a column may be it: a headline of rows and updates would hide that. */
export function describeUnreadCost(
  unsettled: readonly Unsettled[],
  { columns, settle }: { readonly columns: readonly SheetColumn[]; readonly settle: SettleCommand },
): string | undefined {
  const costs = unsettled.flatMap(({ isCost, column }) => (isCost && column ? [column] : []));
  const [first] = costs;
  if (!first || columns.some(({ field }) => field === 'cost')) return undefined;
  const leftOut = `${list(costs.map(({ header }) => header))} ${costs.length === 1 ? 'is' : 'are'} left out`;
  const which = costs.length === 1 ? 'it' : `"${clip(first.header, MAX_CELL)}"`;
  return `No cost is read: ${leftOut}; if ${which} is the cost: ${settle([['cost', first.mapName]])} --save-mapping`;
}

type SettleCommand = (map: readonly MapPair[]) => string;

/** In a sentence, and the first of them in a line each. */
export function describeUnsettled(unsettled: readonly Unsettled[]): string {
  const lines = unsettled.filter(({ line }) => line !== undefined).length;
  const columns = unsettled.length - lines;
  const kinds = [columns > 0 && count(columns, 'column'), lines > 0 && count(lines, 'line')].filter(Boolean);
  const which =
    unsettled.length === 1
      ? `this ${lines === 1 ? 'line' : 'column'} is`
      : `these ${kinds.join(' and ')} are`;
  const shown = unsettled.slice(0, unsettled.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
  const more = unsettled.length - shown.length;
  return [
    `nobody has confirmed yet how ${which} to be read`,
    ...shown.map(describeColumn),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join(LINE);
}

/** `"UOM" holds "EA", "DZ"`. */
export function describeColumn({ header, why }: Unsettled): string {
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
