import { describe, expect, it } from 'vitest';
import { type SheetDigest, SheetTally } from '../../../src/run/sheet/tally-sheet.ts';
import type { SheetOptions } from '../../../src/sheet/sheet-options.ts';
import { read } from '../../sheet/support.ts';

async function tally(text: string, options: Partial<SheetOptions> = {}): Promise<SheetDigest> {
  const counted = new SheetTally();
  for (const row of (await read(text, options)).rows) counted.add(row);
  return counted.result();
}

describe('SheetTally', () => {
  it('counts rows by kind', async () => {
    const { counts } = await tally('sku,cost\nA,5\nA,5\nB,x\n,\nTotal,9\nC,6\n');
    expect(counts).toEqual({ row: 2, invalid: 1, duplicate: 1, ignored: 2 });
  });

  it.each([
    ['an amount', 'sku,cost,min\nA,,\nB,,0\n'],
    ['a clear', 'sku,cost\nA,null\n'],
  ])('sees that something is set by %s', async (_name, text) => {
    expect((await tally(text)).setsAnything).toBe(true);
  });

  it.each([
    ['blank cells alone', 'sku,cost,min\nA,,\nB, ,\n'],
    ['what says which listing is meant', 'sku,cost,currency\nA,,usd\n'],
    ['an amount that cannot be read', 'sku,cost\nA,x\n'],
  ])('sees that nothing is set by %s', async (_name, text) => {
    expect((await tally(text)).setsAnything).toBe(false);
  });

  it('keeps the first lines of what is ignored, by reason', async () => {
    const totals = Array.from({ length: 8 }, () => 'Total,9\n').join('');
    const { ignored } = await tally(`sku,cost\n,\n${totals}A,5\n`);
    expect(Object.fromEntries(ignored)).toEqual({
      blank: { count: 1, lines: [2] },
      total: { count: 8, lines: [3, 4, 5, 6, 7] },
    });
  });

  it('keeps the first SKUs that a spreadsheet seems to have rewritten', async () => {
    const skus = ['4.03479E+12', '01.05.2026', '5-May', 'MUG-01', '2026-05-01', 'May 5', '12.05.26', '1E5'];
    const { rewrittenSkus } = await tally(`sku;cost\n${skus.map((sku) => `${sku};5\n`).join('')}`);
    expect(rewrittenSkus).toEqual(['4.03479E+12', '01.05.2026', '5-May', '2026-05-01', 'May 5']);
  });

  it('counts the SKUs that were filled up', async () => {
    const { filledSkus, skusFromPaths } = await tally('sku,cost\n7,5\n009,6\nA,7\n8,8\n', { skuPad: 3 });
    expect({ filledSkus, skusFromPaths }).toEqual({ filledSkus: { count: 2, digits: 3 }, skusFromPaths: 0 });
  });

  it('counts the SKUs that are the last part of a path', async () => {
    const text = 'Name,cost\nMugs : RED,5\nMugs : 7,6\nPLATE,7\n';
    const { filledSkus, skusFromPaths } = await tally(text, { skuPad: 3 });
    expect({ filledSkus, skusFromPaths }).toEqual({ filledSkus: { count: 1, digits: 3 }, skusFromPaths: 1 });
  });
});
