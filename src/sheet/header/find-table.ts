import { SheetError } from '../../domain/errors.ts';
import { MONEY_FIELDS } from '../../domain/fields.ts';
import { quoteWord } from '../../domain/quote-word.ts';
import { isAmount, readAmountText } from '../amount-text.ts';
import type { RawRecord } from '../parse-records.ts';
import type { Named, SheetOptions } from '../sheet-options.ts';
import { isTotal } from '../why-ignored.ts';
import { AMOUNT_COLUMNS, type ColumnMap, type Columns, fromLetters, isNumeric, toLetters } from './column.ts';
import { formatMapFlag, nameForMap } from './column-map.ts';
import { type HeaderScore, meaningOf, scoreHeader } from './header-meanings.ts';

/** Where a table begins in its file. */
export interface TableStart {
  readonly header: readonly string[];
  /** The physical line of the header; of the first row if there is none. */
  readonly headerLine: number;
  /** There is no header line; the columns are called by their letters. */
  readonly headerless: boolean;
  /** Records up to this line are not rows. */
  readonly lastLineAbove: number;
  /** Lines above the header that hold something: titles and notes. */
  readonly above: readonly RawRecord[];
}

export interface TableOptions extends Named, Pick<SheetOptions, 'headerRow' | 'map' | 'shell'> {}

/** At most that many records are searched for a header. */
const MAX_ABOVE = 100;

/** A record, and how well it would do as the header. */
interface Line extends RawRecord, HeaderScore {}

/** Where the header is: one line, or two whose cells make its names together. */
interface HeaderPlace {
  readonly index: number;
  readonly lines: 1 | 2;
}

/**
 * Finds the header among the first records of a sheet: the first record that names the SKU and something to set, or of
 * the records right below it the one that names the most, since some programs write two lines of names. If no line
 * does alone, two lines may together (`Moving` above `price`).
 *
 * Errors: `SheetError` if nothing looks like a header, with the closest line and a `--map` to go on from.
 */
export function findTable(records: readonly RawRecord[], options: TableOptions): TableStart {
  const { headerRow, name, map } = options;
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0)
    throw new SheetError(`Cannot read the sheet "${name}": it contains only blank lines`);
  if (headerRow === 'none') return withoutHeader(filled, options);
  const from = headerRow === undefined ? 0 : filled.findIndex(({ line }) => line === headerRow);
  if (from < 0) throw noSuchLine(filled, options);
  const near = filled.slice(from, from + MAX_ABOVE);
  const lines = toLines(near, map);
  const found = headerRow === undefined ? findHeader(lines, map) : judgeFirst(lines, map);
  if (!found) throw noHeaderError(lines, options);
  const parts = filled.slice(from + found.index, from + found.index + found.lines);
  const headerLine = parts[0]?.line ?? 1;
  return {
    header: joinCells(parts),
    headerLine,
    headerless: false,
    lastLineAbove: parts.at(-1)?.line ?? headerLine,
    above: filled.slice(0, from + found.index),
  };
}

function withoutHeader(records: readonly RawRecord[], options: TableOptions): TableStart {
  const { name, map } = options;
  const { line: headerLine, cells } = records[0] ?? { line: 1, cells: [] };
  if (!map.get('sku')) {
    const { sku, fields } = scoreHeader(cells, new Map());
    if (sku !== 'named' || fields === 0) throw noHeaderError(toLines(records, map), options);
    throw new SheetError(
      `Cannot read the sheet "${name}": line ${headerLine} is a header, but --header-row none was given`,
      { hint: 'Remove --header-row none ("header-row" in pricesheet.json)' },
    );
  }
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const header = Array.from({ length: width }, (_, index) => toLetters(index));
  return { header, headerLine, headerless: true, lastLineAbove: headerLine - 1, above: [] };
}

function noSuchLine(records: readonly RawRecord[], { headerRow, name }: TableOptions): SheetError {
  const lines = records.slice(0, 5).map(({ line }) => line);
  return new SheetError(
    `Cannot read the sheet "${name}": no row starts on line ${headerRow}, which --header-row names`,
    { hint: `Rows start on the lines ${lines.join(', ')} …` },
  );
}

