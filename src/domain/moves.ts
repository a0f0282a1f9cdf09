import { isMoneyField, type MoneyField } from './fields.ts';
import type { Change } from './stages.ts';

/**
 * Where one bucket of moves ends and the next begins, in percent. A move that is exactly at an edge is in the bucket that is
 * further from 0. What was there before is never 0 and a move never leads to where it began, so nothing is at 0 itself.
 */
export const BUCKET_EDGES = [-50, -20, -10, -5, -1, 0, 1, 5, 10, 20, 50] as const;

/** From the largest moves down to the largest up. */
export const BUCKET_COUNT = BUCKET_EDGES.length + 1;

/**
 * The bucket of an amount that moves from one value to another, the first being 0; `undefined` where there is no percentage:
 * from nothing, from 0, or to nothing.
 *
 * Units: cents. Whole numbers all the way, so that no move at an edge lands beside it.
 */
export function bucketOf(before: number | null, after: number | null): number | undefined {
  if (!before || after === null) return undefined;
  const move = (after - before) * 100;
  const index = BUCKET_EDGES.findIndex((edge) => {
    const limit = edge * before;
    return edge > 0 ? move < limit : move <= limit;
  });
  return index === -1 ? BUCKET_COUNT - 1 : index;
}

/**
 * How far an amount moves for each unit that it was before, to compare moves by: −1 to nothing, 1 to twice as much. Equal
 * moves give equal numbers. `undefined` if there is no percentage.
 */
export function shareOfMove(before: number | null, after: number | null): number | undefined {
  return !before || after === null ? undefined : (after - before) / before;
}

/**
 * How far a change moves an amount, to compare changes by; `undefined` for other fields, and where there is no percentage. What
 * people read is `describePercent`, which rounds without floats.
 *
 * Units: percent.
 */
export function percentOfChange({ field, before, after }: Change): number | undefined {
  if (!isMoneyField(field)) return undefined;
  const share = shareOfMove(before as number | null, after as number | null);
  return share === undefined ? undefined : share * 100;
}

/** An amount that is set where there is none. Units: cents. */
export interface FirstAmount {
  readonly line: number;
  readonly sku: string;
  readonly field: MoneyField;
  readonly after: number;
  /** The current price, if the amount is compared with it. */
  readonly price: number | undefined;
}

/** A thousandth, which is a tenth of a percent. */
const TENTHS = 1000n;

/**
 * A move in tenths of a percent, rounded half away from 0; `undefined` if there is none.
 *
 * Units: cents in, tenths of a percent out: 1000 to 850 is -150.
 */
export function tenthsOfPercent(before: number | null, after: number | null): number | undefined {
  if (!before || after === null) return undefined;
  const [from, move] = [BigInt(before), BigInt(after) - BigInt(before)];
  const size = ((move < 0n ? -move : move) * TENTHS * 2n + from) / (from * 2n);
  return Number(move < 0n ? -size : size);
}

/** `set` is from nothing, and of an amount from 0 too: there is no percentage then. */
export function kindOfChange({ before, after }: Pick<Change, 'before' | 'after'>): ChangeKind {
  if (typeof after === 'boolean') return after ? 'on' : 'off';
  if (after === null) return 'cleared';
  if (before === null || before === 0) return 'set';
  if (typeof before === 'number' && typeof after === 'number') return after > before ? 'up' : 'down';
  return 'replaced';
}

/** What a change does, in a word: to an amount, to a strategy, to a switch. */
export const CHANGE_KINDS = ['up', 'down', 'set', 'cleared', 'replaced', 'on', 'off'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * How far an amount moves, as `−15.0 %`; nothing where there is no percentage. A fall too small for it is `−0.0 %`. Screens, files and
 * the rules use this one function, since a move that reads differently in two places makes people doubt both.
 *
 * Units: cents.
 */
export function describePercent(before: number | null, after: number | null): string {
  const tenths = tenthsOfPercent(before, after);
  if (tenths === undefined) return '';
  return `${Number(after) < Number(before) ? '−' : '+'}${formatTenths(Math.abs(tenths))} %`;
}

/** `12.5`. Units: tenths, a whole number that is not negative. */
export function formatTenths(tenths: number): string {
  const digits = String(tenths).padStart(2, '0');
  return `${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

/** How large a part is, as `12.5 %`. */
export function describeShare(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} %`;
}
