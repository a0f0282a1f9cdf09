import { SheetError } from '../../domain/errors.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { RawRecord } from '../parse-records.ts';
import type { ColumnMap } from './column.ts';
import { fromLetters, toLetters } from './column-letters.ts';
import { AMOUNT_COLUMNS } from './column-names.ts';
import { holdsFigures, isFigure } from './could-be-row.ts';
import { noHeaderError, unnamedColumnsError } from './no-header-error.ts';
import { type HeaderScore, scoreHeader } from './score-header.ts';

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

export interface TableOptions {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  /** The physical line of the header, or `none`, if a person has said so. */
  readonly headerRow?: number | 'none' | undefined;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** At most that many records are searched for a header. */
const MAX_ABOVE = 100;

/**
 * Finds the header among the first records of a sheet: the first record that names the SKU and something to set, or of
 * the records right below it the one that names the most, since some programs write two lines of names. If no line
 * does alone, two lines may together (`Moving` above `price`).
 *
 * Errors: `SheetError` if nothing looks like a header, with the closest line and a `--map` to go on from.
 */
export function findTable(records: readonly RawRecord[], options: TableOptions): TableStart {
  const { headerRow, name } = options;
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = filled;
  if (!first) throw new SheetError(`Cannot read the sheet "${name}": it contains only blank lines`);
  if (headerRow === 'none') return withoutHeader(filled, options);
  if (headerRow !== undefined) return atLine(filled, headerRow, options);
  const near = filled.slice(0, MAX_ABOVE);
  const found = findHeader(near, options.map);
  if (!found) throw noHeaderError(near, options);
  return found;
}

function withoutHeader(records: readonly RawRecord[], options: TableOptions): TableStart {
  const { name, map } = options;
  const { line: headerLine, cells } = records[0] ?? { line: 1, cells: [] };
  if (!map.get('sku')) {
    const { sku, fields } = scoreHeader(cells, new Map());
    if (sku !== 'named' || fields === 0) throw unnamedColumnsError(records.slice(0, MAX_ABOVE), options);
    throw new SheetError(
      `Cannot read the sheet "${name}": line ${headerLine} is a header, but --header-row none was given`,
      { hint: 'Remove --header-row none ("header-row" in pricesheet.json)' },
    );
  }
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const header = Array.from({ length: width }, (_, index) => toLetters(index));
  return { header, headerLine, headerless: true, lastLineAbove: headerLine - 1, above: [] };
}

function atLine(records: readonly RawRecord[], headerRow: number, options: TableOptions): TableStart {
  const { name, map } = options;
  const index = records.findIndex(({ line }) => line === headerRow);
  const [upper, lower] = index < 0 ? [] : records.slice(index, index + 2);
  if (!upper) throw noSuchLine(records, headerRow, name);
  const alone = scoreHeader(upper.cells, map);
  const joined = lower && !holdsFigures(lower.cells) && joinCells(upper.cells, lower.cells);
  if (joined && !isHeader(alone) && isHeader(scoreHeader(joined, map))) {
    return startAt(records, [upper, lower], joined);
  }
  if (alone.sku === 'none' && !map.has('sku')) {
    throw noHeaderError(records.slice(index, index + MAX_ABOVE), options);
  }
  return startAt(records, [upper], upper.cells);
}

function noSuchLine(records: readonly RawRecord[], headerRow: number, name: string): SheetError {
  const lines = records.slice(0, 5).map(({ line }) => line);
  return new SheetError(
    `Cannot read the sheet "${name}": no row starts on line ${headerRow}, which --header-row names`,
    { hint: `Rows start on the lines ${lines.join(', ')} …` },
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
  const alone = records.findIndex((record, index) => isHeaderHere(record, records.slice(index + 1), map));
  if (alone >= 0) {
    const best = bestBelow(records, alone, map);
    return startAt(records, [best], best.cells);
  }
  for (const [index, upper] of records.entries()) {
    const lower = records[index + 1];
    const joined = lower && joinCells(upper.cells, lower.cells);
    if (!joined || holdsFigures([...upper.cells, ...lower.cells])) continue;
    if (isHeader(scoreHeader(joined, map))) return startAt(records, [upper, lower], joined);
  }
  const named =
    records.find(({ cells }) => scoreHeader(cells, map).sku === 'named') ??
    records.find(({ cells }) => isAboveLetters(cells, map));
  return named && startAt(records, [named], named.cells);
}

/** Letters name the SKU and something to set, and this line has words there: no digit instead of a SKU, and no figure anywhere. */
function isAboveLetters(cells: readonly string[], map: ColumnMap): boolean {
  const [sku, ...amounts] = (['sku', ...AMOUNT_COLUMNS] as const).map((name) => {
    const index = fromLetters(map.get(name) ?? '');
    return index === undefined ? undefined : (cells[index] ?? '');
  });
  if (sku === undefined || /\d/.test(sku) || cells.some(isFigure)) return false;
  const named = amounts.filter((text) => text !== undefined);
  const setsSomething = named.length > 0 || scoreHeader(cells, map).fields > 0;
  return setsSomething && [sku, ...named].every((text) => /\p{L}/u.test(text));
}

/** A line of groups such as `Item` and `Cost` looks like a header, too: names of columns follow below it. */
function isHeaderHere({ cells }: RawRecord, below: readonly RawRecord[], map: ColumnMap): boolean {
  const score = scoreHeader(cells, map);
  if (!isHeader(score)) return false;
  if (score.sku === 'weak' && holdsFigures(cells)) return false;
  return score.sku === 'named' || !below.slice(0, 2).some((record) => isOfNames(record, map));
}

function isOfNames({ cells }: RawRecord, map: ColumnMap): boolean {
  const { sku, fields } = scoreHeader(cells, map);
  return (sku !== 'none' || fields > 0) && !cells.some((cell) => /\d/.test(cell));
}

function isHeader({ sku, fields }: HeaderScore): boolean {
  return sku !== 'none' && fields > 0;
}

/** Some programs write the names in a person's language and, below, their own. Data ends the search. */
function bestBelow(records: readonly RawRecord[], from: number, map: ColumnMap): RawRecord {
  let best = records[from] as RawRecord;
  for (const record of records.slice(from + 1)) {
    const score = scoreHeader(record.cells, map);
    if (!isHeader(score) || record.cells.some((cell) => /\d/.test(cell))) break;
    if (scoreOf(score) > scoreOf(scoreHeader(best.cells, map))) best = record;
  }
  return best;
}

function scoreOf({ sku, fields }: HeaderScore): number {
  return fields + (sku === 'named' ? 1 : 0);
}

function joinCells(upper: readonly string[], lower: readonly string[]): readonly string[] {
  const length = Math.max(upper.length, lower.length);
  return Array.from({ length }, (_, index) => `${upper[index] ?? ''} ${lower[index] ?? ''}`.trim());
}