function toLines(records: readonly RawRecord[], map: ColumnMap): readonly Line[] {
  return records.map((record) => ({ ...record, ...scoreHeader(record.cells, map) }));
}

/** The header if a person has said that it begins with the first line. */
function judgeFirst([upper, lower]: readonly Line[], map: ColumnMap): HeaderPlace | undefined {
  if (!upper) return undefined;
  const areJoined = lower && !isHeader(upper) && !holdsFigures(lower.cells) && areHeader([upper, lower], map);
  if (areJoined) return { index: 0, lines: 2 };
  return upper.sku === 'none' && !map.has('sku') ? undefined : { index: 0, lines: 1 };
}

function findHeader(lines: readonly Line[], map: ColumnMap): HeaderPlace | undefined {
  const alone = lines.findIndex((line, index) => isHeaderHere(line, lines.slice(index + 1, index + 3)));
  if (alone >= 0) return { index: bestBelow(lines, alone), lines: 1 };
  const joined = lines.findIndex((upper, index) => {
    const lower = lines[index + 1];
    return lower && !holdsFigures([...upper.cells, ...lower.cells]) && areHeader([upper, lower], map);
  });
  if (joined >= 0) return { index: joined, lines: 2 };
  const named = lines.findIndex(({ sku }) => sku === 'named');
  const index = named >= 0 ? named : lines.findIndex((line) => isAboveLetters(line, map));
  return index < 0 ? undefined : { index, lines: 1 };
}

/** Letters name the SKU and something to set, and this line has words there: no digit instead of a SKU, and no figure anywhere. */
function isAboveLetters({ cells, fields }: Line, map: ColumnMap): boolean {
  const [sku, ...amounts] = (['sku', ...AMOUNT_COLUMNS] as const).map((name) => {
    const index = fromLetters(map.get(name) ?? '');
    return index === undefined ? undefined : (cells[index] ?? '');
  });
  if (sku === undefined || /\d/.test(sku) || cells.some(isFigure)) return false;
  const named = amounts.filter((text) => text !== undefined);
  return (named.length > 0 || fields > 0) && [sku, ...named].every((text) => /\p{L}/u.test(text));
}

/** A line of groups such as `Item` and `Cost` looks like a header, too: names of columns follow below it. */
function isHeaderHere(line: Line, below: readonly Line[]): boolean {
  if (!isHeader(line) || (line.sku === 'weak' && holdsFigures(line.cells))) return false;
  return line.sku === 'named' || !below.some(isOfNames);
}

function isOfNames({ cells, sku, fields }: Line): boolean {
  return (sku !== 'none' || fields > 0) && !cells.some((cell) => /\d/.test(cell));
}

function isHeader({ sku, fields }: HeaderScore): boolean {
  return sku !== 'none' && fields > 0;
}

function areHeader(lines: readonly Line[], map: ColumnMap): boolean {
  return isHeader(scoreHeader(joinCells(lines), map));
}

/** Some programs write the names in a person's language and, below, their own. Data ends the search. */
function bestBelow(lines: readonly Line[], from: number): number {
  const length = lines.slice(from + 1).findIndex((line) => !isHeader(line) || !isOfNames(line));
  const names = lines.slice(from, length < 0 ? undefined : from + 1 + length);
  const scores = names.map(({ sku, fields }) => fields + (sku === 'named' ? 1 : 0));
  return from + scores.indexOf(Math.max(...scores));
}

function joinCells(lines: readonly RawRecord[]): readonly string[] {
  const [upper = { cells: [] }, lower] = lines;
  if (!lower) return upper.cells;
  const length = Math.max(upper.cells.length, lower.cells.length);
  return Array.from({ length }, (_, index) =>
    `${upper.cells[index] ?? ''} ${lower.cells[index] ?? ''}`.trim(),
  );
}

/** No line could be taken for the header: the closest one, and what to do about it. */
function noHeaderError(lines: readonly Line[], options: TableOptions): SheetError {
  const { headerRow, name, map } = options;
  const isNone = headerRow === 'none';
  const closest = (isNone ? lines[0] : undefined) ?? closestOf(lines);
  const { line, cells } = closest;
  const why = isNone
    ? `it has no header, and no column is mapped to the SKU; line ${line} is`
    : `no line has a header for the SKU column; the closest is line ${line}:`;
  return new SheetError(`Cannot read the sheet "${name}": ${why} ${listCells(cells)}`, {
    hint:
      adviseDelimiter(closest, lines, options) ?? adviseMapped(closest, map) ?? adviseMap(closest, options),
  });
}

