import { FIELDS } from '../domain/fields.ts';
import type { Sku } from '../domain/listing.ts';
import type { Row, SheetRow } from '../domain/row.ts';
import type { Carried, Resolved, Unresolved } from '../domain/stages.ts';
import type { Lookup } from './look-up-skus.ts';
import { type MatchContext, matchRow } from './match-row.ts';

export type ResolvedRow = Exclude<Row, SheetRow> | Carried | Resolved | Unresolved;

/** The distinct SKUs of the rows that wish something; the others are not worth a request. */
export function skusToLookUp(rows: readonly (Row | Carried)[]): ReadonlySet<Sku> {
  return new Set(rows.filter((row) => row.kind === 'row' && wishesAnything(row)).flatMap(skuOf));
}

/**
 * Leads every row to the listings it speaks of: once per listing, once where there is none, in the order of the sheet.
 *
 * A row whose SKU is not among `lookups` is `skipped`: the run stopped before it was its turn.
 */
export function resolveRows(
  rows: readonly (Row | Carried)[],
  lookups: ReadonlyMap<Sku, Lookup>,
  context: MatchContext,
): readonly ResolvedRow[] {
  return rows.flatMap((row): readonly ResolvedRow[] =>
    row.kind === 'row' ? resolveRow(row, lookups, context) : [row],
  );
}

function resolveRow(
  row: SheetRow,
  lookups: ReadonlyMap<Sku, Lookup>,
  context: MatchContext,
): readonly (Resolved | Unresolved)[] {
  if (!wishesAnything(row)) {
    return [exit(row, 'unchanged', 'nothing_to_set', 'The row sets nothing, so its SKU was not looked up')];
  }
  const lookup = lookups.get(row.target.sku);
  if (!lookup)
    return [exit(row, 'skipped', 'not_looked_up', 'The run stopped before this SKU was looked up')];
  if (lookup.kind === 'failed') return [exit(row, 'failed', 'lookup_failed', lookup.message)];
  return matchRow(row, lookup.listings, context);
}

function wishesAnything({ wishes }: SheetRow): boolean {
  return FIELDS.some((field) => wishes[field] !== undefined);
}

function skuOf(row: Row | Carried): readonly Sku[] {
  return row.kind === 'row' ? [row.target.sku] : [];
}

function exit(row: SheetRow, status: Unresolved['status'], reason: string, message: string): Unresolved {
  return { kind: 'unresolved', row, status, reason, message };
}
