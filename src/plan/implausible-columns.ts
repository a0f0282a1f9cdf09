import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { livePrice } from '../domain/judge-price.ts';
import type { Listing } from '../domain/listing.ts';
import { countIn, type Tally } from '../domain/lists.ts';
import type { PlanEntry } from '../domain/stages.ts';
import { FEW_PRICED_ROWS } from './guard-rules.ts';

/** As much as amounts may differ and still be called the same. */
const ABOUT_THE_SAME = 0.1;
/** Likewise, for a cost that may be the selling price by mistake. */
const NEARLY_THE_SAME = 0.01;

/**
 * Finds out by what the listings sell for whether a column of amounts is taken for what it is not. Names can deceive
 * (`Min` of a stock), the prices of the shop don't: a net behind the names, and independent of them.
 */
export class ImplausibleColumns implements Tally<PlanEntry, string | undefined> {
  readonly #columns = new Map<MoneyField, RunningCounts>();

  /** Every row that was led to a listing counts, whatever became of it. */
  add(entry: PlanEntry): void {
    if (!('resolved' in entry)) return;
    const { listing, desired } = entry.resolved;
    for (const field of MONEY_FIELDS) {
      const amount = desired[field];
      const price = priceFor(field, listing);
      if (amount && price) this.#count(field, { amount, price, held: listing.values[field] });
    }
  }

  #count(field: MoneyField, { amount, price, held }: AskedAmount): void {
    const column = this.#columns.get(field) ?? startColumn();
    this.#columns.set(field, column);
    const isHeld = held !== null && isAbout(amount, held, ABOUT_THE_SAME);
    column.amounts++;
    column.pairs.add(price, amount);
    if (held !== null) column.compared++;
    if (isHeld) column.held++;
    if (isAbout(amount, price, NEARLY_THE_SAME)) column.atPrice++;
    const rate = field === 'cost' ? taxRateOf(amount, price) : undefined;
    if (rate !== undefined) countIn(column.taxes, rate);
    if (!isHeld && isAbsurd(field, amount / price)) column.strays.add(price, amount);
  }

  /** A sentence with the figures of each such column, where there is one. */
  result(): string | undefined {
    const found = [...this.#columns].flatMap(([field, counts]) => {
      const why = judgeColumn(field, counts);
      return why === undefined ? [] : [{ field, why }];
    });
    if (found.length === 0) return undefined;
    const columns = found.map(({ field, why }) => `the column taken for ${field} looks wrong: ${why}`);
    return `${columns.join('; ')}; check ${found.map(({ field }) => `--map ${field}=…`).join(' and ')}`;
  }
}

/** What a row asks for, and what its listing sells for and holds in that field. Units: cents. */
interface AskedAmount {
  readonly amount: number;
  readonly price: number;
  readonly held: number | null;
}

type RunningCounts = {
  -readonly [K in keyof ColumnCounts]: ColumnCounts[K] extends ReadonlyMap<number, number>
    ? Map<number, number>
    : ColumnCounts[K];
};

function startColumn(): RunningCounts {
  return {
    amounts: 0,
    compared: 0,
    held: 0,
    atPrice: 0,
    taxes: new Map(),
    pairs: new JointHistogram(),
    strays: new JointHistogram(),
  };
}

/** A cost is part of all that a buyer pays: a book for a cent and the shipping cost its seller more than a cent. */
function priceFor(field: MoneyField, listing: Listing): number | null {
  const price = livePrice(listing);
  if (field !== 'cost' || listing.currentPrice === null) return price;
  return listing.currentPrice + (listing.currentShipping ?? 0);
}

/** A maximum that is out of reach is a way to have none. */
function isAbsurd(field: MoneyField, ratio: number): boolean {
  return ratio < ABSURD.least || (ratio > ABSURD.most && field !== 'maximum_price');
}

function isAbout(amount: number, other: number, share: number): boolean {
  return Math.abs(amount - other) <= other * share;
}

/**
 * Rates of VAT in percent that part of a price may be. 22 and 25 are left out: their part is 18 and 20 % of the price, and
 * many shops put down such a share of their prices as costs.
 *
 * *Source*: the rates of the EU, the United Kingdom, Switzerland and Norway, taxation-customs.ec.europa.eu and national pages.
 */
const VAT_RATES = [5.5, 7, 8.1, 10, 17, 19, 20, 21, 23, 24, 27];

/** Of less than that a cent is too much to know one rate from another. Units: cents. */
const LEAST_TAX = 100;

