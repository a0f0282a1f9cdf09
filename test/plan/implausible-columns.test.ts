import { describe, expect, it } from 'vitest';
import { HONEST_SHOPS, type Make } from './shops/honest-shops.ts';
import { type Amounts, chanceOf, countStopped, toRows, type Wish } from './shops/shop.ts';
import { WRONG_COLUMNS, wrongSheet } from './shops/wrong-columns.ts';
import { allow, buildPlan, someLimits } from './support.ts';

/** Sheets of each kind. */
const HONEST_SHEETS = 12;
const WRONG_SHEETS = 40;

function sheetsOf(count: number, make: Make, seed: number): readonly (readonly Wish[])[] {
  return Array.from({ length: count }, (_, index) => make(chanceOf(seed * 1000 + index)));
}

/** Each over listings that hold right amounts in its field, and over listings that hold none. */
const WRONG = Object.keys(WRONG_COLUMNS).flatMap((name) =>
  (['held', 'none'] as const).map((before) => [name, before] as const),
);

describe('implausible_column, measured', () => {
  it.each(Object.entries(HONEST_SHOPS).map(([name, make], index) => [name, make, index + 1] as const))(
    'stops no sheet that is right: %s',
    (_name, make, seed) => {
      expect(countStopped(sheetsOf(HONEST_SHEETS, make, seed))).toBe(0);
    },
  );

  it.each(WRONG.map(([name, before], index) => [name, before, index + 1] as const))(
    'stops %s, present values %s',
    (name, before, seed) => {
      const sheets = sheetsOf(WRONG_SHEETS, (chance) => wrongSheet(chance, name, before), seed);
      expect(countStopped(sheets) / WRONG_SHEETS).toBeGreaterThanOrEqual(0.8);
    },
  );
});

/** Prices of 4.99 to 103.99. */
function priceAt(index: number): number {
  return 499 + ((index * 7) % 23) * 450;
}

interface Scene {
  readonly rows?: number;
  readonly price?: (index: number) => number | null;
  readonly holds?: (index: number) => Amounts;
}

function requested(
  asks: (index: number) => Amounts,
  { rows = 23, price = priceAt, holds }: Scene = {},
): readonly Wish[] {
  return Array.from({ length: rows }, (_, index) => ({
    price: price(index),
    asks: asks(index),
    ...(holds && { holds: holds(index) }),
  }));
}

function messageOf(sheet: readonly Wish[], allowed = allow()): string {
  const limits = someLimits({ allow: allowed });
  const { violations } = buildPlan(toRows(sheet), { duplicates: 'error', limits });
  return violations.find(({ rule }) => rule === 'implausible_column')?.message ?? '';
}

/** Only so many listings have a price. */
const only = (count: number) => (index: number) => (index < count ? priceAt(index) : null);
/** Knows nothing of the price. */
const stockLevel = (index: number) => ((index * index) % 13) * 100 + 100;
const costOf = (share: number) => (index: number) => ({ cost: Math.round(priceAt(index) * share) });

const stock = (index: number) => ({ minimum_price: stockLevel(index) });
const stocks = (index: number) => ({ ...stock(index), maximum_price: stockLevel(index) * 4 });
const inSteps = (index: number) => ({ minimum_price: 100 + (index % 8) * 400 });

