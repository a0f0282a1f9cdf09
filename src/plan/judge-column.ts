import type { MoneyField } from '../domain/fields.ts';
import type { Cell, JointHistogram } from './joint-histogram.ts';
import { FEW_PRICED_ROWS } from './limits.ts';
import { figurePairs, type PairFigures } from './pair-figures.ts';

/** What is known of a column's amounts that stand against a price. */
export interface ColumnCounts {
  readonly amounts: number;
  /** Listings that hold an amount in this field already. */
  readonly compared: number;
  /** Of these: that hold about what the row asks for. */
  readonly held: number;
  /** Amounts that are the price itself. */
  readonly atPrice: number;
  /** Price and amount. */
  readonly pairs: JointHistogram;
  /** Likewise, of amounts that are absurd beside their own price and that the listing does not hold. */
  readonly strays: JointHistogram;
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** What half of a column's amounts are, at least and at most, to what the listings sell for. */
const USUAL_LIMITS: Readonly<Record<MoneyField, Range>> = {
  cost: { least: 1 / 25, most: 3 },
  minimum_price: { least: 1 / 12, most: 3 },
  // A maximum that is out of reach is a way to have none.
  maximum_price: { least: 1 / 3, most: Number.POSITIVE_INFINITY },
  manual_price: { least: 1 / 3, most: 3 },
};

/** Beyond these a single amount is absurd. */
export const STRAY_LIMITS: Readonly<Record<MoneyField, Range>> = {
  cost: { least: 1 / 100, most: 8 },
  minimum_price: { least: 1 / 100, most: 8 },
  maximum_price: { least: 1 / 100, most: Number.POSITIVE_INFINITY },
  manual_price: { least: 1 / 100, most: 8 },
};

/** So many of a hundred amounts may be absurd, and one in any case. */
const MOST_STRAYS = 5;
/** A price this many times above or below the usual one stands for none, so it makes no amount absurd. */
const ODD_PRICE = 20;
/** Where one amount has this share of a column, it is one amount for all: there is nothing to go up and down. */
const ONE_FOR_ALL = 0.6;

/**
 * Why a column can't be the field that it is taken for; nothing where it may be. The limits were measured, see
 * docs/decisions/0021-plausible-columns.md.
 */
export function judgeColumn(field: MoneyField, counts: ColumnCounts): string | undefined {
  if (counts.amounts < FEW_PRICED_ROWS) return undefined;
  const figures = figurePairs(counts.pairs.cells());
  const strays = findStrays(field, counts, figures);
  if (isHeldByMost(counts)) return findSellingPrice(field, counts) ?? strays;
  return (
    findSellingPrice(field, counts) ??
    findOutOfRange(field, counts, figures) ??
    findUnrelated(counts, figures) ??
    strays
  );
}

/** What the listings hold already can't be far from what is meant, however odd their prices are. */
function isHeldByMost({ amounts, compared, held }: ColumnCounts): boolean {
  return compared >= FEW_PRICED_ROWS && compared * 2 >= amounts && held * 2 >= compared;
}

function findSellingPrice(field: MoneyField, { amounts, atPrice }: ColumnCounts): string | undefined {
  if (field !== 'cost' || atPrice * 2 < amounts) return undefined;
  return `${atPrice} of its ${amounts} amounts are what the listings sell for (within 1 %), and half are too many`;
}

function findOutOfRange(
  field: MoneyField,
  { amounts }: ColumnCounts,
  { ratios: [, ratio] }: PairFigures,
): string | undefined {
  const { least, most } = USUAL_LIMITS[field];
  const usual = Math.exp(ratio);
  const half = `half of its ${amounts} amounts are`;
  if (usual < least)
    return `${half} at most ${describeRatio(usual)} what the listings sell for, and less than ${describeLimit(least)} is too little`;
  if (usual > most)
    return `${half} at least ${describeRatio(usual)} what the listings sell for, and more than ${describeLimit(most)} is too much`;
  return undefined;
}

/**
 * The further apart the ratios to the price lie, the more closely amounts have to follow the price: cheap and dear
 * goods may differ in their margins, but a stock level knows nothing of the price at all.
 */
function findUnrelated({ amounts }: ColumnCounts, figures: PairFigures): string | undefined {
  const { ratios, correlation, commonest } = figures;
  const least = leastCorrelation(ratios[2] - ratios[0]);
  if (commonest >= ONE_FOR_ALL || correlation >= least) return undefined;
  const isOnePrice = hasNearlyOnePrice(figures);
  if (isOnePrice && least <= ONE_PRICE) return undefined;
  const middle = `the middle half of its ${amounts} amounts runs from ${describeRatio(Math.exp(ratios[0]))} to ${describeRatio(Math.exp(ratios[2]))} what the listings sell for`;
  return isOnePrice
    ? `${middle}, and these have nearly one price`
    : `${middle}, and they do not go up and down with it (correlation ${correlation.toFixed(2)}, and ${least.toFixed(2)} is the least for amounts so far apart)`;
}

function leastCorrelation(spread: number): number {
  return Math.min(0.8, spread - 0.5);
}

/** What stands in for the correlation where there is none to speak of. */
const ONE_PRICE = 0.7;

function hasNearlyOnePrice({ xSpread, ratios }: PairFigures): boolean {
  return xSpread < 0.3 * (ratios[2] - ratios[0]);
}

function findStrays(
  field: MoneyField,
  { amounts, strays }: ColumnCounts,
  { xMedian }: PairFigures,
): string | undefined {
  const count = strays
    .cells()
    .filter(({ x }: Cell) => Math.abs(x - xMedian) <= Math.log(ODD_PRICE))
    .reduce((sum, cell) => sum + cell.count, 0);
  if (count < 2 || count * 100 < amounts * MOST_STRAYS) return undefined;
  const { least, most } = STRAY_LIMITS[field];
  const beyond = Number.isFinite(most) ? ` or over ${describeLimit(most)} that` : '';
  return `${count} of its ${amounts} amounts are under ${describeRatio(least)} what the listings sell for${beyond}, and ${MOST_STRAYS} % are too many`;
}

/** `1/12 of`, `1.3 times`, `40 times`. */
function describeRatio(ratio: number): string {
  return isFraction(ratio) ? `${describeLimit(ratio)} of` : describeLimit(ratio);
}

/** `1/12`, `1.3 times`, `40 times`. */
function describeLimit(ratio: number): string {
  if (isFraction(ratio)) return `1/${Math.round(1 / ratio)}`;
  return `${ratio < 9.5 ? Number(ratio.toFixed(1)) : Math.round(ratio)} times`;
}

function isFraction(ratio: number): boolean {
  return ratio <= 0.5;
}
