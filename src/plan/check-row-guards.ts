import { type Cents, formatCents, toCents } from '../domain/cents.ts';
import { END_OF_TIME } from '../domain/day.ts';
import { describeFees, type Fees, leastPrice, marginOf } from '../domain/fees.ts';
import { FIELDS, type Field, type FieldValues, isMoneyField, type MoneyField } from '../domain/fields.ts';
import { type Baseline, baselineOf } from '../domain/judge-price.ts';
import { isRepriceable, type Listing } from '../domain/listing.ts';
import { describePercent } from '../domain/moves.ts';
import type { Remark } from '../domain/row.ts';
import type { Change, Resolved } from '../domain/stages.ts';
import { type GuardLimits, isMoreThan, ROW_RULES, type RowRule } from './guard-rules.ts';

/** What a listing would hold after an update, and what the update changes. */
interface Proposal {
  readonly listing: Listing;
  /** The requested values merged into what the listing holds now. */
  readonly merged: FieldValues;
  readonly changes: readonly Change[];
  /** What a sale costs beside the cost, if anybody has said so. */
  readonly fees?: Fees | undefined;
  /** By how many pieces the sheet's cost was divided, if it was. */
  readonly pieces?: number | undefined;
  /** Whether it is still to be sent. */
  readonly verb: 'would be' | 'is';
}

/** A rule that fired, as a sentence with the figure and the limit. */
export interface Violation {
  readonly rule: RowRule;
  readonly message: string;
}

type Check = (proposal: Proposal, limits: Pick<GuardLimits, 'maxChange'>) => string | undefined;

const CHECKS: Readonly<Record<RowRule, Check>> = {
  zero_price: findZeroPrice,
  zero_cost: findZeroCost,
  min_above_max: findInvertedBounds,
  max_change: findLargeMove,
  below_cost: findPriceUnderCost,
  manual_out_of_bounds: findManualOutOfBounds,
};

/**
 * Checks an update against the row rules, on the listing as it would be afterwards. A rule speaks up only if the
 * update touches a field that the rule is about: a listing that was odd before doesn't stop an unrelated change.
 */
export function checkRowGuards(
  resolved: Resolved,
  changes: readonly Change[],
  limits: Pick<GuardLimits, 'maxChange'>,
): readonly Violation[] {
  const proposal = propose(resolved, changes);
  return ROW_RULES.flatMap((rule): readonly Violation[] => {
    const message = CHECKS[rule](proposal, limits);
    return message === undefined ? [] : [{ rule, message }];
  });
}

/**
 * The row rules that a listing breaks once it holds these values, if it did not break them as `planned`. How far an amount
 * has moved is not asked: nobody planned that move.
 */
export function findNewlyBroken(
  { planned, now, ...held }: Found,
  allow: GuardLimits['allow'],
): readonly Violation[] {
  const asPlanned = { ...held, merged: planned, changes: toChanges(planned, planned), verb: 'is' } as const;
  const asFound = { ...held, merged: now, changes: toChanges(planned, now), verb: 'is' } as const;
  return STATE_RULES.flatMap((rule): readonly Violation[] => {
    const check = CHECKS[rule];
    const message = allow.has(rule) || check(asPlanned, NO_LIMITS) ? undefined : check(asFound, NO_LIMITS);
    return message === undefined ? [] : [{ rule, message }];
  });
}

interface Found extends Pick<Resolved, 'listing' | 'fees'> {
  readonly planned: FieldValues;
  readonly now: FieldValues;
}

const STATE_RULES = ROW_RULES.filter((rule) => rule !== 'max_change');

const NO_LIMITS: Pick<GuardLimits, 'maxChange'> = { maxChange: Number.POSITIVE_INFINITY };

function toChanges(before: FieldValues, after: FieldValues): readonly Change[] {
  return FIELDS.map((field) => ({ field, before: before[field], after: after[field] }));
}

