import { describe, expect, it } from 'vitest';
import { describeUnsettled, findUnsettled } from '../../../src/run/sheet/unsettled-columns.ts';
import { ColumnLooks } from '../../../src/sheet/column-looks.ts';
import { read } from '../support.ts';

/** What each field was taken from, and what a person has to settle of it. */
async function readLines(lines: readonly string[]): Promise<readonly [taken: string, asked: string]> {
  const { reading, rows } = await read(`${lines.join('\n')}\n`);
  const looks = new ColumnLooks();
  for (const row of rows) looks.add(row);
  const settled = { map: new Map(), last: undefined, shell: 'posix', asOf: 20261120 } as const;
  const asked = describeUnsettled(findUnsettled(reading, looks.result(), settled));
  return [[...reading.columns].map(([name, { header }]) => `${name} ${header}`).join(', '), asked];
}

describe('a group above its columns', () => {
  it.each([
    [
      'of stock',
      [';;Stock;Stock', 'SKU;Cost;Min;Max', 'A;5,10;7;9'],
      '"Min" is taken for minimum_price below "Stock"',
    ],
    [
      'of shipping',
      [';Product;Shipping', 'SKU;Price;Cost', 'A;9,90;1,10'],
      '"Cost" is taken for cost below "Shipping"',
    ],
    ['of last year', [';;Vorjahr', 'SKU;Text;Cost', 'A;x;1,10'], '"Cost" is taken for cost below "Vorjahr"'],
    [
      'that nobody knows',
      [';;Zubehör', 'SKU;Text;Cost', 'A;x;1,10'],
      '"Cost" is taken for cost below "Zubehör"',
    ],
  ])('is shown with the name, which is not enough to go by: %s', async (_what, lines, expected) => {
    expect((await readLines(lines))[1]).toContain(expected);
  });

  it.each([
    [[';;Moving', 'SKU;Min Price;price', 'A;1,10;1,00'], 'sku SKU, cost price, minimum_price Min Price'],
    [[';;Purchase', 'SKU;Text;Price', 'A;x;1,10'], 'sku SKU, cost Purchase Price'],
  ])('may be a part of the name: %j', async (lines, expected) => {
    expect((await readLines(lines))[0]).toBe(expected);
  });

  it('distinguishes no two columns of one name', async () => {
    await expect(read(';2025;2026\nSKU;Cost;Cost\nA;1,10;2,20\n')).rejects.toThrow('both mean cost');
  });
});
