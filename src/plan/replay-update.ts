import { describeValue } from '../domain/describe-value.ts';
import { COMPUTED_FIELDS, FIELDS, type Field, isMoneyField } from '../domain/fields.ts';
import { isOfPrice, noticePrice } from '../domain/notice-price.ts';
import type { PlannedUpdate } from '../domain/row.ts';
import {
  applyChanges,
  type Blocked,
  type Change,
  mayRecompute,
  type Resolved,
  type Update,
} from '../domain/stages.ts';

/**
 * An update as another run planned it, against what the listing holds now: to be sent if nothing has changed since,
 * `updated` if it has taken effect already, and a conflict in any other case. It is never another update than that.
 */
export function replayUpdate(resolved: Resolved, planned: PlannedUpdate): Update | Blocked {
  const { values } = resolved.listing;
  const changes = toChanges(resolved, planned);
  const [first, ...more] = changes;
  const moved = FIELDS.filter((field) => values[field] !== planned.before[field]);
  const otherCurrency = resolved.listing.currency !== planned.currency && changes.some(isAmount);
  if (first && moved.length === 0 && !otherCurrency) {
    const { pins, exact } = planned;
    const pinned = FIELDS.flatMap((field) => pinOf(field, pins));
    const update = { changes: [first, ...more], pins: pinned } as const;
    // The price may be another one by now.
    const notices = [
      ...resolved.row.notices.filter((notice) => !isOfPrice(notice)),
      ...noticePrice({ listing: resolved.listing, ...update }),
    ];
    return { kind: 'update', resolved, ...update, exact, notices };
  }
  if (!otherCurrency && hasTakenEffect(resolved, changes, planned)) {
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
  { before, currency }: PlannedUpdate,
): string {
  const strange = moved.filter((field) => listing.values[field] !== desired[field]);
  const fields = (strange.length > 0 ? strange : moved).map((field) => {
    const wanted = desired[field];
    const [is, was] = [listing.values[field], before[field]].map((value) =>
      describeValue(field, value ?? null),
    );
    const goal = wanted === undefined ? `to stay ${was}` : `to become ${describeValue(field, wanted)}`;
    return `${field} is ${is}, expected ${was} ${goal}`;
  });
  const other = `currency is ${listing.currency}, expected ${currency} to stay ${currency}`;
  return [...fields, ...(listing.currency === currency ? [] : [other])].join('; ');
}
