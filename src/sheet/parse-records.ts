import { restoreCell } from '../domain/csv-cells.ts';
import { SheetError } from '../domain/errors.ts';
import { countLineBreaks } from './read-text.ts';

/** How a sheet is punctuated. */
export interface Dialect {
  /** A single character. */
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

interface RecordsOptions {
  readonly dialect: Dialect;
  /** Of the sheet, for messages. */
  readonly name: string;
  /** The physical line on which the text begins. */
  readonly firstLine: number;
}

/** How many records are handed over at a time: enough that the handing over costs nothing. */
const MAX_AT_ONCE = 250;

/**
 * Splits a sheet's text into records, as many at a time as a piece of the text holds. Blank lines are skipped.
 *
 * Errors: `SheetError` with the line on which the damaged record starts, after the records before it.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  { dialect, name, firstLine }: RecordsOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const cutter = new RecordCutter(dialect, firstLine);
  for await (const piece of text) {
    cutter.add(piece);
    yield* takeRecords(cutter);
  }
  cutter.end();
  yield* takeRecords(cutter);
  if (cutter.damage) throw toSheetError(cutter.damage, { line: cutter.line, name, dialect });
}

function* takeRecords(cutter: RecordCutter): Generator<readonly RawRecord[]> {
  let records: RawRecord[] = [];
  for (let record = cutter.next(); record; record = cutter.next()) {
    if (record.cells.length > 1 || record.cells[0] !== '') records.push(record);
    if (records.length < MAX_AT_ONCE) continue;
    yield records;
    records = [];
  }
  if (records.length > 0) yield records;
}

/**
 * The cells of the first records of a text, blank lines included; `undefined` if the dialect makes no sense of it. `mayBeCut`: a text that
 * ends inside of quotes still makes sense.
 */
export function sampleRecords(
  text: string,
  { dialect, mayBeCut }: { readonly dialect: Dialect; readonly mayBeCut: boolean },
): readonly (readonly string[])[] | undefined {
  const cutter = new RecordCutter(dialect, 1);
  cutter.add(text);
  cutter.end();
  const records: (readonly string[])[] = [];
  for (let record = cutter.next(); record; record = cutter.next()) records.push(record.cells);
  const { damage } = cutter;
  return !damage || (mayBeCut && damage.kind === 'open_quote') ? records : undefined;
}

/** What is wrong with a record. */
interface Damage {
  readonly kind: 'open_quote' | 'too_long' | 'behind_quote' | 'quote_inside';
  /** The position of the cell that is damaged. */
  readonly cell: number;
}

/** A record of more characters than this is taken for a quote that was never closed. */
const MAX_RECORD = 1024 * 1024;
const LF = 10;
const CR = 13;
const APOSTROPHE = 39;
const EQUALS = 61;
/** No character has this code, so that a search for it finds nothing: used if the file has no quotes. */
const NO_CODE = -1;

/**
 * Cuts a text that comes in pieces into records: lines that end in LF, CRLF or CR, whose cells are in quotes from end to end, with quotes
 * inside of them doubled, or hold no quote at all. A formula around a SKU, `="0005"`, is a cell as it is written.
 */
class RecordCutter {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #mark: string;
  /** No character beyond this one needs a look. */
  readonly #highest: number;
  /** What may be around quotes, if anything may. */
  readonly #blanks: RegExp | undefined;
  readonly #formula: RegExp | undefined;
  #text = '';
  /** How far the text is read. */
  #at = 0;
  /** Nothing follows the text. */
  #isAll = false;
  /** A record that is not complete is looked at again once there is twice as much of it. */
  #enough = 0;
  #line: number;
  #damage: Damage | undefined;

  /** `firstLine` is the physical line on which the text begins. */
  constructor({ delimiter, quote, padded }: Dialect, firstLine: number) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === 'none' ? NO_CODE : quote.charCodeAt(0);
    this.#mark = quote;
    this.#highest = Math.max(this.#delimiter, this.#quote, CR);
    const sign = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    this.#blanks = padded ? new RegExp(`(?:(?!${sign})[^\\S\\r\\n])*`, 'y') : undefined;
    const mayHoldFormulas = quote === '"' && delimiter !== '=' && delimiter !== '"';
    const formula = `="(?:[^"\\r\\n${sign}]+"(?=$|[\\r\\n]|${sign})|[^"\\r\\n${sign}]*$)`;
    this.#formula = mayHoldFormulas ? new RegExp(formula, 'y') : undefined;
    this.#line = firstLine;
  }

  /** The physical line on which the next record begins. */
  get line(): number {
    return this.#line;
  }

  /** What is wrong with the next record: there are no more. */
  get damage(): Damage | undefined {
    return this.#damage;
  }

