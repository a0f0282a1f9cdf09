import {
  type Amounts,
  atLeastOne,
  type Chance,
  type Good,
  roundPrice,
  someStyle,
  stock,
  type Wish,
} from './shop.ts';

/** Makes the amounts of one sheet: what is drawn once is drawn for all its rows. */
type Column = (chance: Chance) => (good: Good) => Amounts;

/** Columns that are taken for what they are not, as they are seen in exports. */
export const WRONG_COLUMNS: Readonly<Record<string, Column>> = {
  'reorder points as minimum and maximum': (chance) => {
    const usual = chance.pick([3, 6, 12, 25]);
    const [spread, times] = [chance.between(0.5, 1), chance.pick([2, 3, 4])];
    return () => {
      const low = Math.max(1, Math.round(usual * chance.factor(spread)));
      return { minimum_price: low * 100, maximum_price: low * times * 100 };
    };
  },
  'stock on hand as cost': (chance) => {
    const usual = chance.pick([5, 12, 40, 150]);
    return () => ({ cost: Math.max(1, Math.round(usual * chance.factor(1))) * 100 });
  },
  'shipping cost as cost': (chance) => {
    const usual = chance.pick([299, 499, 795]);
    return ({ price }) => {
      const weight = chance.factor(0.5) * (price / 2500) ** 0.2;
      return { cost: roundPrice(usual * weight, chance.pick(['charm', 'cents'])) };
    };
  },
  'a tenth of the costs per 100':
    (chance) =>
    ({ cost }) => ({ cost: cost * (chance.happens(0.15) ? 100 : 1) }),
  'divided by a unit’s price':
    (chance) =>
    ({ cost, price }) => ({
      cost: atLeastOne(cost / Math.max(1, Math.round((price * chance.between(0.6, 1)) / 100))),
    }),
  'VAT amount as cost': (chance) => {
    const rate = chance.pick([0.07, 0.19, 0.2, 0.21, 0.23]);
    return ({ price }) => ({ cost: atLeastOne((price * rate) / (1 + rate)) });
  },
  'list price as cost': (chance) => {
    const [rate, spread] = [chance.between(0.2, 0.6), chance.between(0.05, 0.15)];
    return ({ price }) => ({
      cost: chance.happens(rate) ? roundPrice(price * 1.05 * chance.factor(spread), 'charm') : price,
    });
  },
  'line total as cost': (chance) => {
    const usual = chance.pick([5, 20, 60]);
    return ({ cost }) => ({ cost: cost * Math.max(1, Math.round(usual * chance.factor(1))) });
  },
  'inches as minimum and maximum':
    (chance) =>
    ({ price }) => {
      const low = chance.between(1, 12) * chance.factor(0.6) * (price / 2500) ** 0.3;
      return {
        minimum_price: atLeastOne(low * 100),
        maximum_price: atLeastOne(low * 100 * chance.between(1.2, 4)),
      };
    },
};

type Before = 'held' | 'none';

/** A sheet with such a column, over listings that hold right amounts or none of the fields that it sets. */
export function wrongSheet(chance: Chance, name: string, before: Before): readonly Wish[] {
  const asksOf = WRONG_COLUMNS[name]?.(chance);
  const knowsCost = chance.happens(0.5);
  return stock(chance, someStyle(chance)).map((good): Wish => {
    const asks = asksOf?.(good) ?? {};
    const right = { cost: good.cost, minimum_price: good.minimum, maximum_price: good.maximum };
    const free = before === 'held' ? [] : [...Object.keys(asks), ...(knowsCost ? [] : ['cost'])];
    const holds = Object.fromEntries(Object.entries(right).filter(([field]) => !free.includes(field)));
    return { price: good.price, holds, asks };
  });
}
