import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpreadTally } from '../../../src/report/tally/spread-tally.ts';
import { runs } from '../../support/runs.ts';

function spreadOf(distances: readonly number[]) {
  const tally = new SpreadTally();
  for (const [n, tenths] of distances.entries()) tally.add({ tenths, sku: `SKU-${n}` });
  return tally.result();
}

const someDistances = fc.array(fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 40_000 })), {
  minLength: 1,
  maxLength: 80,
});

describe('SpreadTally', () => {
  it('has the smallest and the largest exactly, and seven of ten between its figures', () => {
    fc.assert(
      fc.property(someDistances, (distances) => {
        const { least, most, furthest, from, to } = spreadOf(distances);
        expect([least, most]).toEqual([Math.min(...distances), Math.max(...distances)]);
        expect(furthest).toBe(`SKU-${distances.indexOf(most)}`);
        expect(least <= from && from <= to && to <= most).toBe(true);
        const between = distances.filter((tenths) => tenths <= to && (tenths >= from || from === most));
        expect(between.length).toBeGreaterThanOrEqual(distances.length * 0.7);
      }),
      { numRuns: runs(500) },
    );
  });

  it('does not count one among five as most', () => {
    expect(spreadOf([40, 41, 39, 344, 40])).toEqual({
      least: 39,
      most: 344,
      furthest: 'SKU-3',
      from: 39,
      to: 41,
    });
  });
});