/** The rate of the VAT that is in a price, if the amount is that VAT to the cent. Units: cents, percent. */
function taxRateOf(amount: number, price: number): number | undefined {
  if (amount < LEAST_TAX || amount * 4 > price) return undefined;
  return VAT_RATES.find((rate) => Math.abs(amount - (price * rate) / (100 + rate)) < HALF_A_CENT);
}

/** And what is lost in the reckoning. */
const HALF_A_CENT = 0.5 + 1e-6;

/** What is known of a column's amounts beside a price. */
interface ColumnCounts {
  readonly amounts: number;
  /** Listings that hold an amount in this field already. */
  readonly compared: number;
  /** Of these: that hold about what the row asks for. */
  readonly held: number;
  /** Amounts that are the price itself. */
  readonly atPrice: number;
  /** Amounts that are the VAT in the price, by its rate in percent. */
  readonly taxes: ReadonlyMap<number, number>;
  /** Price and amount. */
  readonly pairs: JointHistogram;
  /** Likewise, of amounts that are absurd beside their own price and that the listing does not hold. */
  readonly strays: JointHistogram;
}

/** An amount is absurd under the first or over the second of these, times its price. */
const ABSURD = { least: 1 / 100, most: 8 } as const;
/** How many of a hundred amounts may be absurd, and one in any case. */
const MAX_STRAYS = 5;
/** A price this many times above or below the usual one, `0.01` or `9999.99`, is a placeholder. */
const ODD_PRICE = 20;

/**
 * Why a column can't be the field that it is taken for; nothing if it may be. The limits were measured, see
 * docs/decisions/0021-plausible-columns.md.
 */
function judgeColumn(field: MoneyField, counts: ColumnCounts): string | undefined {
  const { amounts, pairs } = counts;
  if (amounts < FEW_PRICED_ROWS) return undefined;
  const cells = pairs.cells();
  const middle = middleOf(cells);
  const hasPrice = ({ x }: Cell) => Math.abs(x - middle) <= Math.log(ODD_PRICE);
  return (
    (field === 'cost' ? findPartOfPrice(counts) : undefined) ??
    (isHeldByMost(counts) ? undefined : findMisfit(field, amounts, figurePairs(cells.filter(hasPrice)))) ??
    findStrays(amounts, counts.strays.cells().filter(hasPrice))
  );
}

/** What the listings hold already can't be far from what is meant, however odd their prices are. */
function isHeldByMost({ amounts, compared, held }: ColumnCounts): boolean {
  return compared >= FEW_PRICED_ROWS && compared * 2 >= amounts && held * 2 >= compared;
}

/** A cost is neither the price nor the VAT in it. */
function findPartOfPrice({ amounts, atPrice, taxes }: ColumnCounts): string | undefined {
  const parts: readonly (readonly [what: string, count: number])[] = [
    ['what the listings sell for (within 1 %)', atPrice],
    ...[...taxes].map(
      ([rate, count]) => [`the ${rate} % VAT in what the listings sell for (to the cent)`, count] as const,
    ),
  ];
  const [what, count] = parts.find(([, found]) => found * 2 >= amounts) ?? [];
  return what && `${count} of its ${amounts} amounts are ${what}, and the limit is half of them`;
}

