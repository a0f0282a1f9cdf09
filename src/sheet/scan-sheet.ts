import type { Day } from '../domain/day.ts';
import { SheetError } from '../domain/errors.ts';
import { MONEY_FIELDS } from '../domain/fields.ts';
import type { Row } from '../domain/row.ts';
import type { Redact } from '../domain/secret.ts';
import { type Columns, fromLetters, toLetters } from './header/column.ts';
import { readHeader } from './header/column-map.ts';
import { couldBeRow, isFigure, readAbove, type TableStart } from './header/find-table.ts';
import { openSheetText, recordsBelow, type SheetText } from './open-sheet-text.ts';
import { collect, type Source } from './open-source.ts';
import type { RawRecord } from './parse-records.ts';
import { RowFilter } from './row-filter.ts';
import { RowReader } from './row-reader.ts';
import type { DatedOptions, Named, SheetOptions } from './sheet-options.ts';
import { type FoundFormat, SheetSurvey } from './sheet-survey.ts';

/** How a sheet was read, for people and for files written in the same layout. */
export interface Reading extends Omit<SheetText, 'text' | 'firstRows'>, FoundFormat {
  readonly columns: Columns;
  readonly ignoredColumns: readonly string[];
  /** The day for which it was read, if it has columns of validity. */
  readonly asOf: Day | undefined;
  /** What chose the rows that count; its columns are used, whether they are fields or not. */
  readonly filter: RowFilter;
}

/** A sheet that was read from its beginning to its end, so that it is known how it is written. */
export interface Sheet {
  readonly reading: Reading;
  /**
   * The rows in order, some at a time; what is wrong with one of them is an `InvalidRow`. Rows for the same listings are not compared. Only
   * the rows of a short sheet are kept: a long one is read once more, so that a sheet of any size takes the same room.
   *
   * Errors: `SheetError` if the sheet has changed, or another table begins in it.
   */
  rows(): AsyncIterable<readonly Row[]>;
}

