import { describeValue } from '../domain/describe-value.ts';
import { computableBounds } from '../domain/find-effects.ts';
import { MAY_ARRIVE } from '../domain/may-arrive.ts';
import { joinReasons } from '../domain/reasons.ts';
import { explainDuplicate } from '../domain/settle-duplicates.ts';
import type { Blocked, Change, PlanEntry, Resolved, ResolvedRow } from '../domain/stages.ts';
import { checkRow, noticeRow } from './check-row.ts';
import { diffListing } from './diff-listing.ts';
import { judgeUnsent } from './judge-unsent.ts';
import type { GuardLimits } from './limits.ts';
import { type ListedStrategies, noticeStrategy } from './notice-strategy.ts';
import { replayUpdate } from './replay-update.ts';
import type { ClaimVerdict, VerdictOf } from './settle-claims.ts';

export interface PlanOptions {
  readonly limits?: GuardLimits | undefined;
  /** The plan gives listings back what they held before: exactly that, and asking no guard rule. */
  readonly restoring?: boolean | undefined;
  /** Where the service was asked for its strategies. */
  readonly listedStrategies?: ListedStrategies | undefined;
  /** What other rows make of one that leads to the same listing. */
  readonly verdictOf: VerdictOf;
}

/** Turns what a row wishes of its listing into the smallest update, or into what keeps it from being one. */
export function planRow(row: ResolvedRow, options: PlanOptions): PlanEntry {
  if (row.kind !== 'resolved') return row;
  const verdict = options.verdictOf(row);
  return verdict ? settle(row, verdict) : planUpdate(row, options);
}

function settle(resolved: Resolved, { kind, line }: ClaimVerdict): Blocked {
  const message = explainDuplicate(kind, line);
  if (kind === 'disagrees')
    return block(resolved, [], { status: 'invalid', reason: 'duplicate_disagrees', message });
  return block(resolved, [], { status: 'duplicate', reason: kind, message });
}

function planUpdate(
  resolved: Resolved,
  { limits, restoring = false, listedStrategies }: PlanOptions,
): PlanEntry {
  const { planned, unsent } = resolved.row;
  if (planned) return replayUpdate(resolved, planned);
  if (unsent) return judgeUnsent(resolved, unsent);
  const changes = dropUnexplained(diffListing(resolved), resolved);
  const conflict = findConflict(resolved, changes);
  if (conflict !== undefined) {
    return block(resolved, changes, { status: 'conflict', reason: 'changed_meanwhile', message: conflict });
  }
  const [first, ...more] = changes;
  if (!first) return leaveAsItIs(resolved);
  const violations = limits ? checkRow(resolved, changes, limits) : [];
  if (violations.length > 0) {
    const reason = joinReasons(violations.map(({ rule }) => rule));
    const message = violations.map((violation) => violation.message).join('; ');
    return block(resolved, changes, { status: 'blocked', reason, message });
  }
  return {
    kind: 'update',
    resolved,
    changes: [first, ...more],
    pins: pinBounds(resolved, changes, restoring),
    exact: restoring,
    notices: [
      ...resolved.row.notices,
      ...noticeRow(resolved, changes),
      ...noticeStrategy(changes, listedStrategies),
    ],
  };
}

/** The listing holds what is desired; whether it stays so is another matter where an update of another run may still arrive. */
function leaveAsItIs(resolved: Resolved): PlanEntry {
  const arrival = resolved.row.notices.find(({ reason }) => reason === MAY_ARRIVE);
  return arrival
    ? block(resolved, [], { status: 'unconfirmed', ...arrival })
    : { kind: 'unchanged', resolved };
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
  return computableBounds(changes, listing.values).filter(
    ({ field, after }) => after !== null && (restoring || desired[field] !== undefined),
  );
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
