import { expect, it } from 'vitest';
import { inLines } from '../sheet/support.ts';
import { tableOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';

const ITEMS =
  'sku,title,cost / A,Mug of white stoneware,7.00 / B,Cup of thin china,9.50 / C,Can of green tin,8.00 /';

it.each(
  tableOf(`
is updated if its row has its own title | Total | Total,Quartz oil for old clocks,7.50 | 4
sets nothing if its row holds the sum | Total | Total,All items of this list,24.50 | 3
sets nothing if it is listed in another case alone | TOTAL | Total,Quartz oil for old clocks,7.50 | 3
sets nothing if it is a subtotal that is not listed | D | Subtotal Lamps,,9.00 | 3
is updated if it is a subtotal that is listed | Subtotal Lamps | Subtotal Lamps,,9.00 | 4`),
)('a SKU that is a word for a total %s', async (_what, listed = '', row, updates) => {
  for (const resolve of ['sku', 'scan']) {
    const listings = ['A', 'B', 'C', listed].map((sku) => ({ sku, cost: 650 }));
    const { run, readRun, sent } = await openStage(listings, inLines(`${ITEMS} ${row} /`));
    const flags = ['PRICESHEET_SKU_IGNORE_CASE=true', '--resolve', resolve, '--out', 'run'];
    const { code } = await run('sync', 'costs.csv', ...flags);
    expect([resolve, code, sent().length]).toEqual([resolve, 0, Number(updates)]);
    const last = readRun('run').results[3];
    expect(last).toMatchObject(
      updates === '4' ? { status: 'updated' } : { status: 'ignored', reason: 'total' },
    );
  }
});
