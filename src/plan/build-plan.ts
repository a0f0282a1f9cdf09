import { describeValue } from '../domain/describe-value.ts';
import { COMPUTED_FIELDS } from '../domain/fields.ts';
import type { Listing, ListingId, Sku } from '../domain/listing.ts';
import type { DuplicateRow, IgnoredRow, InvalidRow, Target } from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  explainDuplicate,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import type { Blocked, Carried, Change, PlanEntry, Resolved, Unresolved } from '../domain/stages.ts';
import { applyChanges, mayRecompute } from '../domain/stages.ts';
import { checkRow, noticeRow } from './check-row.ts';
import { checkRun, type RunViolation } from './check-run.ts';
import { diffListing } from './diff-listing.ts';
import type { GuardLimits } from './limits.ts';
import { replayUpdate } from './replay-update.ts';

/** What is to be sent, and what isn't and why: plain data, every row accounted for, in the order of the sheet. */
export interface Plan {
  readonly entries: readonly PlanEntry[];
  /** Run rules that fired: where there is one, nothing is sent. */
  readonly violations: readonly RunViolation[];
}

export interface PlanOptions {
  readonly duplicates: DuplicatePolicy;
  readonly limits?: GuardLimits | undefined;
  /** The plan gives listings back what they held before: exactly that, and asking no guard rule. */
  readonly restoring?: boolean | undefined;
  readonly currency?: string | undefined;
  /** Run rules that are against the rows, whatever the plan of them will be. */
  readonly violations?: readonly RunViolation[] | undefined;
}

type Plannable = InvalidRow | IgnoredRow | DuplicateRow | Carried | Resolved | Unresolved;

/** Turns what the rows wish of their listings into the smallest set of updates. */
export function buildPlan(rows: readonly Plannable[], options: PlanOptions): Plan {
  const { duplicates, limits, currency, violations = [] } = options;
  const verdicts = settleClaims(rows, duplicates);
  const entries = rows.map((row): PlanEntry => {
    if (row.kind !== 'resolved') return row;
    const verdict = verdicts.get(row);
    return verdict ? settle(row, verdict) : planUpdate(row, options);
  });
  return {
    entries,
    violations: limits ? [...violations, ...checkRun(entries, limits, currency)] : violations,
  };
}

/** A row that speaks of a listing, or may do so. */
interface Claim {
  readonly row: Plannable;
  readonly id: ListingId;
}

/** Rows of different SKUs or filters may still lead to one listing. */
function settleClaims(
  rows: readonly Plannable[],
  policy: DuplicatePolicy,
): ReadonlyMap<Plannable, DuplicateVerdict<Claim>> {
  const bySku = groupBySku(rows);
  const claims = rows.flatMap((row) => idsClaimed(row, bySku).map((id): Claim => ({ row, id })));
  const verdicts = settleDuplicates(claims, { keyOf: ({ id }) => id, wishesOf, policy });
  return new Map([...verdicts].map(([{ row }, verdict]) => [row, verdict]));
}

/** The listings that rows lead to, each once. */
function groupBySku(rows: readonly Plannable[]): ReadonlyMap<Sku, ReadonlyMap<ListingId, Listing>> {
  const bySku = new Map<Sku, Map<ListingId, Listing>>();
  for (const row of rows) {
    if (row.kind !== 'resolved') continue;
    const { listing } = row;
    const group = bySku.get(listing.sku) ?? new Map<ListingId, Listing>();
    bySku.set(listing.sku, group.set(listing.id, listing));
  }
  return bySku;
}

/** A row that can't be read was not looked up: as far as one can tell, it means every listing that fits it. */
function idsClaimed(row: Plannable, bySku: ReturnType<typeof groupBySku>): readonly ListingId[] {
  if (row.kind === 'resolved') return [row.listing.id];
  if (row.kind === 'unresolved') return row.status === 'invalid' && row.listing ? [row.listing.id] : [];
  const target = row.kind === 'invalid' ? row.target : undefined;
  if (!target) return [];
  const listings = [...(bySku.get(target.sku)?.values() ?? [])];
  return listings.filter((listing) => mayMean(target, listing)).map(({ id }) => id);
}

