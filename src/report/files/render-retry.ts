import { EXTRA_CELL, MISSING_CELL } from '../../domain/missing-cell.ts';
import { type Outcome, rowOf } from '../../domain/stages.ts';
import { csvBlocks } from './csv-blocks.ts';

export const REMARKS = ['status', 'reason', 'message'];

/** The header and the delimiter of the sheet that the run read. */
export interface SheetShape {
  readonly header: readonly string[];
  readonly delimiter: string;
}

/**
 * `retry.csv`: the rows that need attention, each once and as the sheet had it, with what is wrong with it. A sheet that
 * is itself a retry file has its old remarks replaced. `attention` is gone through twice.
 */
export function renderRetry(
  attention: Iterable<Outcome>,
  { header, delimiter }: SheetShape,
): Iterable<string> {
  return csvBlocks(toRecords(attention, header), { delimiter });
}

function* toRecords(attention: Iterable<Outcome>, header: readonly string[]): Generator<readonly string[]> {
  const own = dropRemarks(header, header);
  const width = findWidth(attention, header);
  const named = own.findLastIndex((text) => text.trim() !== '') + 1;
  yield [...fill(own, width, ''), ...REMARKS];
  for (const { entry, status, reason, message } of firstOfEachRow(attention)) {
    const cells = markRagged(dropRemarks(rowOf(entry).cells, header), { named, all: own.length });
    yield [...fill(cells, width, ''), status, reason, message];
  }
}

/** Cells of the widest row. */
function findWidth(attention: Iterable<Outcome>, header: readonly string[]): number {
  let width = dropRemarks(header, header).length;
  for (const { entry } of attention) width = Math.max(width, dropRemarks(rowOf(entry).cells, header).length);
  return width;
}

/**
 * The outcomes of a row are consecutive. Rows are compared by content: an undo has several rows of one line, and a plan that
 * was read back has several copies of one row.
 */
function* firstOfEachRow(outcomes: Iterable<Outcome>): Generator<Outcome> {
  let last: string | undefined;
  for (const outcome of outcomes) {
    const { line, cells } = rowOf(outcome.entry);
    const row = [line, ...cells].join('\0');
    if (row !== last) yield outcome;
    last = row;
  }
}

/** A row that was refused for its number of cells is not to look whole here. */
function markRagged(
  cells: readonly string[],
  { named, all }: { readonly named: number; readonly all: number },
): readonly string[] {
  const marked = cells.map((cell, index) => (index >= all && cell.trim() === '' ? EXTRA_CELL : cell));
  return fill(marked, named, MISSING_CELL);
}

function dropRemarks(cells: readonly string[], header: readonly string[]): readonly string[] {
  const at = header.length - REMARKS.length;
  if (!REMARKS.every((name, index) => header[at + index] === name)) return cells;
  return [...cells.slice(0, at), ...cells.slice(header.length)];
}

function fill(cells: readonly string[], width: number, filler: string): readonly string[] {
  return [...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => filler)];
}
