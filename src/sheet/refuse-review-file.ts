import { SheetError } from '../domain/errors.ts';

/** The two columns that every review file has. */
const COLUMNS = ['approve', 'entry'];

/** Errors: `SheetError` for a review file, whose amounts are never read. */
export function refuseReviewFile(header: readonly string[], name: string): void {
  const names = header.map((cell) => cell.trim().toLowerCase());
  if (!COLUMNS.every((column) => names.includes(column))) return;
  throw new SheetError(`Cannot read the sheet "${name}": it is a review file, not a price sheet`, {
    hint: 'Send what it approves of a run with: pricesheet apply RUN --only FILE',
  });
}
