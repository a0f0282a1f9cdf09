import { SheetError } from '../domain/errors.ts';
import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import {
  type DuplicateRow,
  type IgnoredRow,
  type InvalidRow,
  type Row,
  type SheetRow,
  targetKey,
} from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  explainDuplicate,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import { type Columns, readHeader } from './columns.ts';
import type { DecimalSign } from './decimal-text.ts';
import { decodeText } from './decode-text.ts';
import type { Rounding } from './parse-money.ts';
import { parseRecords, type RawRecord } from './parse-records.ts';
import { parseRow } from './parse-row.ts';
import type { Source } from './read-source.ts';
import { type DecimalReading, settleDecimalSign } from './settle-decimal-sign.ts';

/** What a person has said about how to read a sheet. */
export interface SheetOptions {
  readonly delimiter: string;
  /** Told from the columns where not given. */
  readonly decimalSign?: DecimalSign | undefined;
  readonly moneyUnit: 'major' | 'cents';
  readonly rounding?: Rounding | undefined;
  readonly clearToken: string;
  readonly duplicates: DuplicatePolicy;
}

/** How a sheet was read, for people and for the files that are written in its likeness. */
export interface Reading {
  readonly delimiter: string;
  readonly headerLine: number;
  readonly columns: Columns;
  readonly ignoredColumns: readonly string[];
  readonly decimalSigns: ReadonlyMap<MoneyField, DecimalSign>;
}

/** A sheet, read: every record below the header is one of `rows`, in order. */
export interface Sheet {
  readonly source: Source;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly reading: Reading;
}

/**
 * Reads a sheet's bytes to rows.
 *
 * Errors: `SheetError` where the sheet can't be read at all; what is wrong with one row is an `InvalidRow`.
 */
export function readSheet(source: Source, options: SheetOptions): Sheet {
  const { name } = source;
  const text = decodeText(source.bytes, name);
  const [head, ...data] = withoutBlankTop(parseRecords(text, { delimiter: options.delimiter, name }));
  if (!head) throw new SheetError(`Cannot read the sheet "${name}": it holds nothing but blank lines`);
  const { columns, ignored } = readHeader(head.cells, { line: head.line, name });
  // No final line end alone is fine, but then the last record may not be all there.
  const unfinished = /[\r\n]$/.test(text) ? undefined : data.at(-1);
  if (unfinished && unfinished.cells.length < head.cells.length) throw cutShort(unfinished, name);
  const decimalSigns = settleDecimalSigns(data, columns, { ...options, name, unfinished });
  const format = { ...options, header: head.cells, columns, decimalSigns };
  const rows = data.map((record) => whyIgnored(record, head.cells) ?? parseRow(record, format));
  return {
    source,
    header: head.cells,
    rows: withoutDuplicates(rows, options.duplicates),
    reading: {
      delimiter: options.delimiter,
      headerLine: head.line,
      columns,
      ignoredColumns: ignored,
      decimalSigns,
    },
  };
}

function withoutBlankTop(records: readonly RawRecord[]): readonly RawRecord[] {
  const first = records.findIndex(({ cells }) => !isBlank(cells));
  return first < 0 ? [] : records.slice(first);
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** A last row with too few cells and no line end after it is the mark of a file that wasn't written to its end. */
function cutShort({ line }: RawRecord, name: string): SheetError {
  return new SheetError(`Cannot use the sheet "${name}": it is cut short in the row on line ${line}`, {
    hint: 'Export it again',
  });
}

function whyIgnored({ line, cells }: RawRecord, header: readonly string[]): IgnoredRow | undefined {
  if (isBlank(cells)) {
    return { kind: 'ignored', line, cells, reason: 'blank', message: 'The row has no content' };
  }
  if (cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]?.trim())) {
    return { kind: 'ignored', line, cells, reason: 'repeated_header', message: 'The row repeats the header' };
  }
  return undefined;
}

function settleDecimalSigns(
  records: readonly RawRecord[],
  columns: Columns,
  { decimalSign, moneyUnit, ...reading }: SheetOptions & DecimalReading,
): ReadonlyMap<MoneyField, DecimalSign> {
  const signs = new Map<MoneyField, DecimalSign>();
  for (const field of MONEY_FIELDS) {
    const column = columns.get(field);
    if (!column || column.inCents || moneyUnit === 'cents') continue;
    const found = decimalSign ?? settleDecimalSign(records, column, reading);
    signs.set(field, found);
  }
  return signs;
}

function withoutDuplicates(rows: readonly Row[], policy: DuplicatePolicy): readonly Row[] {
  const verdicts = settleDuplicates(rows, {
    keyOf: (row) =>
      (row.kind === 'row' || row.kind === 'invalid') && row.target ? targetKey(row.target) : undefined,
    wishesOf: (row) => (row.kind === 'row' ? JSON.stringify([row.wishes, row.currency]) : undefined),
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
