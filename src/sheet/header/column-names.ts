import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { foldHeader } from './fold-header.ts';

/** What a column of a sheet can mean. */
export type ColumnName = Field | 'sku' | 'currency' | 'platform' | 'channel' | 'listing_id' | 'cost_divisor';

/** The names of columns in the order in which people read of them. */
export const COLUMN_NAMES = [
  'sku',
  ...FIELDS,
  'currency',
  'platform',
  'channel',
  'listing_id',
  'cost_divisor',
] as const satisfies readonly ColumnName[];

/** Pricesheet's short forms, accepted beside the names themselves. */
const SHORT_NAMES = ['min', 'min price', 'max', 'max price'];

const OWN_NAMES: ReadonlySet<string> = new Set([...COLUMN_NAMES, ...SHORT_NAMES].map(foldHeader));

/** Whether a header, folded, is one of the names that the program itself gives its columns. */
export function isOwnName(folded: string): boolean {
  return OWN_NAMES.has(folded);
}

export function isMoneyColumn(name: ColumnName): boolean {
  return MONEY_FIELDS.some((field) => field === name);
}
