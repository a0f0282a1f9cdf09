import type { Day } from '../domain/day.ts';
import { SheetError } from '../domain/errors.ts';
import { MONEY_FIELDS } from '../domain/fields.ts';
import type { Row } from '../domain/row.ts';
import type { Redact } from '../domain/secret.ts';
import { type Columns, fromLetters, toLetters } from './header/column.ts';
import { couldBeRow, isFigure } from './header/could-be-row.ts';
import { readAbove, type TableStart } from './header/find-table.ts';
import { type HeaderReading, readHeader } from './header/read-header.ts';
import { openSheetText, type SheetText } from './open-sheet-text.ts';
import type { RawRecord } from './parse-records.ts';
import { readRecords } from './parse-records.ts';
import type { Source } from './read-source.ts';
import { RowFilter } from './row-filter.ts';
import { type FoundFormat, RowScan } from './row-scan.ts';
import type { DatedOptions, Named, SheetOptions } from './sheet-options.ts';

/** How a sheet was read, for people and for files written in the same layout. */
export interface Reading
  extends Omit<SheetText, 'text' | 'firstRows'>,
    Pick<HeaderReading, 'mappedAway'>,
    FoundFormat {
  readonly columns: Columns;
  readonly ignoredColumns: readonly string[];
  /** The day for which it was read, if it has columns of validity. */
  readonly asOf: Day | undefined;
  /** What chose the rows that count; its columns are used, whether they are fields or not. */
  readonly filter: RowFilter;
}

/** A sheet that was read from its beginning to its end, so that it is known that it can be. */
export interface Sheet {
  readonly reading: Reading;
  /**
   * The rows in order, some at a time. Rows for the same listings are not compared. A long sheet is read once more. Errors:
   * `SheetError` if it has changed.
   */
  rows(): AsyncIterable<readonly Row[]>;
}

/**
 * Reads a sheet and hands over its rows one by one, in order. Only those of a short sheet are kept: a sheet of any size takes
 * the same room. Don't act on a row before all are read, since a later one may show that the sheet can't be read: act on the
 * rows that the sheet gives afterwards.
 *
 * Errors: `SheetError` if the sheet can't be read at all; what is wrong with one row is an `InvalidRow`.
 */
export async function scanSheet(
  source: Source,
  options: DatedOptions,
  onRow: (row: Row) => void,
): Promise<Sheet> {
  if (options.redact) refuseKeyInName(source.path, options.redact);
  const { text, firstRows, ...opened } = await openSheetText(source, options);
  const { table } = opened;
  refuseReviewFile(table.header, source.name);
  if (options.redact) refuseKeyInHeader(table.header, { name: source.name, redact: options.redact });
  const header = readHeader(table.header, {
    ...options,
    line: table.headerLine,
    name: source.name,
    headings: readAbove(table).headings,
  });
  if (!header.columns.has('sku')) throw noSku(source.name);
  refuseRowsAbove(table, {
    ...options,
    name: source.name,
    columns: header.columns,
    rows: firstRows,
  });
  const filter = new RowFilter(options.where ?? [], table.header, {
    name: source.name,
    line: table.headerLine,
  });
  const rows = (): RowReading =>
    readRows(text, { name: source.name, options, columns: header.columns, filter, ...opened });
  const reading = rows();
  // V8 would put all later rows where it keeps what lives long, and take them away late.
  let kept: (readonly Row[])[] | undefined = mayBeKept(source) ? [] : undefined;
  let count = 0;
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    for (const row of next.value) onRow(row);
    kept?.push(next.value);
    count += next.value.length;
    if (count > MAX_KEPT_ROWS) kept = undefined;
  }
  const { columns, ignored, ...rest } = header;
  const chosenBy = new Set([...filter.columns].map((index) => table.header[index]?.trim()));
  const ignoredColumns = ignored.filter((text) => !chosenBy.has(text));
  const batches = kept;
  const asOf = columns.has('valid_from') || columns.has('valid_to') ? options.asOf : undefined;
  return {
    reading: { ...opened, ...rest, columns, ignoredColumns, filter, asOf, ...next.value },
    rows: batches ? () => inTurn(batches) : rows,
  };
}

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

