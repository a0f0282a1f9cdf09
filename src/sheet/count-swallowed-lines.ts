import { isAmount, readAmountText } from './amount-text.ts';
import type { TableFacts } from './why-ignored.ts';

interface Shape extends Pick<TableFacts, 'header' | 'moneyIndices'> {
  readonly delimiter: string;
}

const LINE_BREAK = /\r\n|\n|\r/;

/**
 * How many further lines of a record look like separate rows; none if the record is sound. A cell that begins with a quote it
 * does not mean swallows rows up to the next quote before a delimiter: the record's lines then have amounts where rows have
 * theirs.
 */
export function countSwallowedLines(cells: readonly string[], shape: Shape): number {
  if (!cells.some((cell) => LINE_BREAK.test(cell))) return 0;
  const lines = cells.join(shape.delimiter).split(LINE_BREAK);
  const amounts = lines.map((text) => countAmounts(text, shape));
  const inner = cells.flatMap((cell) => cell.split(LINE_BREAK).slice(1, -1));
  const isInner = inner.some((text) => countAmounts(text, shape) > 0);
  const isWhole = amounts.every((count) => count >= 0) && amounts.filter((count) => count > 0).length > 1;
  return isInner || isWhole ? lines.length - 1 : 0;
}

/** How many amounts a line has in the columns of amounts; negative if it is not a row. */
function countAmounts(text: string, { delimiter, header, moneyIndices }: Shape): number {
  const row = text.split(delimiter);
  const filled = moneyIndices.map((index) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  const isRow = row.length === header.length && filled.every((cell) => isAmount(readAmountText(cell)));
  return isRow ? filled.length : -1;
}
