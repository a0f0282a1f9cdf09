import { expect, it } from 'vitest';
import { runMain } from '../support.ts';

it('the screen of check shows three rows, the first ten problems, and counts the others', async () => {
  const good = Array.from({ length: 7 }, (_, index) => `GOOD-${index},5`);
  const bad = Array.from({ length: 1200 }, (_, index) => `BAD-${index},x`);
  const totals = Array.from({ length: 8 }, () => 'Total,9');
  const sheet = ['sku,cost', ...good, 'GOOD-1,5', 'GOOD-2,5', ...bad, ...totals, ''].join('\n');
  const { stdout } = await runMain(['check', 'prices.csv'], { files: { 'prices.csv': sheet } });
  expect(stdout.split('\n')[0]).toBe(
    'prices.csv: 1,217 rows, 1,200 of them invalid, 2 duplicates, 8 ignored',
  );
  expect(stdout.match(/^ +\d+ +GOOD-/gm)).toHaveLength(3);
  expect(stdout.match(/^ +\d+ +BAD-/gm)).toHaveLength(10);
  expect(stdout).toContain('  … and 1,190 more; --json lists them\n');
  expect(stdout).toContain(
    '\n  Ignored, since they are not data: 8 totals (lines 1211, 1212, 1213, 1214, 1215, …)\n',
  );
});
