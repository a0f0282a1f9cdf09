import { describe, expect, it } from 'vitest';
import { toPlainTable } from './plain-table.ts';

const HEADER =
  'line,sku,status,reason,message,cost_before,cost_after,minimum_price_before,minimum_price_after';

describe('toPlainTable', () => {
  it('has a row for each line, and columns for the fields that change in some', () => {
    const rest = ['maximum_price', 'strategy', 'repricing', 'manual_price'].flatMap((field) => [
      `${field}_before`,
      `${field}_after`,
    ]);
    const none = rest.map(() => '').join(',');
    const results = [
      `${HEADER},${rest.join(',')}`,
      `2,A<b>&,planned,,,6.00,6.50,,,${none}`,
      `3,B,unchanged,why,"so, and so",,,,,${none}`,
      '',
    ].join('\n');
    const rows = [...toPlainTable(Buffer.from(results)).matchAll(/<tr>(.*)<\/tr>/g)].map(([, row]) => row);
    expect(rows).toEqual([
      '<th>line</th><th>sku</th><th>status</th><th>cost</th><th>reason</th><th>message</th>',
      '<td>2</td><td>A&lt;b>&amp;</td><td>planned</td><td>6.00 → 6.50</td><td></td><td></td>',
      '<td>3</td><td>B</td><td>unchanged</td><td></td><td>why</td><td>so, and so</td>',
    ]);
  });
});
