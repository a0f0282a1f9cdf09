import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogHistogram, medianOf } from '../../src/domain/statistics.ts';
import { runs } from '../support/runs.ts';

function histogramOf(figures: readonly number[]): LogHistogram {
  const histogram = new LogHistogram();
  for (const figure of figures) histogram.add(figure);
  return histogram;
}

const positive = fc.oneof(
  fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
  fc.integer({ min: 1, max: 2 ** 40 }),
  fc.constantFrom(1, 1.05, 0.95, 2),
);

describe('LogHistogram', () => {
  it('has the median within a tenth of a percent', () => {
    fc.assert(
      fc.property(fc.array(positive, { minLength: 1, maxLength: 200 }), (figures) => {
        const exact = medianOf(figures) ?? 0;
        const median = histogramOf(figures).median() ?? 0;
        expect(Math.abs(median / exact - 1)).toBeLessThanOrEqual(0.001);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['nothing', []],
    ['0 and below', [0, -5]],
  ])('has none of %s', (_, figures) => {
    const histogram = histogramOf(figures);
    expect([histogram.count, histogram.median()]).toEqual([0, undefined]);
  });
});

describe('medianOf', () => {
  it.each([
    [[], undefined],
    [[7], 7],
    [[9, 1], 1],
    [[10, 9, 1], 9],
    [[4, 1, 3, 2], 2],
    [[100, 20, 3], 20],
  ])('of %j is %j', (figures, median) => {
    expect(medianOf(figures)).toBe(median);
  });
});
