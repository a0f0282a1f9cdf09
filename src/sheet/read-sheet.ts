import { SheetError } from '../domain/errors.ts';
import type { MoneyField } from '../domain/fields.ts';
import {
  type DuplicateRow,
  type InvalidRow,
  type Row,
  type SheetRow,
  targetKey,
  wishesKey,
} from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  explainDuplicate,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import type { DecimalSign } from './amount-text.ts';
import { type ColumnMap, type Columns, type HeaderReading, readHeader } from './columns.ts';
import { openSheetText, type SheetText } from './open-sheet-text.ts';
import type { Rounding } from './parse-money.ts';
import { type Quote, readRecords } from './parse-records.ts';
import type { RawRecord } from './raw-record.ts';
import type { Source } from './read-source.ts';
import { RowScan } from './row-scan.ts';

/** What a person has said about how to read a sheet; what is left open is told from the sheet. */
export interface SheetOptions {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: Quote | undefined;
  /** The physical line of the header, or that there is none. */
  readonly headerRow?: number | 'none' | undefined;
  readonly map: ColumnMap;
  readonly decimalSign?: DecimalSign | undefined;
  /** Likewise, where the columns differ. */
  readonly decimalSigns?: ReadonlyMap<MoneyField, DecimalSign> | undefined;
  readonly moneyUnit: 'major' | 'cents';
  readonly rounding?: Rounding | undefined;
  readonly clearToken: string;
  readonly duplicates: DuplicatePolicy;
  /** Lower-case ISO 4217 code of rows that name none; signs beside the amounts have to agree with it. */
  readonly currency?: string | undefined;
  /** SKUs of digits alone are filled up with zeros to so many. */
  readonly skuPad?: number | undefined;
}

/** How a sheet was read, for people and for the files that are written in its likeness. */
export interface Reading
  extends Omit<SheetText, 'text'>,
    Pick<HeaderReading, 'rivals' | 'weakSku' | 'misleading'> {
  readonly columns: Columns;
  readonly ignoredColumns: readonly string[];
  /** Of the columns that showed one. */
  readonly decimalSigns: ReadonlyMap<MoneyField, DecimalSign>;
}

/** A sheet, read: every record below the header is one of `rows`, in order. */
export interface Sheet {
  readonly source: Source;
  readonly rows: readonly Row[];
  readonly reading: Reading;
}

/**
 * Reads a sheet to rows.
 *
 * Errors: `SheetError` where the sheet can't be read at all; what is wrong with one row is an `InvalidRow`.
 */
export async function readSheet(source: Source, options: SheetOptions): Promise<Sheet> {
  const rows: Row[] = [];
  const reading = await scanSheet(source, options, (row) => rows.push(row));
  return { source, rows: withoutDuplicates(rows, options.duplicates), reading };
}

/**
 * Reads a sheet and hands over its rows one by one, in order, holding on to none of them: a sheet of any size takes the
 * same room. Rows that speak of the same thing are not compared. Nothing may hang on a row before all are read, since
 * what comes later may show that the sheet can't be read.
 */
export async function scanSheet(
  source: Source,
  options: SheetOptions,
  onRow: (row: Row) => void,
): Promise<Reading> {
  const { text, ...opened } = await openSheetText(source, options);
  const { table, dialect } = opened;
  const header = readHeader(table.header, { line: table.headerLine, name: source.name, map: options.map });
  if (!header.columns.has('sku')) throw noSku(source.name);
  const scan = new RowScan({
    name: source.name,
    options,
    columns: header.columns,
    delimiter: dialect.delimiter,
    quotesAreTold: options.quote !== undefined,
    header: table.header,
    onRow,
  });
  let last = '';
  async function* watched(): AsyncGenerator<string> {
    for await (const piece of text()) {
      last = piece;
      yield piece;
    }
  }
  const place = { dialect, name: source.name, firstLine: 1 };
  const repeat = (): Promise<void> => repeatStretch(scan, () => readRecords(text(), place));
  for await (const records of readRecords(watched(), place)) {
    for (const record of records) {
      if (record.line > table.lastLineAbove) scan.see(record);
      if (scan.stretch) await repeat();
    }
  }
  const decimalSigns = scan.finish(/[\r\n]$/.test(last));
  if (scan.stretch) await repeat();
  const { columns, ignored, ...rest } = header;
  return { ...opened, ...rest, columns, ignoredColumns: ignored, decimalSigns };
}

/** Reads the sheet once more for records that were let go: to its end, which shows that it is still the same. */
async function repeatStretch(scan: RowScan, read: () => AsyncIterable<readonly RawRecord[]>): Promise<void> {
  const from = scan.stretch?.from ?? 0;
  for await (const records of read()) {
    for (const record of records) {
      if (scan.stretch && record.line >= from) scan.repeat(record);
    }
  }
}

/** The header names it, and `--map` has taken the column for something else. */
function noSku(name: string): SheetError {
  return new SheetError(`Cannot read the sheet "${name}": no column is left for the SKU`, {
    hint: 'Say which column holds it with --map sku=…',
  });
}

function withoutDuplicates(rows: readonly Row[], policy: DuplicatePolicy): readonly Row[] {
  const verdicts = settleDuplicates(rows, {
    keyOf: (row) =>
      (row.kind === 'row' || row.kind === 'invalid') && row.target ? targetKey(row.target) : undefined,
    wishesOf: (row) => (row.kind === 'row' ? wishesKey(row) : undefined),
    policy,
  });
  return rows.map((row) => {
    const verdict = row.kind === 'row' ? verdicts.get(row) : undefined;
    return row.kind === 'row' && verdict ? applyVerdict(row, verdict) : row;
  });
}

function applyVerdict(
  { line, cells, target }: SheetRow,
  verdict: DuplicateVerdict<Row>,
): DuplicateRow | InvalidRow {
  const message = explainDuplicate(verdict.kind, verdict.other.line);
  if (verdict.kind === 'disagrees') {
    return { kind: 'invalid', line, cells, target, problems: [{ reason: 'duplicate_disagrees', message }] };
  }
  return { kind: 'duplicate', line, cells, target, reason: verdict.kind, message };
}
