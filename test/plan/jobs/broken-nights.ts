import type { MoneyField } from '../../../src/domain/fields.ts';
import type { Chance } from '../shops/chance.ts';
import { all, drift, reprice, someGoods, steadyJob } from './honest-jobs.ts';
import type { Good, Night } from './play-job.ts';

const DAY_MS = 24 * 3600 * 1000;

interface Broken {
  /** Good nights, and then one that is not. */
  readonly nights: readonly Night[];
  readonly bad: Night;
}

type Break = (chance: Chance) => Broken;

/** A night after some good ones, whose sheet is made from the one that it should be. */
function instead(spoil: (sheet: readonly Good[], chance: Chance) => readonly Good[], least = 1): Break {
  return (chance) => {
    const nights = steadyJob(chance, chance.whole(least, 12));
    const last = nights.at(-1);
    if (!last) throw new Error('There is a night');
    const startedAt = last.startedAt + DAY_MS;
    const due = drift(chance)(last.sheet, 0);
    return { nights, bad: { startedAt, modified: startedAt - 1, sheet: spoil(due, chance) } };
  };
}

/** The file of an earlier night, with its own date or with that of the copy. */
function again(nightsAgo: number, { isCopied }: { readonly isCopied: boolean }): Break {
  return (chance) => {
    const nights = steadyJob(chance, chance.whole(nightsAgo, nightsAgo + 6));
    const [last, old] = [nights.at(-1), nights.at(-nightsAgo)];
    if (!last || !old) throw new Error('There are nights');
    const startedAt = last.startedAt + DAY_MS;
    return { nights, bad: { ...old, startedAt, modified: isCopied ? startedAt - 1 : old.modified } };
  };
}

function moved(field: MoneyField, rates: readonly [number, ...number[]]): Break {
  return instead((sheet, chance) => {
    const rate = chance.pick(rates);
    return sheet.map((good) => reprice(good, { [field]: rate }));
  });
}

function as(field: MoneyField, value: (good: Good, chance: Chance) => number): Break {
  return instead((sheet, chance) =>
    sheet.map((good) => ({ ...good, amounts: { ...good.amounts, [field]: value(good, chance) } })),
  );
}

/** What has to be stopped. */
export const BROKEN_NIGHTS: Readonly<Record<string, Break>> = {
  'half the file': instead((sheet, chance) =>
    sheet.slice(0, Math.floor(sheet.length * chance.between(0.45, 0.55))),
  ),
  'the end of the file is missing': instead((sheet, chance) =>
    sheet.slice(0, Math.floor(sheet.length * chance.between(0.1, 0.65))),
  ),
  'the sheet of another shop': instead((_, chance) => someGoods(chance, chance.whole(1, 10))),
  "last night's but one": again(2, { isCopied: false }),
  "last week's file": again(7, { isCopied: false }),
  "a copy of last week's file": again(7, { isCopied: true }),
  'a copy of a file of two weeks ago': again(14, { isCopied: true }),
  'the price as cost': as('cost', ({ amounts }) => amounts.maximum_price ?? 0),
  'the minimum as cost': as('cost', ({ amounts }) => amounts.minimum_price ?? 0),
  'the stock as cost': as('cost', (_, chance) => chance.whole(1, 90) * 100),
  'the cost as minimum': as('minimum_price', ({ amounts }) => amounts.cost ?? 0),
  'net prices, 19 to 25 %': moved('minimum_price', [1 / 1.19, 1 / 1.2, 1 / 1.21, 1 / 1.25]),
  'gross costs, 19 to 25 %': moved('cost', [1.19, 1.2, 1.21, 1.25]),
  'amounts doubled': instead((sheet) => sheet.map((good) => reprice(good, all(2)))),
  'amounts in cents': instead((sheet) => sheet.map((good) => reprice(good, all(100)))),
  'another currency': instead((sheet, chance) => {
    const rate = chance.pick([0.73, 0.79, 1.27, 1.36, 4.3, 11]);
    return sheet.map((good) => reprice(good, all(rate)));
  }),
};

/** What these rules can't see: for each of them there is another rule, or no harm. */
export const UNSEEN_NIGHTS: Readonly<Record<string, Break>> = {
  'every row twice': instead((sheet) => [...sheet, ...sheet]),
  'net prices, 7 %': moved('minimum_price', [1 / 1.07]),
  'a fifth of the file is missing': instead((sheet) => sheet.slice(0, Math.floor(sheet.length * 0.8))),
};
