import { describe, expect, it } from 'vitest';
import type { Desired } from '../../src/domain/fields.ts';
import type { Listing, ListingId } from '../../src/domain/listing.ts';
import { skuGroup } from '../../src/domain/rewritten-sku.ts';
import type { Remark } from '../../src/domain/row.ts';
import type { DuplicatePolicy } from '../../src/domain/settle-duplicates.ts';
import type { Resolved, ResolvedRow } from '../../src/domain/stages.ts';
import { openClaimVerdicts } from '../../src/plan/settle-claims.ts';
import { aListing, aResolved, aRow, cents, listingId, sku } from '../support/builders.ts';

const listing = aListing({ sku: sku('00123') });
const other = aListing({ id: listingId(2), sku: sku('00123') });
const DAMAGED: readonly Remark[] = [{ reason: 'sku_damaged', message: 'A spreadsheet took its zeros' }];
const ROUNDED: readonly Remark[] = [{ reason: 'rounded', message: 'cost was rounded' }];

function row(line: number, desired: Desired, notices: readonly Remark[] = [], of: Listing = listing) {
  return aResolved({ listing: of, desired, row: aRow({ line, sku: of.sku, requested: desired, notices }) });
}

function unreadable(line: number, written: string, id?: ListingId): ResolvedRow {
  const target = { sku: sku(written), ...(id !== undefined && { listingId: id }) };
  const problems = [{ reason: 'money_unreadable', message: 'cost "abc" is not an amount' } as const];
  return { kind: 'invalid', line, cells: [], target, problems };
}

const alone = (each: ResolvedRow): readonly ResolvedRow[] => [each];

/** The verdict on each row that leads to a listing, by its line. */
function settle(rows: readonly ResolvedRow[], policy: DuplicatePolicy = 'error') {
  const bySku = new Map([[skuGroup(listing.sku), rows]]);
  const claimVerdictOf = openClaimVerdicts(bySku, policy);
  const resolved = rows.filter((each): each is Resolved => each.kind === 'resolved');
  return Object.fromEntries(resolved.map((each) => [each.row.line, claimVerdictOf(each, alone)?.kind]));
}

describe('openClaimVerdicts', () => {
  const COST = { cost: cents(700) };

  it.each([
    ['under the listed SKU', '00123', undefined, 'disagrees'],
    ['by its id, under a SKU without its zeros', '123', listing.id, 'disagrees'],
    ['by its id in capitals, under such a SKU', '123', listing.id.toUpperCase() as ListingId, 'disagrees'],
    ['under such a SKU without an id', '123', undefined, undefined],
    ['under such a SKU with the id of another listing', '123', other.id, undefined],
    ['by its id, under a SKU that no spreadsheet makes of it', '124', listing.id, undefined],
  ])('has a row that can’t be read mean a listing %s', (_name, written, id, expected) => {
    expect(settle([row(2, COST), unreadable(3, written, id)])).toEqual({ 2: expected });
  });

  it('uses the row whose SKU is whole rather than one whose SKU was recognized', () => {
    expect(settle([row(2, COST, DAMAGED), row(3, COST)])).toEqual({ 2: 'repeats', 3: undefined });
    expect(settle([row(2, COST), row(3, COST, DAMAGED)], 'last')).toEqual({ 2: undefined, 3: 'repeats' });
  });

  it('uses such a row beside other remarks on it too', () => {
    const both = [...ROUNDED, ...DAMAGED];
    expect(settle([row(2, COST, both), row(3, COST, ROUNDED)])).toEqual({ 2: 'repeats', 3: undefined });
  });

  it('uses the first of several rows whatever else is remarked on it', () => {
    expect(settle([row(2, COST, ROUNDED), row(3, COST)])).toEqual({ 2: undefined, 3: 'repeats' });
  });

  it('compares no rows for different listings of a SKU', () => {
    expect(settle([row(2, COST), row(3, { cost: cents(800) }, [], other)])).toEqual({
      2: undefined,
      3: undefined,
    });
  });

  it('says nothing of SKUs that occur once, or in other rows', () => {
    const others = new Map<string, readonly ResolvedRow[]>([['other', []]]);
    expect(openClaimVerdicts<ResolvedRow>(new Map(), 'error')(row(2, COST), alone)).toBeUndefined();
    expect(openClaimVerdicts(others, 'error')(row(2, COST), alone)).toBeUndefined();
  });
});
