import { fits, isSameId, type Listing, type ListingId } from '../domain/listing.ts';
import { findSkuDamage, skuGroup } from '../domain/rewritten-sku.ts';
import { meansCurrency, type RowsBySku, type Target } from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import type { Resolved, ResolvedRow, Unresolved } from '../domain/stages.ts';

/** Which row of several that lead to one listing is not the one to use, and another one. */
export interface ClaimVerdict {
  readonly kind: DuplicateVerdict<unknown>['kind'];
  readonly other: { readonly line: number };
}

export type ClaimVerdictOf = (resolved: Resolved) => ClaimVerdict | undefined;

/**
 * Rows of different SKUs or filters may lead to one listing: they are compared when the first one's verdict is wanted. `resolve` leads
 * a row to its listings.
 */
export function openClaimVerdicts<T>(
  bySku: RowsBySku<T>,
  policy: DuplicatePolicy,
): (resolved: Resolved, resolve: (row: T) => readonly ResolvedRow[]) => ClaimVerdict | undefined {
  const settled = new Map<string, ClaimVerdictOf>();
  if (bySku.size === 0) return () => undefined;
  return (resolved, resolve) => {
    // A row that was recognized by its id may have a SKU of another group.
    const key = skuGroup(resolved.listing.sku);
    const rows = bySku.get(key);
    if (!rows) return undefined;
    const claimVerdictOf = settled.get(key) ?? settleClaims(rows.flatMap(resolve), policy);
    settled.set(key, claimVerdictOf);
    return claimVerdictOf(resolved);
  };
}

/** `rows` has all that may lead to the same listings. */
function settleClaims(rows: readonly ResolvedRow[], policy: DuplicatePolicy): ClaimVerdictOf {
  const listings = listingsOf(rows);
  const claims = rows.flatMap((row) => idsClaimed(row, listings).map((id): Claim => ({ row, id })));
  const verdicts = settleDuplicates(claims, { keyOf: ({ id }) => id, requestedOf, policy, waits });
  const byPlace = new Map(
    [...verdicts].map(([{ row, id }, { kind, other }]) => [
      placeOf(sheetRowOf(row).line, id),
      { kind, other: sheetRowOf(other.row) },
    ]),
  );
  return ({ row, listing }) => byPlace.get(placeOf(row.line, listing.id));
}

function placeOf(line: number, id: ListingId): string {
  return `${line} ${id}`;
}

/** A row that is or may be for a listing. */
interface Claim {
  readonly row: ResolvedRow;
  readonly id: ListingId;
}

/** The listings that rows lead to, each once. */
function listingsOf(rows: readonly ResolvedRow[]): readonly Listing[] {
  const byId = new Map<ListingId, Listing>();
  for (const row of rows) if (row.kind === 'resolved') byId.set(row.listing.id, row.listing);
  return [...byId.values()];
}

/** A row that can't be read was not looked up: for all we know, it means every listing that fits it. */
function idsClaimed(row: ResolvedRow, listings: readonly Listing[]): readonly ListingId[] {
  if (row.kind === 'resolved') return [row.listing.id];
  if (row.kind === 'unresolved') return claimOfInvalid(row);
  if (row.kind !== 'invalid' || !row.target) return [];
  const { target } = row;
  return listings
    .filter(
      (listing) => mayMean(target, listing) && fits(listing, target) && meansCurrency(row, listing.currency),
    )
    .map(({ id }) => id);
}

/** A row in another currency than its listing is for no other one, and for none that a row in that currency means. */
function claimOfInvalid({ status, reason, listing }: Unresolved): readonly ListingId[] {
  return status === 'invalid' && reason !== 'currency_mismatch' && listing ? [listing.id] : [];
}

/** Under its SKU, or by its id under what a spreadsheet may have saved of that. */
function mayMean({ sku, listingId }: Target, listing: Listing): boolean {
  if (listing.sku === sku) return true;
  return (
    listingId !== undefined &&
    isSameId(listing.id, listingId) &&
    findSkuDamage(sku, listing.sku) !== undefined
  );
}

function waits({ row }: Claim): boolean {
  return row.kind === 'resolved' && row.row.notices.some(({ reason }) => reason === 'sku_damaged');
}

function requestedOf({ row }: Claim): string | undefined {
  return row.kind === 'resolved' ? JSON.stringify([row.desired, row.fees]) : undefined;
}

function sheetRowOf(row: ResolvedRow): ClaimVerdict['other'] {
  return row.kind === 'resolved' || row.kind === 'unresolved' ? row.row : row;
}
