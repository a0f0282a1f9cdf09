import { describeValue, FIELDS, type Field, type FieldValue, isMoneyField } from '../../domain/fields.ts';
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

interface Edit {
  /** Behind the number of the line. */
  readonly what: string;
  readonly hint: string;
}

/** What in a row of a review file is not as the plan shows it, and what to do about that. */
export function describeEdit(
  cells: readonly string[],
  { shown }: Pick<ReviewColumns, 'shown'>,
  entry: PlannedEntry,
): Edit {
  const cellOf = ({ at }: ShownColumn): string => (cells[at] ?? '').trim();
  const isEdited = (column: ShownColumn, sign: '.' | ','): boolean =>
    shownInCell(column, cellOf(column), sign) !== shownInPlan(column, entry);
  const withEither = shown.filter((column) => isEdited(column, '.') && isEdited(column, ','));
  const [edited] = withEither.length > 0 ? withEither : shown.filter((column) => isEdited(column, '.'));
  if (!edited) return { what: 'is not as the plan shows it', hint: CHANGE_THE_SHEET };
  return {
    what: `has "${cellOf(edited)}" in the column ${edited.name}, and the plan has ${describePlanned(edited, entry)}`,
    hint: edited.kind === 'value' ? CHANGE_THE_SHEET : SORT_WHOLE_ROWS,
  };
}

function describePlanned(column: ShownColumn, entry: PlannedEntry): string {
  if (column.kind === 'line') return String(entry.line);
  if (column.kind === 'text') return `"${entry[column.name]}"`;
  const change = entry.changes.find(({ field }) => field === column.field);
  return change ? `"${describeValue(column.field, change[column.side])}"` : 'nothing';
}

const CHANGE_THE_SHEET =
  'Amounts in a review file are never read: change the sheet, not the approval; if a spreadsheet changed the cell, begin with the review.csv of the run and import its columns as text';
const SORT_WHOLE_ROWS =
  'The rows may have been sorted without all their columns: begin with the review.csv of the run, and change nothing but the column approve';

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'x', '1', 'true', 'ok']);
const NO: ReadonlySet<string> = new Set(['', 'no', 'n', '0', 'false', '-']);

/** Whether a cell of the column `approve` says yes; `undefined` if it says neither yes nor no. */
export function readApprovalWord(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
