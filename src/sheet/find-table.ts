import { SheetError } from '../domain/errors.ts';
import { type ColumnMap, type HeaderLikeness, likenHeader, quoteHeader, toLetters } from './columns.ts';
import { meaningOf } from './header-aliases.ts';
import type { RawRecord } from './parse-records.ts';

/** Where a table begins in its file. */
export interface TableStart {
  readonly header: readonly string[];
  /** The physical line of the header; of the first row where there is none. */
  readonly headerLine: number;
  /** There is no header line; the columns are called by their letters. */
  readonly headerless: boolean;
  /** Records up to this line are not rows. */
  readonly lastLineAbove: number;
  /** Lines above the header that hold something: titles and notes. */
  readonly above: readonly RawRecord[];
}

export interface TableOptions {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  /** The physical line of the header, or `none`, where a person has said so. */
  readonly headerRow?: number | 'none' | undefined;
}

/** So many records are looked at: what stands above a table is short. */
export const MOST_ABOVE = 100;

/**
 * Finds the header among the first records of a sheet: the first record that names the SKU and something to set, or of
 * the records right below it the one that names the most, since some programs write two lines of names. Where no line
 * does alone, two lines may together (`Moving` above `price`).
 *
 * Errors: `SheetError` where nothing looks like a header, with the closest line and a `--map` to go on from.
 */
export function findTable(records: readonly RawRecord[], options: TableOptions): TableStart {
  const { headerRow, name } = options;
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = filled;
  if (!first) throw new SheetError(`Cannot read the sheet "${name}": it holds nothing but blank lines`);
  if (headerRow === 'none') return withoutHeader(filled, options);
  if (headerRow !== undefined) return atLine(filled, headerRow, options);
  const found = findHeader(filled, options.map);
  if (!found) throw noHeader(filled, options);
  return found;
}

function withoutHeader(records: readonly RawRecord[], { name, map }: TableOptions): TableStart {
  if (!map.get('sku')) {
    throw new SheetError(
      `Cannot read the sheet "${name}": it has no header, and no column is said to hold the SKU`,
      {
        hint: `Name the columns by their letters; ${suggestMap(records[0]?.cells ?? [], records)}`,
      },
    );
  }
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const headerLine = records[0]?.line ?? 1;
  const header = Array.from({ length: width }, (_, index) => toLetters(index));
  return { header, headerLine, headerless: true, lastLineAbove: headerLine - 1, above: [] };
}

function atLine(records: readonly RawRecord[], headerRow: number, options: TableOptions): TableStart {
  const { name, map } = options;
  const found = records.find(({ line }) => line === headerRow);
  if (found && likenHeader(found.cells, map).sku === 'none' && !map.has('sku')) {
    throw noHeader([found, ...records.filter(({ line }) => line > headerRow)], options);
  }
  if (found) return startAt(records, [found], found.cells);
  throw new SheetError(
    `Cannot read the sheet "${name}": no row starts on line ${headerRow}, which --header-row names`,
    {
      hint: `Rows start on the lines ${records
        .slice(0, 5)
        .map(({ line }) => line)
        .join(', ')} …`,
    },
  );
}

function startAt(
  records: readonly RawRecord[],
  parts: readonly RawRecord[],
  header: readonly string[],
): TableStart {
  const headerLine = parts[0]?.line ?? 1;
  return {
    header,
    headerLine,
    headerless: false,
    lastLineAbove: parts.at(-1)?.line ?? headerLine,
    above: records.filter(({ line }) => line < headerLine),
  };
}

function findHeader(records: readonly RawRecord[], map: ColumnMap): TableStart | undefined {
  const alone = records.findIndex(({ cells }) => isHeader(likenHeader(cells, map)));
  if (alone >= 0) {
    const best = bestBelow(records, alone, map);
    return startAt(records, [best], best.cells);
  }
  for (const [index, upper] of records.entries()) {
    const lower = records[index + 1];
    const joined = lower && joinCells(upper.cells, lower.cells);
    if (joined && isHeader(likenHeader(joined, map))) return startAt(records, [upper, lower], joined);
  }
  const named = records.find(({ cells }) => likenHeader(cells, map).sku === 'named');
  return named && startAt(records, [named], named.cells);
}

