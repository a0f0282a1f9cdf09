import type { Fees } from '../../domain/fees.ts';
import { type FieldValues, isMoneyField } from '../../domain/fields.ts';
import { describeFollowUp, explainFollowUp } from '../../domain/follow-up.ts';
import type { PriceKind } from '../../domain/judge-price.ts';
import { priceOutcomeOf } from '../../domain/judge-price.ts';
import { percentOfChange } from '../../domain/moves.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import type { Reasons } from '../../domain/reasons.ts';
import {
  type Change,
  changesOf,
  type ListingIdentity,
  listingOf,
  type Outcome,
  rowOf,
  skuOf,
} from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { type ReviewRemarks, remarksOf } from '../files/review-records.ts';

/** What a listing holds in the fields that the page needs even where they don't change. */
export type LiveValues = Pick<FieldValues, 'cost' | 'minimum_price' | 'strategy'>;

/** A line of results.csv as the page has it, as JSON. */
export interface PageRow {
  /** Position among the lines of results.csv, from 0. */
  readonly n: number;
  readonly line: number;
  /** Empty where the row has none that can be read. */
  readonly sku: string;
  readonly status: Status;
  /** Codes, with semicolons between them. */
  readonly reason: Reasons;
  readonly message: string;
  readonly listing?: Omit<ListingIdentity, 'sku'> | undefined;
  readonly changes: readonly Change[];
  /** The listing's values before an update; `undefined` for other rows. */
  readonly live?: LiveValues | undefined;
  /** What a sale costs beside the cost, if anybody has said so; only where `live` is. */
  readonly fees?: Fees | undefined;
  /** What an update sends along as it is, so that a strategy does not compute others; `undefined` for nothing. */
  readonly pins?: readonly Change[] | undefined;
  /** The minimum, if it was seen to have become something else without being sent. */
  readonly computedMinimum?: LiveValues['minimum_price'] | undefined;
  /** What becomes of the price upon an update that goes out or waits; `undefined` if nothing is sent. */
  readonly price?: PriceKind | undefined;
  /** What a review file says of the update, if it can be in one. */
  readonly remarks?: ReviewRemarks | undefined;
}

/** `n`: position among the outcomes. */
export function toPageRow(outcome: Outcome, n: number): PageRow {
  const { entry, status, reason, message } = outcome;
  const [row, listing] = [rowOf(entry), listingOf(entry)];
  const update = entry.kind === 'update' ? entry : undefined;
  const offered = update ?? (entry.kind === 'held' ? entry : undefined);
  // What is undefined is left out of the page. With spreads, a row would take several times as long.
  return {
    n,
    line: row.line,
    sku: skuOf(entry),
    status,
    reason,
    message: withFollowUp(message, describeFollowUp(outcome.followUp)),
    listing: listing && toIdentity(listing),
    changes: changesOf(entry),
    pins: offered && offered.pins.length > 0 ? offered.pins : undefined,
    price: offered && priceOutcomeOf(outcome)?.kind,
    remarks: offered && remarksOf(predictOutcome(offered), offered.notices),
    live: update && toLive(update.resolved.listing.values),
    fees: update?.resolved.fees,
    computedMinimum: update && findComputedMinimum(update.changes, outcome.observed),
  };
}

function toIdentity({ id, platform, channel, currency }: ListingIdentity): PageRow['listing'] {
  return { id, platform, channel, currency };
}

function toLive({ cost, minimum_price, strategy }: FieldValues): LiveValues {
  return { cost, minimum_price, strategy };
}

/** What the page says of a row. */
function withFollowUp(message: string, followUp: string): string {
  return [message, explainFollowUp(followUp)].filter((part) => part !== '').join('; ');
}

function findComputedMinimum(
  sent: readonly Change[],
  observed: readonly Change[] = [],
): PageRow['computedMinimum'] {
  const isMinimum = ({ field }: Change): boolean => field === 'minimum_price';
  if (sent.some(isMinimum)) return undefined;
  return observed.find(isMinimum)?.after as PageRow['computedMinimum'];
}

/** The largest move of the row's amounts. Units: percent, never negative; `undefined` if no amount moves. */
export function largestMove({ changes }: Pick<PageRow, 'changes'>): number | undefined {
  let largest: number | undefined;
  for (const change of changes) {
    const percent = percentOfChange(change);
    if (percent === undefined) continue;
    if (largest === undefined || Math.abs(percent) > largest) largest = Math.abs(percent);
  }
  return largest;
}

/** Whether the listing loses a value: nothing else on the page shows it by its size. */
export function clearsField({ changes }: Pick<PageRow, 'changes'>): boolean {
  return changes.some(({ after }) => after === null);
}

/**
 * What puts one row before another where the largest move comes first: rows that a percentage says nothing of, or that lose an
 * amount, stand before all moves, since nothing else on the page names them; rows that don't change come last.
 *
 * Units: percent, or beyond any.
 */
export function weightOf({ changes }: Pick<PageRow, 'changes'>): number {
  if (changes.length === 0) return -1;
  if (clearsField({ changes })) return BEYOND_ANY;
  return largestMove({ changes }) ?? BEYOND_ANY;
}

/** Not infinite, as one is taken from another. */
const BEYOND_ANY = Number.MAX_VALUE;

/** The strategy that a listing has once its changes are made; nothing where it isn't known or there is none. */
export function strategyAfter({ changes, live }: Pick<PageRow, 'changes' | 'live'>): string | undefined {
  const change = changes.find(({ field }) => field === 'strategy');
  return ((change ? change.after : live?.strategy) as string | null | undefined) ?? undefined;
}

export type Direction = 'up' | 'down' | 'other';

/** Whether a row's amounts rise, fall, or do both or neither. */
export function directionOf({ changes }: Pick<PageRow, 'changes'>): Direction {
  let [up, down] = [false, false];
  for (const { field, before, after } of changes) {
    if (!isMoneyField(field) || before === null || after === null) continue;
    if (Number(after) > Number(before)) up = true;
    else down = true;
  }
  if (up === down) return 'other';
  return up ? 'up' : 'down';
}
