import { defuseCell } from '../domain/formula-cell.ts';

const BLOCK_RECORDS = 1000;

/**
 * Records as CSV, a thousand at a time, as the files of a run are written: with quotes where they are needed, and without cells that a
 * spreadsheet would run as a formula.
 */
export function* toCsvText(records: Iterable<readonly string[]>, delimiter: string): Generator<string> {
  const write = (text: string): string => toCell(text, delimiter);
  let [block, count] = ['', 0];
  for (const cells of records) {
    block += `${cells.map(write).join(delimiter)}\n`;
    if (++count % BLOCK_RECORDS !== 0) continue;
    yield block;
    block = '';
  }
  yield block;
}

function toCell(text: string, delimiter: string): string {
  const cell = defuseCell(text);
  const isQuoted = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}
