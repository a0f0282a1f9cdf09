import { COMPUTED_FIELDS } from '../domain/fields.ts';
import { defuseCell } from '../domain/formula-cell.ts';
import type { Sku } from '../domain/listing.ts';
import type { Change } from '../domain/stages.ts';
import { columnsOf, type ListingChanges, listingRecords } from '../report/files/listing-records.ts';
import type { UndoShape } from '../report/files/render-undo.ts';
import type { PageRow } from '../report/page/page-row.ts';

/**
 * Rows as a sheet that `sync` takes: the requested values, by listing, and the bounds that they send along as they
 * are. Rows that are not updates are left out: they have nothing to set, or a guard rule is against it.
 */
export function toSheet(rows: readonly PageRow[], { delimiter, ...shape }: UndoShape): string {
  const items = rows.flatMap((row) => toItem(row) ?? []);
  const records = listingRecords(items, { ...shape, columns: columnsOf(items), side: 'after' });
  const write = (text: string): string => toCell(text, delimiter);
  return [...records].map((cells) => `${cells.map(write).join(delimiter)}\n`).join('');
}

/** Whether a row has something that a sheet can say. */
export function isInSheet({ listing, live, changes }: PageRow): boolean {
  return listing !== undefined && live !== undefined && changes.length > 0;
}

function toItem(row: PageRow): ListingChanges | undefined {
  const { listing, changes, pins = {} } = row;
  if (!listing || !isInSheet(row)) return undefined;
  const kept = COMPUTED_FIELDS.flatMap((field): readonly Change[] => {
    const value = pins[field];
    return value === undefined ? [] : [{ field, before: value, after: value }];
  });
  return { listing: { ...listing, sku: row.sku as Sku }, changes: [...changes, ...kept] };
}

function toCell(text: string, delimiter: string): string {
  const cell = defuseCell(text);
  const isQuoted = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}
