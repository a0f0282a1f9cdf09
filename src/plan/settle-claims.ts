import { fits } from '../domain/fits.ts';
import type { Listing, ListingId, Sku } from '../domain/listing.ts';
import { skuGroup } from '../domain/rewritten-sku.ts';
import { meansCurrency, type RowsBySku } from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import type { Resolved, ResolvedRow, Unresolved } from '../domain/stages.ts';

/** Which row of several that lead to one listing is not the one to use; `line` is that of another one. */
export interface ClaimVerdict {
  readonly kind: DuplicateVerdict<unknown>['kind'];
  readonly line: number;
}

export type VerdictOf = (resolved: Resolved) => ClaimVerdict | undefined;

interface SettleOptions<T> {
  /** Leads a row to its listings. */
  readonly resolve: (row: T) => readonly ResolvedRow[];
  readonly policy: DuplicatePolicy;
}

/** Rows of different SKUs or filters may lead to one listing: they are compared when the first one's verdict is wanted. */
export function settleRowsBySku<T>(bySku: RowsBySku<T>, { resolve, policy }: SettleOptions<T>): VerdictOf {
  const settled = new Map<string, VerdictOf>();
  if (bySku.size === 0) return () => undefined;
  return (resolved) => {
    const key = skuGroup(resolved.row.target.sku);
    const rows = bySku.get(key);
    if (!rows) return undefined;
    const verdictOf = settled.get(key) ?? settleClaims(rows.flatMap(resolve), policy);
    settled.set(key, verdictOf);
    return verdictOf(resolved);
  };
}

/** `rows` has all that may lead to the same listings. */
function settleClaims(rows: readonly ResolvedRow[], policy: DuplicatePolicy): VerdictOf {
  const bySku = groupBySku(rows);
  const claims = rows.flatMap((row) => idsClaimed(row, bySku).map((id): Claim => ({ row, id })));
  const verdicts = settleDuplicates(claims, { keyOf: ({ id }) => id, requestedOf, policy });
  const byPlace = new Map(
    [...verdicts].map(([{ row, id }, { kind, other }]) => [
      placeOf(lineOf(row), id),
      { kind, line: lineOf(other.row) },
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
function groupBySku(rows: readonly ResolvedRow[]): ReadonlyMap<Sku, ReadonlyMap<ListingId, Listing>> {
  const bySku = new Map<Sku, Map<ListingId, Listing>>();
  for (const row of rows) {
    if (row.kind !== 'resolved') continue;
    const { listing } = row;
    const group = bySku.get(listing.sku) ?? new Map<ListingId, Listing>();
    bySku.set(listing.sku, group.set(listing.id, listing));
  }
  return bySku;
}

/** A row that can't be read was not looked up: for all we know, it means every listing that fits it. */
function idsClaimed(row: ResolvedRow, bySku: ReturnType<typeof groupBySku>): readonly ListingId[] {
  if (row.kind === 'resolved') return [row.listing.id];
  if (row.kind === 'unresolved') return claimOfInvalid(row);
  if (row.kind !== 'invalid' || !row.target) return [];
  const { target } = row;
  const listings = [...(bySku.get(target.sku)?.values() ?? [])];
  return listings
    .filter((listing) => fits(listing, target) && meansCurrency(row, listing.currency))
    .map(({ id }) => id);
}

/** A row in another currency than its listing is for no other one, and for none that a row in that currency means. */
function claimOfInvalid({ status, reason, listing }: Unresolved): readonly ListingId[] {
  return status === 'invalid' && reason !== 'currency_mismatch' && listing ? [listing.id] : [];
}

function requestedOf({ row }: Claim): string | undefined {
  return row.kind === 'resolved' ? JSON.stringify([row.desired, row.fees]) : undefined;
}

function lineOf(row: ResolvedRow): number {
  return row.kind === 'resolved' || row.kind === 'unresolved' ? row.row.line : row.line;
}