function findStrays(amounts: number, strays: readonly Cell[]): string | undefined {
  const count = strays.reduce((sum, cell) => sum + cell.count, 0);
  if (count < 2 || count * 100 < amounts * MAX_STRAYS) return undefined;
  return `${count} of its ${amounts} amounts are under 1/${1 / ABSURD.least} of what the listings sell for or over ${ABSURD.most} times that, and the limit is ${MAX_STRAYS} %`;
}

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
function findMisfit(field: MoneyField, amounts: number, figures: PairFigures): string | undefined {
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

/** `1/12 of`, `1.3 times`, `40 times`: to be followed by what it is a part or a multiple of. */
function describeRatio(ratio: number): string {
  return `${formatRatio(ratio)} ${isPart(ratio) ? 'of' : 'times'}`;
}

/** `1/12`, `3 times`: of what was named before. */
function describeLimit(ratio: number): string {
  return isPart(ratio) ? formatRatio(ratio) : describeRatio(ratio);
}

/** `1/12`, `1.3`. */
function formatRatio(ratio: number): string {
  return isPart(ratio) ? `1/${round(1 / ratio)}` : round(ratio);
}

function isPart(ratio: number): boolean {
  return ratio <= 0.5;
}

function round(number: number): string {
  return number < 9.95 ? String(Number(number.toFixed(1))) : number.toFixed(0);
}

/** How amounts (`y`) relate to what they are compared with (`x`). Units: natural logarithms. */
interface PairFigures {
  /** Of `y` to `x`: a quarter of the ratios is below the first, half below the second, three quarters below the third. */
  readonly ratios: readonly [number, number, number];
  /** From the first quarter of all `x` to the third. */
  readonly xSpread: number;
  /** Whether `y` goes up and down with `x`: of the ranks, from −1 to 1; 0 if one of them is the same everywhere. */
  readonly correlation: number;
  /** The share that the commonest `x` has, and the commonest `y`. */
  readonly commonest: { readonly x: number; readonly y: number };
}

/** Boils pairs down to figures that a few odd ones don't move: quartiles and ranks. There has to be a pair. */
export function figurePairs(cells: readonly Cell[]): PairFigures {
  const xs = rank(cells.map(({ x, count }) => ({ value: x, count })));
  const ys = rank(cells.map(({ y, count }) => ({ value: y, count })));
  const ratios = rank(cells.map(({ x, y, count }) => ({ value: y - x, count })));
  const all = xs.reduce((sum, { count }) => sum + count, 0);
  return {
    ratios: [quantile(ratios, all / 4), quantile(ratios, all / 2), quantile(ratios, (all * 3) / 4)],
    xSpread: quantile(xs, (all * 3) / 4) - quantile(xs, all / 4),
    correlation: correlate(cells, [xs, ys]),
    commonest: { x: mostOf(xs) / all, y: mostOf(ys) / all },
  };
}

/** The middle one of all `x`. */
export function middleOf(cells: readonly Cell[]): number {
  const xs = rank(cells.map(({ x, count }) => ({ value: x, count })));
  return quantile(xs, xs.reduce((sum, { count }) => sum + count, 0) / 2);
}

interface Weighted {
  readonly value: number;
  readonly count: number;
}

/** Equal values share the middle one of their ranks. */
interface Ranked extends Weighted {
  readonly rank: number;
}

/** Each value once, the lowest first. */
function rank(values: readonly Weighted[]): readonly Ranked[] {
  const counts = new Map<number, number>();
  for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  let below = 0;
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([value, count]) => {
      const ranked = { value, count, rank: below + (count + 1) / 2 };
      below += count;
      return ranked;
    });
}

/** The value at this position among all, counted by rank. */
function quantile(ranked: readonly Ranked[], position: number): number {
  const found = ranked.find(({ rank: middle, count }) => middle + (count - 1) / 2 >= position);
  return found?.value ?? Number.NaN;
}

function mostOf(ranked: readonly Ranked[]): number {
  return ranked.reduce((most, { count }) => Math.max(most, count), 0);
}

function correlate(
  cells: readonly Cell[],
  [xs, ys]: readonly [readonly Ranked[], readonly Ranked[]],
): number {
  const [fromMiddleX, fromMiddleY] = [distances(xs), distances(ys)];
  const together = cells.reduce(
    (sum, { x, y, count }) => sum + (fromMiddleX.get(x) ?? 0) * (fromMiddleY.get(y) ?? 0) * count,
    0,
  );
  const alone = Math.sqrt(sumOfSquares(xs, fromMiddleX) * sumOfSquares(ys, fromMiddleY));
  return alone === 0 ? 0 : together / alone;
}

/** How far the rank of each value is from the middle rank. */
function distances(ranked: readonly Ranked[]): ReadonlyMap<number, number> {
  const middle = (ranked.reduce((sum, { count }) => sum + count, 0) + 1) / 2;
  return new Map(ranked.map(({ value, rank: own }) => [value, own - middle]));
}

function sumOfSquares(ranked: readonly Ranked[], fromMiddle: ReadonlyMap<number, number>): number {
  return ranked.reduce((sum, { value, count }) => sum + (fromMiddle.get(value) ?? 0) ** 2 * count, 0);
}

/** The number of bins to a factor of e: amounts within 5 % of each other share one. */
const BINS_PER_FOLD = 20;
/** More than the bins of any amount that a number holds exactly. */
const MAX_BINS = 1024;

/** Pairs of amounts that are about the same, and their number. Units: natural logarithms of cents. */
interface Cell {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** Counts pairs of amounts by their size, so that millions of them take no more room than some thousands. */
export class JointHistogram {
  readonly #counts = new Map<number, number>();

  /** *Units*: cents, above 0. */
  add(x: number, y: number): void {
    const key = binOf(x) * MAX_BINS + binOf(y);
    countIn(this.#counts, key);
  }

  cells(): readonly Cell[] {
    return [...this.#counts].map(([key, count]) => ({
      x: Math.floor(key / MAX_BINS) / BINS_PER_FOLD,
      y: (key % MAX_BINS) / BINS_PER_FOLD,
      count,
    }));
  }
}

function binOf(amount: number): number {
  return Math.round(Math.log(amount) * BINS_PER_FOLD);
}
