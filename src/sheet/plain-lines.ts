import { restoreCell } from '../domain/csv-cells.ts';
import { countLineBreaks } from './read-text.ts';

/** Splits a text of whole records into their cells; `undefined` if it makes no sense. */
export type ParseWhole = (text: string) => readonly (readonly string[])[] | undefined;

/** How many records are handed over at a time: enough that the handing over costs nothing. */
const MAX_AT_ONCE = 250;
/** A record of more characters than this is for csv-parse, which knows when a record is far too long. */
const MAX_RECORD = 256 * 1024;
const LF = 10;
const CR = 13;
const APOSTROPHE = 39;
/** No character has this code, so that a search for it finds nothing: used if the file has no quotes. */
const NO_CODE = -1;

/** A record that was written on one line. */
class PlainRecord implements RawRecord {
  readonly line: number;
  readonly cells: readonly string[];

  constructor(line: number, cells: readonly string[]) {
    this.line = line;
    this.cells = cells;
  }

  get isOneLine(): boolean {
    return true;
  }
}

/**
 * Reads the records that need no decision, five times as fast as csv-parse, which reads all others: lines that end in LF or
 * CRLF, whose cells are in quotes from end to end, or hold no quote at all. The result is the same as csv-parse's.
 *
 * It stops at the first sign of a text that lines don't divide into records (a CR alone, a record without end, a misplaced
 * quote): csv-parse has to read on from `rest`, and reports what is wrong if anything is.
 */
export class PlainLines {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #oneQuote: string;
  readonly #twoQuotes: string;
  /** No character beyond this one needs a look. */
  readonly #highest: number;
  readonly #parseWhole: ParseWhole;
  /** How far `rest` is read. */
  #at = 0;
  #rest = '';
  #line: number;
  #isOver: boolean;

  /** `firstLine` is the physical line on which the text begins. */
  constructor({ delimiter, quote, padded }: Dialect, firstLine: number, parseWhole: ParseWhole) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === 'none' ? NO_CODE : quote.charCodeAt(0);
    this.#oneQuote = quote;
    this.#twoQuotes = quote + quote;
    this.#highest = Math.max(this.#delimiter, this.#quote, CR);
    this.#parseWhole = parseWhole;
    this.#line = firstLine;
    const isSingle = delimiter.length === 1 && this.#delimiter < 128;
    this.#isOver = padded || !isSingle || [LF, CR, this.#quote].includes(this.#delimiter);
  }

  /** Nothing more is read here: `rest`, which begins on `line`, and what comes after it are for csv-parse. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What has not been read. */
  get rest(): string {
    return this.#rest.slice(this.#at);
  }

  /** The physical line on which `rest` begins. */
  get line(): number {
    return this.#line;
  }

  /** The records that are whole with the next piece of the text, some at a time. */
  *read(piece: string): Generator<readonly RawRecord[]> {
    this.#rest = this.rest + piece;
    this.#at = 0;
    if (this.#isOver) return;
    const end = this.#rest.lastIndexOf('\n') + 1;
    while (this.#at < end && !this.#isOver) {
      const batch = this.#readSome(end);
      if (batch === undefined) break;
      if (batch.length > 0) yield batch;
    }
    this.#isOver ||= this.#rest.length - this.#at > MAX_RECORD;
  }

  /** The next records of the text before `end`, where a line ends; `undefined` if the next one isn't whole. */
  #readSome(end: number): readonly RawRecord[] | undefined {
    const start = this.#at;
    const found: (readonly string[] | string)[] = [];
    let unread = '';
    while (this.#at < end && found.length < MAX_AT_ONCE) {
      const cells = this.#readLine();
      if (cells) {
        found.push(cells);
        continue;
      }
      const next = this.#endOfRecord(end);
      if (next === undefined) break;
      const text = this.#rest.slice(this.#at, next);
      found.push(text);
      unread += text;
      this.#at = next;
    }
    if (found.length === 0) return undefined;
    const parsed = unread === '' ? [] : this.#parseUnread(unread, found);
    if (parsed) return this.#locate(found, parsed);
    this.#at = start;
    this.#isOver = true;
    return undefined;
  }

  /** The records that are still text, by csv-parse; `undefined` if a CR alone makes several of one. */
  #parseUnread(
    unread: string,
    found: readonly (readonly string[] | string)[],
  ): readonly (readonly string[])[] | undefined {
    const parsed = this.#parseWhole(unread);
    const wanted = found.filter((record) => typeof record === 'string').length;
    return parsed?.length === wanted ? parsed : undefined;
  }

  #locate(
    found: readonly (readonly string[] | string)[],
    parsed: readonly (readonly string[])[],
  ): readonly RawRecord[] {
    const records: RawRecord[] = [];
    let taken = 0;
    for (const record of found) {
      const line = this.#line;
      if (typeof record === 'string') {
        records.push({ line, cells: (parsed[taken++] ?? []).map(restoreCell) });
        this.#line += countLineBreaks(record);
      } else {
        if (record.length > 1 || record[0] !== '') records.push(new PlainRecord(line, record));
        this.#line++;
      }
    }
    return records;
  }

  /**
   * The cells of the line that begins here, and goes past it; `undefined` where csv-parse has to read it. The text is known
   * to hold an LF further on.
   */
  #readLine(): readonly string[] | undefined {
    const text = this.#rest;
    const delimiter = this.#delimiter;
    const quote = this.#quote;
    const highest = this.#highest;
    const cells: string[] = [];
    let at = this.#at;
    for (;;) {
      let from = at;
      let code = text.charCodeAt(at);
      let end: number;
      let isDoubled = false;
      if (code === quote) {
        from = ++at;
        code = text.charCodeAt(at);
        for (;;) {
          if (code === quote) {
            code = text.charCodeAt(++at);
            if (code !== quote) break;
            isDoubled = true;
          } else if (code === LF || code === CR) return undefined;
          code = text.charCodeAt(++at);
        }
        end = at - 1;
        if (code !== delimiter && code !== LF && code !== CR) return undefined;
      } else {
        while (code > highest || (code !== delimiter && code !== LF && code !== CR)) {
          if (code === quote) return undefined;
          code = text.charCodeAt(++at);
        }
        end = at;
      }
      const written = text.slice(from, end);
      const cell = isDoubled ? written.replaceAll(this.#twoQuotes, this.#oneQuote) : written;
      cells.push(text.charCodeAt(from) === APOSTROPHE ? restoreCell(cell) : cell);
      at++;
      if (code === delimiter) continue;
      if (code === CR && text.charCodeAt(at++) !== LF) return undefined;
      if (at - this.#at > MAX_RECORD) return undefined;
      this.#at = at;
      return cells;
    }
  }

  /** The end of the record that begins here: the first line break with an even number of quotes before it. */
  #endOfRecord(end: number): number | undefined {
    const text = this.#rest;
    let isInQuotes = false;
    for (let at = this.#at; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#quote) isInQuotes = !isInQuotes;
      else if (code === LF && !isInQuotes) return at - this.#at < MAX_RECORD ? at + 1 : undefined;
    }
    return undefined;
  }
}

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
  /** It was written on one line, so that no cell holds a line break; where not said, some may. */
  readonly isOneLine?: boolean;
}
