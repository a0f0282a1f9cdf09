import { stringify } from 'csv-stringify/sync';
import { defuseCell } from '../domain/formula-cell.ts';

type Cells = readonly string[];

const BLOCK_ROWS = 1000;

/**
 * Records as CSV text, a thousand at a time: much faster than one by one, and never the whole file in memory. Cells
 * that a spreadsheet would run as a formula are defused.
 */
export function* csvBlocks(
  records: Iterable<Cells>,
  { delimiter = ',' }: { readonly delimiter?: string } = {},
): Generator<string> {
  let block: Cells[] = [];
  for (const record of records) {
    block.push(record.map(defuseCell));
    if (block.length < BLOCK_ROWS) continue;
    yield stringify(block, { delimiter });
    block = [];
  }
  if (block.length > 0) yield stringify(block, { delimiter });
}