function isHeader({ sku, fields }: HeaderLikeness): boolean {
  return sku !== 'none' && fields > 0;
}

/** Some programs write the names in a person's language and, below, their own. Data ends the search. */
function bestBelow(records: readonly RawRecord[], from: number, map: ColumnMap): RawRecord {
  let best = records[from] as RawRecord;
  for (const record of records.slice(from + 1)) {
    const likeness = likenHeader(record.cells, map);
    if (!isHeader(likeness) || record.cells.some((cell) => /\d/.test(cell))) break;
    if (scoreOf(likeness) > scoreOf(likenHeader(best.cells, map))) best = record;
  }
  return best;
}

function scoreOf({ sku, fields }: HeaderLikeness): number {
  return fields + (sku === 'named' ? 1 : 0);
}

function joinCells(upper: readonly string[], lower: readonly string[]): readonly string[] {
  const length = Math.max(upper.length, lower.length);
  return Array.from({ length }, (_, index) => `${upper[index] ?? ''} ${lower[index] ?? ''}`.trim());
}

function noHeader(records: readonly RawRecord[], { name, map }: TableOptions): SheetError {
  const closest = closestRecord(records, map);
  const found = closest.cells
    .filter((cell) => cell.trim() !== '')
    .map((cell) => `"${cell.trim()}"`)
    .join(', ');
  return new SheetError(
    `Cannot read the sheet "${name}": no line names a column for the SKU; the closest is line ${closest.line}: ${found}`,
    {
      hint: closest.cells.some(isNumeric)
        ? `If there is no header line, name the columns by their letters, such as --no-header ${suggestMap([], records)}`
        : `If it is the header, say which columns are meant, such as ${suggestMap(closest.cells, records)}`,
    },
  );
}

/** The record that names the most, else the first one that could name columns at all. */
function closestRecord(records: readonly RawRecord[], map: ColumnMap): RawRecord {
  const scored = records.map((record) => ({ record, score: likenHeader(record.cells, map).fields }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score > 0) return best.record;
  const wordy = records.find(
    ({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length > 1 && !cells.some(isNumeric),
  );
  return wordy ?? best.record;
}

function isNumeric(cell: string): boolean {
  return /^\s*[\p{Sc}(+-]?\s?\d[\d.,' ]*\)?-?\s*$/u.test(cell);
}

/** A `--map` that a person can go on from: the columns that look like SKUs and like costs. */
function suggestMap(header: readonly string[], records: readonly RawRecord[]): string {
  const below = records
    .filter(({ cells }) => cells !== header && cells.length >= header.length - 1)
    .slice(-20);
  const column = (index: number): readonly string[] =>
    below.map(({ cells }) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  const width = Math.max(header.length, ...below.map(({ cells }) => cells.length));
  const indices = Array.from({ length: width }, (_, index) => index).filter(
    (index) => column(index).length > 0,
  );
  const cost =
    indices.find((index) => meaningOf(header[index] ?? '')?.name === 'cost') ??
    indices.findLast((index) => column(index).every((cell) => isNumeric(cell) && /[.,]\d\d?$/.test(cell)));
  const sku =
    indices.find((index) => index !== cost && new Set(column(index)).size === column(index).length) ?? 0;
  const words = [`sku=${nameColumn(header, sku)}`];
  if (cost !== undefined) words.push(`cost=${nameColumn(header, cost)}`);
  return `--map ${words.join(',')}`;
}

function nameColumn(header: readonly string[], index: number): string {
  const text = header[index]?.trim() ?? '';
  const isName =
    /\p{L}/u.test(text) && !/\d/.test(text) && header.filter((cell) => cell.trim() === text).length === 1;
  return isName ? quoteHeader(text) : toLetters(index);
}
