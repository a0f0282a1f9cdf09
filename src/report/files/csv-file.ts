import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, defuseCell, PLAIN_START } from '../../domain/csv-cells.ts';
import { inBatches } from '../../domain/lists.ts';

/**
 * Records as a CSV file that people open: spreadsheets take a file without a byte order mark for one in the encoding of their system.
 * Scripts that read standard output expect none there.
 */
export function* csvFile(
  records: Iterable<readonly string[]>,
  options: { readonly delimiter: string },
): Generator<string> {
  let mark = BYTE_ORDER_MARK;
  for (const block of csvBlocks(records, options)) {
    yield mark + block;
    mark = '';
  }
}

type Cells = readonly string[];

const BLOCK_ROWS = 250;

/**
 * Records as CSV text, some at a time: much faster than one by one, and never the whole file in memory. Cells
 * that a spreadsheet would run as a formula are defused.
 *
 * Only a cell that may need quotes goes through csv-stringify; most records are just their cells, joined.
 */
export function* csvBlocks(
  records: Iterable<Cells>,
  { delimiter = ',' }: { readonly delimiter?: string } = {},
): Generator<string> {
  const toLine = createLineWriter(delimiter);
  for (const some of inBatches(records, BLOCK_ROWS)) yield `${some.map(toLine).join('\n')}\n`;
}

/** Makes the line of a record, without its end. */
function createLineWriter(delimiter: string): (cells: Cells) => string {
  const patterns: RegExp[] = [];
  const isPlain = (line: string, cells: number): boolean => {
    patterns[cells] ??= toPlainLine(cells, delimiter);
    return patterns[cells].test(line);
  };
  const quote = (cell: string) =>
    isPlain(cell, 1) ? cell : stringify([[defuseCell(cell)]], { delimiter, eof: false });
  return (cells) => {
    const line = cells.join(delimiter);
    return isPlain(line, cells.length) ? line : cells.map(quote).join(delimiter);
  };
}

/**
 * Matches a line that reads as that many cells, none of which needs quotes or could be a formula, even where a spreadsheet splits it
 * elsewhere: at `;`, `,`, a tab or a line break.
 */
function toPlainLine(cells: number, delimiter: string): RegExp {
  // A cell that holds a delimiter of several characters is not found by looking at single ones.
  if (!/^[^"\r\n]$/.test(delimiter)) return NOTHING;
  const between = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const cell = String.raw`(?:(?=${PLAIN_START.source})[^";,\t\r\n${between}]+)?`;
  return new RegExp(`^(?:${cell}${between}){${Math.max(1, cells) - 1}}${cell}$`);
}

const NOTHING = /(?!)/;
