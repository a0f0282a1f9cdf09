import { atLeastOne, type Chance, type Good, type ShopStyle, someStyle, stock, type Wish } from './shop.ts';

export type Make = (chance: Chance) => readonly Wish[];

/** Sheets that are right, of shops of all kinds. None of them may be stopped. */
export const HONEST_SHOPS: Readonly<Record<string, Make>> = {
  'narrow margins': (chance) =>
    asEver(chance, { costShare: chance.between(0.85, 0.97), costSpread: chance.between(0.01, 0.08) }),
  'margins of all kinds': (chance) => asEver(chance, {}),
  clearance: (chance) =>
    goodsOf(chance, { costShare: chance.between(1, 1.8), costSpread: chance.between(0.05, 0.35) }).map(
      ({ price, cost }) => ({
        price,
        holds: { cost: atLeastOne(cost * chance.factor(0.02)), minimum_price: cost },
        asks: { cost, minimum_price: atLeastOne(price * 0.9) },
      }),
    ),
  'first costs': (chance) => goodsOf(chance).map(({ price, cost }) => ({ price, asks: { cost } })),
  'first bounds': (chance) =>
    goodsOf(chance).map(({ price, cost, minimum, maximum }) => ({
      price,
      holds: { cost },
      asks: { minimum_price: minimum, maximum_price: maximum },
    })),
  'other currencies': (chance) => {
    const [rate, currency] = chance.pick<readonly [number, string]>([
      [350, 'huf'],
      [16_000, 'idr'],
      [25, 'czk'],
      [4, 'pln'],
    ]);
    const unit = rate > 100 ? 100 : 1;
    const inWhole = (amount: number) => atLeastOne((amount * rate) / unit) * unit;
    return asEver(chance, {}).map(({ price, holds, asks }) => ({
      currency,
      price: price === null ? null : inWhole(price),
      holds: mapAmounts(holds ?? {}, inWhole),
      asks: mapAmounts(asks, inWhole),
    }));
  },
  'bundles and multipacks': (chance) =>
    goodsOf(chance, { priceSpread: 0.3 }).map(({ price, cost, minimum, maximum }) => {
      const packs = chance.pick([1, 1, 2, 3, 6, 12, 24, 50]);
      const of = (amount: number) =>
        atLeastOne(amount * packs * (packs === 1 ? 1 : chance.between(0.75, 0.95)));
      return {
        price: of(price),
        asks: { cost: cost * packs, minimum_price: of(minimum), maximum_price: of(maximum) },
      };
    }),
  'one-price shops': (chance) => {
    const price = chance.pick([99, 499, 999, 1000, 1999, 4999]);
    const style = { medianPrice: price, priceSpread: 0, rounding: 'cents' } as const;
    const isFirst = chance.happens(0.5);
    return goodsOf(chance, style).map(({ cost, minimum, maximum }) => {
      const asks = { cost, minimum_price: minimum, maximum_price: maximum };
      return { price, asks, holds: isFirst ? {} : drifted(chance, asks) };
    });
  },
  'penny books: a cent and the shipping': (chance) => {
    const platform = chance.pick(['amazon', 'walmart']);
    return goodsOf(chance, { medianPrice: 300 }).map(({ price }) => ({
      price: chance.happens(0.85) ? 1 : price,
      shipping: 399,
      asks: { cost: atLeastOne(60 * chance.factor(0.4)) },
      platform,
    }));
  },
  'prices that moved far': (chance) => {
    const spread = chance.between(0.2, 0.45);
    return asEver(chance, {}).map((wish) => ({ ...wish, price: moved(wish.price, chance.factor(spread)) }));
  },
  'one maximum for all': (chance) => {
    const maximum = chance.pick([9999, 19_900, 99_999, 100_000, 999_900]);
    return goodsOf(chance).map(({ price, cost, minimum }) => ({
      price,
      asks: { cost, minimum_price: minimum, maximum_price: Math.max(maximum, atLeastOne(price * 1.5)) },
    }));
  },
  'goods of two kinds': (chance) => [
    ...asEver(chance, { medianPrice: 400, priceSpread: 0.4, costShare: 0.15 }),
    ...asEver(chance, { medianPrice: 9000, priceSpread: 0.4, costShare: 0.8 }),
  ],
};

function goodsOf(chance: Chance, fields: Partial<ShopStyle> = {}): readonly Good[] {
  return stock(chance, someStyle(chance, fields));
}

/** A nightly sheet: costs and bounds, most of them about what the listings hold, or none yet. */
function asEver(chance: Chance, fields: Partial<ShopStyle>): readonly Wish[] {
  const isFirst = chance.happens(0.4);
  return goodsOf(chance, fields).map((good) => {
    const asks = { cost: good.cost, minimum_price: good.minimum, maximum_price: good.maximum };
    return { price: good.price, asks, holds: isFirst ? {} : drifted(chance, asks) };
  });
}

/** What the listings hold of an older sheet. */
function drifted(chance: Chance, asks: Wish['asks']): Wish['asks'] {
  const spread = chance.pick([0.01, 0.05, 0.15]);
  return mapAmounts(asks, (amount) => atLeastOne(amount * chance.factor(spread)));
}

function moved(price: number | null, factor: number): number | null {
  return price === null ? null : atLeastOne(price * factor);
}

function mapAmounts<T extends object>(amounts: T, change: (amount: number) => number): T {
  return Object.fromEntries(
    Object.entries(amounts).map(([field, amount]) => [
      field,
      typeof amount === 'number' ? change(amount) : amount,
    ]),
  ) as T;
}