type RowReading = AsyncGenerator<readonly Row[], FoundFormat>;

interface RowReadingOptions extends Pick<SheetText, 'dialect' | 'table'> {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly options: DatedOptions;
  readonly columns: Columns;
  readonly filter: RowFilter;
}

/** Returns what was found on the way. */
async function* readRows(
  text: () => AsyncIterable<string>,
  { name, options, columns, filter, dialect, table }: RowReadingOptions,
): RowReading {
  let rows: Row[] = [];
  const keys = options.redact && new KeyFinder(options.redact, table.header);
  const scan = new RowScan({
    name,
    options,
    columns,
    filter,
    delimiter: dialect.delimiter,
    header: table.header,
    onRow: (row) => rows.push(keys ? keys.check(row) : row),
  });
  function take(): readonly Row[] {
    const taken = rows;
    rows = [];
    return taken;
  }
  let last = '';
  async function* watched(): AsyncGenerator<string> {
    for await (const piece of text()) {
      last = piece;
      keys?.search(piece);
      yield piece;
    }
  }
  const place = { dialect, name, firstLine: 1 };
  async function* repeated(): AsyncGenerator<readonly Row[]> {
    for await (const _ of repeatStretch(scan, readRecords(text(), place))) yield take();
  }
  for await (const records of readRecords(watched(), place)) {
    for (const record of records) {
      if (record.line > table.lastLineAbove) scan.add(record);
      if (scan.stretch) yield* repeated();
    }
    yield take();
  }
  const found = scan.finish(/[\r\n]$/.test(last));
  if (scan.stretch) yield* repeated();
  yield take();
  return found;
}

/**
 * Reads the sheet once more for records that were not kept: to its end, which shows that it is still the same. Yields now and
 * then, so that the rows can be handed on.
 */
async function* repeatStretch(
  scan: RowScan,
  batches: AsyncIterable<readonly RawRecord[]>,
): AsyncGenerator<void> {
  const from = scan.stretch?.from ?? 0;
  for await (const records of batches) {
    for (const record of records) if (scan.stretch && record.line >= from) scan.repeat(record);
    yield;
  }
}

/** The header names it, and `--map` has taken the column for something else. */
function noSku(name: string): SheetError {
  return new SheetError(`Cannot read the sheet "${name}": no column is left for the SKU`, {
    hint: 'Name the SKU column with --map sku=…',
  });
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

/** The longest way to write a key that may lie across two pieces of a text. Units: characters. */
const MAX_ACROSS = 4096;

/**
 * Keeps an API key that is in a sheet by mistake out of the files of a run: such a row is invalid, with the key masked.
 *
 * Whole pieces of text are searched, which costs next to nothing; single cells only once a piece has held the key.
 */
export class KeyFinder {
  readonly #redact: Redact;
  readonly #header: readonly string[];
  #tail = '';
  #isThere = false;

  constructor(redact: Redact, header: readonly string[]) {
    this.#redact = redact;
    this.#header = header;
  }

  /** Takes the next piece of the sheet, before the rows in it are made. */
  search(piece: string): void {
    if (this.#isThere) return;
    const text = this.#tail + piece;
    this.#isThere = this.#isIn(text) || (text.includes('""') && this.#isIn(text.replaceAll('""', '"')));
    this.#tail = text.slice(-MAX_ACROSS);
  }

  #isIn(text: string): boolean {
    return this.#redact(text) !== text;
  }

  /** The row as it may be written into files. */
  check(row: Row): Row {
    if (!this.#isThere) return row;
    const cells = row.cells.map(this.#redact);
    const at = cells.findIndex((cell, index) => cell !== row.cells[index]);
    if (at === -1) return row;
    const { line } = row;
    if (row.kind === 'ignored') return { ...row, cells, message: this.#redact(row.message) };
    const message = `Cell "${this.#header[at] ?? at + 1}" holds the API key: remove it, and create a new key if anyone else has this sheet`;
    const target = row.target && this.#redact(row.target.sku) === row.target.sku ? row.target : undefined;
    return { kind: 'invalid', line, cells, target, problems: [{ reason: 'key_in_cell', message }] };
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
