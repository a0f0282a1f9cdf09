import type { MoneyField } from '../domain/fields.ts';
import { describeLimit, describeRatio, formatRatio } from './describe-ratio.ts';
import type { PairFigures } from './pair-figures.ts';

/** The lowest and highest ratio of amount to price that half of a column may have. */
const USUAL: Readonly<Record<MoneyField, { readonly least: number; readonly most: number }>> = {
  cost: { least: 1 / 25, most: 3 },
  minimum_price: { least: 1 / 12, most: 3 },
  // A maximum that is out of reach is a way to have none.
  maximum_price: { least: 1 / 3, most: Number.POSITIVE_INFINITY },
  manual_price: { least: 1 / 3, most: 3 },
};
/** Amounts of which this share is one amount, or whose prices are: there is nothing that could go up and down. */
const ONE_FOR_ALL = 0.6;
/** Prices that spread so little beside the ratios to them are nearly one price. */
const NEARLY_ONE = 0.3;
/** If the listings have nearly one price, amounts that spread as far as these count as a correlation of this. */
const WITHOUT_CORRELATION = 0.7;

/** Why amounts don't fit prices, by their usual ratio and by whether they follow them. */
export function findMisfit(field: MoneyField, amounts: number, figures: PairFigures): string | undefined {
  return findOutOfRange(field, amounts, figures) ?? findUnrelated(amounts, figures);
}

function findOutOfRange(field: MoneyField, amounts: number, figures: PairFigures): string | undefined {
  const { least, most } = USUAL[field];
  const ratio = Math.exp(figures.ratios[1]);
  if (ratio >= least && ratio <= most) return undefined;
  const [bound, limit] =
    ratio < least
      ? ['at most', `the limit is ${describeLimit(least)}`]
      : ['at least', `the limit is ${describeLimit(most)}`];
  return `half of its ${amounts} amounts are ${bound} ${describeRatio(ratio)} what the listings sell for, and ${limit}`;
}

/**
 * The further apart the ratios to the prices lie, the more closely amounts have to follow the prices: goods may differ
 * in their margins, but a stock level knows nothing of a price at all.
 */
function findUnrelated(amounts: number, figures: PairFigures): string | undefined {
  const { ratios, correlation, commonest } = figures;
  const [low, , high] = ratios;
  const least = leastCorrelation(high - low);
  if (commonest.y >= ONE_FOR_ALL || correlation >= least) return undefined;
  const isOnePrice = commonest.x >= ONE_FOR_ALL || figures.xSpread < NEARLY_ONE * (high - low);
  if (isOnePrice && least <= WITHOUT_CORRELATION) return undefined;
  const middle = `the middle half of its ${amounts} amounts goes from ${formatRatio(Math.exp(low))} to ${describeRatio(Math.exp(high))} what the listings sell for`;
  return isOnePrice
    ? `${middle}, and these have nearly one price`
    : `${middle}, and they do not go up and down with it (correlation ${correlation.toFixed(2)}, and ${least.toFixed(2)} is the least for amounts that lie so far apart)`;
}

/** *Units*: of the spread, natural logarithms. */
function leastCorrelation(spread: number): number {
  return Math.min(0.8, spread - 0.5);
}
