import type { Cell } from './joint-histogram.ts';

/** How amounts (`y`) relate to what they are compared with (`x`). Units: natural logarithms. */
export interface PairFigures {
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
