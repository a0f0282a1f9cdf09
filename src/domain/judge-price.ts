import { type Cents, formatCents, toCents } from './cents.ts';
import { computableBounds } from './effects.ts';
import { type Field, type FieldValues, isMoneyField } from './fields.ts';
import { type Listing, type Obstacle, obstaclesTo, PLATFORMS } from './listing.ts';
import { describePercent } from './moves.ts';
import type { Reason } from './reasons.ts';
import type { Remark } from './row.ts';
import { applyChanges, type Change, isMade, type Outcome } from './stages.ts';

/** What becomes of a listing's price upon its update, as far as that follows from its bounds and from no market. Units: cents. */
export type PriceOutcome =
  /** The minimum is above the price, which has to go up at least to it. */
  | { readonly kind: 'rise'; readonly from: Cents; readonly bound: Cents }
  /** The maximum is below the price, which has to go down at least to it. */
  | { readonly kind: 'fall'; readonly from: Cents; readonly bound: Cents }
  /** The bounds leave the price where it is. */
  | { readonly kind: 'within'; readonly from: Cents }
  /** A manual price is in force, and minimum and maximum don't move it. `from` is `null` if the price is not known. */
  | { readonly kind: 'manual'; readonly from: Cents | null; readonly price: Cents }
  /** The listing is not repriced, so its price stays. */
  | { readonly kind: 'not_repriced'; readonly why: readonly Obstacle[] }
  | { readonly kind: 'unknown'; readonly why: UnknownPrice };

export type PriceKind = PriceOutcome['kind'];

/**
 * `no_price`: the service gives none. `computed`: a strategy may compute the bound that would decide. `inverted`: the minimum is
 * above the price and the maximum below it. `new_platform`: whether bounds include shipping there is not documented.
 */
export const UNKNOWN_PRICES = ['no_price', 'computed', 'inverted', 'new_platform'] as const;
export type UnknownPrice = (typeof UNKNOWN_PRICES)[number];

/** What is read of a listing, and what its update changes. */
export interface PricedUpdate {
  readonly listing: Pick<Listing, 'platform' | 'currentPrice' | 'currentShipping' | 'values'>;
  readonly changes: readonly Change[];
  readonly pins: readonly Change[];
  /** Every field that was seen to have changed since, once that is known; then nothing is computed any more. */
  readonly observed?: readonly Change[] | undefined;
}

/**
 * What becomes of the price: judged by all that the listing holds after the update, and not by what the update changes.
 *
 * Source: interface.md sections 3 and 4.4.
 */
export function judgePrice({ listing, changes, pins, observed }: PricedUpdate): PriceOutcome {
  const { values } = listing;
  if (observed) return judge(listing, applyChanges(values, observed), new Set());
  const open = computableBounds([...changes, ...pins], values).map(({ field }) => field);
  return judge(listing, applyChanges(values, changes), new Set(open));
}

/**
 * What becomes of the price upon an update that goes out, went out, or waits for a person; `undefined` for every other entry, and for an
 * update that this run did not make.
 */
export function priceOutcomeOf(settled: Outcome): PriceOutcome | undefined {
  const { entry, status, observed } = settled;
  if (entry.kind !== 'update' && entry.kind !== 'held') return undefined;
  const isSeen = isMade(settled);
  if (!isSeen && status !== 'planned' && status !== 'held' && status !== 'skipped') return undefined;
  const { resolved, changes, pins } = entry;
  return judgePrice({ listing: resolved.listing, changes, pins, observed: isSeen ? observed : undefined });
}

/** `open`: bounds that a strategy may still compute, so that what is held of them now says nothing. */
function judge(listing: PricedUpdate['listing'], after: FieldValues, open: ReadonlySet<Field>): PriceOutcome {
  const mayGetMinimum = open.has('minimum_price') && after.minimum_price === null;
  const why = obstaclesTo(after, listing.currentShipping).filter(
    (obstacle) => !mayGetMinimum || obstacle !== 'no_minimum',
  );
  if (why.length > 0) return { kind: 'not_repriced', why };
  const from = livePrice(listing);
  if (from !== null && !isDocumented(listing)) return { kind: 'unknown', why: 'new_platform' };
  if (mayGetMinimum) return { kind: 'unknown', why: 'computed' };
  if (after.manual_price !== null) return { kind: 'manual', from, price: after.manual_price };
  if (from === null) return { kind: 'unknown', why: 'no_price' };
  const minimum = open.has('minimum_price') ? null : after.minimum_price;
  const maximum = open.has('maximum_price') ? null : after.maximum_price;
  const rises = minimum !== null && minimum > from;
  const falls = maximum !== null && maximum < from;
  if (rises && falls) return { kind: 'unknown', why: 'inverted' };
  if (rises) return { kind: 'rise', from, bound: minimum };
  if (falls) return { kind: 'fall', from, bound: maximum };
  return open.size > 0 ? { kind: 'unknown', why: 'computed' } : { kind: 'within', from };
}

/** Whether it is known what to compare bounds with; without a shipping price it is all the same. */
function isDocumented({ platform, currentShipping }: PricedUpdate['listing']): boolean {
  return currentShipping === 0 || PLATFORMS.some((known) => known === platform);
}