/** The line that names the most, else the first one that could name columns at all. */
function closestOf(lines: readonly Line[]): Line {
  const best = lines.reduce((one, other) => (other.fields > one.fields ? other : one));
  if (best.fields > 0) return best;
  const wordy = lines.find(
    ({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length > 1 && !holdsFigures(cells),
  );
  return wordy ?? best;
}

const MAX_CELLS = 12;

/** `A "WDGK-18571", B "Lamp", E "39.58"`: cells with the letters that `--map` takes. */
function listCells(cells: readonly string[]): string {
  const filled = cells.flatMap((cell, index) =>
    cell.trim() === '' ? [] : [`${toLetters(index)} "${cell.trim()}"`],
  );
  return [...filled.slice(0, MAX_CELLS), ...(filled.length > MAX_CELLS ? ['…'] : [])].join(', ');
}

/** What may be between cells: what is detected, by the word that `--delimiter` takes for it, and rarer signs. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
]);
const DELIMITERS = [...WORDS.keys(), ...'~^¦§:!#/'];

/** No column can be named before the lines are split. A sign that is detected was not, if whole lines are in quotes. */
function adviseDelimiter(
  { line, cells }: RawRecord,
  records: readonly RawRecord[],
  { map, shell }: TableOptions,
): string | undefined {
  if (cells.filter((cell) => cell.trim() !== '').length !== 1) return undefined;
  const sign = DELIMITERS.find((sign) =>
    records.some(({ cells: [text = ''] }) => isHeader(scoreHeader(text.split(sign), map))),
  );
  return sign === undefined
    ? `All of line ${line} is one cell: name what separates its cells with --delimiter, or export the sheet as CSV`
    : `All of line ${line} is one cell: pass --delimiter ${WORDS.get(sign) ?? quoteWord(sign, shell)}; if whole lines are in quotes, remove those quotes first`;
}

/** If --map names the SKU already, suggesting a name would not help. */
function adviseMapped({ line, cells }: RawRecord, map: ColumnMap): string | undefined {
  const wanted = map.get('sku');
  if (!wanted) return undefined;
  if (fromLetters(wanted) === undefined)
    return `No line holds "${wanted}", the SKU column according to --map; name an existing column by its header or its letter`;
  return holdsFigures(cells)
    ? 'If there is no header line, pass --header-row none; if there is one, name it with --header-row LINE'
    : `If line ${line} is the header, pass --header-row ${line}; if there is none, pass --header-row none`;
}

/** The columns that are known, and `…` for what a person has to say: no column is guessed. */
function adviseMap({ cells }: RawRecord, { headerRow, map, shell }: TableOptions): string {
  const isRow = headerRow === 'none' || holdsFigures(cells);
  const cost = isRow ? -1 : cells.findIndex((text) => meaningOf(text)?.name === 'cost');
  const known = cost < 0 ? '…' : nameForMap(cells, cost);
  const flags = formatMapFlag([['sku', '…'], ['cost', known], ...map], shell);
  return isRow
    ? `If there is no header line, name the columns by their letters: --header-row none ${flags}`
    : `If it is the header, name its columns by their headers, in quotes if they have blanks: ${flags}`;
}

/**
 * Distinguishes groups of columns from titles in the lines above a header. A group is written in the cell of its first column,
 * and again over every further one or over none, like merged cells. No blank line separates groups from names.
 */
export function readAbove({ above, header, headerLine }: Omit<TableStart, 'headerless' | 'lastLineAbove'>) {
  const lines = above.map(({ cells }) => cells);
  const isNear = (index: number): boolean => (above[index]?.line ?? 0) + above.length - index === headerLine;
  const first = 1 + lines.findLastIndex((cells, index) => !isNear(index) || !namesGroups(cells, header));
  const groups = lines.slice(first).map((cells) => spread(cells, header.length));
  return {
    /** The group above each column, such as `Purchasing`; blank if there is none. */
    headings: header.map((_, index) => groups.flatMap((group) => group[index] || []).join(' ')),
    titles: lines.slice(0, first).map((cells) => cells.filter((cell) => cell.trim() !== '').join(' ')),
  };
}

/** A line with a number, a colon, or a label and its value above a wider table is a note. */
function namesGroups(cells: readonly string[], header: readonly string[]): boolean {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [{ text: cell.trim(), index }]));
  if (filled.some(({ text }) => isNumeric(text) || text.endsWith(':') || /\d{4}/.test(text))) return false;
  const [one, other] = filled;
  if (!one) return false;
  if (!other) return one.index > 0;
  return !(filled.length === 2 && other.index === 1 && header.length > 3);
}

