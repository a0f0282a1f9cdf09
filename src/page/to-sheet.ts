import { defuseCell } from '../domain/formula-cell.ts';
import type { Sku } from '../domain/listing.ts';
import { type ListingChanges, listingRecords } from '../report/listing-records.ts';
import type { PageRow } from '../report/page/page-row.ts';

/**
 * Rows as a sheet that `sync` takes: the values that they wish for, by listing. Rows without a listing or without a change
 * have nothing to set, and are left out.
 */
export function toSheet(rows: readonly PageRow[]): string {
  const items = rows.flatMap((row) => toItem(row) ?? []);
  const records = listingRecords(items, {
    side: 'after',
    decimalSign: '.',
    moneyUnit: 'major',
    clearToken: 'null',
  });
  return [...records].map((cells) => `${cells.map(toCell).join(',')}\n`).join('');
}

/** Whether a row has something that a sheet can say. */
export function isInSheet({ listing, changes }: PageRow): boolean {
  return listing !== undefined && changes.length > 0;
}

function toItem(row: PageRow): ListingChanges | undefined {
  const { listing, changes } = row;
  if (!listing || !isInSheet(row)) return undefined;
  return { listing: { ...listing, sku: row.sku as Sku }, changes };
}

function toCell(text: string): string {
  const cell = defuseCell(text);
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
