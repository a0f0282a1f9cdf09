import { type Day, formatDay } from '../../domain/day.ts';
import type { ReadingJson } from '../../domain/documents/summary.ts';
import type { ColumnLook } from '../../sheet/column-looks.ts';
import type { Reading } from '../../sheet/read-sheet.ts';
import type { DatedOptions } from '../../sheet/sheet-options.ts';
import { findNothingToSet, type NothingToSet } from './find-nothing-to-set.ts';
import { type JudgedNotes, judgeNotes } from './judge-notes.ts';
import type { SheetDigest } from './tally-sheet.ts';
import { findUnsettled, type Settlement, type UnsettledColumn } from './unsettled-columns.ts';

interface JudgeOptions extends DatedOptions {
  /** A run wrote the file. */
  readonly isOwn: boolean;
  /** What somebody agreed to in an earlier run of the job. */
  readonly last: Settlement | undefined;
  /** What each column holds, by its position. */
  readonly looks: readonly ColumnLook[];
  /** Only listings of one platform or channel are looked at. */
  readonly isOfOneMarket?: boolean;
}

interface JudgedReading {
  readonly nothing: NothingToSet | undefined;
  /** What the lines beside the table say; `undefined` where nothing is set, or a run wrote the file. */
  readonly notes: JudgedNotes | undefined;
  /** What nobody has settled; nothing where nothing is set, as there is no amount that it could say something of. */
  readonly unsettled: readonly UnsettledColumn[];
}

/** What somebody has to settle of how a sheet is read, for a run over it and for a check. */
export function judgeReading(reading: Reading, digest: SheetDigest, options: JudgeOptions): JudgedReading {
  const { map, looks, shell, isOwn } = options;
  const nothing = findNothingToSet(reading, { map, counts: digest.counts, looks, shell });
  if (nothing) return { nothing, notes: undefined, unsettled: [] };
  const notes = isOwn ? undefined : judgeNotes(reading, digest, options);
  return {
    nothing,
    notes,
    unsettled: [...(notes?.unsettled ?? []), ...findUnsettled(reading, looks, options)],
  };
}

export function describeReading(reading: Reading, changesOn?: Day): ReadingJson {
  const { encoding, dialect, dialectBy, table, columns, ignoredColumns, decimalSigns, asOf, dateOrder } =
    reading;
  return {
    encoding: encoding.encoding,
    encoding_by: encoding.by,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    delimiter_by: dialectBy,
    header_line: table.headerLine,
    lines_above: table.above.map(({ line }) => line),
    columns: Object.fromEntries([...columns].map(([name, { header }]) => [name, header])),
    ignored_columns: ignoredColumns,
    decimal_signs: Object.fromEntries(decimalSigns),
    ...(changesOn !== undefined && { changes_on: formatDay(changesOn) }),
    ...(asOf !== undefined && { as_of: formatDay(asOf), ...(dateOrder && { date_order: dateOrder }) }),
  };
}
