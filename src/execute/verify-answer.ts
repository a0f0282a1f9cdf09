import { describeValue, FIELDS, type Field, isMoneyField } from '../domain/fields.ts';
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
export function verifyAnswer(update: Update, now: Listing): Verification {
  const { listing } = update.resolved;
  const observed: Change[] = [];
  const missed: Change[] = [];
  const unsent: Change[] = [];
  let sentMoney = false;
  for (const field of FIELDS) {
    const [before, after] = [listing.values[field], now.values[field]];
    const sent = findSent(update, field);
    if (sent !== undefined && isMoneyField(field)) sentMoney = true;
    if (before === after && (sent === undefined || sent.after === after)) continue;
    // A field that came out as sent shares the change that was sent: a run keeps what is observed of each update.
    const change = sent?.before === before && sent.after === after ? sent : { field, before, after };
    if (before !== after) observed.push(change);
    if (sent === undefined) unsent.push(change);
    else if (sent.after !== after) missed.push(change);
  }
  const isSame = now.currency === listing.currency || !sentMoney;
  return { observed, missed, unsent, otherCurrency: isSame ? undefined : now.currency };
}

function findSent({ changes, pins }: Update, field: Field): Change | undefined {
  for (const pin of pins) if (pin.field === field) return pin;
  for (const change of changes) if (change.field === field) return change;
  return undefined;
}

/** Values that were not taken over, as a clause: `cost is 6.00 instead of 6.40, currency is eur instead of …`. */
export function describeMissed(
  update: Update,
  { missed, otherCurrency }: Pick<Verification, 'missed' | 'otherCurrency'>,
): string {
  const values = missed.map(({ field, after }) => {
    const sent = findSent(update, field)?.after ?? null;
    return `${field} is ${describeValue(field, after)} instead of ${describeValue(field, sent)}`;
  });
  const currency = `currency is ${otherCurrency} instead of ${update.resolved.listing.currency}`;
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

/** Whatever differs from before, sent or not: guards and pins were settled upon all of it. */
export function describeMoved({ resolved: { listing } }: Update, now: Listing): readonly string[] {
  const fields = FIELDS.filter((field) => now.values[field] !== listing.values[field]);
  return [
    ...fields.map((field) => {
      const [was, is] = [listing, now].map(({ values }) => describeValue(field, values[field]));
      return `${field} was ${was} and is ${is}`;
    }),
    ...(now.currency === listing.currency ? [] : [`currency was ${listing.currency} and is ${now.currency}`]),
  ];
}
