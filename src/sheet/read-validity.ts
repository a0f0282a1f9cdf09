import { type Day, formatDay, NEVER } from '../domain/day.ts';
import type { IgnoredRow } from '../domain/row.ts';
import type { CellReader } from './cell-reader.ts';
import type { Column } from './header/column.ts';

interface Validity {
  /** The first day on which the row counts: 0 if it always did, NaN if that can't be read. */
  readonly begins: Day;
  /** Why it doesn't count on the day for which the sheet is read. */
  readonly outside?: Pick<IgnoredRow, 'reason' | 'message'>;
}

const ALWAYS: Validity = { begins: 0 };
const UNKNOWN: Validity = { begins: Number.NaN };

/** Reads from and to when a row counts, both days included. `isInShape`: its cells are those of the columns above them. */
export function readValidity(reader: CellReader, isInShape: boolean): Validity {
  const { valid_from: from, valid_to: to } = reader.layout;
  if (!from && !to) return ALWAYS;
  if (!isInShape) return UNKNOWN;
  const begins = readDay(reader, from, 0);
  const ends = readDay(reader, to, NEVER);
  if (begins === undefined || ends === undefined) return UNKNOWN;
  if (begins > ends) {
    const message = `${from?.header} ${formatDay(begins)} is after ${to?.header} ${formatDay(ends)}`;
    reader.problem('validity_reversed', message);
    return UNKNOWN;
  }
  const { asOf } = reader.format;
  const readFor = `and the sheet is read for ${formatDay(asOf)}`;
  if (begins > asOf)
    return {
      begins,
      outside: { reason: 'not_valid_yet', message: `Counts from ${formatDay(begins)} on, ${readFor}` },
    };
  if (ends < asOf)
    return {
      begins,
      outside: { reason: 'no_longer_valid', message: `Counted until ${formatDay(ends)}, ${readFor}` },
    };
  return { begins };
}

/** `open`: the day of a blank cell. */
function readDay(reader: CellReader, column: Column | undefined, open: Day): Day | undefined {
  const text = reader.text(column);
  const day = text === undefined ? null : reader.format.dates.read(text);
  if (day !== undefined) return day ?? open;
  return reader.problem('date_unreadable', `${column?.header} "${text}" is not a date such as 2026-12-31`);
}
