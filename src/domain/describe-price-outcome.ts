import { type Cents, formatCents, toCents } from './cents.ts';
import { describePercent } from './describe-percent.ts';
import type { Obstacle } from './listing.ts';
import type { PriceOutcome, UnknownPrice } from './price-outcome.ts';

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
