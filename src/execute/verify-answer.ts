import { describeValue } from '../domain/describe-value.ts';
import { FIELDS, isMoneyField } from '../domain/fields.ts';
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
  /** The listing's currency, where money was sent in another one: the same figures mean something else. */
  readonly otherCurrency: string | undefined;
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
  const isSame = now.currency === resolved.listing.currency || ![...sent.keys()].some(isMoneyField);
  return {
    observed,
    missed: seen.filter(({ field, after }) => sent.has(field) && sent.get(field) !== after),
    unsent: observed.filter(({ field }) => !sent.has(field)),
    otherCurrency: isSame ? undefined : now.currency,
  };
}

/** Values that were not taken over, as a clause: `cost is 6.00 where 6.40 was sent, currency is eur where …`. */
export function describeMissed(
  { resolved, changes, pins }: Update,
  { missed, otherCurrency }: Pick<Verification, 'missed' | 'otherCurrency'>,
): string {
  const values = missed.map(({ field, after }) => {
    const sent = [...changes, ...pins].find((change) => change.field === field)?.after ?? null;
    return `${field} is ${describeValue(field, after)} where ${describeValue(field, sent)} was sent`;
  });
  const currency = `currency is ${otherCurrency} where ${resolved.listing.currency} was sent`;
  return [...values, ...(otherCurrency === undefined ? [] : [currency])].join(', ');
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
