import type { SheetRow } from '../../domain/row.ts';
import type { ListingIdentity } from '../../domain/stages.ts';

interface ListingRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly listing: Pick<ListingIdentity, 'id' | 'sku'>;
}

/** The part of a row that names its listing by id, for rows that are made from a plan; amounts are in cents. */
export function rowOfListing({ line, cells, listing: { id, sku } }: ListingRow) {
  return {
    kind: 'row',
    line,
    cells,
    target: { sku, listingId: id },
    moneyInCents: true,
  } as const satisfies Partial<SheetRow>;
}
