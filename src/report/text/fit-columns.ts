import { type Column, renderTable } from './render-table.ts';
import { widthOf } from './text-width.ts';

/** A column of a table that has more of them than a narrow terminal can show. */
export interface RankedColumn<T> extends Column<T> {
  /** Columns with the highest number are left out first; those without one stay. */
  readonly rank?: number;
  /** A shorter text, which is taken before a column is left out. */
  readonly brief?: (item: T) => string;
}

/** The columns that fit into `width`, with the last one as long as it is; without a width all of them. */
export function fitColumns<T>(
  items: readonly T[],
  columns: readonly RankedColumn<T>[],
  width = Number.POSITIVE_INFINITY,
): readonly RankedColumn<T>[] {
  const highest = Math.max(0, ...columns.map(({ rank = 0 }) => rank));
  const needed = Math.max(0, ...renderTable(items, columns).map(widthOf));
  if (needed <= width || highest === 0) return columns;
  if (columns.some(({ brief }) => brief))
    return fitColumns(
      items,
      columns.map(({ brief, ...column }) => (brief ? { ...column, text: brief } : column)),
      width,
    );
  return fitColumns(
    items,
    columns.filter(({ rank = 0 }) => rank < highest),
    width,
  );
}
