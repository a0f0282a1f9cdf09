import { MONEY_FIELDS } from '../../domain/fields.ts';
import { isAmount, readAmountText } from '../amount-text.ts';
import type { RawRecord } from '../parse-records.ts';
import { isTotal } from '../why-ignored.ts';
import type { Columns } from './column.ts';

/** The table that a line may be a row of. */
interface TableBelow {
  readonly header: readonly string[];
  readonly columns: Columns;
  /** Its first rows. */
  readonly rows: readonly RawRecord[];
}

/** How SKUs are written: a digit, no blank, and no sign that shows a setting or an attribute of a program. */
const CODE = /^(?=\D*\d)[^\s:=#[\]]{1,40}$/u;
/** `2026-05`, `01.02.2026`, `20260201`, `10:30`, `Q1`; a time may follow. */
const DATE =
  /^(?:\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{4}-\d{2}|\d{2}\/\d{4}|20[0-3]\d[01]\d[0-3]\d|\d{1,2}:\d{2}(?::\d{2})?|Q[1-4])(?![\d,.-])/;

/**
 * Whether a line above a table could be one of its rows: it has a SKU and an amount, or what looks like them in whatever column.
 * Titles, labels and their values, groups of columns and other names of the columns could not.
 */
export function couldBeRow({ cells }: RawRecord, { header, columns, rows }: TableBelow): boolean {
  const filled = filledOf(cells);
  const skuIndex = columns.get('sku')?.index ?? 0;
  const skuOf = (line: readonly string[]): string => line[skuIndex]?.trim() ?? '';
  const [sku, [first]] = [skuOf(cells), filled];
  if (first === undefined || first.endsWith(':') || isTotal(first) || isTotal(sku)) return false;
  const isNumbered = hasDigit(sku);
  const isLikeSku = CODE.test(sku) || rows.some((row) => shapeOf(skuOf(row.cells)) === shapeOf(sku));
  const names = filledOf(header).length;
  const isAlone = filled.length === 1 && cells.length < names;
  if (isNumbered && isLikeSku && !isAlone) return true;
  const figures = filled.filter(isFigure);
  if (figures.length === 0) return false;
  const hasAmount = MONEY_FIELDS.some((field) => isFigure(cells[columns.get(field)?.index ?? -1] ?? ''));
  const isLikeRow = filled.length >= names || filled.some(isCode);
  // Which column holds the SKU may be guessed wrongly.
  const hasNumber = filled.some((cell) => hasDigit(cell) && !isFigure(cell));
  return isLikeRow || (hasAmount && (sku !== '' || hasNumber)) || (isNumbered && !isFigure(sku));
}

/** Whether a line holds codes or amounts, so that it is hardly one of names. */
export function holdsFigures(cells: readonly string[]): boolean {
  return cells.some((cell) => isFigure(cell) || isCode(cell.trim()));
}

/** An amount, whole ones too, that is not a date. */
export function isFigure(cell: string): boolean {
  const text = cell.trim();
  return hasDigit(text) && isAmount(readAmountText(text));
}

function filledOf(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

/** A SKU, wherever it is: with a letter, so that it is not an amount. */
function isCode(text: string): boolean {
  return CODE.test(text) && hasDigit(text) && /\p{L}/u.test(text);
}

function hasDigit(text: string): boolean {
  return /\d/.test(text) && !DATE.test(text);
}

/** `LMP-0815` and `ABC-12` have one shape. */
function shapeOf(sku: string): string {
  return sku.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'A');
}