function mayMean({ listingId, platform, channel }: Target, listing: Listing): boolean {
  return (
    (listingId === undefined || listingId.toLowerCase() === listing.id.toLowerCase()) &&
    (platform === undefined || platform === listing.platform) &&
    (channel === undefined || channel === listing.channel)
  );
}

function wishesOf({ row }: Claim): string | undefined {
  return row.kind === 'resolved' ? JSON.stringify(row.desired) : undefined;
}

function settle(resolved: Resolved, { kind, other }: DuplicateVerdict<Claim>): Blocked {
  const message = explainDuplicate(kind, lineOf(other.row));
  if (kind === 'disagrees')
    return block(resolved, [], { status: 'invalid', reason: 'duplicate_disagrees', message });
  return block(resolved, [], { status: 'duplicate', reason: kind, message });
}

function lineOf(row: Plannable): number {
  return row.kind === 'resolved' || row.kind === 'unresolved' ? row.row.line : row.line;
}

function planUpdate(resolved: Resolved, { limits, restoring = false }: PlanOptions): PlanEntry {
  const { planned } = resolved.row;
  if (planned) return replayUpdate(resolved, planned);
  const changes = dropUnexplained(diffListing(resolved), resolved);
  const conflict = findConflict(resolved, changes);
  if (conflict !== undefined) {
    return block(resolved, changes, { status: 'conflict', reason: 'changed_meanwhile', message: conflict });
  }
  const [first, ...more] = changes;
  if (!first) return { kind: 'unchanged', resolved };
  const violations = limits ? checkRow(resolved, changes, limits) : [];
  if (violations.length > 0) {
    const reason = violations.map(({ rule }) => rule).join(';');
    const message = violations.map((violation) => violation.message).join('; ');
    return block(resolved, changes, { status: 'blocked', reason, message });
  }
  return {
    kind: 'update',
    resolved,
    changes: [first, ...more],
    pins: pinBounds(resolved, changes, restoring),
    exact: restoring,
    notices: [...resolved.row.notices, ...noticeRow(resolved, changes)],
  };
}

/**
 * A strategy may compute the bounds from the cost. Those that the row speaks of, and for what is to come out exactly as it was
 * all of them, are sent along as they are: otherwise a row that says cost and minimum could end with another minimum. A
 * bound that isn't set is left out, since to send it would be to clear it.
 */
function pinBounds(
  { listing, desired }: Resolved,
  changes: readonly Change[],
  restoring: boolean,
): readonly Change[] {
  const { strategy } = applyChanges(listing.values, changes);
  if (!mayRecompute(changes, strategy)) return [];
  return COMPUTED_FIELDS.flatMap((field): readonly Change[] => {
    const value = listing.values[field];
    const isMeant = restoring || desired[field] !== undefined;
    const isSent = changes.some((change) => change.field === field);
    return isSent || !isMeant || value === null ? [] : [{ field, before: value, after: value }];
  });
}

/**
 * A field of which nobody knows what to expect may have changed together with those that are known. Where none of those
 * has, somebody else changed it, and it is left alone.
 */
function dropUnexplained(changes: readonly Change[], { row: { expected } }: Resolved): readonly Change[] {
  return !expected || changes.some(({ field }) => field in expected) ? changes : [];
}

/** A field that holds neither what it is expected to hold nor what is desired was changed by somebody else. */
function findConflict({ row, desired }: Resolved, changes: readonly Change[]): string | undefined {
  const { expected } = row;
  if (!expected) return undefined;
  const strange = changes.filter(({ field, before }) => field in expected && before !== expected[field]);
  if (strange.length === 0) return undefined;
  return strange
    .map(({ field, before }) => {
      const [was, is, wished] = [expected[field] ?? null, before, desired[field] ?? null];
      const verb = wished === was ? 'stay' : 'become';
      return `${field} is ${describeValue(field, is)}, expected ${describeValue(field, was)} to ${verb} ${describeValue(field, wished)}`;
    })
    .join('; ');
}

function block(
  resolved: Resolved,
  changes: readonly Change[],
  why: Pick<Blocked, 'status' | 'reason' | 'message'>,
): Blocked {
  return { kind: 'blocked', resolved, changes, ...why };
}
