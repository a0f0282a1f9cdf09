import { CsvError, type Options, Parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { restoreCell } from '../domain/csv-cells.ts';
import { SheetError } from '../domain/errors.ts';
import { countLineBreaks } from './encoding.ts';

/** How a sheet is punctuated. */
export interface Dialect {
  readonly delimiter: string;
  /** Around cells; `none` where quotes are ordinary characters. */
  readonly quote: Quote;
  /** There are blanks between quotes and delimiters. */
  readonly padded: boolean;
}

export type Quote = '"' | "'" | 'none';

/** A record as it is in the file, before anything is known of its columns. */
export interface RawRecord {
  /** The physical line on which it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface RecordsOptions {
  readonly dialect: Dialect;
  /** Of the sheet, for messages. */
  readonly name: string;
}

/** How many records are handed over at a time: enough that the handing over costs nothing. */
const MAX_AT_ONCE = 250;
/** A record of more bytes than this is taken for a quote that was never closed. */
const MAX_RECORD_BYTES = 1024 * 1024;

/**
 * Splits a sheet's text into records, as many at a time as a piece of the text holds. Lines without content, which may have delimiters, are skipped. Up to the first quote
 * it only splits at delimiters, five times as fast as csv-parse, which reads all that follows.
 *
 * csv-parse reports the line on which a record ends, and counts CRLF inside quotes twice; so the starts are counted
 * here, which a record's own cells allow: line breaks in a record are line breaks in its cells.
 *
 * Errors: `SheetError` with the line on which the damaged record starts.
 */
export async function* readRecords(
  text: AsyncIterable<string> | Iterable<string>,
  { dialect, name }: RecordsOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const parser = new Collector(dialect);
  let line = 1;
  /** Some records at a time. */
  function* locate(
    all: readonly (readonly string[])[],
    countBreaks: (cells: readonly string[]) => number = countBreaksIn,
  ): Generator<readonly RawRecord[]> {
    let records: RawRecord[] = [];
    for (const cells of all) {
      if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: cells.map(restoreCell) });
      line += 1 + countBreaks(cells);
      if (records.length < MAX_AT_ONCE) continue;
      yield records;
      records = [];
    }
    if (records.length > 0) yield records;
  }
  /** The line that has begun; `undefined` once csv-parse reads. */
  let begun: string | undefined = '';
  try {
    for await (const piece of text) {
      if (begun === undefined) await parser.feed(piece);
      else {
        const all: string = begun + piece;
        const end = all.lastIndexOf('\n') + 1;
        const lines = splitLines(all.slice(0, end), dialect);
        begun = lines && all.length - end <= MAX_PLAIN ? all.slice(end) : undefined;
        if (lines) yield* locate(lines, () => 0);
        if (begun === undefined) await parser.feed(lines ? all.slice(end) : all);
      }
      yield* locate(parser.drain());
    }
    await parser.feed(begun ?? '');
    await parser.finish();
    yield* locate(parser.drain());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* locate(parser.drain());
    throw toSheetError(error, { line, name });
  }
}

/**
 * The first records of a text; `undefined` if the dialect makes no sense of it. `mayBeCut`: a text that ends inside of
 * quotes still makes sense.
 */
export function sampleRecords(
  text: string,
  { dialect, mayBeCut }: { readonly dialect: Dialect; readonly mayBeCut: boolean },
): readonly (readonly string[])[] | undefined {
  const options = { ...toOptions(dialect), info: false as const };
  const lines = splitLines(text, dialect);
  if (lines) return lines;
  const quoted = quoteFormulas(text, dialect);
  try {
    return parse(quoted, options) as string[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!mayBeCut || error.code !== 'CSV_QUOTE_NOT_CLOSED') return undefined;
    const count = Number(error['records']);
    return count > 0 ? (parse(quoted, { ...options, to: count }) as string[][]) : [];
  }
}

/** In a text of this many characters no record is too long, even if each takes three bytes. */
const MAX_PLAIN = MAX_RECORD_BYTES / 3;

/** The records of a text of whole lines, as csv-parse would have them; `undefined` if a record may go on in the next line, or is damaged. */
function splitLines(text: string, dialect: Dialect): readonly (readonly string[])[] | undefined {
  const { delimiter, quote, padded } = dialect;
  if (padded || delimiter === quote || text.length > MAX_PLAIN) return undefined;
  const lines = text.split(/\r\n|\n|\r/);
  // The end of the last line begins no further one.
  if (lines.at(-1) === '') lines.pop();
  if (quote === 'none' || !text.includes(quote)) return lines.map((line) => line.split(delimiter));
  const records: (readonly string[])[] = [];
  for (const line of lines) {
    const cells = line.includes(quote) ? splitQuoted(line, { delimiter, quote }) : line.split(delimiter);
    if (!cells) return undefined;
    records.push(cells);
  }
  return records;
}

/** `undefined` unless each quote is around a cell, or doubled inside of such. */
function splitQuoted(
  line: string,
  { delimiter, quote }: Pick<Dialect, 'delimiter' | 'quote'>,
): readonly string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; ; at += delimiter.length) {
    let end: number;
    if (line[at] === quote) {
      end = line.indexOf(quote, at + 1);
      while (end !== -1 && line[end + 1] === quote) end = line.indexOf(quote, end + 2);
      if (end === -1) return undefined;
      const cell = line.slice(at + 1, end);
      cells.push(cell.includes(quote) ? cell.replaceAll(quote + quote, quote) : cell);
      end++;
    } else {
      end = line.indexOf(delimiter, at);
      if (end === -1) end = line.length;
      const cell = line.slice(at, end);
      if (cell.includes(quote)) return undefined;
      cells.push(cell);
    }
    if (end === line.length) return cells;
    if (!line.startsWith(delimiter, end)) return undefined;
    at = end;
  }
}

