import { FIELDS } from '../domain/fields.ts';
import type { Sheet } from '../sheet/read-sheet.ts';

/** Columns that a retry file adds; they are expected not to mean anything. */
const RETRY_COLUMNS = new Set(['status', 'reason', 'message']);

/** Things about a sheet that stop nothing and that somebody should know. */
export function noticeSheet({ rows: all, reading }: Sheet): readonly string[] {
  const notices: string[] = [];
  const unknown = reading.ignoredColumns.filter((header) => !RETRY_COLUMNS.has(header));
  if (unknown.length > 0) {
    notices.push(
      `Columns that mean nothing here are ignored: ${unknown.map((header) => `"${header}"`).join(', ')}`,
    );
  }
  if (!all.some(({ kind }) => kind !== 'ignored')) notices.push('The sheet has no rows');
  if (!FIELDS.some((field) => reading.columns.has(field))) {
    notices.push(`No column sets anything; the columns that do are ${FIELDS.join(', ')}`);
  }
  const ignored = all.filter(({ kind }) => kind === 'ignored');
  if (ignored.length > 0) {
    const rows = ignored.length === 1 ? '1 row is' : `${ignored.length} rows are`;
    notices.push(`${rows} not data and ignored, the first on line ${ignored[0]?.line}`);
  }
  return notices;
}
