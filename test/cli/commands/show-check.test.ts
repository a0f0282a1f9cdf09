import { describe, expect, it } from 'vitest';
import { runMain } from '../support.ts';

async function check(text: string): Promise<string> {
  return (await runMain(['check', 'prices.csv'], { files: { 'prices.csv': text } })).stdout;
}

describe('the screen of check', () => {
  it.each([
    ['sku,cost\nA,5\n', '1 row, none of them invalid'],
    ['sku,cost\nA,5\nA,5\nB,6\n', '3 rows, none of them invalid, 1 duplicate'],
    ['sku,cost\nA,5\nA,5\nA,5\nTotal,9\n', '4 rows, none of them invalid, 2 duplicates, 1 ignored'],
    ['sku,cost\nA,x\nTotal,9\n', '2 rows, 1 of them invalid, 1 ignored'],
    ['sku,Titel\nA,x\n', '1 row, none of them invalid; nothing to set'],
  ])('counts the rows of %j', async (text, counts) => {
    expect((await check(text)).split('\n')[0]).toBe(`prices.csv: ${counts}`);
  });

  it('shows three rows, the first ten problems and five ignored rows, and counts the others', async () => {
    const good = Array.from({ length: 7 }, (_, index) => `GOOD-${index},5`);
    const bad = Array.from({ length: 1200 }, (_, index) => `BAD-${index},x`);
    const totals = Array.from({ length: 8 }, () => 'Total,9');
    const text = await check(['sku,cost', ...good, ...bad, ...totals, ''].join('\n'));
    expect(text.match(/^ +\d+ +GOOD-/gm)).toHaveLength(3);
    expect(text.match(/^ +\d+ +BAD-/gm)).toHaveLength(10);
    expect(text).toContain('  … and 1,190 more; --json lists them\n');
    expect(text.match(/line \d+: The row is a total/g)).toHaveLength(5);
    expect(text).toContain('  … and 3 more; --json lists them\n');
  });
});
