import { formatCents, toCents } from '../domain/cents.ts';
import { isMoneyField, type MoneyField } from '../domain/fields.ts';
import { livePrice } from '../domain/judge-price.ts';
import type { Listing } from '../domain/listing.ts';
import { describePercent } from '../domain/moves.ts';
import type { Remark } from '../domain/row.ts';
import type { Change, Resolved } from '../domain/stages.ts';
import { type GuardLimits, isMoreThan } from './limits.ts';

/** An amount that moves by more than its limit. Units: cents. */
export interface LargeMove {
  readonly field: MoneyField;
  readonly from: number;
  readonly after: number;
  /** The listing had no manual price, and is compared with what it sells for. */
  readonly isFirst: boolean;
}

/**
 * The amounts that move by more than the limit, if there is one. Units: percent. From nothing, from 0 and to nothing there is no
 * percentage; a first manual price is compared with the current price.
 */
export function findLargeMoves(
  listing: Listing,
  changes: readonly Change[],
  limit: number | undefined,
): readonly LargeMove[] {
  return changes.flatMap(({ field, before, after }): readonly LargeMove[] => {
    if (!isMoneyField(field)) return [];
    const isFirst = before === null && field === 'manual_price';
    const from = isFirst ? livePrice(listing) : before;
    if (limit === undefined || !from || typeof from !== 'number' || typeof after !== 'number') return [];
    return isMoreThan(Math.abs(after - from), limit, from) ? [{ field, from, after, isFirst }] : [];
  });
}

/** `cost moves from 6.00 to 9.00 (+50.0 %)`. */
export function describeLargeMove(
  { field, from, after, isFirst }: LargeMove,
  { platform }: Pick<Listing, 'platform'>,
): string {
  const price = platform === 'amazon' ? 'the current price with shipping ' : 'the current price ';
  const [was, is] = [from, after].map((amount) => formatCents(toCents(amount)));
  return `${field} moves from ${isFirst ? price : ''}${was} to ${is} (${describePercent(from, after)})`;
}

/** What keeps an update from being sent without approval: amounts that move further than --hold-over, measured as --max-change does. */
export function holdLargeMoves(
  { listing }: Resolved,
  changes: readonly Change[],
  limits: Pick<GuardLimits, 'holdOver'> | undefined,
): readonly Remark[] {
  return findLargeMoves(listing, changes, limits?.holdOver).map((move) => ({
    reason: 'hold_over',
    message: `${describeLargeMove(move, listing)}, and more than ${limits?.holdOver} % up or down needs approval`,
  }));
}
