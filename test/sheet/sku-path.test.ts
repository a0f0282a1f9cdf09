import { describe, expect, it } from 'vitest';
import { skuPathOf } from '../../src/sheet/program-columns.ts';

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
