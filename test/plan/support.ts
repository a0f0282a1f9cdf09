import fc from 'fast-check';
import { type Desired, FIELDS, type FieldValues } from '../../src/domain/fields.ts';
import type { Listing, ListingId } from '../../src/domain/listing.ts';
import type { DuplicatePolicy } from '../../src/domain/settle-duplicates.ts';
import type { Change, PlanEntry, Resolved, ResolvedRow, Update } from '../../src/domain/stages.ts';
import { RunCheck, type RunViolation } from '../../src/plan/check-run-guards.ts';
import type { GuardLimits, RowRule, RunRule } from '../../src/plan/guard-rules.ts';
import { planRow } from '../../src/plan/plan-row.ts';
import { type ClaimVerdictOf, openClaimVerdicts } from '../../src/plan/settle-claims.ts';
import { aListing, aResolved, aRow, cents, listingId, sku } from '../support/builders.ts';

/** The defaults of the command line. */
export function someLimits(fields: Partial<GuardLimits> = {}): GuardLimits {
  return {
    maxChange: 50,
    maxClears: { kind: 'percent', percent: 10 },
    maxInvalid: 10,
    minRows: 70,
    drift: 'overwrite',
    allow: new Set(),
    ...fields,
  };
}

export function allow(...rules: readonly (RowRule | RunRule)[]): ReadonlySet<RowRule | RunRule> {
  return new Set(rules);
}

interface PlanOptions {
  readonly duplicates: DuplicatePolicy;
  readonly limits?: GuardLimits | undefined;
  readonly restoring?: boolean | undefined;
  readonly currency?: string | undefined;
}

/** The plan of all the rows of a sheet. */
export function buildPlan(
  rows: readonly ResolvedRow[],
  { duplicates, limits, restoring, currency }: PlanOptions,
): { readonly entries: readonly PlanEntry[]; readonly violations: readonly RunViolation[] } {
  const claimVerdicts = openClaimVerdicts(groupBySku(rows), duplicates);
  const claimVerdictOf: ClaimVerdictOf = (resolved) => claimVerdicts(resolved, (row) => [row]);
  const entries = rows.map((row) => planRow(row, { limits, restoring, claimVerdictOf }));
  return { entries, violations: limits ? checkRunGuards(entries, limits, currency) : [] };
}

/** The run rules that are against a whole plan. */
function checkRunGuards(
  entries: readonly PlanEntry[],
  limits: GuardLimits,
  currency: string | undefined,
): readonly RunViolation[] {
  const check = new RunCheck(limits, { currency });
  for (const entry of entries) check.add(entry);
  return check.result();
}

function groupBySku(rows: readonly ResolvedRow[]): ReadonlyMap<string, readonly ResolvedRow[]> {
  const groups = new Map<string, ResolvedRow[]>();
  for (const row of rows) {
    const { target } = 'row' in row ? row.row : row.kind === 'ignored' ? { target: undefined } : row;
    const key = target?.sku.toLowerCase();
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** The entry of a plan of one row for one listing. */
export function planOne(resolved: Resolved, options: Partial<PlanOptions> = {}): PlanEntry {
  const [entry] = buildPlan([resolved], { duplicates: 'error', ...options }).entries;
  if (!entry) throw new Error('A row always has an entry');
  return entry;
}

const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 300_000 }).map(cents) },
  // Few values, so that equal ones are common.
  { weight: 2, arbitrary: fc.constantFrom(cents(0), cents(1), cents(1000), cents(1001)) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const strategy = fc.constantFrom('s-1', 's-2', null);

const perField = {
  cost: amount,
  minimum_price: amount,
  maximum_price: amount,
  strategy,
  repricing: fc.boolean(),
  manual_price: amount,
};

export const someValues: fc.Arbitrary<FieldValues> = fc.record(perField);

/** Any wishes: each field absent, cleared or set. */
export const someDesired: fc.Arbitrary<Desired> = fc.record(perField, { requiredKeys: [] });

/** An account of some listings. */
const someListings: fc.Arbitrary<readonly Listing[]> = fc
  .array(someValues, { minLength: 1, maxLength: 5 })
  .map((all) =>
    all.map((values, index) => aListing({ id: listingId(index + 1), sku: sku(`SKU-${index + 1}`), values })),
  );

/** An account and rows that lead to its listings, several to one listing among them. */
export const someSheet: fc.Arbitrary<{
  readonly listings: readonly Listing[];
  readonly rows: readonly Resolved[];
}> = someListings.chain((listings) =>
  fc
    .array(fc.record({ index: fc.nat({ max: listings.length - 1 }), desired: someDesired }), { maxLength: 8 })
    .map((requested) => ({
      listings,
      rows: requested.map(({ index, desired }, position) => {
        const listing = listings[index] ?? aListing();
        return aResolved({
          listing,
          desired,
          row: aRow({ line: position + 2, sku: listing.sku, requested: desired }),
        });
      }),
    })),
);

export function updatesOf(entries: readonly PlanEntry[]): readonly Update[] {
  return entries.filter((entry) => entry.kind === 'update');
}

/** The service as interface.md has it: a field that was sent is set, every other one stays. */
export function applyUpdates(
  listings: readonly Listing[],
  updates: readonly Update[],
): ReadonlyMap<ListingId, Listing> {
  const after = new Map(listings.map((listing) => [listing.id, listing]));
  for (const { resolved, changes } of updates) {
    const listing = after.get(resolved.listing.id);
    if (listing) after.set(listing.id, withChanges(listing, changes));
  }
  return after;
}

export function withChanges(listing: Listing, changes: readonly Change[]): Listing {
  const set = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  return { ...listing, values: { ...listing.values, ...set } };
}

/** The fields in which two sets of values differ. */
export function differingFields(one: FieldValues, other: FieldValues): readonly string[] {
  return FIELDS.filter((field) => one[field] !== other[field]);
}
