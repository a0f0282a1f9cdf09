import type { Desired } from '../../../src/domain/fields.ts';
import type { Listing } from '../../../src/domain/listing.ts';
import type { Resolved } from '../../../src/domain/stages.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { aListing, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';
import { buildPlan, someLimits } from '../support.ts';

/** What one listing sells for and what its seller rightly wants of it. Units: cents. */
export interface Good {
  readonly price: number;
  readonly cost: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** What a shop is like. */
export interface ShopStyle {
  readonly count: number;
  /** Cents. */
  readonly medianPrice: number;
  /** Standard deviation of the logarithms of the prices. */
  readonly priceSpread: number;
  /** Cost to price: the usual one, and how far the goods differ in it. */
  readonly costShare: number;
  readonly costSpread: number;
  readonly rounding: 'cents' | 'charm' | 'whole';
}

/** Shops as they differ: prices of 5 to 80, alike or far apart, and margins of nearly nothing up to six times the cost. */
export function someStyle(chance: Chance, fields: Partial<ShopStyle> = {}): ShopStyle {
  return {
    count: Math.round(Math.exp(chance.between(Math.log(20), Math.log(400)))),
    medianPrice: Math.round(100 * Math.exp(chance.between(Math.log(5), Math.log(80)))),
    priceSpread: chance.between(0.3, 1.5),
    costShare: chance.between(0.15, 0.9),
    costSpread: chance.between(0.03, 0.45),
    rounding: chance.pick(['cents', 'charm', 'charm', 'whole']),
    ...fields,
  };
}

/** The goods of a shop. */
export function stock(chance: Chance, style: ShopStyle): readonly Good[] {
  const markup = chance.between(1.02, 1.3);
  const room = chance.between(1.1, 2.5);
  return Array.from({ length: style.count }, (): Good => {
    const price = roundPrice(style.medianPrice * chance.factor(style.priceSpread), style.rounding);
    const most = Math.max(0.97, style.costShare * 1.2);
    const anyShare = style.costShare * chance.factor(style.costSpread);
    const share = anyShare > most ? most * chance.between(0.85, 1) : anyShare;
    const cost = atLeastOne(price * share);
    const minimum = atLeastOne(Math.max(cost * markup, price * chance.between(0.4, 0.95)));
    return {
      price,
      cost,
      minimum,
      maximum: atLeastOne(Math.max(price, minimum) * room * chance.factor(0.1)),
    };
  });
}

export function roundPrice(amount: number, rounding: ShopStyle['rounding']): number {
  if (rounding === 'cents') return atLeastOne(amount);
  const whole = Math.max(1, Math.round(amount / 100)) * 100;
  return rounding === 'whole' ? whole : whole - 1;
}

export function atLeastOne(amount: number): number {
  return Math.max(1, Math.round(amount));
}

/** One row and what its listing holds. Units: cents. */
export interface Wish {
  readonly price: number | null;
  readonly holds?: { readonly [F in keyof Amounts]?: number | null };
  readonly asks: Amounts;
  readonly currency?: string;
  readonly platform?: string;
  readonly shipping?: number;
}

export interface Amounts {
  readonly cost?: number;
  readonly minimum_price?: number;
  readonly maximum_price?: number;
  readonly manual_price?: number;
}

/** The rows of a sheet, each with the listing that it leads to. */
export function toRows(requested: readonly Wish[]): readonly Resolved[] {
  return requested.map((wish, index) => {
    const { price, holds = {}, asks, currency = 'usd', platform = 'amazon', shipping = 0 } = wish;
    const desired = toCentsOf(asks) as Desired;
    const listing = aListing({
      id: listingId(index + 1),
      sku: sku(`SKU-${index + 1}`),
      currency,
      platform,
      currentPrice: price,
      currentShipping: shipping,
      values: {
        cost: null,
        minimum_price: null,
        maximum_price: null,
        manual_price: null,
        ...toCentsOf(holds),
      },
    } as Partial<Listing>);
    const row = aRow({ line: index + 2, sku: `SKU-${index + 1}`, requested: desired });
    return aResolved({ listing, desired, row });
  });
}

function toCentsOf(amounts: { readonly [F in keyof Amounts]?: number | null }) {
  return Object.fromEntries(
    Object.entries(amounts).map(([field, amount]) => [field, amount == null ? null : cents(amount)]),
  );
}

/** Chance that comes out the same for the same seed, with the shapes that prices, costs and stocks have. */
export interface Chance {
  /** From `low` up to `high`. */
  readonly between: (low: number, high: number) => number;
  /** A factor around 1: its logarithm has this standard deviation. */
  readonly factor: (spread: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  readonly happens: (probability: number) => boolean;
}

/** *Source*: Box and Muller for `factor`. */
export function chanceOf(seed: number): Chance {
  const { next } = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * next();
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    between,
    factor: (spread) => Math.exp(normal() * spread),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    happens: (probability) => next() < probability,
  };
}

/** How many of these sheets the rule stops, beside the other guards as they are by default. */
export function countStopped(sheets: readonly (readonly Wish[])[]): number {
  const options = { duplicates: 'error', limits: someLimits(), currency: 'usd' } as const;
  return sheets.filter((sheet) =>
    buildPlan(toRows(sheet), options).violations.some(({ rule }) => rule === 'implausible_column'),
  ).length;
}
