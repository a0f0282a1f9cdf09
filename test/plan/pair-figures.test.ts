import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figurePairs, JointHistogram, middleOf } from '../../src/plan/implausible-columns.ts';

function histogramOf(pairs: readonly (readonly [x: number, y: number])[]): JointHistogram {
  const histogram = new JointHistogram();
  for (const [x, y] of pairs) histogram.add(x, y);
  return histogram;
}

const figuresOf = (pairs: readonly (readonly [x: number, y: number])[]) =>
  figurePairs(histogramOf(pairs).cells());

const pairsOf = (xs: readonly number[], ys: readonly number[]) =>
  xs.map((x, at) => [x, ys[at] ?? 0] as const);

describe('figurePairs', () => {
  it.each([
    ['up and up', [100, 200, 400, 900], [10, 20, 60, 80], 1],
    ['up and down', [100, 200, 400, 900], [80, 60, 20, 10], -1],
    ['one amount for all', [100, 200, 400], [10, 10, 10], 0],
    ['one price for all', [100, 100, 100], [10, 20, 60], 0],
    ['equal ones share their rank', [100, 100, 400, 400], [10, 20, 10, 20], 0],
    ['half and half', [100, 200, 400, 900], [10, 60, 20, 80], 0.8],
  ])('correlates ranks: %s', (_name, xs, ys, correlation) => {
    expect(figuresOf(pairsOf(xs, ys)).correlation).toBeCloseTo(correlation, 10);
  });

  it('has the quartiles of the ratios, the spread of the first and the share of the commonest', () => {
    const figures = figuresOf(pairsOf([100, 100, 100, 800], [50, 100, 200, 400]));
    for (const [index, ratio] of [0.5, 0.5, 1].entries())
      expect(Math.exp(figures.ratios[index] ?? 0)).toBeCloseTo(ratio, 1);
    expect(figures.xSpread).toBe(0);
    expect(figures.commonest).toEqual({ x: 0.75, y: 0.25 });
  });

  const amount = fc.integer({ min: 1, max: 100_000_000 });
  it('comes within a bin of the middle one of all amounts, however many there are', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 200 }), (amounts) => {
        const sorted = [...amounts].sort((one, other) => one - other);
        const exact = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
        const middle = middleOf(histogramOf(amounts.map((x) => [x, 1])).cells());
        expect(Math.abs(middle - Math.log(exact))).toBeLessThanOrEqual(0.0251);
      }),
    );
  });
});

describe('JointHistogram', () => {
  it('takes no more room for more of the same sizes', () => {
    const pairs = (count: number) =>
      Array.from({ length: count }, (_, index) => [100 + (index % 50), 60 + (index % 30)] as const);
    const [few, many] = [histogramOf(pairs(1500)).cells(), histogramOf(pairs(15_000)).cells()];
    expect(many.length).toBe(few.length);
    expect(many.reduce((sum, { count }) => sum + count, 0)).toBe(15_000);
  });
});
