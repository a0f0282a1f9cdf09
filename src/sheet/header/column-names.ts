import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import { foldHeader } from './fold-header.ts';

/** What a column of a sheet can mean. */
export type ColumnName =
  | Field
  | 'fee'
  | 'fee_percent'
  | 'sku'
  | 'currency'
  | 'platform'
  | 'channel'
  | 'listing_id'
  | 'cost_divisor'
  | 'unit'
  | 'valid_from'
  | 'valid_to';

/** The names of columns in the order in which people read of them. */
export const COLUMN_NAMES = [
  'sku',
  ...FIELDS,
  'currency',
  'platform',
  'channel',
  'listing_id',
  'cost_divisor',
  'unit',
  'fee',
  'fee_percent',
  'valid_from',
  'valid_to',
] as const satisfies readonly ColumnName[];

/** The columns that hold amounts of money. */
export const AMOUNT_COLUMNS = [...MONEY_FIELDS, 'fee'] as const satisfies readonly ColumnName[];

/** The columns that say how many pieces a cost is for. */
export const PIECES_COLUMNS = ['cost_divisor', 'unit'] as const satisfies readonly ColumnName[];

export type AmountColumn = (typeof AMOUNT_COLUMNS)[number];

/** Pricesheet's short forms, accepted beside the names themselves. */
const SHORT_NAMES = ['min', 'min price', 'max', 'max price'];

const OWN_NAMES: ReadonlySet<string> = new Set([...COLUMN_NAMES, ...SHORT_NAMES].map(foldHeader));

/** Whether a header, folded, is one of the names that the program itself gives its columns. */
export function isOwnName(folded: string): boolean {
  return OWN_NAMES.has(folded);
}

export function isMoneyColumn(name: ColumnName): boolean {
  return AMOUNT_COLUMNS.some((column) => column === name);
}

/** The free column whose name a header nearly is. Hardly anybody gets the first letter wrong: `Post` is not `cost`. */
export function misspeltName(header: string, free: readonly ColumnName[]): ColumnName | undefined {
  const [first = ''] = header.trim().toLowerCase();
  const nearest = nearestNames(header, free).find((name) => name.startsWith(first));
  return free.find((name) => name === nearest);
}
