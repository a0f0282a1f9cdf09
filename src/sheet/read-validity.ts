import { type Day, formatDay } from '../domain/day.ts';
import type { IgnoredRow } from '../domain/row.ts';
import type { CellReader } from './cell-reader.ts';
import type { Column } from './header/column.ts';

interface Validity {
  readonly days: Pick<IgnoredRow, 'begins' | 'ends'>;
  /** Why it doesn't count on the day for which the sheet is read. */
  readonly outside?: Pick<IgnoredRow, 'reason' | 'message'>;
}

const ALWAYS: Validity = { days: {} };
const UNKNOWN: Validity = { days: { begins: Number.NaN } };

/** Reads from and to when a row counts, both days included. `isInShape`: its cells are those of the columns above them. */
export function readValidity(reader: CellReader, isInShape: boolean): Validity {
  const { valid_from: from, valid_to: to } = reader.layout;
  if (!from && !to) return ALWAYS;
  if (!isInShape) return UNKNOWN;
  const [begins, ends] = [readDay(reader, from), readDay(reader, to)];
  if (begins === undefined || ends === undefined) return UNKNOWN;
  if (begins !== null && ends !== null && begins > ends) {
    const message = `${from?.header} ${formatDay(begins)} is after ${to?.header} ${formatDay(ends)}`;
    reader.problem('validity_reversed', message);
    return UNKNOWN;
  }
  const days = { ...(begins !== null && { begins }), ...(ends !== null && { ends }) };
  const { asOf } = reader.format;
  const readFor = `and the sheet is read for ${formatDay(asOf)}`;
  if (begins !== null && begins > asOf) {
    const message = `Counts from ${formatDay(begins)} on, ${readFor}`;
    return { days, outside: { reason: 'not_valid_yet', message } };
  }
  if (ends !== null && ends < asOf) {
    const message = `Counted until ${formatDay(ends)}, ${readFor}`;
    return { days, outside: { reason: 'no_longer_valid', message } };
  }
  return { days };
}

/** The day of a cell; `null` if there is none. */
function readDay(reader: CellReader, column: Column | undefined): Day | null | undefined {
  const text = reader.text(column);
  const day = text === undefined ? null : reader.format.dates.read(text);
  if (day !== undefined) return day;
  return reader.problem('date_unreadable', `${column?.header} "${text}" is not a date such as 2026-12-31`);
}
