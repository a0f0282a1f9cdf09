import { describe, expect, it } from 'vitest';
import { skuPathOf } from '../../src/sheet/program-columns.ts';
import { read } from './support.ts';

describe('skuPathOf', () => {
  it.each([
    ['Name', ' : '],
    ['ITEM', ' : '],
    ['Product/Service Name', ':'],
    ['SKU', undefined],
    ['Item No.', undefined],
    ['Product Name', undefined],
  ])('of the header %s is %j', (header, separator) => {
    expect(skuPathOf([header, 'cost'], { index: 0, header, inCents: false })).toBe(separator);
  });

  it('is the one of the program that wrote the file, and none without a SKU', () => {
    const header = ['Item', 'Type', 'Cost', 'Reorder Pt (Min)'];
    expect(skuPathOf(header, { index: 0, header: 'Item', inCents: false })).toBe(':');
    expect(skuPathOf(header, undefined)).toBeUndefined();
  });
});

describe('readSheet of paths', () => {
  it.each([
    [
      'of NetSuite',
      'Internal ID,Name,Average Cost\n1,Mugs,1\n2,Mugs : MUG-01,5\n3,Mugs : Blue : MUG-02,6\n',
      ['Mugs', 'MUG-01', 'MUG-02'],
    ],
    ['of QuickBooks', 'Product/Service Name,Purchase Cost\nMugs:MUG-01,5\nPlate,6\n', ['MUG-01', 'Plate']],
    ['that are SKUs', 'SKU,Cost\nMugs : MUG-01,5\n', ['Mugs : MUG-01']],
  ])('%s', async (_name, text, skus) => {
    const { rows } = await read(text);
    expect(rows.map((row) => (row.kind === 'row' ? row.target.sku : row.kind))).toEqual(skus);
  });
});
