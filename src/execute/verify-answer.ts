import { describeValue } from '../domain/describe-value.ts';
import { FIELDS } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import type { Change, Update } from '../domain/stages.ts';

/** How a listing compares with an update that was sent for it; `before` is always from before the update. */
export interface Verification {
  /** Every field that differs from before. */
  readonly observed: readonly Change[];
  /** Sent fields that show another value than was sent. */
  readonly missed: readonly Change[];
  /** Fields that were not sent and differ all the same: a strategy may compute bounds from the cost. */
  readonly unsent: readonly Change[];
}

/** Compares the listing as the service now shows it with every value that was sent, and with every one that wasn't. */
export function verifyAnswer({ resolved, changes, pins }: Update, now: Listing): Verification {
  const seen = FIELDS.map((field) => ({
    field,
    before: resolved.listing.values[field],
    after: now.values[field],
  }));
  const sent = new Map([...changes, ...pins].map((change) => [change.field, change.after]));
  const observed = seen.filter(({ before, after }) => before !== after);
  return {
    observed,
    missed: seen.filter(({ field, after }) => sent.has(field) && sent.get(field) !== after),
    unsent: observed.filter(({ field }) => !sent.has(field)),
  };
}

/** Values that were not taken over, as a clause: `cost is 6.00 where 6.40 was sent`. */
export function describeMissed({ changes, pins }: Update, missed: readonly Change[]): string {
  return missed
    .map(({ field, after }) => {
      const sent = [...changes, ...pins].find((change) => change.field === field)?.after ?? null;
      return `${field} is ${describeValue(field, after)} where ${describeValue(field, sent)} was sent`;
    })
    .join(', ');
}

/** Changes as a clause: `minimum_price 10.00 → 11.00, strategy null → …`. */
export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map(
      ({ field, before, after }) =>
        `${field} ${describeValue(field, before)} → ${describeValue(field, after)}`,
    )
    .join(', ');
}
