import { type Cents, formatCents } from './cents.ts';

/** The fields of a listing that an update can set, in the order of results.csv. Source: interface.md section 4.4. */
export const FIELDS = [
  'cost',
  'minimum_price',
  'maximum_price',
  'strategy',
  'repricing',
  'manual_price',
] as const;

export type Field = (typeof FIELDS)[number];

/** The fields that hold an amount of money. */
export const MONEY_FIELDS = ['cost', 'minimum_price', 'maximum_price', 'manual_price'] as const;

/** The fields that a strategy may compute. */
export const COMPUTED_FIELDS = ['minimum_price', 'maximum_price'] as const;

export type MoneyField = (typeof MONEY_FIELDS)[number];

/** What a listing holds in each field. `null` is "not set". Units: money in cents of the listing's currency. */
export interface FieldValues {
  readonly cost: Cents | null;
  readonly minimum_price: Cents | null;
  readonly maximum_price: Cents | null;
  /** A strategy's id. */
  readonly strategy: string | null;
  readonly repricing: boolean;
  readonly manual_price: Cents | null;
}

export type FieldValue = FieldValues[Field];

/** Wanted values: an absent field stays as it is, `null` clears it. */
export type Desired = { readonly [F in Field]?: FieldValues[F] };

export function isMoneyField(field: Field): field is MoneyField {
  return field !== 'strategy' && field !== 'repricing';
}

/** A field's value for people and for CSV files: money in major units, with a point unless a file has a comma; `null` for what isn't set. */
export function describeValue(
  field: Field,
  value: FieldValue | number,
  { decimalSign = '.' }: { readonly decimalSign?: '.' | ',' } = {},
): string {
  if (value === null) return 'null';
  return isMoneyField(field) ? formatCents(value as Cents, decimalSign) : String(value);
}
