import type { Listing, ListingId } from '../../domain/listing.ts';
import { findSkuDamage, skuGroup } from '../../domain/rewritten-sku.ts';
import type { Row, RowsBySku } from '../../domain/row.ts';
import type { CarriedOver } from '../../domain/stages.ts';
import { isRewritten } from '../../resolve/row-facts.ts';
import type { RowSource } from '../sheet/row-source.ts';

type FindNamed = (id: ListingId) => Listing | undefined;

/**
 * Rows that may lead to the same listings: as `rows` has them by their SKUs, and rows like `4.01E+12` beside the rows with the SKU that their
 * ids lead to. The sheet is read again only if there are such rows.
 *
 * Errors: `SheetError`.
 */
export async function joinRewritten(
  { rowsBySku, facts, batches }: RowSource,
  named: FindNamed,
): Promise<RowsBySku<Row | CarriedOver>> {
  if (!facts.hasRewritten) return rowsBySku;
  const joined = new Map<string, (Row | CarriedOver)[]>();
  for await (const rows of batches()) {
    for (const row of rows) {
      const group = groupOfNamed(row, named);
      if (group !== undefined) joined.set(group, []);
    }
  }
  if (joined.size === 0) return rowsBySku;
  for await (const rows of batches()) {
    for (const row of rows) {
      if (!('target' in row) || !row.target) continue;
      joined.get(groupOfNamed(row, named) ?? skuGroup(row.target.sku))?.push({ ...row, cells: [] });
    }
  }
  return new Map([...rowsBySku, ...joined]);
}

/** The group of the SKU that a row's id leads to, if a spreadsheet may have made the row's SKU from it. */
function groupOfNamed(row: Row | CarriedOver, named: FindNamed): string | undefined {
  if (!isRewritten(row) || !row.target?.listingId) return undefined;
  const listing = named(row.target.listingId);
  return listing && findSkuDamage(row.target.sku, listing.sku) ? skuGroup(listing.sku) : undefined;
}
