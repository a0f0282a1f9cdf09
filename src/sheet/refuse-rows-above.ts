import { SheetError } from '../domain/errors.ts';
import { MONEY_FIELDS } from '../domain/fields.ts';
import { isAmount, readAmountText } from './amount-text.ts';
import type { Columns } from './header/column.ts';
import type { TableStart } from './header/find-table.ts';
import type { RawRecord } from './raw-record.ts';
import { isTotal } from './why-ignored.ts';

interface HeaderFacts {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly columns: Columns;
}

/** Of a table of two columns, whole numbers above it may be figures of a title. */
const MANY_COLUMNS = 3;

/**
 * Refuses a sheet with rows above its header: sorting a sheet together with its header moves it down, and the rows above would
 * be lost without a word.
 *
 * Errors: `SheetError` if the line right above the header looks like a row.
 */
export function refuseRowsAbove(
  { above, header, headerLine, headerless }: TableStart,
  { name, columns }: HeaderFacts,
): void {
  const last = above.at(-1);
  if (headerless || !last || last.line !== headerLine - 1 || last.cells.length !== header.length) return;
  if (!isRow(last, columns)) return;
  throw new SheetError(
    `Cannot read the sheet "${name}": line ${last.line} looks like a row, but is above the header on line ${headerLine}`,
    {
      hint: `Put the header on the first line, or pass --header-row ${headerLine} if the lines above it are not rows`,
    },
  );
}

function isRow({ cells }: RawRecord, columns: Columns): boolean {
  const textOf = (index: number): string => cells[index]?.trim() ?? '';
  const sku = textOf(columns.get('sku')?.index ?? 0);
  if (sku === '' || sku.endsWith(':') || isTotal(sku)) return false;
  const amounts = MONEY_FIELDS.flatMap((field) => {
    const column = columns.get(field);
    return column ? [textOf(column.index)] : [];
  }).filter((text) => text !== '');
  const isLikeMoney = (text: string): boolean =>
    isAmount(readAmountText(text)) && (cells.length >= MANY_COLUMNS || /[.,]\d/.test(text));
  return amounts.length > 0 && amounts.every(isLikeMoney);
}
