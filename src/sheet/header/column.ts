import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import { currencyNoteOf, foldHeader, isInCents, perQuantityOf } from './fold-header.ts';

/** A column's place in a record. */
export interface Column {
  /** Position from 0. */
  readonly index: number;
  /** As the sheet calls it. */
  readonly header: string;
  /** The header itself says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /** The currency that the header itself names, as it is written there. */
  readonly currencyNote?: string | undefined;
  /** The number of pieces that its amounts are for, if the header itself says so: `Cost per 100`. */
  readonly pieces?: bigint | undefined;
}

/** Which cell of a record holds what. */
export type Columns = ReadonlyMap<ColumnName, Column>;

/** Which column a person wants to be what: a header, or a letter such as `A`; nothing for a field without a column. */
export type ColumnMap = ReadonlyMap<ColumnName, string>;

/** What a header says of its column, whatever the column is taken for. */
export function toColumn(text: string, index: number): Column {
  const currencyNote = currencyNoteOf(text);
  const pieces = perQuantityOf(text)?.pieces;
  return {
    index,
    header: text.trim(),
    inCents: isInCents(text),
    ...(currencyNote !== undefined && { currencyNote }),
    ...(pieces !== undefined && { pieces }),
  };
}

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

/** `A` for 0, `Z` for 25, `AA` for 26, as spreadsheets count columns. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

/** The index of a column letter; `undefined` for any other text. */
export function fromLetters(text: string): number | undefined {
  if (!/^[A-Z]{1,3}$/i.test(text)) return undefined;
  return [...text.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
