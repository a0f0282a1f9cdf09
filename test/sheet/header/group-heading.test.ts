import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';

/** What each field was taken from, and what is of another group. */
async function readLines(lines: readonly string[]): Promise<string> {
  const { reading } = await read(`${lines.join('\n')}\n`);
  const taken = [...reading.columns].map(([name, { header }]) => `${name} ${header}`);
  return [...taken, ...reading.foreign.map(({ header, heading }) => `${header} is of ${heading}`)].join(', ');
}

describe('a group above its columns', () => {
  it.each([
    [
      'of stock, over bounds',
      [';;Stock;Stock', 'SKU;Cost;Min;Max', 'A;5,10;7;9'],
      'sku SKU, cost Cost, Min is of Stock, Max is of Stock',
    ],
    [
      'of shipping, over a cost',
      [';Product;Shipping', 'SKU;Price;Cost', 'A;9,90;1,10'],
      'sku SKU, Cost is of Shipping',
    ],
    ['of a tax', [';;VAT', 'SKU;Text;Unit Cost', 'A;x;1,10'], 'sku SKU, Unit Cost is of VAT'],
    ['of a share', [';;Margin', 'SKU;Cost;Min', 'A;1,10;20'], 'sku SKU, cost Cost, Min is of Margin'],
    ['of last year', [';;Last year', 'SKU;Text;Cost', 'A;x;1,10'], 'sku SKU, Cost is of Last year'],
    ['of sales, over a cost', [';;Retail', 'SKU;Text;Cost', 'A;x;1,10'], 'sku SKU, Cost is of Retail'],
    [
      'of purchases, over a minimum',
      [';;Purchase', 'SKU;Text;Min Price', 'A;x;1,10'],
      'sku SKU, Min Price is of Purchase',
    ],
    ['of costs, over a maximum', [';;Costs', 'SKU;Text;Max', 'A;x;1,10'], 'sku SKU, Max is of Costs'],
    [
      'of stock, over a strategy',
      [';;Stock', 'SKU;Cost;Strategy', 'A;1,10;x'],
      'sku SKU, cost Cost, Strategy is of Stock',
    ],
    [
      'of stock, over a switch',
      [';;Stock', 'SKU;Cost;Repricing', 'A;1,10;no'],
      'sku SKU, cost Cost, Repricing is of Stock',
    ],
    [
      'of a supplier, over a SKU',
      ['Item;;;Supplier', 'Part Number;Text;Cost;SKU', 'A;x;1,10;V-1'],
      'sku Part Number, cost Cost, SKU is of Supplier',
    ],
    ['of stock, over a SKU', [';Stock;', ';SKU;Unit Price', 'x;A;1,10'], 'sku SKU'],
    [
      'of sales, over what the cost is for, which is never ignored beside a cost',
      [';Purchase;Sales', 'SKU;Cost;Price unit', 'A;1,10;100'],
      'sku SKU, cost Cost, cost_divisor Price unit',
    ],
    ['of prices', [';;Price limits', 'SKU;Cost;Min', 'A;1,10;2,20'], 'sku SKU, cost Cost, minimum_price Min'],
    ['of purchases, over a cost', [';;Purchase', 'SKU;Text;Cost', 'A;x;1,10'], 'sku SKU, cost Cost'],
    ['that nobody knows', [';;Zubehör', 'SKU;Text;Cost', 'A;x;1,10'], 'sku SKU, cost Cost'],
    [
      'as a part of the name',
      [';;Moving', 'SKU;Min Price;price', 'A;1,10;1,00'],
      'sku SKU, cost price, minimum_price Min Price',
    ],
    [
      'as a part of the name, of which it alone would be another topic',
      [';;Purchase', 'SKU;Text;Price', 'A;x;1,10'],
      'sku SKU, cost Purchase Price',
    ],
    [
      'over the names of a program',
      [';;Shipping', 'No.;Base Unit of Measure;Unit Cost', 'A;PCS;5,10'],
      'sku No., Unit Cost is of Shipping',
    ],
  ])('is a part of their names: %s', async (_what, lines, expected) => {
    expect(await readLines(lines)).toBe(expected);
  });

  it('distinguishes no two columns of one name', async () => {
    await expect(read(';2025;2026\nSKU;Cost;Cost\nA;1,10;2,20\n')).rejects.toThrow('both mean cost');
  });
});