/** Remarks on an update that don't stop it. */
export function noticeRow(resolved: Resolved, changes: readonly Change[]): readonly Remark[] {
  const { merged, listing } = propose(resolved, changes);
  const notices: Remark[] = [];
  if (
    touches(changes, 'manual_price', 'repricing', 'minimum_price') &&
    merged.manual_price !== null &&
    !isRepriceable(merged, listing.currentShipping)
  ) {
    notices.push({
      reason: 'manual_without_effect',
      message: 'The listing is not repriceable, so the manual price has no effect for now',
    });
  }
  const { ends = END_OF_TIME } = resolved.row;
  if (touches(changes, 'manual_price') && merged.manual_price !== null && ends < END_OF_TIME) {
    notices.push({
      reason: 'manual_price_stays',
      message: "The manual price stays after the row's last day, unless a row from the next day on clears it",
    });
  }
  if (touches(changes, 'repricing', 'minimum_price') && merged.repricing && merged.minimum_price === null) {
    notices.push({
      reason: 'repricing_without_minimum',
      message: 'Repricing is on and no minimum price is set',
    });
  }
  return notices;
}

function propose({ listing, fees, row }: Resolved, changes: readonly Change[]): Proposal {
  const merged = {
    ...listing.values,
    ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  };
  return { listing, merged, changes, fees, pieces: row.pieces, verb: 'would be' };
}

function touches(changes: readonly Change[], ...fields: readonly Field[]): boolean {
  return changes.some(({ field }) => fields.includes(field));
}

function findLargeMove(
  { listing, changes, pieces }: Proposal,
  { maxChange }: Pick<GuardLimits, 'maxChange'>,
): string | undefined {
  const moves = findLargeMoves(listing, changes, maxChange);
  if (moves.length === 0) return undefined;
  const described = moves.map((move) => describeLargeMove(move, listing, pieces));
  return `${described.join(', ')}, and more than ${maxChange} % up or down is blocked`;
}

function findInvertedBounds({ merged, changes, verb }: Proposal): string | undefined {
  const { minimum_price: min, maximum_price: max } = merged;
  if (!touches(changes, 'minimum_price', 'maximum_price') || min === null || max === null || min <= max)
    return undefined;
  return `the minimum price ${formatCents(min)} ${verb} above the maximum price ${formatCents(max)}`;
}

/** What `below_cost` compares: an update of none of them is not checked. */
const MARGIN_FIELDS = ['cost', 'minimum_price', 'manual_price'] as const satisfies readonly Field[];

/** Without a cost, and without fees, there is nothing that a price has to cover. */
function findPriceUnderCost({ merged, changes, verb, fees }: Proposal): string | undefined {
  const { cost } = merged;
  if (!touches(changes, ...MARGIN_FIELDS) || (cost === null && !fees)) return undefined;
  for (const field of ['minimum_price', 'manual_price'] as const) {
    const price = merged[field];
    if (price === null || marginOf(price, { cost: cost ?? NOTHING, fees }) >= 0) continue;
    return `${field} ${formatCents(price)} ${verb} under ${describeExpense(price, { cost, fees })}`;
  }
  return undefined;
}

const NOTHING = 0 as Cents;

interface Expense {
  readonly cost: Cents | null;
  readonly fees: Fees | undefined;
}

/** `the cost 5.00`; with fees, all parts of what a price has to cover, and the lowest price that does. */
function describeExpense(price: Cents, { cost, fees }: Expense): string {
  if (!fees) return `the cost ${formatCents(cost ?? NOTHING)}`;
  const known = cost ?? NOTHING;
  // The sum may be larger than any price, and is only shown.
  const expense = (price - marginOf(price, { cost: known, fees })) as Cents;
  const least = leastPrice(known, fees);
  const [what, first] =
    cost === null ? ['the fees', ''] : ['the cost and the fees', `cost ${formatCents(cost)}, `];
  const parts = `${first}${describeFees(fees, price)}`;
  const limit = least === undefined ? '' : `, and ${formatCents(least)} is the lowest price that covers them`;
  return `${what} of ${formatCents(expense)} (${parts})${limit}`;
}

