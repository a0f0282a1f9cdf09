import type { ColumnName } from '../../sheet/header/column-names.ts';
import type { Reading } from '../../sheet/read-sheet.ts';

/** How a sheet was read, as plain data for `--json`, the summary and the log. */
export interface ReadingJson {
  readonly encoding: string;
  /** `flag`, `bom`, `nul_pattern`, `strict` or `guessed`. */
  readonly encoding_by: string;
  readonly delimiter: string;
  /** `"`, `'` or `none`. */
  readonly quote: string;
  /** `flag`, `sep_line` or `found`. */
  readonly delimiter_by: string;
  /** Physical line, from 1. */
  readonly header_line: number;
  readonly lines_above: readonly number[];
  /** Header by field. */
  readonly columns: ColumnTexts;
  readonly ignored_columns: readonly string[];
  readonly decimal_signs: Readonly<Record<string, '.' | ','>>;
}

/** Which header became which field. */
export type ColumnTexts = Readonly<Record<string, string>>;

export function describeReading(reading: Reading): ReadingJson {
  const { encoding, dialect, dialectBy, table, ignoredColumns, decimalSigns } = reading;
  return {
    encoding: encoding.encoding,
    encoding_by: encoding.by,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    delimiter_by: dialectBy,
    header_line: table.headerLine,
    lines_above: table.above.map(({ line }) => line),
    columns: describeColumns(reading),
    ignored_columns: ignoredColumns,
    decimal_signs: Object.fromEntries(decimalSigns),
  };
}

function describeColumns({ columns }: Reading): ColumnTexts {
  return Object.fromEntries(
    [...columns].map(([name, { header }]: readonly [ColumnName, { header: string }]) => [name, header]),
  );
}
