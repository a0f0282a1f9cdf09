import { formatCents, toCents } from '../../domain/cents.ts';
import { formatTenths } from '../../domain/moves.ts';
import { clip, printable } from '../text/printable.ts';
import { count } from '../text/words.ts';
import type { Force, Forces, PriceDigest, PriceSum } from './tally-prices.ts';

type Direction = 'fall' | 'rise';

/** A fall comes first: what is sold too cheap is lost. */
const DIRECTIONS: readonly Direction[] = ['fall', 'rise'];

const BOUNDS = { fall: ['maximum', 'below'], rise: ['minimum', 'above'] } as const;

/** Notices about prices that have to move at once, with how far; and what is known of the others beside them. */
export function noticePrices({ going, held }: PriceDigest): readonly string[] {
  const found = DIRECTIONS.filter((direction) => going.kinds[direction] + held.kinds[direction] > 0);
  if (found.length === 0) return [];
  return [
    ...found.flatMap((direction) => describeForced(direction, { going, held })),
    ...describeOthers(going),
  ];
}

function describeForced(direction: Direction, { going, held }: PriceDigest): readonly string[] {
  const [bound, side] = BOUNDS[direction];
  const say = (sum: PriceSum, verb: string): readonly string[] => {
    const number = sum.kinds[direction];
    if (number === 0) return [];
    const whose = `the ${bound} is ${side} today's price`;
    return [`${verb} in ${count(number, 'update')}: ${whose} ${describeForces(sum[direction])}`];
  };
  return [
    ...say(going, `The price has to ${direction} at once`),
    ...say(held, `The price would have to ${direction} in rows that wait for a person,`),
  ];
}

function describeForces(forces: Forces): string {
  return [...forces]
    .map(
      ([currency, force]) =>
        `${forces.size > 1 ? `in ${force.count} ` : ''}${describeForce(currency, force)}`,
    )
    .join(', ');
}

/** `by 1.20 usd (3.1 %) at the median and 4.00 usd (12.5 %) at most, on line 7 (SKU-7)`. */
function describeForce(currency: string, force: Force): string {
  const { largest, largestCents, largestTenths } = force;
  const most = describeMove(largestCents, largestTenths, currency);
  const middle = describeMove(force.medianCents, force.medianTenths, currency);
  const where = `on line ${largest.line} (${clip(printable(largest.sku), MAX_SKU)})`;
  if (force.count === 1) return `by ${most}, ${where}`;
  return middle === most
    ? `by up to ${most}, ${where}`
    : `by ${middle} at the median and ${most} at most, ${where}`;
}

const MAX_SKU = 40;

/** `1.20 usd (3.1 %)` */
function describeMove(cents: number, tenths: number | undefined, currency: string): string {
  const share = tenths === undefined ? '' : ` (${formatTenths(tenths)} %)`;
  return `${formatCents(toCents(cents))} ${currency}${share}`;
}

/** What keeps the count of the forced ones from being all. */
function describeOthers({ kinds }: PriceSum): readonly string[] {
  const { not_repriced: stay, unknown } = kinds;
  return [
    ...(stay === 0 ? [] : [`The price stays in ${count(stay, 'update')}: the listing is not repriced`]),
    ...(unknown === 0 ? [] : [`What happens to the price is unknown in ${count(unknown, 'update')}`]),
  ];
}

/** For the summary, of updates that go out: `3 maximums are below today's price, by up to 12.5 %, and 9 minimums above it`. */
export function summarizeForced({ going }: PriceDigest): string | undefined {
  const parts = DIRECTIONS.flatMap((direction) => {
    const number = going.kinds[direction];
    if (number === 0) return [];
    const [bound, side] = BOUNDS[direction];
    const far = largestShare(going[direction]);
    return [{ what: count(number, bound), side, number, far: far === '' ? '' : `, by up to ${far}` }];
  });
  const [first, second] = parts;
  if (!first) return undefined;
  const verb = first.number === 1 ? 'is' : 'are';
  const head = `${first.what} ${verb} ${first.side} today's price${first.far}`;
  return second ? `${head}, and ${second.what} ${second.side} it${second.far}.` : `${head}.`;
}

/** For the question before sending: `3 down by up to 12.5 %, 9 up by up to 4.0 %`. */
export function countForced({ going }: PriceDigest): string | undefined {
  const parts = DIRECTIONS.flatMap((direction) => {
    const number = going.kinds[direction];
    if (number === 0) return [];
    const far = largestShare(going[direction]);
    const way = direction === 'fall' ? 'down' : 'up';
    return [`${number} ${way}${far === '' ? '' : ` by up to ${far}`}`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Percentages are the same in every currency. */
function largestShare(forces: Forces): string {
  const shares = [...forces.values()].flatMap(({ largestTenths }) => largestTenths ?? []);
  return shares.length === 0 ? '' : `${formatTenths(Math.max(...shares))} %`;
}