/** What a new amount is compared with. Units: cents, above 0. */
export interface Baseline {
  readonly from: number;
  /** The listing has no such price yet, and this is its current price. */
  readonly isFirst: boolean;
}

/**
 * What the listing holds of an amount; of a price that it does not have yet, its current price. `undefined` if there is nothing to compare
 * with: of a first cost, of a first price whose listing has no current price, of an amount that is cleared, and of a first maximum above the
 * current price, which moves nothing.
 */
export function baselineOf({ field, before, after }: Change, listing: PricedListing): Baseline | undefined {
  if (!isMoneyField(field) || after === null) return undefined;
  if (before) return { from: Number(before), isFirst: false };
  const price = field === 'cost' ? null : livePrice(listing);
  const movesNothing = field === 'maximum_price' && Number(after) > Number(price);
  return price && !movesNothing ? { from: price, isFirst: true } : undefined;
}

export type PricedListing = Pick<Listing, 'platform' | 'currentPrice' | 'currentShipping'>;

/**
 * What minimum, maximum and manual price are compared with: the current price, on Amazon with shipping, since that is what they include
 * there. Source: interface.md section 4.4.
 */
export function livePrice({ platform, currentPrice, currentShipping }: PricedListing): Cents | null {
  if (currentPrice === null) return null;
  return (platform === 'amazon' ? currentPrice + (currentShipping ?? 0) : currentPrice) as Cents;
}

/** What becomes of a price, as a sentence: `The price has to rise by at least 1.20 (+13.7 %), from 8.79 to the minimum 9.99`. */
export function describePriceOutcome(
  outcome: PriceOutcome,
  { platform }: { readonly platform: string },
): string {
  switch (outcome.kind) {
    case 'rise':
      return `The price has to rise by at least ${describeForce(outcome, platform, 'minimum')}`;
    case 'fall':
      return `The price has to fall by at least ${describeForce(outcome, platform, 'maximum')}`;
    case 'within':
      return `The price can stay: ${describeLive(outcome.from, platform)} is within the bounds`;
    case 'manual':
      return `The manual price ${formatCents(outcome.price)} decides, whatever the bounds are${describeManual(outcome, platform)}`;
    case 'not_repriced':
      return `The price stays, since the listing is not repriced: ${describeObstacles(outcome.why)}`;
    case 'unknown':
      return `What happens to the price is unknown: ${UNKNOWN[outcome.why]}`;
  }
}

/** How far the price has to move at least. Units: cents, never negative. */
export function forceOf({ from, bound }: Pick<Forced, 'from' | 'bound'>): Cents {
  return toCents(Math.abs(bound - from));
}

type Forced = Extract<PriceOutcome, { readonly kind: 'rise' | 'fall' }>;

function describeForce(forced: Forced, platform: string, name: string): string {
  const { from, bound } = forced;
  const percent = describePercent(from, bound);
  const share = percent === '' ? '' : ` (${percent})`;
  return `${formatCents(forceOf(forced))}${share}, from ${describeLive(from, platform)} to the ${name} ${formatCents(bound)}`;
}

function describeManual(
  { from, price }: Extract<PriceOutcome, { readonly kind: 'manual' }>,
  platform: string,
): string {
  if (from === null) return '';
  const move = from === price ? ', and the price has it' : ` (${describePercent(from, price)})`;
  return from === price ? move : `; today it is ${describeLive(from, platform)}${move}`;
}

/** On Amazon bounds include shipping, and so does what they are compared with. */
function describeLive(price: Cents, platform: string): string {
  return `${formatCents(price)}${platform === 'amazon' ? ' with shipping' : ''}`;
}

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  repricing_off: 'repricing is off',
  no_minimum: 'no minimum price is set',
  no_shipping: 'its current shipping is not known',
};

/** `repricing is off and no minimum price is set`. */
export function describeObstacles(obstacles: readonly Obstacle[]): string {
  return obstacles.map((obstacle) => OBSTACLES[obstacle]).join(' and ');
}

const UNKNOWN: Readonly<Record<UnknownPrice, string>> = {
  no_price: 'the service gives no current price',
  computed: 'a strategy may compute the bounds',
  inverted: 'the minimum is above the maximum',
  new_platform: 'it is not documented whether bounds include shipping on this platform',
};

const REASONS_OF = { rise: 'price_has_to_rise', fall: 'price_has_to_fall' } as const satisfies Readonly<
  Record<string, Reason>
>;

/** That the price has to move at once, if it has to: a maximum below it is obeyed as soon as it is sent. */
export function noticePrice(update: PricedUpdate): readonly Remark[] {
  const outcome = judgePrice(update);
  if (outcome.kind !== 'rise' && outcome.kind !== 'fall') return [];
  return [{ reason: REASONS_OF[outcome.kind], message: describePriceOutcome(outcome, update.listing) }];
}

/** Whether a notice is about the price that the listing had when it was made. */
export function isOfPrice({ reason }: Remark): boolean {
  return reason === REASONS_OF.rise || reason === REASONS_OF.fall;
}
