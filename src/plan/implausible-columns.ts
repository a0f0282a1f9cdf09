import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import { livePrice } from '../domain/live-price.ts';
import type { PlanEntry } from '../domain/stages.ts';
import type { Tally } from '../domain/tally.ts';
import { JointHistogram } from './joint-histogram.ts';
import { ABSURD, type ColumnCounts, judgeColumn } from './judge-column.ts';
import { taxRateOf } from './tax-rate-of.ts';

/** As much as amounts may differ and still be called the same. */
const ABOUT_THE_SAME = 0.1;
/** Likewise, for a cost that may be the selling price by mistake. */
const NEARLY_THE_SAME = 0.01;

/**
 * Finds out by what the listings sell for whether a column of amounts is taken for what it is not. Names can deceive
 * (`Min` of a stock), the prices of the shop don't: a net behind the names, and independent of them.
 */
export class ImplausibleColumns implements Tally<PlanEntry, string | undefined> {
  readonly #columns = new Map<MoneyField, RunningCounts>();

  /** Every row that was led to a listing counts, whatever became of it. */
  add(entry: PlanEntry): void {
    if (!('resolved' in entry)) return;
    const { listing, desired } = entry.resolved;
    for (const field of MONEY_FIELDS) {
      const amount = desired[field];
      const price = priceFor(field, listing);
      if (amount && price) this.#count(field, { amount, price, held: listing.values[field] });
    }
  }

  #count(field: MoneyField, { amount, price, held }: Asked): void {
    const column = this.#columns.get(field) ?? startColumn();
    this.#columns.set(field, column);
    const isHeld = held !== null && isAbout(amount, held, ABOUT_THE_SAME);
    column.amounts++;
    column.pairs.add(price, amount);
    if (held !== null) column.compared++;
    if (isHeld) column.held++;
    if (isAbout(amount, price, NEARLY_THE_SAME)) column.atPrice++;
    const rate = field === 'cost' ? taxRateOf(amount, price) : undefined;
    if (rate !== undefined) column.taxes.set(rate, (column.taxes.get(rate) ?? 0) + 1);
    if (!isHeld && isAbsurd(field, amount / price)) column.strays.add(price, amount);
  }

  /** A sentence with the figures of each such column, where there is one. */
  result(): string | undefined {
    const found = [...this.#columns].flatMap(([field, counts]) => {
      const why = judgeColumn(field, counts);
      return why === undefined ? [] : [{ field, why }];
    });
    if (found.length === 0) return undefined;
    const columns = found.map(({ field, why }) => `the column taken for ${field} looks wrong: ${why}`);
    return `${columns.join('; ')}; check ${found.map(({ field }) => `--map ${field}=…`).join(' and ')}`;
  }
}

/** What a row asks for, and what its listing sells for and holds in that field. Units: cents. */
interface Asked {
  readonly amount: number;
  readonly price: number;
  readonly held: number | null;
}

type RunningCounts = {
  -readonly [K in keyof ColumnCounts]: ColumnCounts[K] extends ReadonlyMap<number, number>
    ? Map<number, number>
    : ColumnCounts[K];
};

function startColumn(): RunningCounts {
  return {
    amounts: 0,
    compared: 0,
    held: 0,
    atPrice: 0,
    taxes: new Map(),
    pairs: new JointHistogram(),
    strays: new JointHistogram(),
  };
}

/** A cost is part of all that a buyer pays: a book for a cent and the shipping cost its seller more than a cent. */
function priceFor(field: MoneyField, listing: Listing): number | null {
  const price = livePrice(listing);
  if (field !== 'cost' || listing.currentPrice === null) return price;
  return listing.currentPrice + (listing.currentShipping ?? 0);
}

/** A maximum that is out of reach is a way to have none. */
function isAbsurd(field: MoneyField, ratio: number): boolean {
  return ratio < ABSURD.least || (ratio > ABSURD.most && field !== 'maximum_price');
}

function isAbout(amount: number, other: number, share: number): boolean {
  return Math.abs(amount - other) <= other * share;
}
