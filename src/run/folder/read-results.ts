import { withoutByteOrderMark } from '../../domain/byte-order-mark.ts';
import { FIELDS, type Field, isMoneyField } from '../../domain/fields.ts';
import { restoreCell } from '../../domain/formula-cell.ts';
import type { Disk } from '../../domain/ports.ts';
import type { ExplainedChange } from '../../report/screen/explanation.ts';
import { readLines } from '../disk/read-lines.ts';

/** A record of `results.csv`, as far as it is read back; texts are unchanged, but for amounts, which have a point. */
export interface ResultRecord {
  readonly line: number;
  readonly sku: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly listing_id: string;
  readonly platform: string;
  readonly channel: string;
  readonly currency: string;
  readonly attempts: string;
  readonly http_status: string;
  readonly completed_at: string;
  readonly follow_up: string;
  readonly changes: readonly ExplainedChange[];
}

/** Reads the wanted records of a run's `results.csv`; none if there is no such file. Errors: `DiskError`. */
export function readResults(
  path: string,
  disk: Disk,
  isWanted: (record: ResultRecord) => boolean,
): readonly ResultRecord[] {
  if (!disk.existsSync(path)) return [];
  const wanted: ResultRecord[] = [];
  let header: readonly string[] | undefined;
  let delimiter = '';
  for (const text of readCsvRecords(path, disk)) {
    delimiter ||= delimiterOf(text);
    const cells = splitCells(text, delimiter);
    if (!header) {
      header = cells;
      continue;
    }
    const record = toRecord(header, cells);
    if (isWanted(record)) wanted.push(record);
  }
  return wanted;
}

/**
 * Yields the records of the file, without their line breaks, one at a time. A quoted cell may contain line breaks: a record ends where its
 * quotes are balanced.
 */
function* readCsvRecords(path: string, disk: Disk): Generator<string> {
  let record: string | undefined;
  let isFirst = true;
  for (const line of readLines(path, disk)) {
    record = record === undefined ? line : `${record}\n${line}`;
    if (isFirst) record = withoutByteOrderMark(record);
    isFirst = false;
    if (hasOpenQuote(record)) continue;
    yield record;
    record = undefined;
  }
}

function hasOpenQuote(text: string): boolean {
  let isOpen = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}

/** The cells of a record, without what made them safe for spreadsheets. */
function splitCells(record: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const { cell, end } = record[at] === '"' ? readQuoted(record, at) : readPlain(record, at, delimiter);
    cells.push(restoreCell(cell));
    if (end >= record.length) return cells;
    at = end + delimiter.length;
  }
}

interface CellEnd {
  readonly cell: string;
  /** After its last character. */
  readonly end: number;
}

function readPlain(record: string, at: number, delimiter: string): CellEnd {
  const found = record.indexOf(delimiter, at);
  const end = found === -1 ? record.length : found;
  return { cell: record.slice(at, end), end };
}

function readQuoted(record: string, at: number): CellEnd {
  let end = record.indexOf('"', at + 1);
  while (end !== -1 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
  if (end === -1) return { cell: record.slice(at + 1), end: record.length };
  return { cell: record.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}

const FIRST_COLUMN = 'line';

/** What separates the cells, from the header line: that of the sheet. */
function delimiterOf(header: string): string {
  const delimiter = header.startsWith(FIRST_COLUMN) ? header[FIRST_COLUMN.length] : undefined;
  return delimiter ?? ',';
}

function toRecord(header: readonly string[], cells: readonly string[]): ResultRecord {
  const cell = (name: string): string => cells[header.indexOf(name)] ?? '';
  return {
    line: Number(cell('line')),
    sku: cell('sku'),
    status: cell('status'),
    reason: cell('reason'),
    message: cell('message'),
    listing_id: cell('listing_id'),
    platform: cell('platform'),
    channel: cell('channel'),
    currency: cell('currency'),
    attempts: cell('attempts'),
    http_status: cell('http_status'),
    completed_at: cell('completed_at'),
    follow_up: cell('follow_up'),
    changes: FIELDS.flatMap((field) => {
      const [before, after] = [cell(`${field}_before`), cell(`${field}_after`)];
      return before === '' && after === ''
        ? []
        : [{ field, before: withPoint(before, field), after: withPoint(after, field) }];
    }),
  };
}

/** The file has the decimal sign of the sheet. */
function withPoint(value: string, field: Field): string {
  return isMoneyField(field) ? value.replace(',', '.') : value;
}
