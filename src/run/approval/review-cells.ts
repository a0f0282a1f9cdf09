import { FIELDS, type Field, type FieldValue, isMoneyField } from '../../domain/fields.ts';
import { skuClass } from '../../domain/rewritten-sku.ts';
import { APPROVE, ENTRY, reviewColumn, type Side } from '../../report/files/review-records.ts';
import { isAmount, readAmountText } from '../../sheet/amount-text.ts';
import type { DecimalSign } from '../../sheet/plain-amount.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';

/** A column of a review file that shows what the plan has. */
export type ShownColumn = {
  readonly name: string;
  /** Its place in the file. */
  readonly at: number;
} & (
  | { readonly kind: 'line' }
  | { readonly kind: 'sku' }
  | { readonly kind: 'value'; readonly field: Field; readonly side: Side }
);

/** Where the columns of a review file are. */
export interface ReviewColumns {
  readonly approve: number;
  readonly entry: number;
  /** What is compared with the plan; people may have removed columns. */
  readonly shown: readonly ShownColumn[];
}

/** Finds the columns by their names; `undefined` if one of the two that are read is not there once. */
export function findReviewColumns(header: readonly string[]): ReviewColumns | undefined {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const isOnce = (name: string): boolean => names.filter((other) => other === name).length === 1;
  if (!isOnce(APPROVE) || !isOnce(ENTRY)) return undefined;
  const values = FIELDS.flatMap((field) =>
    (['before', 'after'] as const).map((side) => {
      const name = reviewColumn(field, side);
      return { kind: 'value' as const, name, at: names.indexOf(name), field, side };
    }),
  );
  const origin = (['line', 'sku'] as const).map((kind) => ({ kind, name: kind, at: names.indexOf(kind) }));
  const shown = [...origin, ...values].filter(({ at }) => at !== -1);
  return { approve: names.indexOf(APPROVE), entry: names.indexOf(ENTRY), shown };
}

/** What a column has for an entry, so that it is the same however a spreadsheet writes it. Amounts are in cents. */
export function shownInPlan(column: ShownColumn, { line, sku, changes }: PlannedEntry): string {
  if (column.kind === 'line') return String(line);
  if (column.kind === 'sku') return skuClass(sku);
  const { field, side } = column;
  const change = changes.find((candidate) => candidate.field === field);
  return change ? valueInPlan(change[side]) : '';
}

function valueInPlan(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null ? 'null' : String(value).toLowerCase();
}

/** Likewise, what a cell of the file has, with its amounts read with this decimal sign. */
export function shownInCell(column: ShownColumn, cell: string, sign: DecimalSign): string {
  const text = cell.trim().toLowerCase();
  if (column.kind === 'line') return text.replace(/[.,' \u00a0\u202f]/g, '');
  if (column.kind === 'sku') return skuClass(cell);
  if (!isMoneyField(column.field) || text === '' || text === 'null') return text;
  return centsOf(text, sign) ?? `? ${text}`;
}

/** Digit by digit, since the amount has to be the very same. */
function centsOf(text: string, sign: DecimalSign): string | undefined {
  const read = readAmountText(text);
  const digits = isAmount(read) && !read.negative ? read.readings[sign] : undefined;
  if (!digits) return undefined;
  const fraction = digits.fraction.replace(/0+$/, '');
  if (fraction.length > 2) return undefined;
  return `${digits.integer}${fraction.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
}
