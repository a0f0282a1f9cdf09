import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';

async function run(sheet: string, argv: readonly string[], skus: readonly string[] = ['SKU-1']) {
  const stage = await openStage(
    skus.map((sku) => ({ sku, cost: 650 })),
    sheet,
  );
  const [command = '', ...flags] = argv;
  const ended = await stage.run(command, 'costs.csv', ...flags);
  return { ...ended, posts: stage.sent().length, results: () => stage.read('run/results.csv') };
}

describe('a SKU that is a word for a total', () => {
  const ITEMS =
    'sku,title,cost\nA,Mug of white stoneware,7.00\nB,Cup of thin china,9.50\nC,Can of green tin,8.00\n';

  it.each([
    [
      'its row has its own title',
      `${ITEMS}Total,Quartz oil for old clocks,7.50\n`,
      ['A', 'B', 'C', 'Total'],
      4,
    ],
    ['it is written as a formula', 'sku,cost\nA,7.00\n="Total",7.50\n', ['A', 'Total'], 2],
  ])('is updated where it is listed and %s', async (_name, sheet, skus, updates) => {
    for (const resolve of ['sku', 'scan']) {
      const { code, posts } = await run(sheet, ['sync', '--yes', '--resolve', resolve], skus);
      expect([resolve, code, posts]).toEqual([resolve, 0, updates]);
    }
  });

  it.each([
    ['its row holds the sum', `${ITEMS}Total,All items of this list,24.50\n`, ['A', 'B', 'C', 'Total']],
    [
      'its row has nothing but an amount',
      'sku,cost\nA,7.00\nB,9.50\nC,8.00\nTotal,7.50\n',
      ['A', 'B', 'C', 'Total'],
    ],
    ['it is not listed', `${ITEMS}Total,Quartz oil for old clocks,7.50\n`, ['A', 'B', 'C', 'TOTAL']],
  ])('sets nothing and issues nobody where %s', async (_name, sheet, skus) => {
    for (const resolve of ['sku', 'scan']) {
      const flags = ['--yes', 'PRICESHEET_SKU_IGNORE_CASE=true', '--out', 'run', '--resolve', resolve];
      const { code, posts, results } = await run(sheet, ['sync', ...flags], skus);
      expect([resolve, code, posts]).toEqual([resolve, 0, 3]);
      expect(results()).toMatch(/\n5,.*ignored,total,/);
    }
  });

  it.each([
    ['has no title', `${ITEMS}Subtotal Lamps,,9.00\nSumme Leuchten,,9.00\n`],
    ['looks like the others', 'sku,cost\nA,7.00\nB,9.50\nSubtotal Lamps,9.00\nSumme Leuchten,9.00\n'],
  ])('issues nobody as a subtotal that %s, and is updated where it is listed', async (_name, sheet) => {
    const flags = ['sync', '--yes', '--out', 'run'];
    const items = sheet.startsWith(ITEMS) ? ['A', 'B', 'C'] : ['A', 'B'];
    const unlisted = await run(sheet, flags, items);
    expect([unlisted.code, unlisted.posts]).toEqual([0, items.length]);
    expect(unlisted.results().match(/^\d,.*ignored,total,/gm)).toHaveLength(2);
    const isListed = await run(sheet, flags, [...items, 'Subtotal Lamps']);
    expect([isListed.code, isListed.posts]).toEqual([0, items.length + 1]);
  });
});
