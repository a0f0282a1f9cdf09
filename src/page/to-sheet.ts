import { BYTE_ORDER_MARK } from '../domain/byte-order-mark.ts';
import type { Sku } from '../domain/listing.ts';
import { columnsOf, type ListingChanges, listingRecords } from '../report/files/listing-records.ts';
import type { UndoShape } from '../report/files/render-undo.ts';
import { fromBounds, type PageRow } from '../report/page/page-row.ts';
import { toCsvText } from './csv-text.ts';

/**
 * Rows as a sheet that `sync` takes: the requested values, by listing, and the bounds that they send along as they
 * are. Rows that are not updates are left out: they have nothing to set, or a guard rule is against it.
 */
export function toSheet(rows: readonly PageRow[], { delimiter, ...shape }: UndoShape): string {
  const items = rows.flatMap((row) => toItem(row) ?? []);
  const records = listingRecords(items, { ...shape, columns: columnsOf(items), side: 'after' });
  return [BYTE_ORDER_MARK, ...toCsvText(records, delimiter)].join('');
}

/** Whether a row has something that a sheet can say. */
export function isInSheet({ listing, live, changes }: PageRow): boolean {
  return listing !== undefined && live !== undefined && changes.length > 0;
}

function toItem(row: PageRow): ListingChanges | undefined {
  const { listing, changes, pins } = row;
  if (!listing || !isInSheet(row)) return undefined;
  return { listing: { ...listing, sku: row.sku as Sku }, changes: [...changes, ...fromBounds(pins)] };
}
