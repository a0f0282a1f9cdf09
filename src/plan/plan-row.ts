import { computableBounds, MAY_ARRIVE } from '../domain/effects.ts';
import { COMPUTED_FIELDS, describeValue, FIELDS, type Field, isMoneyField } from '../domain/fields.ts';
import { isOfPrice, noticePrice } from '../domain/judge-price.ts';
import { MARKET, type Strategy } from '../domain/listing.ts';
import { joinReasons } from '../domain/reasons.ts';
import type { PlannedUpdate, Remark, UnsentUpdate } from '../domain/row.ts';
import { explainDuplicate } from '../domain/settle-duplicates.ts';
import {
  applyChanges,
  type Blocked,
  type Change,
  type Held,
  mayRecompute,
  type PlanEntry,
  type Resolved,
  type ResolvedRow,
  type Unchanged,
  type Update,
} from '../domain/stages.ts';
import { checkRowGuards, holdLargeMoves, noticeRow } from './check-row-guards.ts';
import type { DriftPolicy, GuardLimits } from './guard-rules.ts';
import { type AgreedOf, type Drift, isByOthers, judgeDrift, remarkDrift } from './judge-drift.ts';
import type { ClaimVerdict, ClaimVerdictOf } from './settle-claims.ts';

/**
 * How a row becomes an update, unchanged or blocked.
 *
 * By now a row has found its listing, and its values are in the service's own terms. The order of the questions below decides
 * what a person reads, since the first answer that settles the row is the only one that is given.
 *
 * 1. Do other rows lead to the same listing? Then one of them is used and the others are `duplicate`, or, if they set different
 *    values, all of them are `invalid`. This comes first: what the others would change must not be judged at all.
 * 2. Is the row from the plan of another run? An `apply` replays the update as it was planned, to the field, and only onto a listing
 *    that is as it was then; an `undo` of an update that was never sent finds out whether it was sent after all. Neither is
 *    compared with the sheet again.
 * 3. Which fields differ? `listing` is what it holds, `desired` what the row sets; a field that the row does not set is never
 *    part of the comparison. An `undo` knows what it `expected` to find: a field that holds neither that nor the desired
 *    value was changed by somebody else, so the row is a `conflict`. A field with unknown expectations counts only beside a
 *    field with known ones.
 * 4. Does any field differ? If not the row is `unchanged`, before any guard rule is asked: a listing that was odd before stops nothing.
 * 5. Is a guard rule against the listing as it would be afterwards? Then the row is `blocked`, with every rule that fired.
 * 6. Did somebody else change one of the fields since sheet and service last agreed on it (`judgeDrift`)? It is said with the
 *    update, or, with `--drift hold`, the row is `held` for a person. So is one in which an amount moves further than `--hold-over`, and
 *    one whose SKU a spreadsheet has damaged for good.
 * 7. Otherwise it is an update: the changes, the bounds that are sent along as they are (`pins`), because the service would
 *    compute others from the cost, and notices that stop nothing; among them, that the price has to move at once.
 *
 * All of it is values in, values out. Nothing here knows whether the update will be sent; that is decided for the whole plan.
 */

export interface PlanOptions {
  readonly limits?: GuardLimits | undefined;
  /** The plan restores what listings held before: exactly that, without guard rules. */
  readonly restoring?: boolean | undefined;
  /** If the service was asked for its strategies. */
  readonly listedStrategies?: ListedStrategies | undefined;
  /** What to compare rows of a sheet with, and what to do where somebody else changed a field. */
  readonly drift?: { readonly agreedOf: AgreedOf; readonly policy: DriftPolicy } | undefined;
  /** How a row is settled where others lead to the same listing. */
  readonly claimVerdictOf: ClaimVerdictOf;
}

/** Turns what a row sets into the smallest update of its listing, or into the reason why there is none. */
export function planRow(row: ResolvedRow, options: PlanOptions): PlanEntry {
  if (row.kind !== 'resolved') return row;
  const verdict = options.claimVerdictOf(row);
  return verdict ? settle(row, verdict) : planUpdate(row, options);
}

function settle(resolved: Resolved, { kind, other }: ClaimVerdict): Blocked {
  const message = explainDuplicate(kind, resolved.row, other);
  if (kind === 'disagrees')
    return block(resolved, [], { status: 'invalid', reason: 'duplicate_disagrees', message });
  return block(resolved, [], { status: 'duplicate', reason: kind, message });
}