describe('implausible_column', () => {
  const SCATTERED =
    /^the column taken for minimum_price looks wrong: the middle half of its 23 amounts goes from 1\/16 to 1\/4\.3 of what the listings sell for, and they do not go up and down with it \(correlation 0\.03, and 0\.80 is the least for amounts that lie so far apart\); check --map minimum_price=…$/;
  const TWO =
    /minimum_price looks wrong: .*; the column taken for maximum_price looks wrong: .*; check --map minimum_price=… and --map maximum_price=…$/;
  const LOW =
    /^the column taken for cost looks wrong: half of its 23 amounts are at most 1\/4\d of what the listings sell for, and the limit is 1\/25; check --map cost=…$/;
  const HIGH =
    /half of its 23 amounts are at least (3\.9|4|4\.1) times what the .*, and the limit is 3 times;/;
  const SAME = /: 23 of its 23 amounts are what the .* \(within 1 %\), and the limit is half of them;/;
  const VAT =
    /: 2\d of its 23 amounts are the 19 % VAT in what .* \(to the cent\), and the limit is half of them;/;
  const SOME =
    /: 2 of its 23 amounts are under 1\/100 of what .* or over 8 times that, and the limit is 5 %;/;
  const ONE_PRICE =
    /goes from 1\/2 to 2\.1 times what the listings sell for, and these have nearly one price;/;
  it.each<readonly [string, readonly Wish[], RegExp]>([
    ['stock levels', requested(stock), SCATTERED],
    ['two columns at once', requested(stocks), TWO],
    ['costs of a fortieth', requested(costOf(1 / 40)), LOW],
    ['costs of four times the price', requested(costOf(4)), HIGH],
    ['the price as cost', requested(costOf(1)), SAME],
    ['the VAT as cost', requested(costOf(19 / 119)), VAT],
    ['two costs per 100 in 23', requested((index) => costOf(index < 2 ? 50 : 0.5)(index)), SOME],
    ['stock levels where everything has one price', requested(inSteps, { price: () => 999 }), ONE_PRICE],
  ])('says the figure, the limit and what to check: %s', (_name, sheet, message) => {
    expect(messageOf(sheet)).toMatch(message);
    expect(messageOf(sheet, allow('implausible_column'))).toBe('');
  });

  const someOne = (index: number) => (index < 4 ? 1 : priceAt(index));
  const halfHeld = (index: number) => ({ minimum_price: stockLevel(index) * (index < 11 ? 1 : 2) });
  const tenfold = requested((index) => costOf(index < 4 ? 10 : 0.5)(index), { holds: costOf(0.5) });
  it.each<readonly [string, readonly Wish[], boolean]>([
    ['20 rows', requested(stock, { rows: 20 }), true],
    ['19 rows', requested(stock, { rows: 19 }), false],
    ['19 of 23 listings have a price', requested(stock, { price: only(19) }), false],
    ['20 of 23 listings have a price', requested(stock, { price: only(20) }), true],
    ['right amounts', requested(costOf(0.6)), false],
    ['the price for less than half', requested((index) => costOf(index < 11 ? 1 : 0.6)(index)), false],
    ['the price for half', requested((index) => costOf(index < 12 ? 1 : 0.6)(index)), true],
    ['a price as minimum', requested((index) => ({ minimum_price: priceAt(index) })), false],
    ['one cost per 100', requested((index) => costOf(index < 1 ? 50 : 0.5)(index)), false],
    ['costs of 100 times a price that stands for none', requested(costOf(0.5), { price: someOne }), false],
    ['one maximum for all', requested(() => ({ maximum_price: 99_900 })), false],
    ['the same amounts as the listings hold', requested(stock, { holds: stock }), false],
    ['amounts of which the listings hold less than half', requested(stock, { holds: halfHeld }), true],
    ['costs of ten times what all listings hold, though they are a tenth', tenfold, true],
    ['amounts of 0', requested(() => ({ cost: 0 })), false],
    ['no amounts', requested(() => ({})), false],
  ])('%s', (_name, sheet, isStopped) => {
    expect(messageOf(sheet) !== '').toBe(isStopped);
  });

  it('counts rows that are blocked and rows that change nothing', () => {
    const holds = (index: number) => ({ minimum_price: index < 9 ? stockLevel(index) : priceAt(index) });
    const rows = toRows(requested(stock, { holds }));
    const { entries } = buildPlan(rows, { duplicates: 'error', limits: someLimits() });
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['blocked', 'unchanged']));
    expect(messageOf(requested(stock, { holds }))).toContain('of its 23 amounts');
  });

  it('compares a cost with all that a buyer pays, on every platform', () => {
    const sheet = requested(() => ({ cost: 60 }), { price: () => 1 });
    const soldFor = (platform: string) =>
      messageOf(sheet.map((wish) => ({ ...wish, platform, shipping: 399 })));
    expect([soldFor('amazon'), soldFor('walmart')]).toEqual(['', '']);
  });

  it('is asked nothing where listings are given back what they held', () => {
    const rows = toRows(requested(stock));
    expect(buildPlan(rows, { duplicates: 'error', restoring: true }).violations).toEqual([]);
  });
});