function findManualOutOfBounds({ merged, changes, verb }: Proposal): string | undefined {
  const { manual_price: manual, minimum_price: min, maximum_price: max } = merged;
  if (!touches(changes, 'manual_price', 'minimum_price', 'maximum_price') || manual === null)
    return undefined;
  if (min !== null && manual < min) {
    return `the manual price ${formatCents(manual)} ${verb} under the minimum price ${formatCents(min)}`;
  }
  if (max !== null && manual > max) {
    return `the manual price ${formatCents(manual)} ${verb} above the maximum price ${formatCents(max)}`;
  }
  return undefined;
}

function findZeroPrice({ changes, verb }: Proposal): string | undefined {
  const zero = changes.find(({ field, after }) => isMoneyField(field) && field !== 'cost' && after === 0);
  return zero && `${zero.field} ${verb} 0, and a price has to be above 0`;
}

/** Many programs write 0 for a cost that nobody has entered, and a strategy computes a minimum price from it. */
function findZeroCost({ changes, verb }: Proposal): string | undefined {
  const zero = changes.find(({ field, after }) => field === 'cost' && after === 0);
  if (!zero) return undefined;
  const instead =
    typeof zero.before === 'number' ? `instead of ${formatCents(zero.before)}` : 'where none is set';
  return `the cost ${verb} 0.00 ${instead}, and many programs write 0 for a cost that is not known`;
}

/** An amount that moves by more than its limit. */
interface LargeMove extends Baseline {
  readonly field: MoneyField;
  readonly after: number;
}

/** The amounts that move by more than the limit, if there is one. Units: percent. */
function findLargeMoves(
  listing: Listing,
  changes: readonly Change[],
  limit: number | undefined,
): readonly LargeMove[] {
  return changes.flatMap((change): readonly LargeMove[] => {
    const { field, after } = change;
    const baseline = baselineOf(change, listing);
    if (limit === undefined || !baseline || !isMoneyField(field) || typeof after !== 'number') return [];
    const { from, isFirst } = baseline;
    return isMoreThan(Math.abs(after - from), limit, from) ? [{ field, from, after, isFirst }] : [];
  });
}

/**
 * `cost moves from 6.00 to 9.00 (+50.0 %)`, `a first minimum_price of 0.01 is compared with the current price 4.10 (−99.8 %)`; of a cost
 * that was divided, with the number of pieces.
 */
function describeLargeMove(
  { field, from, after, isFirst }: LargeMove,
  { platform }: Pick<Listing, 'platform'>,
  pieces: number | undefined,
): string {
  const [was, is] = [from, after].map((amount) => formatCents(toCents(amount)));
  const percent = describePercent(from, after);
  if (isFirst) {
    const price = platform === 'amazon' ? 'current price with shipping' : 'current price';
    return `a first ${field} of ${is} is compared with the ${price} ${was} (${percent})`;
  }
  const divided =
    field === 'cost' && pieces !== undefined ? `; the sheet's cost is for ${pieces} pieces` : '';
  return `${field} moves from ${was} to ${is} (${percent}${divided})`;
}

/** What keeps an update from being sent without approval: amounts that move further than --hold-over, measured as --max-change does. */
export function holdLargeMoves(
  { listing, row }: Resolved,
  changes: readonly Change[],
  limits: Pick<GuardLimits, 'holdOver'> | undefined,
): readonly Remark[] {
  return findLargeMoves(listing, changes, limits?.holdOver).map((move) => ({
    reason: 'hold_over',
    message: `${describeLargeMove(move, listing, row.pieces)}, and more than ${limits?.holdOver} % up or down needs approval`,
  }));
}