function planUpdate(
  resolved: Resolved,
  { limits, restoring = false, listedStrategies, drift }: PlanOptions,
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
  const drifts = drift ? judgeDrift(changes, resolved.listing, drift.agreedOf) : [];
  const remark = (each: Drift): Remark => remarkDrift(each, resolved.listing);
  const remarks = drifts.map(remark);
  const found = limits ? checkRowGuards(resolved, changes, limits) : [];
  const violations = found.filter(({ rule }) => !limits?.allow.has(rule));
  if (violations.length > 0) {
    const reason = joinReasons(violations.map(({ rule }) => rule));
    const message = [...violations, ...remarks].map((each) => each.message).join('; ');
    return block(resolved, changes, { status: 'blocked', reason, message });
  }
  const pins = pinBounds(resolved, changes, restoring);
  const update: Update = {
    kind: 'update',
    resolved,
    changes: [first, ...more],
    pins,
    exact: restoring,
    notices: [
      ...resolved.row.notices,
      ...remarks,
      ...found.map(({ rule, message }) => ({ reason: rule, message: `Allowed: ${message}` })),
      ...noticeRow(resolved, changes),
      ...noticeStrategy(changes, listedStrategies),
      ...noticePrice({ listing: resolved.listing, changes, pins }),
    ],
  };
  const causes = [
    ...(drift?.policy === 'hold' ? drifts.filter(isByOthers).map(remark) : []),
    ...resolved.row.notices.filter(({ reason }) => reason === 'sku_damaged'),
    ...holdLargeMoves(resolved, changes, limits),
  ];
  return causes.length === 0 ? update : hold(update, causes);
}

/** An update that is sent only if a person approves it. What keeps it from being sent is not said twice. */
function hold(update: Update, causes: readonly Remark[]): Held {
  const reason = joinReasons(causes.map((cause) => cause.reason));
  const message = causes.map((cause) => cause.message).join('; ');
  const notices = update.notices.filter((notice) =>
    causes.every((cause) => cause.message !== notice.message),
  );
  return { ...update, kind: 'held', notices, reason, message };
}

/** The listing has the desired values already, though an update of another run that may still arrive can change them. */
function leaveAsItIs(resolved: Resolved): PlanEntry {
  const arrival = resolved.row.notices.find(({ reason }) => reason === MAY_ARRIVE);
  return arrival
    ? block(resolved, [], { status: 'unconfirmed', ...arrival })
    : { kind: 'unchanged', resolved };
}

/**
 * A strategy may compute the bounds from the cost. Bounds that the row sets, and all of them if the listing has to come out
 * exactly as it was, are sent along unchanged: otherwise a row with cost and minimum could end with another minimum. A bound
 * that isn't set is left out, since to send it would be to clear it.
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
 * A field whose expected value is unknown may have changed together with the fields that are known. If none of these has
 * changed, somebody else changed it, and it is left alone.
 */
function dropUnexplained(changes: readonly Change[], { row: { expected } }: Resolved): readonly Change[] {
  return !expected || changes.some(({ field }) => field in expected) ? changes : [];
}

/** A field that holds neither what it is expected to hold nor what is desired was changed by somebody else. */
function findConflict({ row }: Resolved, changes: readonly Change[]): string | undefined {
  const { expected } = row;
  if (!expected) return undefined;
  const strange = changes.filter(({ field, before }) => field in expected && before !== expected[field]);
  if (strange.length === 0) return undefined;
  return strange
    .map(({ field, before: is, after }) =>
      describeStrange({ field, before: expected[field] ?? null, after }, is),
    )
    .join('; ');
}

/** Of a field that was to change, or to stay, and is something else: `cost is 6.44, expected 5.57 to become 6.00`. */
function describeStrange({ field, before, after }: Change, is: Change['before']): string {
  const [live, was, wanted] = [is, before, after].map((value) => describeValue(field, value));
  return `${field} is ${live}, expected ${was} to ${after === before ? 'stay' : 'become'} ${wanted}`;
}

function block(
  resolved: Resolved,
  changes: readonly Change[],
  why: Pick<Blocked, 'status' | 'reason' | 'message'>,
): Blocked {
  return { kind: 'blocked', resolved, changes, ...why };
}

/**
 * An update as another run planned it, against what the listing holds now: to be sent if nothing has changed since,
 * `updated` if it has taken effect already, and a conflict in any other case. It is never another update than that.
 */
export function replayUpdate(resolved: Resolved, planned: PlannedUpdate): Update | Blocked {
  const { listing } = resolved;
  const { values } = listing;
  const changes = toChanges(resolved, planned);
  const [first, ...more] = changes;
  const moved = FIELDS.filter((field) => values[field] !== planned.before[field]);
  const isElsewhere = MARKET.some(
    (key) => listing[key] !== planned[key] && (key !== 'currency' || changes.some(isAmount)),
  );
  if (first && moved.length === 0 && !isElsewhere) {
    const { pins, exact } = planned;
    const pinned = FIELDS.flatMap((field) => pinOf(field, pins));
    const update = { changes: [first, ...more], pins: pinned } as const;
    // The price may be another one by now.
    const notices = [
      ...resolved.row.notices.filter((notice) => !isOfPrice(notice)),
      ...noticePrice({ listing, ...update }),
    ];
    return { kind: 'update', resolved, ...update, exact, notices };
  }
  if (!isElsewhere && hasTakenEffect(resolved, changes, planned)) {
    const message = 'The listing already holds what was planned, so nothing was sent';
    return { kind: 'blocked', resolved, changes, status: 'updated', reason: 'already_updated', message };
  }
  const message = describeConflict(resolved, moved, planned);
  return { kind: 'blocked', resolved, changes, status: 'conflict', reason: 'changed_meanwhile', message };
}