function toOptions({ delimiter, quote, padded }: Dialect): Options {
  return {
    delimiter,
    quote: quote === 'none' ? null : quote,
    escape: quote === 'none' ? null : quote,
    ltrim: padded,
    rtrim: padded,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  };
}

/** A cell longer than this is not a formula around a SKU, and csv-parse refuses it. */
const MAX_CELL = 1024 * 1024;

/** csv-parse's stream, with the records taken where it would queue them: those before an error are not lost. */
class Collector extends Parser {
  #records: (readonly string[])[] = [];
  #failure: unknown;
  readonly #dialect: Dialect;
  /** The beginning of a cell of which more may come. */
  #begun = '';

  constructor(dialect: Dialect) {
    super(toOptions(dialect));
    this.#dialect = dialect;
    this.on('error', (error) => {
      this.#failure = error;
    });
  }

  override push(record: unknown): boolean {
    if (record === null) return super.push(null);
    this.#records.push(record as readonly string[]);
    return true;
  }

  drain(): readonly (readonly string[])[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  feed(piece: string): Promise<void> {
    const text = this.#begun + piece;
    const end = text.length > MAX_CELL ? text.length : endOfCells(text, this.#dialect.delimiter);
    this.#begun = text.slice(end);
    return this.#feedCells(text.slice(0, end));
  }

  async finish(): Promise<void> {
    await this.#feedCells(this.#begun);
    return this.#settle((done) => this.end(done));
  }

  #feedCells(text: string): Promise<void> {
    if (text === '') return Promise.resolve();
    return this.#settle((done) => this.write(quoteFormulas(text, this.#dialect), done));
  }

  #settle(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      work((error) => {
        const failure = error ?? this.#failure;
        if (failure) reject(failure);
        else resolve();
      });
    });
  }
}

function countBreaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) count += countLineBreaks(cell);
  }
  return count;
}

const AS_ORDINARY =
  'if quotes are ordinary characters in the whole file, set "quote" in pricesheet.json to "none"';

/** What csv-parse says, by the error's code; any other one is about a quote inside a cell. */
const FAULTS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  CSV_QUOTE_NOT_CLOSED: [
    'has a quote that is never closed',
    `Close the quote, or export the file again: it may be cut short; ${AS_ORDINARY}`,
  ],
  CSV_MAX_RECORD_SIZE: [
    `is longer than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`,
    'Look at that line in a text editor: a quote in it is never closed, a cell holds a whole file, or it is not a table at all',
  ],
};

function toSheetError(
  cause: CsvError,
  { line, name }: Pick<RecordsOptions, 'name'> & Pick<RawRecord, 'line'>,
): SheetError {
  const fault = FAULTS[cause.code];
  if (fault) {
    const [what, hint] = fault;
    return new SheetError(`Cannot read the sheet "${name}": the record that starts on line ${line} ${what}`, {
      hint,
      cause,
    });
  }
  const cell = `cell ${Number(cause['column']) + 1} of the row that starts on line ${line}`;
  const what =
    cause.code === 'CSV_INVALID_CLOSING_QUOTE'
      ? 'continues after its closing quote: a quote inside a quoted cell has to be doubled'
      : 'contains a quote but is not quoted itself';
  return new SheetError(`Cannot read the sheet "${name}": ${cell} ${what}`, {
    hint: `Fix that cell, or export the file again with such cells quoted and the quotes inside them doubled; ${AS_ORDINARY}`,
    cause,
  });
}

/**
 * Puts cells such as `="0005"` into quotes, which keep spreadsheets from rewriting a SKU and which no reader of CSV
 * takes: `"=""0005"""` is what they mean. Only such cells are rewritten that would end the reading: in a text that
 * can be read, a quote behind `=` closes its cell or is doubled, and no plain character follows it.
 *
 * Shape: a text that begins where a cell begins and ends where one ends.
 */
function quoteFormulas(text: string, { delimiter, quote }: Dialect): string {
  if (quote !== '"' || !isPlainSign(delimiter) || !text.includes('="')) return text;
  return text.replace(formulaBetween(delimiter), '"=""$1"""');
}

function isPlainSign(delimiter: string): boolean {
  return delimiter.length === 1 && delimiter !== '=' && delimiter !== '"';
}

/** Behind the last delimiter or line break: a cell of which more may come is left for the next piece. */
function endOfCells(text: string, delimiter: string): number {
  const last = text.lastIndexOf(delimiter);
  const breaks = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return Math.max(last < 0 ? 0 : last + delimiter.length, breaks + 1);
}

const EXPRESSIONS = new Map<string, RegExp>();

function formulaBetween(delimiter: string): RegExp {
  const known = EXPRESSIONS.get(delimiter);
  if (known) return known;
  const sign = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const made = new RegExp(`(?<=^|[\\r\\n]|${sign})="([^"\\r\\n${sign}]+)"(?=$|[\\r\\n]|${sign})`, 'g');
  EXPRESSIONS.set(delimiter, made);
  return made;
}
