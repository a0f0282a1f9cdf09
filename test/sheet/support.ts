import fc from 'fast-check';
import { expect } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import type { Row } from '../../src/domain/row.ts';
import type { ColumnMap, ColumnName } from '../../src/sheet/header/column.ts';
import type { Source } from '../../src/sheet/open-source.ts';
import type { RawRecord } from '../../src/sheet/parse-records.ts';
import { type Reading, scanSheet } from '../../src/sheet/scan-sheet.ts';
import { settleRows } from '../../src/sheet/settle-rows.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { READING } from '../support/some-run.ts';

/** Helpers that speak of sheets as text. */

/** A sheet whose bytes come in pieces of that many. */
export function aSource(content: string | Uint8Array, chunkBytes = 1024 * 1024): Source {
  return {
    path: 'in/prices.csv',
    name: 'prices.csv',
    sha256: 'not told',
    size: Buffer.byteLength(content),
    packed: false,
    read: () => inChunks(content, chunkBytes),
  };
}

export async function* inChunks(
  content: string | Uint8Array,
  chunkBytes = 1024 * 1024,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
  }
}

/** The text of a sheet that is written on one line, with ` / ` between its lines, and ` /` behind the last if that has a line end; `␍␊` is CRLF. */
export function inLines(sheet: string): string {
  return sheet
    .replaceAll(/ \/(?: |$)/g, '\n')
    .replaceAll('␍', '\r')
    .replaceAll('␊', '\n');
}

/** A sheet with all its rows, those that speak of the same thing compared. */
export interface WholeSheet {
  readonly rows: readonly Row[];
  readonly reading: Reading;
}

export async function readSheet(source: Source, options: SheetOptions): Promise<WholeSheet> {
  const sheet = await scanSheet(source, { ...options, asOf: options.asOf ?? READING.asOf });
  const rows = (await collect(sheet.rows())).flat();
  return { rows: rows.map(settleRows(rows, options.duplicates)), reading: sheet.reading };
}

export function read(content: string | Uint8Array, options: Partial<SheetOptions> = {}): Promise<WholeSheet> {
  return readSheet(aSource(content), { ...READING, ...options });
}

/** Places to cut a file at, in millionths of it: to try every one would take a minute a sheet. */
export const somePlaces = fc.array(fc.noBias(fc.nat({ max: 999_999 })), { minLength: 8, maxLength: 8 });

/** The lengths that a file of that size has left, cut at these places. */
export function lengthsAt(places: readonly number[], size: number): readonly number[] {
  return places.map((millionths) => Math.floor((millionths / 1e6) * size));
}

/** Texts, and bytes by their numbers, one after the other. */
export function bytesOf(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
}

/** A text in UTF-16, big end first. */
export function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Which column is which: `aMap({ sku: 'Material' })`. */
export function aMap(columns: Partial<Record<ColumnName, string>>): ColumnMap {
  return new Map(Object.entries(columns) as [ColumnName, string][]);
}

/** Lines of cells, each separated by `;`, as the first records of a file; an empty line is none. */
export function recordsOf(...lines: readonly string[]): readonly RawRecord[] {
  return lines.flatMap((text, index) => (text === '' ? [] : [{ line: index + 1, cells: text.split(';') }]));
}

/** What a sheet's rows are, a line each: kind, physical line, and why where there is a why. */
export function kindsOf(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => {
    switch (row.kind) {
      case 'row':
        return `row ${row.line}`;
      case 'invalid':
        return `invalid ${row.line} ${row.problems.map(({ reason }) => reason).join(' ')}`;
      default:
        return `${row.kind} ${row.line} ${row.reason}`;
    }
  });
}

/** The same of a sheet that is written on one line, in one text. */
export async function kindsIn(sheet: string, options: Partial<SheetOptions> = {}): Promise<string> {
  return kindsOf((await read(inLines(sheet), options)).rows).join('; ');
}

/** What each row is read as, in one text: its cost and its other requests, or the reasons why it is not used. */
export async function costsIn(sheet: string, options: Partial<SheetOptions> = {}): Promise<string> {
  const { rows } = await read(inLines(sheet), options);
  return rows
    .map((row) => {
      if (row.kind === 'row') return String(row.requested.cost);
      return row.kind === 'invalid' ? row.problems.map(({ reason }) => reason).join('+') : row.reason;
    })
    .join(' ');
}

/** What the usable rows wish, in order, and the kinds of the others. */
export function requestedOf({ rows }: Pick<WholeSheet, 'rows'>): readonly unknown[] {
  return rows.map((row) => (row.kind === 'row' ? row.requested : row.kind));
}

interface Refusal {
  readonly message: string;
  readonly hint: string | undefined;
}

/** The error that ends the reading of a sheet; whatever else comes of `run` fails the test. */
export function refusalOf(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    return toRefusal(error);
  }
  return expect.fail('The sheet was not refused');
}

/** Likewise, for what takes its time. */
export async function refusalOfWork(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    return toRefusal(error);
  }
  return expect.fail('The sheet was not refused');
}

function toRefusal(error: unknown): Refusal {
  if (!(error instanceof SheetError)) throw error;
  return { message: error.message, hint: error.hint };
}

/** Everything that is yielded, in order. */
export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Records as CSV text in which every cell is quoted. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return records
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
    .join('');
}
