import type { Row } from '../domain/row.ts';
import { type Reading, readSheet, type SheetOptions } from '../sheet/read-sheet.ts';
import { type Place, readSource } from '../sheet/read-source.ts';
import { EXIT } from './exit-code.ts';
import { noticeSheet } from './notice-sheet.ts';

/** How a sheet would be read. */
export interface CheckReport {
  readonly sheet: { readonly path: string; readonly sha256: string; readonly rows: number };
  readonly reading: Reading;
  readonly rows: readonly Row[];
  readonly notices: readonly string[];
  readonly exitCode: number;
}

/**
 * Reads and validates a sheet without the network.
 *
 * Errors: `SheetError` where it can't be read.
 */
export async function check(path: string, options: SheetOptions, place: Place): Promise<CheckReport> {
  const source = await readSource(path, place);
  const sheet = readSheet(source, options);
  return {
    sheet: { path: source.path, sha256: source.sha256, rows: sheet.rows.length },
    reading: sheet.reading,
    rows: sheet.rows,
    notices: noticeSheet(sheet),
    exitCode: isFine(sheet.rows) ? EXIT.done : EXIT.attention,
  };
}

function isFine(rows: readonly Row[]): boolean {
  return rows.some(({ kind }) => kind === 'row') && !rows.some(({ kind }) => kind === 'invalid');
}
