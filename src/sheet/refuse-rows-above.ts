import { SheetError } from '../domain/errors.ts';
import { MONEY_FIELDS } from '../domain/fields.ts';
import type { ColumnMap, Columns } from './header/column.ts';
import { fromLetters, toLetters } from './header/column-letters.ts';
import { couldBeRow, isFigure } from './header/could-be-row.ts';
import type { TableStart } from './header/find-table.ts';
import type { RawRecord } from './raw-record.ts';

interface TableFacts {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  readonly columns: Columns;
  /** The first rows. */
  readonly rows: readonly RawRecord[];
  /** Somebody said which line is the header. */
  readonly isGiven: boolean;
  readonly clearToken: string;
}

/**
 * Refuses a sheet with a row where its header is, or above: sorting a sheet together with its header moves it down, a night without a
 * title moves it up, and rows would be lost without a word.
 *
 * Errors: `SheetError` that names the line.
 */
export function refuseRowsAbove(table: TableStart, facts: TableFacts): void {
  if (table.headerless) return;
  refuseRowAsHeader(table, facts);
  const row = facts.isGiven
    ? undefined
    : table.above.find((line) => couldBeRow(line, { ...table, ...facts }));
  if (!row) return;
  const { headerLine } = table;
  throw new SheetError(
    `Cannot read the sheet "${facts.name}": line ${row.line} looks like a row, but is above the header on line ${headerLine}`,
    {
      hint: `Put the header on the first line, or pass --header-row ${headerLine} if the lines above it are not rows`,
    },
  );
}

/** A letter names a column that may hold anything; a header such as `100` is named together with its letter. */
function refuseRowAsHeader(
  { header, headerLine }: TableStart,
  { name, map, columns, clearToken }: TableFacts,
): void {
  for (const field of MONEY_FIELDS) {
    const index = columns.get(field)?.index ?? -1;
    const text = header[index]?.trim() ?? '';
    const isByLetter = fromLetters(map.get(field)?.trim() ?? '') === index;
    if (!isByLetter || !(isFigure(text) || text === clearToken)) continue;
    const letter = toLetters(index);
    throw new SheetError(
      `Cannot read the sheet "${name}": line ${headerLine} is not the header: it has "${text}" in the column ${letter}, which is mapped to ${field}`,
      {
        hint: `Name the line of the header with --header-row, or pass --header-row none if there is none; if "${text}" is a header, map ${field}=${letter}:${text}`,
      },
    );
  }
}
