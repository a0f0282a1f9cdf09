import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeFees,
  type Fees,
  feesOf,
  formatShare,
  leastPrice,
  marginOf,
  shareOfPrice,
} from '../../src/domain/fees.ts';
import { cents } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

const PERCENT = 1000;

describe('shareOfPrice', () => {
  it.each([
    ['nothing of nothing', 0, 15 * PERCENT, 0],
    ['exactly', 1000, 15 * PERCENT, 150],
    ['nearly a cent more', 999, 15 * PERCENT, 150],
    ['hardly more than a cent: up, where half up would be down', 1001, 15 * PERCENT, 151],
    ['a thousandth of a percent', 100_000, 1, 1],
    ['a part of a cent of one cent', 1, 1, 1],
    ['no share', 999, 0, 0],
    ['most of it', 999, 99_999, 999],
    ['beyond what floats hold', 900_719_925_474_099, 12_345, 111_193_874_799_778],
  ])('%s', (_name, price, share, expected) => {
    expect(shareOfPrice(cents(price), share)).toBe(expected);
  });
});

describe('marginOf', () => {
  it.each<readonly [name: string, price: number, cost: number, fees: Fees | undefined, expected: number]>([
    ['no fees', 999, 500, undefined, 499],
    ['an amount', 999, 500, { perUnit: cents(30) }, 469],
    ['a share', 999, 500, { share: 15 * PERCENT }, 349],
    ['both', 999, 860, { perUnit: cents(30), share: 15 * PERCENT }, -41],
    ['a fee of zero', 999, 500, { perUnit: cents(0), share: 0 }, 499],
  ])('%s', (_name, price, cost, fees, expected) => {
    expect(marginOf(cents(price), { cost: cents(cost), fees })).toBe(expected);
  });
});

const anAmount = fc.integer({ min: 0, max: 10_000_000 }).map(cents);
const someFees = fc.record({
  perUnit: fc.option(anAmount, { nil: undefined }),
  share: fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined }),
});

describe('a price', () => {
  it('covers cost and fees exactly if it does so without rounding', () => {
    fc.assert(
      fc.property(anAmount, someFees, fc.integer({ min: -3, max: 3 }), (cost, fees, beside) => {
        const { perUnit = 0, share = 0 } = fees;
        const even = Number((BigInt(cost + perUnit) * 100_000n) / BigInt(100_000 - share));
        const price = cents(Math.max(0, even + beside));
        // In thousandths of a percent of a cent, so that nothing is rounded.
        const left = BigInt(price - cost - perUnit) * 100_000n - BigInt(price) * BigInt(share);
        expect(marginOf(price, { cost, fees }) >= 0).toBe(left >= 0n);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is the lowest that covers cost and fees, and a cent less does not', () => {
    fc.assert(
      fc.property(anAmount, someFees, (cost, fees) => {
        const least = leastPrice(cost, fees) ?? cents(-1);
        expect(marginOf(least, { cost, fees })).toBeGreaterThanOrEqual(0);
        if (least > 0) expect(marginOf(cents(least - 1), { cost, fees })).toBeLessThan(0);
      }),
      { numRuns: runs(1000) },
    );
  });
});

it('is none where it would be beyond all amounts', () => {
  const most = cents(Number.MAX_SAFE_INTEGER);
  expect(leastPrice(most, {})).toBe(most);
  expect(leastPrice(most, { share: 1 })).toBeUndefined();
  expect(leastPrice(most, { perUnit: most, share: 99_999 })).toBeUndefined();
});

describe('feesOf', () => {
  const settings = { perUnit: cents(30), share: 8000 };
  it.each<readonly [name: string, row: Fees | undefined, expected: Fees | undefined]>([
    ['the settings', undefined, settings],
    ['what the row says before them', { perUnit: cents(99) }, { perUnit: cents(99), share: 8000 }],
    ['a zero in the row', { perUnit: cents(0), share: 0 }, { perUnit: cents(0), share: 0 }],
    ['a share in the row', { share: 1 }, { perUnit: cents(30), share: 1 }],
  ])('%s', (_name, row, expected) => {
    expect(feesOf(row, settings)).toEqual(expected);
  });

  it('are none if nobody said any', () => {
    expect(feesOf(undefined, undefined)).toBeUndefined();
    expect(feesOf({}, {})).toBeUndefined();
  });
});

describe('words', () => {
  it.each([
    [15_000, '15'],
    [12_500, '12.5'],
    [350, '0.35'],
    [1, '0.001'],
    [0, '0'],
    [99_999, '99.999'],
    [10_010, '10.01'],
  ])('%i thousandths of a percent are %s', (share, text) => {
    expect(formatShare(share)).toBe(text);
  });

  it('have each part of the fees', () => {
    const price = cents(999);
    expect(describeFees({ perUnit: cents(30), share: 15_000 }, price)).toBe(
      'fee 0.30, fee 15 % of 9.99 = 1.50',
    );
    expect(describeFees({ perUnit: cents(30) }, price)).toBe('fee 0.30');
    expect(describeFees({ share: 15_000 }, price)).toBe('fee 15 % of 9.99 = 1.50');
  });
});
