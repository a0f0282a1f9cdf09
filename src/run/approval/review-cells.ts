import { FIELDS, type Field, type FieldValue, isMoneyField } from '../../domain/fields.ts';
import { skuClass } from '../../domain/rewritten-sku.ts';
import { APPROVE, ENTRY, reviewColumn, type Side } from '../../report/files/review-records.ts';
import { isAmount, readAmountText } from '../../sheet/amount-text.ts';
import type { DecimalSign } from '../../sheet/plain-amount.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';

/** A column of a review file that shows what the plan has. */
export type ShownColumn = {
  /** Its place in the file. */
  readonly at: number;
} & (
  | { readonly kind: 'line'; readonly name: 'line' }
  | { readonly kind: 'text'; readonly name: (typeof TEXTS)[number] }
  | { readonly kind: 'value'; readonly name: string; readonly field: Field; readonly side: Side }
);

const TEXTS = ['sku', 'listing_id', 'platform', 'channel', 'currency'] as const;

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
  const line = { kind: 'line', name: 'line', at: names.indexOf('line') } as const;
  const texts = TEXTS.map((name) => ({ kind: 'text' as const, name, at: names.indexOf(name) }));
  const shown = [line, ...texts, ...values].filter(({ at }) => at !== -1);
  return { approve: names.indexOf(APPROVE), entry: names.indexOf(ENTRY), shown };
}

/** What a column has for an entry, so that it is the same however a spreadsheet writes it. Amounts are in cents. */
export function shownInPlan(column: ShownColumn, entry: PlannedEntry): string {
  if (column.kind === 'line') return String(entry.line);
  if (column.kind === 'text') return skuClass(entry[column.name] ?? '');
  const { field, side } = column;
  const change = entry.changes.find((candidate) => candidate.field === field);
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
  if (column.kind === 'text') return skuClass(cell);
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
