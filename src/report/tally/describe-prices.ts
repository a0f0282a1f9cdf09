import { formatCents, toCents } from '../../domain/cents.ts';
import type {
  PriceForces,
  PriceForcesByCurrency,
  PriceSumSummary,
  PricesSummary,
} from '../../domain/documents/summary.ts';
import { clip, printable } from '../text/printable.ts';
import { count } from '../text/words.ts';

type Direction = 'fall' | 'rise';

/** A fall comes first: what is sold too cheap is lost. */
const DIRECTIONS: readonly Direction[] = ['fall', 'rise'];

const BOUNDS = { fall: ['maximum', 'below'], rise: ['minimum', 'above'] } as const;

/** Notices about prices that have to move at once, with how far; and what is known of the others beside them. */
export function noticePrices(prices: PricesSummary): readonly string[] {
  const forced = DIRECTIONS.flatMap((direction) => [...describeForced(direction, prices)]);
  return forced.length === 0 ? [] : [...forced, ...describeOthers(prices.going)];
}

function* describeForced(direction: Direction, { going, held }: PricesSummary): Generator<string> {
  const [bound, side] = BOUNDS[direction];
  for (const [{ [direction]: forces }, verb] of [
    [going, `The price has to ${direction} at once`],
    [held, `The price would have to ${direction} in rows that wait for a person,`],
  ] as const)
    if (forces.count > 0)
      yield `${verb} in ${count(forces.count, 'update')}: the ${bound} is ${side} today's price ${describeForces(forces)}`;
}

function describeForces({ by_currency }: PriceForcesByCurrency): string {
  const forces = Object.entries(by_currency);
  return forces
    .map(
      ([currency, force]) =>
        `${forces.length > 1 ? `in ${force.count} ` : ''}${describeForce(currency, force)}`,
    )
    .join(', ');
}

/** `by 1.20 usd (3.1 %) at the median and 4.00 usd (12.5 %) at most, on line 7 (SKU-7)`. */
function describeForce(currency: string, force: PriceForces): string {
  const { largest } = force;
  const most = describeMove(force.largest_cents, force.largest_percent, currency);
  const middle = describeMove(force.median_cents, force.median_percent, currency);
  const where = `on line ${largest.line} (${clip(printable(largest.sku), MAX_SKU)})`;
  if (force.count === 1) return `by ${most}, ${where}`;
  return middle === most
    ? `by up to ${most}, ${where}`
    : `by ${middle} at the median and ${most} at most, ${where}`;
}

const MAX_SKU = 40;

/** `1.20 usd (3.1 %)` */
function describeMove(cents: number, percent: number | null, currency: string): string {
  const share = percent === null ? '' : ` (${percent.toFixed(1)} %)`;
  return `${formatCents(toCents(cents))} ${currency}${share}`;
}

/** What keeps the count of the forced ones from being all. */
function* describeOthers({ not_repriced: stay, unknown }: PriceSumSummary): Generator<string> {
  if (stay.count > 0) yield `The price stays in ${count(stay.count, 'update')}: the listing is not repriced`;
  if (unknown.count > 0) yield `What happens to the price is unknown in ${count(unknown.count, 'update')}`;
}

/** For the summary, of updates that go out: `3 maximums are below today's price, by up to 12.5 %, and 9 minimums above it`. */
export function summarizeForced({ going }: PricesSummary): string | undefined {
  const [first, second] = forcedOf(going).map(([direction, forces]) => {
    const [bound, side] = BOUNDS[direction];
    return { number: forces.count, bound, side, far: largestShare(forces, ', by') };
  });
  if (!first) return undefined;
  const verb = first.number === 1 ? 'is' : 'are';
  const rest = second ? `, and ${count(second.number, second.bound)} ${second.side} it${second.far}` : '';
  return `${count(first.number, first.bound)} ${verb} ${first.side} today's price${first.far}${rest}.`;
}

/** For the question before sending: `3 down by up to 12.5 %, 9 up by up to 4.0 %`; empty if none has to move. */
export function countForced({ going }: PricesSummary): string {
  return forcedOf(going)
    .map(([direction, forces]) => `${forces.count} ${WAYS[direction]}${largestShare(forces, ' by')}`)
    .join(', ');
}

const WAYS = { fall: 'down', rise: 'up' } as const;

function forcedOf(sum: PriceSumSummary) {
  return DIRECTIONS.map((direction) => [direction, sum[direction]] as const).filter(
    ([, { count }]) => count > 0,
  );
}

/** Percentages are the same in every currency; nothing if there is none. */
function largestShare({ by_currency }: PriceForcesByCurrency, by: string): string {
  const shares = Object.values(by_currency).flatMap(({ largest_percent }) => largest_percent ?? []);
  return shares.length === 0 ? '' : `${by} up to ${Math.max(...shares).toFixed(1)} %`;
}