function spread(cells: readonly string[], width: number): readonly string[] {
  let group = '';
  return Array.from({ length: width }, (_, index) => {
    group = cells[index]?.trim() || group;
    return group;
  });
}

/** The table that a line may be a row of. */
interface TableBelow {
  readonly header: readonly string[];
  readonly columns: Columns;
  /** Its first rows. */
  readonly rows: readonly RawRecord[];
}

/** How SKUs are written: a digit, no blank, and no sign that shows a setting or an attribute of a program. */
const CODE = /^(?=\D*\d)[^\s:=#[\]]{1,40}$/u;
/** `2026-05`, `01.02.2026`, `20260201`, `10:30`, `Q1`; a time may follow. */
const DATE_OR_TIME =
  /^(?:\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{4}-\d{2}|\d{2}\/\d{4}|20[0-3]\d[01]\d[0-3]\d|\d{1,2}:\d{2}(?::\d{2})?|Q[1-4])(?![\d,.-])/;

/**
 * Whether a line above a table could be one of its rows: it has a SKU and an amount, or what looks like them in whatever column.
 * Titles, labels and their values, groups of columns and other names of the columns could not.
 */
export function couldBeRow({ cells }: RawRecord, { header, columns, rows }: TableBelow): boolean {
  const filled = filledOf(cells);
  const skuIndex = columns.get('sku')?.index ?? 0;
  const skuOf = (line: readonly string[]): string => line[skuIndex]?.trim() ?? '';
  const [sku, [first]] = [skuOf(cells), filled];
  if (first === undefined || first.endsWith(':') || isTotal(first) || isTotal(sku)) return false;
  const isNumbered = hasDigit(sku);
  const isLikeSku = CODE.test(sku) || rows.some((row) => shapeOf(skuOf(row.cells)) === shapeOf(sku));
  const names = filledOf(header).length;
  // A SKU alone sets nothing.
  if (isNumbered && isLikeSku && filled.length > 1) return true;
  const figures = filled.filter(isFigure);
  if (figures.length === 0) return false;
  const hasAmount = MONEY_FIELDS.some((field) => isFigure(cells[columns.get(field)?.index ?? -1] ?? ''));
  const isLikeRow = filled.length >= names || filled.some(isCode);
  // Which column holds the SKU may be guessed wrongly.
  const hasNumber = filled.some((cell) => hasDigit(cell) && !isFigure(cell));
  return isLikeRow || (hasAmount && (sku !== '' || hasNumber)) || (isNumbered && !isFigure(sku));
}

/** Whether a line holds codes or amounts, so that it is hardly one of names. */
function holdsFigures(cells: readonly string[]): boolean {
  return cells.some((cell) => isFigure(cell) || isCode(cell.trim()));
}

/** An amount, whole ones too, that is not a date. */
export function isFigure(cell: string): boolean {
  const text = cell.trim();
  return hasDigit(text) && isAmount(readAmountText(text));
}

function filledOf(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

/** A SKU, wherever it is: with a letter, so that it is not an amount. */
function isCode(text: string): boolean {
  return CODE.test(text) && hasDigit(text) && /\p{L}/u.test(text);
}

function hasDigit(text: string): boolean {
  return /\d/.test(text) && !DATE_OR_TIME.test(text);
}

/** `LMP-0815` and `ABC-12` have one shape. */
function shapeOf(sku: string): string {
  return sku.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'A');
}
