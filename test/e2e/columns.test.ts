import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMain } from '../cli/support.ts';
import { openStage } from '../support/open-stage.ts';

const HELD = { cost: 600, minimum_price: 900, maximum_price: 2000, current_price: 1500 };

/** A folder and an account with two listings that hold costs and bounds. */
async function openShop() {
  const { sandbox, write, ...stage } = await openStage(['SKU-1', 'SKU-2'].map((sku) => ({ sku, ...HELD })));
  return {
    ...stage,
    bounds: () =>
      sandbox.snapshot().listings.map(({ minimum_price, maximum_price }) => [minimum_price, maximum_price]),
    sayYes: (argv: readonly string[]) => runMain(argv, { ...stage.place, isTTY: true, stdin: 'y\n' }),
    sayNo: (argv: readonly string[]) => runMain(argv, { ...stage.place, isTTY: true, stdin: 'n\n' }),
    run: (argv: readonly string[], sheet?: string) => {
      if (sheet !== undefined) write(sheet, 'items.csv');
      return stage.run(...argv);
    },
  };
}

/** Stock levels that would pass every guard rule if they were bounds. */
const STOCK = 'Item No.,Qty On Hand,Min,Max,Unit Cost\nSKU-1,7,8.00,18,6.50\nSKU-2,9,9.00,19,6.40\n';
const BARE = 'Item No.,Min,Max,Unit Cost\nSKU-1,8.00,18.00,6.50\nSKU-2,9.50,19.00,6.40\n';
const AGREED = [
  [800, 1800],
  [950, 1900],
];
const BEFORE = [
  [900, 2000],
  [900, 2000],
];
const SYNC = ['sync', 'items.csv', '--max-change', '100'];

describe('columns whose names other trades use too', () => {
  it('are settled by the yes to a diff that was applied, and by no apply that nobody watched', async () => {
    const shop = await openShop();
    const diff = ['diff', 'items.csv', '--max-change', '100', '--out', 'looked-at'];
    expect((await shop.run(diff, BARE.replaceAll('8.00', '8.50'))).code).toBe(0);
    expect((await shop.run(['apply', 'looked-at', '--out', 'runs/unwatched'])).code).toBe(4);
    expect((await shop.run(['apply', 'looked-at', '--yes', '--out', 'runs/yes'])).code).toBe(4);
    // Nor does what such a run leaves lead past it.
    expect((await shop.run(['apply', 'runs/unwatched', '--out', 'runs/again'])).code).toBe(2);
    const retried = await shop.run(['sync', join('runs', 'unwatched', 'retry.csv')]);
    expect(retried.code, retried.stdout + retried.stderr).toBe(4);
    expect((await shop.run(SYNC, BARE)).code).toBe(4);
    expect(shop.bounds()).toEqual(BEFORE);
    const applied = ['apply', 'looked-at', '--out', 'runs/applied'];
    expect((await shop.sayYes(applied)).code).toBe(0);
    expect((await shop.run(SYNC, BARE)).code).toBe(0);
    expect(shop.bounds()).toEqual(AGREED);
    const other = BARE.replace('Unit Cost', 'Unit Cost,Note').replaceAll(/0\n/g, '0,x\n');
    const asked = await shop.run(SYNC, other);
    expect([asked.code, asked.stdout]).toEqual([4, expect.stringContaining('"Note" holds "x"')]);
  });

  it('are settled by the yes to a sync, and by no answer of no', async () => {
    const shop = await openShop();
    expect((await shop.run(SYNC, BARE)).code).toBe(4);
    expect((await shop.sayNo(SYNC)).stderr).toContain('"Max" is taken for maximum_price');
    expect([(await shop.run(SYNC)).code, shop.bounds()]).toEqual([4, BEFORE]);
    expect((await shop.sayYes(SYNC)).code).toBe(0);
    expect([(await shop.run(SYNC)).code, shop.bounds()]).toEqual([0, AGREED]);
  });

  it('are settled field by field: a flag leaves what was saved of the others', async () => {
    const shop = await openShop();
    const map = ['--map', 'minimum_price=,maximum_price='];
    expect((await shop.run(['check', 'items.csv', ...map, '--save-mapping'], STOCK)).code).toBe(0);
    const renamed = STOCK.replace('Unit Cost', 'Net Buy');
    const shown = await shop.run(['check', 'items.csv', '--map', 'cost=Net Buy'], renamed);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('Net Buy → cost')]);
    expect((await shop.run([...SYNC, '--map', 'cost=Net Buy'])).code).toBe(0);
    expect([shop.costs(), shop.bounds()]).toEqual([[650, 640], BEFORE]);
  });

  it('are settled for the rows that a run wrote down to be repaired', async () => {
    const shop = await openShop();
    const diff = ['diff', 'items.csv', '--out', 'looked-at'];
    expect((await shop.run(diff, BARE.replace('8.00,18.00', '3.00,18.00'))).code).toBe(3);
    const applied = ['apply', 'looked-at', '--out', 'applied'];
    expect((await shop.sayYes(applied)).code).toBe(3);
    const retry = join('applied', 'retry.csv');
    expect((await shop.run(['sync', retry, '--allow', 'max_change,below_cost'])).code).toBe(0);
    expect(shop.bounds()[0]).toEqual([300, 1800]);
  });
});
