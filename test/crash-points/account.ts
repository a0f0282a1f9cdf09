import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { anAccount as anAccountOf, BUY_BOX } from '../support/an-account.ts';

/** Requests at once: few enough to tell one update from the next, enough to have some under way when a run is cut short. */
export const CONCURRENCY = 3;

const PROFIT = '50000000-0000-4000-8000-000000000002';

const PROFIT_BOUNDS = { minimum_percent: 80, maximum_percent: 200 };

/** Values that differ from those of `anAccount`'s other listings. */
const SPECIAL: Readonly<Record<string, Partial<Listing>>> = {
  'CLEAR-MANUAL': { manual_price: 1600 },
  'CLEAR-STRATEGY': { strategy: BUY_BOX },
  // Its bounds are computed anew upon each cost.
  'PROFIT-COST': { strategy: PROFIT },
};

/**
 * A sheet that has every kind of row in it: updates of one field and of several, a clear of money and one of a strategy,
 * a strategy that computes bounds, what is there already, what is not listed, what can't be read.
 */
const ROWS: readonly string[] = [
  'COST-1,6.50,,,,',
  'COST-2,6.60,,,,',
  'COST-3,6.70,,,,',
  'SAME-1,6.00,,,,',
  'BOUNDS-1,,11.00,21.00,,',
  'BOUNDS-2,,11.10,21.10,,',
  'CLEAR-MANUAL,,,,null,',
  'STRATEGY-1,,,,,Buy Box',
  'STRATEGY-2,,,,,Profit',
  'CLEAR-STRATEGY,,,,,null',
  'PROFIT-COST,7.00,,,,',
  'NOT-LISTED,5.00,,,,',
  'ALL-1,6.51,10.50,20.50,15.50,Buy Box',
  'ALL-2,6.52,10.60,20.60,15.60,Buy Box',
  'SAME-2,6.00,10.00,20.00,,',
  'MANUAL-1,,,,15.10,',
  'BAD,x,,,,',
  'COST-1,6.50,,,,',
  'COST-4,6.80,,,,',
  'COST-5,6.90,,,,',
  'COST-6,6.91,,,,',
  'COST-7,6.92,,,,',
  'COST-8,6.93,,,,',
  'BLOCKED,60.00,,,,',
  'EMPTY,,,,,',
];

export const SHEET = `sku,cost,min,max,manual_price,strategy\n${ROWS.join('\n')}\n`;

export function anAccount(): Catalogue {
  const skus = [...new Set(ROWS.map((row) => row.slice(0, row.indexOf(','))))];
  const listed = [...skus.filter((sku) => sku !== 'NOT-LISTED'), 'UNNAMED-1', 'UNNAMED-2'];
  const { channels, strategies, listings } = anAccountOf(listed.map((sku) => ({ sku, ...SPECIAL[sku] })));
  const profit = { id: PROFIT, name: 'Profit', type: 'profit', sandbox: { recompute: PROFIT_BOUNDS } };
  return {
    channels: channels.slice(0, 1),
    strategies: strategies.slice(0, 1).flatMap((strategy) => [strategy, { ...strategy, ...profit }]),
    listings,
  };
}