function toChanges({ desired }: Resolved, { before }: PlannedUpdate): readonly Change[] {
  return FIELDS.flatMap((field): readonly Change[] => {
    const after = desired[field];
    return after === undefined ? [] : [{ field, before: before[field], after }];
  });
}

function isAmount({ field, after }: Change): boolean {
  return isMoneyField(field) && after !== null;
}

function pinOf(field: Field, pins: PlannedUpdate['pins']): readonly Change[] {
  const value = pins[field];
  return value === undefined ? [] : [{ field, before: value, after: value }];
}

/** The listing's strategy may have computed bounds upon the update; any other field that was not sent has to be as before. */
function hasTakenEffect(
  { listing: { values }, desired }: Resolved,
  changes: readonly Change[],
  { before, pins, exact }: PlannedUpdate,
): boolean {
  const { strategy } = applyChanges(before, changes);
  const computed: readonly Field[] = mayRecompute(changes, strategy) && !exact ? COMPUTED_FIELDS : [];
  return FIELDS.every((field) => {
    const wanted = desired[field];
    if (wanted !== undefined) return values[field] === wanted;
    return values[field] === before[field] || (computed.includes(field) && pins[field] === undefined);
  });
}

/** What the listing holds, what it was expected to hold, and what it was to hold, of each field that is odd. */
function describeConflict(
  { listing, desired }: Resolved,
  moved: readonly Field[],
  { before, ...planned }: PlannedUpdate,
): string {
  const strange = moved.filter((field) => listing.values[field] !== desired[field]);
  const fields = (strange.length > 0 ? strange : moved).map((field) => {
    const { [field]: was } = before;
    const { [field]: after = was } = desired;
    return describeStrange({ field, before: was, after }, listing.values[field]);
  });
  const market = MARKET.filter((key) => listing[key] !== planned[key]).map(
    (key) => `${key} is ${listing[key]}, expected ${planned[key]} to stay ${planned[key]}`,
  );
  return [...fields, ...market].join('; ');
}

/**
 * The fields that have to change so that the listing holds what is desired, in the order of `FIELDS`. A field that was not
 * requested is never among them.
 */
export function diffListing({ listing, desired }: Resolved): readonly Change[] {
  const changes: Change[] = [];
  for (const field of FIELDS) {
    const after = desired[field];
    const before = listing.values[field];
    if (after !== undefined && after !== before) changes.push({ field, before, after });
  }
  return changes;
}

/**
 * A listing whose update a run says it never made, against what it holds now. Nothing is sent in any case: if the listing
 * holds what was planned all the same, somebody else set it or the run's word is wrong, and a person has to decide.
 */
export function judgeUnsent(resolved: Resolved, { planned, evidence }: UnsentUpdate): Unchanged | Blocked {
  const changes = diffListing(resolved);
  const held = changes.filter(({ field, before }) => before === planned[field]);
  if (held.length === 0) return { kind: 'unchanged', resolved: withRemark(resolved, changes, evidence) };
  const message = `The listing holds values that the run planned (${describe(held)}), yet ${evidence}: another run or somebody else set them, or the journal is wrong or gone; nothing was changed`;
  return { kind: 'blocked', resolved, changes, status: 'conflict', reason: 'held_though_unsent', message };
}

function withRemark(resolved: Resolved, changes: readonly Change[], evidence: string): Resolved {
  if (changes.length === 0) return resolved;
  const message = `Changed by somebody else: ${describe(changes)}; ${evidence}`;
  return { ...resolved, row: { ...resolved.row, notices: [{ reason: 'changed_by_others', message }] } };
}

/** From what was there before to what is there now: the changes lead the other way. */
function describe(changes: readonly Change[]): string {
  return changes
    .map(
      ({ field, before, after }) =>
        `${field} ${describeValue(field, after)} → ${describeValue(field, before)}`,
    )
    .join(', ');
}

/** Ids of the strategies that the service lists, in lower case. */
export type ListedStrategies = ReadonlySet<string>;

export function toListed(strategies: readonly Strategy[]): ListedStrategies {
  return new Set(strategies.map(({ id }) => id.toLowerCase()));
}

/** Says that an update replaces a strategy which the service does not list: one that was deleted can't be assigned again. */
export function noticeStrategy(
  changes: readonly Change[],
  listed: ListedStrategies | undefined,
): readonly Remark[] {
  const before = changes.find(({ field }) => field === 'strategy')?.before;
  if (!listed || typeof before !== 'string' || listed.has(before.toLowerCase())) return [];
  const message = `The present strategy "${before}" of the listing is in no list, as if it were deleted: undo may not be able to give it back`;
  return [{ reason: 'strategy_unlisted', message }];
}
