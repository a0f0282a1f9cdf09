import { stringify } from 'csv-stringify/sync';
import { defuseCell, startsPlainly } from '../../domain/formula-cell.ts';

type Cells = readonly string[];

const BLOCK_ROWS = 1000;

/**
 * Records as CSV text, a thousand at a time: much faster than one by one, and never the whole file in memory. Cells
 * that a spreadsheet would run as a formula are defused.
 *
 * Only a cell that may need quotes goes through csv-stringify; most records are just their cells, joined.
 */
export function* csvBlocks(
  records: Iterable<Cells>,
  { delimiter = ',' }: { readonly delimiter?: string } = {},
): Generator<string> {
  const toLine = createLineWriter(delimiter);
  let lines: string[] = [];
  for (const record of records) {
    lines.push(toLine(record));
    if (lines.length < BLOCK_ROWS) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

/** A quote, and what a spreadsheet may begin a field behind: `;`, `,`, a tab and line breaks. */
const MAY_SPLIT = Uint8Array.from({ length: 128 }, (_, code) =>
  '";,\t\r\n'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Makes the line of a record, without its end. */
function createLineWriter(delimiter: string): (cells: Cells) => string {
  // A delimiter of several characters is not found by looking at single ones.
  const delimiterCode = /^[^"\r\n]$/.test(delimiter) ? delimiter.charCodeAt(0) : undefined;
  const isPlain = (line: string, cells: number) => isPlainLine(line, cells, delimiterCode);
  const quote = (cell: string) =>
    isPlain(cell, 1) ? cell : stringify([[defuseCell(cell)]], { delimiter, eof: false });
  return (cells) => {
    const line = cells.join(delimiter);
    return isPlain(line, cells.length) ? line : cells.map(quote).join(delimiter);
  };
}

/** Whether a line reads as that many cells, none of which needs quotes or could be a formula, even where a spreadsheet splits it elsewhere. */
function isPlainLine(line: string, cells: number, delimiterCode: number | undefined): boolean {
  if (delimiterCode === undefined) return false;
  let count = 1;
  let isStart = true;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code === delimiterCode) {
      count++;
      isStart = true;
      continue;
    }
    if (MAY_SPLIT[code] === 1 || (isStart && !startsPlainly(code))) return false;
    isStart = false;
  }
  return count === cells;
}
