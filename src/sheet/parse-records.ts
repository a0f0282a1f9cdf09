import { CsvError, parse } from 'csv-parse/sync';
import { SheetError } from '../domain/errors.ts';
import { restoreCell } from '../domain/formula-cell.ts';

/** A record as it stands in the file, before anything is known of its columns. */
export interface RawRecord {
  /** The physical line on which it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A record of more bytes than this is taken for a quote that was never closed. */
const MAX_RECORD_BYTES = 1024 * 1024;
const LINE_BREAK = /\r\n|\n|\r/g;

/**
 * Splits a sheet's text into records. Blank lines are no records.
 *
 * csv-parse reports the line on which a record ends, and counts CRLF inside quotes twice; so the starts are counted
 * here, which a record's own cells allow: line breaks in a record are line breaks in its cells.
 *
 * Errors: `SheetError` with the line on which the damaged record starts.
 */
export function parseRecords(
  text: string,
  { delimiter, name }: { delimiter: string; name: string },
): readonly RawRecord[] {
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  };
  try {
    return locateRecords(parse(text, options)).records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const count = Number(error['records']);
    const intact: string[][] = count > 0 ? parse(text, { ...options, to: count }) : [];
    throw toSheetError(error, locateRecords(intact).nextLine, name);
  }
}

function locateRecords(allCells: readonly (readonly string[])[]): {
  readonly records: RawRecord[];
  readonly nextLine: number;
} {
  const records: RawRecord[] = [];
  let line = 1;
  for (const cells of allCells) {
    if (cells.length > 1 || cells[0] !== '') records.push({ line, cells: cells.map(restoreCell) });
    line += 1 + countLineBreaks(cells);
  }
  return { records, nextLine: line };
}

function countLineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) count += cell.match(LINE_BREAK)?.length ?? 0;
  }
  return count;
}

function toSheetError(error: CsvError, line: number, name: string): SheetError {
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  const what = unclosed
    ? `the quote opened in the record that starts on line ${line} is never closed`
    : `the record that starts on line ${line} has a quote where none may stand`;
  return new SheetError(`Cannot read the sheet "${name}": ${what}`, {
    hint: unclosed
      ? 'Close the quote, or export the file again: it may be cut short'
      : 'Put cells that hold a quote into quotes, and write each quote in them twice',
    cause: error,
  });
}
