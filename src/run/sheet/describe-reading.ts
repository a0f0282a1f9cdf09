import { type Day, formatDay } from '../../domain/day.ts';
import type { ReadingJson } from '../../domain/documents/summary.ts';
import type { ColumnName } from '../../sheet/header/column-names.ts';
import type { Reading } from '../../sheet/read-sheet.ts';

export function describeReading(reading: Reading, changesOn?: Day): ReadingJson {
  const { encoding, dialect, dialectBy, table, ignoredColumns, decimalSigns, asOf, dateOrder } = reading;
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
    ...(changesOn !== undefined && { changes_on: formatDay(changesOn) }),
    ...(asOf !== undefined && { as_of: formatDay(asOf), ...(dateOrder && { date_order: dateOrder }) }),
  };
}

function describeColumns({ columns }: Reading): ReadingJson['columns'] {
  return Object.fromEntries(
    [...columns].map(([name, { header }]: readonly [ColumnName, { header: string }]) => [name, header]),
  );
}