/** Finds out how a sheet is to be read. Errors: `SheetError` if it can't be read at all. */
export async function scanSheet(source: Source, options: DatedOptions): Promise<Sheet> {
  if (options.redact) refuseKeyInName(source.path, options.redact);
  const { name } = source;
  const { text, firstRows, ...opened } = await openSheetText(source, options);
  const { table, dialect } = opened;
  const { headerLine: line } = table;
  refuseReviewFile(table.header, name);
  if (options.redact) refuseKeyInHeader(table.header, { name, redact: options.redact });
  const { headings } = readAbove(table);
  const { columns, ignored } = readHeader(table.header, { ...options, name, line, headings });
  // The header names it, and `--map` has taken the column for something else.
  if (!columns.has('sku'))
    throw new SheetError(`Cannot read the sheet "${name}": no column is left for the SKU`, {
      hint: 'Name the SKU column with --map sku=…',
    });
  refuseRowsAbove(table, { ...options, name, columns, rows: firstRows });
  const filter = new RowFilter(options.where ?? [], table.header, { name, line });
  const survey = new SheetSurvey({
    name,
    options,
    header: table.header,
    columns,
    filter,
    delimiter: dialect.delimiter,
  });
  const below = (pieces: AsyncIterable<string>): AsyncIterable<readonly RawRecord[]> =>
    recordsBelow(pieces, { dialect, name, line: table.lastLineAbove });
  let ending = '';
  async function* watched(): AsyncGenerator<string> {
    for await (const piece of text()) {
      ending = piece;
      yield piece;
    }
  }
  let kept: (readonly RawRecord[])[] | undefined = mayBeKept(source) ? [] : undefined;
  let count = 0;
  for await (const batch of below(watched())) {
    for (const record of batch) survey.add(record);
    kept?.push(batch);
    count += batch.length;
    if (count > MAX_KEPT_ROWS) kept = undefined;
  }
  const found = survey.finish(/[\r\n][\s,;|"]*$/.test(ending));
  async function* toRows(batches: AnyIterable<readonly RawRecord[]>): AsyncGenerator<readonly Row[]> {
    const reader = new RowReader(survey);
    for await (const batch of batches) yield batch.map((record) => reader.read(record));
  }
  const chosenBy = new Set([...filter.deciding].map((index) => table.header[index]?.trim()));
  const ignoredColumns = ignored.filter((text) => !chosenBy.has(text));
  const asOf = columns.has('valid_from') || columns.has('valid_to') ? options.asOf : undefined;
  const rows = kept && (await collect(toRows(kept)));
  return {
    reading: { ...opened, columns, ignoredColumns, filter, asOf, ...found },
    rows: () => (rows ? inTurn(rows) : toRows(below(text()))),
  };
}

type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

/** The rows of larger sheets are read again; these take some 30 MB. */
const MAX_KEPT_ROWS = 50_000;
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** What a packed file unpacks to, its size doesn't say. */
function mayBeKept({ size, packed }: Source): boolean {
  return size <= MAX_KEPT_BYTES && !packed;
}

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** The two columns that every review file has. */
const COLUMNS = ['approve', 'entry'];

/** Errors: `SheetError` for a review file, whose amounts are never read. */
function refuseReviewFile(header: readonly string[], name: string): void {
  const names = header.map((cell) => cell.trim().toLowerCase());
  if (!COLUMNS.every((column) => names.includes(column))) return;
  throw new SheetError(`Cannot read the sheet "${name}": it is a review file, not a price sheet`, {
    hint: 'Send what it approves of a run with: pricesheet apply RUN --only FILE',
  });
}

interface TableFacts extends Named, Pick<SheetOptions, 'map' | 'headerRow' | 'clearToken'> {
  readonly columns: Columns;
  /** The first rows. */
  readonly rows: readonly RawRecord[];
}

/**
 * Refuses a sheet with a row where its header is, or above: sorting a sheet together with its header moves it down, a night without a
 * title moves it up, and rows would be lost without a word.
 *
 * Errors: `SheetError` that names the line.
 */
function refuseRowsAbove(table: TableStart, facts: TableFacts): void {
  if (table.headerless) return;
  refuseRowAsHeader(table, facts);
  // Somebody has said which line is the header.
  if (facts.headerRow !== undefined) return;
  const row = table.above.find((line) => couldBeRow(line, { ...table, ...facts }));
  if (!row) return;
  const { headerLine } = table;
  throw new SheetError(
    `Cannot read the sheet "${facts.name}": line ${row.line} looks like a row, but is above the header on line ${headerLine}`,
    {
      hint: `Put the header on the first line, or pass --header-row ${headerLine} if the lines above it are not rows`,
    },
  );
}

/** A letter names a column that may hold anything; a header such as `100` is named together with its letter. */
function refuseRowAsHeader(
  { header, headerLine }: TableStart,
  { name, map, columns, clearToken }: TableFacts,
): void {
  for (const field of MONEY_FIELDS) {
    const index = columns.get(field)?.index ?? -1;
    const text = header[index]?.trim() ?? '';
    const isByLetter = fromLetters(map.get(field)?.trim() ?? '') === index;
    if (!isByLetter || !(isFigure(text) || text === clearToken)) continue;
    const letter = toLetters(index);
    throw new SheetError(
      `Cannot read the sheet "${name}": line ${headerLine} is not the header: it has "${text}" in the column ${letter}, which is mapped to ${field}`,
      {
        hint: `Name the line of the header with --header-row, or pass --header-row none if there is none; if "${text}" is a header, map ${field}=${letter}:${text}`,
      },
    );
  }
}

/** Errors: `SheetError` if the path of a sheet holds the key: a run folder is named after it, and commands that repeat a masked path lead nowhere. */
function refuseKeyInName(path: string, redact: Redact): void {
  const shown = redact(path);
  if (shown === path) return;
  throw new SheetError(`Cannot use the sheet "${shown}": its path holds the API key`, {
    hint: 'Rename it, and create a new key if anyone else has seen it',
  });
}

/** Errors: `SheetError` if a header holds the key, which would go into every file that repeats the header. */
function refuseKeyInHeader(
  header: readonly string[],
  { name, redact }: { readonly name: string; readonly redact: Redact },
): void {
  const at = header.findIndex((text) => redact(text) !== text);
  if (at === -1) return;
  throw new SheetError(`Cannot use the sheet "${name}": the header of column ${at + 1} holds the API key`, {
    hint: 'Remove it, and create a new key if anyone else has this sheet',
  });
}
