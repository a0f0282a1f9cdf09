import { withoutByteOrderMark } from '../../domain/byte-order-mark.ts';
import { restoreCell } from '../../domain/formula-cell.ts';
import type { Disk } from '../../domain/ports.ts';
import { readLines } from './read-lines.ts';

/**
 * Yields the records of a CSV file that a run wrote, without their line breaks, one at a time. A quoted cell may contain
 * line breaks: a record ends where its quotes are balanced.
 *
 * Errors: `DiskError`.
 */
export function* readCsvRecords(path: string, disk: Disk): Generator<string> {
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

/** Parses the first `most` cells of such a record, without what made them safe for spreadsheets. */
export function splitCells(
  record: string,
  delimiter: string,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  while (cells.length < most) {
    const { cell, end } = record[at] === '"' ? readQuoted(record, at) : readPlain(record, at, delimiter);
    cells.push(restoreCell(cell));
    if (end >= record.length) break;
    at = end + delimiter.length;
  }
  return cells;
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
