import type { MoneyField } from '../../../src/domain/fields.ts';
import { listingId, sku } from '../../support/builders.ts';
import type { Chance } from '../shops/chance.ts';
import type { Good, Night } from './play-job.ts';

const DAY_MS = 24 * 3600 * 1000;
const FIRST_NIGHT = Date.UTC(2026, 0, 1, 2, 30);
const HOUR_MS = 3600 * 1000;

/** Factors by field. */
type Factors = Readonly<Partial<Record<MoneyField, number>>>;
/** The sheet of a night from that of the night before. */
type Step = (sheet: readonly Good[], night: number) => readonly Good[];

let ids = 0;

export function someGoods(chance: Chance, count: number): readonly Good[] {
  return Array.from({ length: count }, (): Good => {
    const number = ++ids;
    const cost = Math.round(200 * Math.exp(chance.between(0, 5)));
    const minimum_price = Math.round(cost * chance.between(1.1, 1.6));
    const maximum_price = Math.round(minimum_price * chance.between(1.2, 2));
    return {
      id: listingId(number),
      sku: sku(`SKU-${number}`),
      amounts: { cost, minimum_price, maximum_price },
    };
  });
}

/** A good at other prices, each a cent at least. */
export function reprice({ amounts, ...good }: Good, factors: Factors): Good {
  const moved = Object.entries(amounts).map(([field, cents]) => [
    field,
    Math.max(1, Math.round(cents * (factors[field as MoneyField] ?? 1))),
  ]);
  return { ...good, amounts: Object.fromEntries(moved) };
}

export function all(factor: number): Factors {
  return { cost: factor, minimum_price: factor, maximum_price: factor };
}

/** Some goods cost a little more or less than the day before. */
export function drift(chance: Chance, share = 0.08, spread = 0.03): Step {
  return (sheet) =>
    sheet.map((good) => (chance.happens(share) ? reprice(good, all(chance.factor(spread))) : good));
}

/** Nights a day apart, a file of its own for each. */
function toNights(sheet: readonly Good[], steps: readonly Step[], daysBetween = 1): readonly Night[] {
  let today = sheet;
  return steps.map((step, index): Night => {
    const startedAt = FIRST_NIGHT + index * daysBetween * DAY_MS;
    if (index > 0) today = step(today, index);
    return { startedAt, modified: startedAt - HOUR_MS, sheet: today };
  });
}

const keep: Step = (sheet) => sheet;
const repeat = (count: number, step: Step): readonly Step[] => Array.from({ length: count }, () => step);

export function steadyJob(chance: Chance, nights: number, goods = chance.whole(20, 300)): readonly Night[] {
  return toNights(someGoods(chance, goods), repeat(nights, drift(chance)));
}

type MakeJob = (chance: Chance) => readonly Night[];

/** Nothing is wrong with any night of these. */
export const HONEST_JOBS: Readonly<Record<string, MakeJob>> = {
  'a little every night': (chance) => steadyJob(chance, 20),
  'new season': (chance) => {
    const goods = chance.whole(20, 300);
    const replaced = chance.between(0.2, 0.9);
    const season: Step = (sheet) => [
      ...sheet.filter(() => !chance.happens(replaced)),
      ...someGoods(chance, Math.ceil(goods * replaced * chance.between(0.95, 1.6))),
    ];
    const before = chance.whole(1, 10);
    return toNights(someGoods(chance, goods), [
      ...repeat(before, drift(chance)),
      season,
      ...repeat(6, drift(chance)),
    ]);
  },
  'clearance of a part, and its end': (chance) => {
    const cleared = new Set<string>();
    let before: readonly Good[] = [];
    const begin: Step = (sheet) => {
      before = sheet;
      const off = chance.between(0.4, 0.85);
      return sheet.map((good, index) => {
        if (index % 20 >= chance.whole(2, 9)) return good;
        cleared.add(good.sku);
        return reprice(good, { minimum_price: off, maximum_price: off });
      });
    };
    const quiet = chance.happens(0.5) ? keep : drift(chance);
    const end: Step = (sheet) =>
      quiet === keep
        ? before
        : sheet.map(
            (good) => before.find(({ sku: other }) => other === good.sku && cleared.has(other)) ?? good,
          );
    const steps = [...repeat(chance.whole(2, 9), quiet), begin, ...repeat(chance.whole(1, 9), quiet), end];
    return toNights(someGoods(chance, chance.whole(20, 300)), [...steps, ...repeat(4, quiet)]);
  },
  'a general rise': (chance) => {
    const rate = chance.between(1.02, 1.09);
    const rise: Step = (sheet) => sheet.map((good) => reprice(good, all(rate * chance.factor(0.005))));
    const steps = repeat(chance.whole(1, 10), drift(chance));
    return toNights(someGoods(chance, chance.whole(20, 300)), [...steps, rise, ...repeat(5, drift(chance))]);
  },
  'a supplier who is much dearer': (chance) => {
    const share = chance.between(0.05, 0.4);
    const rise: Step = (sheet) =>
      sheet.map((good, index) =>
        index < sheet.length * share ? reprice(good, all(chance.between(1.1, 1.6))) : good,
      );
    const steps = repeat(chance.whole(1, 10), drift(chance));
    return toNights(someGoods(chance, chance.whole(20, 300)), [...steps, rise, ...repeat(5, drift(chance))]);
  },
  'a small sheet': (chance) => {
    const goods = someGoods(chance, chance.whole(1, 9));
    const change: Step = (sheet) => {
      const kept = sheet.filter(() => !chance.happens(0.1));
      return [...kept, ...someGoods(chance, chance.whole(0, 9 - kept.length))].map((good) =>
        chance.happens(0.4) ? reprice(good, all(chance.factor(0.2))) : good,
      );
    };
    return toNights(goods, repeat(20, change));
  },
  'a small sheet that goes to and fro': (chance) => {
    const [one, other] = [someGoods(chance, chance.whole(2, 30)), chance.between(0.9, 1.1)] as const;
    const sheets = [one, one.map((good, index) => (index === 0 ? reprice(good, all(other)) : good))] as const;
    return toNights(
      one,
      repeat(16, () => (chance.happens(0.5) ? sheets[0] : sheets[1])),
    );
  },
  'a sheet a week': (chance) =>
    toNights(someGoods(chance, chance.whole(20, 300)), repeat(12, drift(chance, 0.6, 0.06)), 7),
  'a growing shop': (chance) => {
    const grow: Step = (sheet) => [
      ...drift(chance)(sheet, 0),
      ...someGoods(chance, Math.ceil(sheet.length * chance.between(0, 0.3))),
    ];
    return toNights(someGoods(chance, chance.whole(8, 40)), repeat(10, grow));
  },
  'a shop that sells out': (chance) => {
    const shrink: Step = (sheet) => drift(chance)(sheet, 0).filter(() => !chance.happens(0.04));
    return toNights(someGoods(chance, chance.whole(60, 300)), repeat(15, shrink));
  },
  'prices that follow a market': (chance) => {
    const follow: Step = (sheet) => {
      const rate = chance.factor(0.03);
      return sheet.map((good) => reprice(good, all(rate * chance.factor(0.01))));
    };
    return toNights(someGoods(chance, chance.whole(20, 200)), repeat(20, follow));
  },
  'the same file for days': (chance) => {
    const change = drift(chance, 0.3, 0.05);
    const steps = Array.from({ length: 24 }, () => (chance.happens(0.3) ? change : keep));
    return toNights(someGoods(chance, chance.whole(20, 300)), steps);
  },
};
