import { SheetError } from '../../src/domain/errors.ts';
import type { Row } from '../../src/domain/row.ts';
import { readSheet, type Sheet, type SheetOptions } from '../../src/sheet/read-sheet.ts';
import type { Source } from '../../src/sheet/read-source.ts';

/** Helpers that speak of sheets as text. */

export const DEFAULTS: SheetOptions = {
  delimiter: ',',
  moneyUnit: 'major',
  clearToken: 'null',
  duplicates: 'error',
};

export function aSource(content: string | Uint8Array): Source {
  return { path: 'in/prices.csv', name: 'prices.csv', bytes: Buffer.from(content), sha256: 'not told' };
}

export function read(content: string | Uint8Array, options: Partial<SheetOptions> = {}): Sheet {
  return readSheet(aSource(content), { ...DEFAULTS, ...options });
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

/** The error that ends the reading of a sheet; whatever else comes of `run` fails the test. */
export function refusalOf(run: () => unknown): {
  readonly message: string;
  readonly hint: string | undefined;
} {
  try {
    run();
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { message: error.message, hint: error.hint };
  }
  throw new Error('The sheet was not refused');
}

/** The physical line on which the character at `offset` stands: a CR, an LF and a CRLF each end a line. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = 0; index < offset; index++) {
    if (text[index] === '\n' && text[index - 1] !== '\r') line++;
    if (text[index] === '\r') line++;
  }
  return line;
}

/** Records as CSV text in which every cell is quoted. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return records
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
    .join('');
}
