import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  channelsOf,
  describeFees,
  entriesOf,
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
  const settings = {
    perUnit: { all: cents(30), channels: new Map([['uk', cents(35)]]) },
    share: { channels: new Map([['uk', 8000]]) },
  };
  it.each<readonly [name: string, row: Fees | undefined, channel: string, expected: Fees | undefined]>([
    ['the setting for all channels', undefined, 'de', { perUnit: cents(30) }],
    ['the settings of its channel', undefined, 'uk', { perUnit: cents(35), share: 8000 }],
    [
      'what the row says before its channel',
      { perUnit: cents(99) },
      'uk',
      { perUnit: cents(99), share: 8000 },
    ],
    ['a zero in the row', { perUnit: cents(0), share: 0 }, 'uk', { perUnit: cents(0), share: 0 }],
    ['a share in the row, an amount for all', { share: 1 }, 'de', { perUnit: cents(30), share: 1 }],
  ])('%s', (_name, row, channel, expected) => {
    expect(feesOf(row, { channel, settings })).toEqual(expected);
  });

  it('are none if nobody said any', () => {
    expect(feesOf(undefined, { channel: 'de', settings: undefined })).toBeUndefined();
    expect(feesOf({}, { channel: 'de', settings: {} })).toBeUndefined();
    expect(feesOf(undefined, { channel: 'de', settings: { share: settings.share } })).toBeUndefined();
  });

  it('names the channels of the settings, each once', () => {
    expect(channelsOf(settings)).toEqual(['uk']);
    expect(channelsOf({ perUnit: { all: cents(1), channels: new Map() } })).toEqual([]);
    expect(channelsOf(undefined)).toEqual([]);
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

it.each([
  [undefined, []],
  [{ all: undefined, channels: new Map() }, []],
  [{ all: 5, channels: new Map() }, [[undefined, 5]]],
  [{ all: undefined, channels: new Map([['c-1', 7]]) }, [['c-1', 7]]],
  [
    { all: 5, channels: new Map([['c-1', 7]]) },
    [
      [undefined, 5],
      ['c-1', 7],
    ],
  ],
])('entriesOf has that of all channels first: %#', (values, expected) => {
  expect(entriesOf(values)).toEqual(expected);
});