  /** Adds the next piece of the text. */
  add(piece: string): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
  }

  end(): void {
    this.#isAll = true;
    this.#enough = 0;
  }

  /** The next record; `undefined` if it is not complete yet, or there is none. A blank line is a record of one blank cell. */
  next(): RawRecord | undefined {
    const text = this.#text;
    const { length } = text;
    if (this.#damage || this.#at === length || length - this.#at < this.#enough) return undefined;
    const delimiter = this.#delimiter;
    const quote = this.#quote;
    const highest = this.#highest;
    const blanks = this.#blanks;
    const cells: string[] = [];
    let breaks = 0;
    for (let at = this.#at; ; at++) {
      if (blanks) at = this.#skipBlanks(at);
      let cell: string;
      let code = text.charCodeAt(at);
      if (code === quote) {
        const end = this.#endOfQuoted(at + 1);
        if (end < 0) return this.#wait('open_quote', cells);
        if (end - at > MAX_RECORD) return this.#stop('open_quote', cells);
        const written = text.slice(at + 1, end);
        cell = written.includes(this.#mark)
          ? written.replaceAll(this.#mark + this.#mark, this.#mark)
          : written;
        breaks += countLineBreaks(cell);
        at = blanks ? this.#skipBlanks(end + 1) : end + 1;
        code = text.charCodeAt(at);
        if (at < length && code !== delimiter && code !== LF && code !== CR)
          return this.#stop('behind_quote', cells);
      } else {
        const from = at;
        if (code === EQUALS) at = this.#endOfFormula(at);
        for (; at < length; at++) {
          code = text.charCodeAt(at);
          if (code > highest) continue;
          if (code === delimiter || code === LF || code === CR || code === quote) break;
        }
        if (at < length && code === quote) return this.#stop('quote_inside', cells);
        const written = text.slice(from, at);
        cell = blanks ? written.trimEnd() : written;
      }
      if (at === length && !this.#isAll) return this.#wait('too_long', cells);
      cells.push(cell.charCodeAt(0) === APOSTROPHE ? restoreCell(cell) : cell);
      if (at < length && code === delimiter) continue;
      if (code === CR && at + 1 === length && !this.#isAll) return this.#wait('too_long', cells);
      if (at - this.#at > MAX_RECORD) return this.#stop('too_long', cells);
      const record = { line: this.#line, cells };
      this.#line += 1 + breaks;
      this.#at = Math.min(length, at + (code === CR && text.charCodeAt(at + 1) === LF ? 2 : 1));
      this.#enough = 0;
      return record;
    }
  }

  #skipBlanks(at: number): number {
    if (!this.#blanks) return at;
    this.#blanks.lastIndex = at;
    this.#blanks.test(this.#text);
    return this.#blanks.lastIndex;
  }

  /** The position of the quote that closes a cell; -1 if there is none, or only more of the text can show it. */
  #endOfQuoted(from: number): number {
    const text = this.#text;
    let at = text.indexOf(this.#mark, from);
    while (at >= 0 && text.charCodeAt(at + 1) === this.#quote) at = text.indexOf(this.#mark, at + 2);
    return at + 1 === text.length && !this.#isAll ? -1 : at;
  }

  /** Where a formula ends, or the text does that may be the beginning of one; else where it begins. */
  #endOfFormula(from: number): number {
    if (!this.#formula) return from;
    this.#formula.lastIndex = from;
    if (!this.#formula.test(this.#text)) return from;
    const end = this.#formula.lastIndex;
    const isComplete = end - from > 2 && this.#text[end - 1] === this.#mark;
    return isComplete || !this.#isAll ? end : from;
  }

  /** The text ends in a record. `kind`: what is wrong if nothing follows, or too much does. */
  #wait(kind: Damage['kind'], cells: readonly string[]): undefined {
    const begun = this.#text.length - this.#at;
    this.#enough = 2 * begun;
    return this.#isAll || begun > MAX_RECORD ? this.#stop(kind, cells) : undefined;
  }

  #stop(kind: Damage['kind'], { length }: readonly string[]): undefined {
    this.#damage = { kind, cell: length };
  }
}

interface DamagedPlace extends Pick<RecordsOptions, 'name' | 'dialect'> {
  readonly line: number;
}

function toSheetError({ kind, cell }: Damage, { line, name, dialect }: DamagedPlace): SheetError {
  const refuse = (what: string, hint: string): SheetError =>
    new SheetError(`Cannot read the sheet "${name}": ${what}`, { hint });
  const ordinary =
    'if quotes are ordinary characters in the whole file, set "quote" in pricesheet.json to "none"';
  const damaged = `cell ${cell + 1} of the row that starts on line ${line}`;
  const fix = `Fix that cell, or export the file again with such cells quoted and the quotes inside them doubled; ${ordinary}`;
  switch (kind) {
    case 'open_quote':
      return refuse(
        `the quote opened in the record that starts on line ${line} is never closed`,
        `Close the quote, or export the file again: it may be cut short; ${ordinary}`,
      );
    case 'too_long':
      return dialect.quote === 'none'
        ? refuse(
            `the record on line ${line} is far too long`,
            'It may not be a table at all; look at it in a text editor',
          )
        : refuse(
            `the record on line ${line} is longer than ${MAX_RECORD / 1024 / 1024} MiB, and no quote is open in it`,
            'Look at that line in a text editor: it may not be a table at all, or a cell holds a whole file',
          );
    case 'behind_quote':
      return refuse(
        `${damaged} continues after its closing quote: a quote inside a quoted cell has to be doubled`,
        fix,
      );
    case 'quote_inside':
      return refuse(`${damaged} contains a quote but is not quoted itself`, fix);
  }
}
