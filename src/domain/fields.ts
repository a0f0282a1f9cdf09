import { type Cents, formatCents } from './cents.ts';

/** What fields of each kind hold. `null` is "not set". Units: money in cents of the listing's currency. */
interface ValueOfKind {
  readonly money: Cents | null;
  /** A strategy's id. */
  readonly strategy: string | null;
  readonly switch: boolean;
}

/**
 * The fields of a listing that an update can set, in the order of results.csv, and what they hold. Files, pages and what is kept of a
 * listing go through this table, so that a field that is added can't be forgotten by one of them. Source: interface.md section 4.4.
 */
const KINDS = {
  cost: 'money',
  minimum_price: 'money',
  maximum_price: 'money',
  strategy: 'strategy',
  repricing: 'switch',
  manual_price: 'money',
} as const satisfies Readonly<Record<string, keyof ValueOfKind>>;

export type Field = keyof typeof KINDS;

export const FIELDS = Object.keys(KINDS) as readonly Field[];

export type MoneyField = { [F in Field]: (typeof KINDS)[F] extends 'money' ? F : never }[Field];

/** The fields that hold an amount of money. */
export const MONEY_FIELDS: readonly MoneyField[] = FIELDS.filter(isMoneyField);

/** The fields that a strategy may compute. */
export const COMPUTED_FIELDS = ['minimum_price', 'maximum_price'] as const;

/** What a listing holds in each field. */
export type FieldValues = { readonly [F in Field]: ValueOfKind[(typeof KINDS)[F]] };

export type FieldValue = FieldValues[Field];

/** Wanted values: an absent field stays as it is, `null` clears it. */
export type Desired = { readonly [F in Field]?: FieldValues[F] };

/** Something for each field, by what the field holds: a schema, for one. */
export function eachField<Of extends Readonly<Record<keyof ValueOfKind, unknown>>>(
  byKind: Of,
): { readonly [F in Field]: Of[(typeof KINDS)[F]] } {
  return Object.fromEntries(FIELDS.map((field) => [field, byKind[KINDS[field]]])) as never;
}

export function isMoneyField(field: Field): field is MoneyField {
  return KINDS[field] === 'money';
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
