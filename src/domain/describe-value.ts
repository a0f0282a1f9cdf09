import { type Cents, formatCents } from './cents.ts';
import { type Field, type FieldValue, isMoneyField } from './fields.ts';

/** A field's value for people and for CSV files: money in major units, with a point unless a file has a comma; `null` for what isn't set. */
export function describeValue(
  field: Field,
  value: FieldValue | number,
  { decimalSign = '.' }: { readonly decimalSign?: '.' | ',' } = {},
): string {
  if (value === null) return 'null';
  return isMoneyField(field) ? formatCents(value as Cents, decimalSign) : String(value);
}
