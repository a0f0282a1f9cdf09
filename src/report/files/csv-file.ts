import { BYTE_ORDER_MARK } from '../../domain/byte-order-mark.ts';
import { csvBlocks } from './csv-blocks.ts';

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
