import { describeValue } from '../../domain/describe-value.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';
import { type ReviewColumns, type ShownColumn, shownInCell, shownInPlan } from './review-cells.ts';

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
