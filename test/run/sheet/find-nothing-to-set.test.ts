import { describe, expect, it } from 'vitest';
import { findNothingToSet } from '../../../src/run/sheet/find-nothing-to-set.ts';
import type { ColumnMap } from '../../../src/sheet/header/column.ts';
import { aMap } from '../../sheet/support.ts';
import { describeSheet } from './support.ts';

const ONE_ROW = { row: 1, invalid: 0, duplicate: 0, ignored: 0 };

async function find(header: string, map: ColumnMap = new Map(), counts = ONE_ROW) {
  const { columns } = await describeSheet(`${header}\n${header.replace(/[^,]+/g, 'x')}\n`, { map });
  return findNothingToSet(columns, { map, counts, shell: 'posix' });
}

const ANY_PRICE =
  'may be cost, minimum_price, maximum_price or manual_price, and is not accepted without confirmation';
const ANY_PRICES = ANY_PRICE.replace('is not', 'none of them is');
const COST_LEVEL = '"Cost level" may be cost, and is not accepted without confirmation';
const NONE =
  'columns that do are cost, minimum_price, maximum_price, strategy, repricing, manual_price: --map FIELD=HEADER';

describe('findNothingToSet', () => {
  it.each([
    ['a cost', 'sku,cost', undefined],
    ['a cost that was mapped', 'sku,Titel', { cost: 'Titel' }],
    ['a strategy alone', 'sku,strategy', undefined],
    ['other columns beside one that sets something', 'sku,price,min', undefined],
  ] as const)('finds nothing amiss with %s', async (_name, header, map) => {
    expect(await find(header, map && aMap(map))).toBeUndefined();
  });

  it.each([
    ['a price', 'sku,price', `"price" ${ANY_PRICE}: --map FIELD=price`],
    ['a price in German', 'sku,Verkaufspreis', `"Verkaufspreis" ${ANY_PRICE}: --map FIELD=Verkaufspreis`],
    ['a price in camel case', 'sku,listPrice', `"listPrice" ${ANY_PRICE}: --map FIELD=listPrice`],
    [
      'many prices',
      'sku,price 1,price 2,price 3,price 4,price 5,price 6,price 7',
      `"price 1", "price 2", "price 3", "price 4", "price 5" and 2 more ${ANY_PRICES}: --map FIELD=HEADER`,
    ],
    ['a cost of some kind', 'sku,Cost level', `${COST_LEVEL}: --map cost="Cost level"`],
    ['columns of other things', 'sku,Titel,Farbe', NONE],
    ['changes of a cost', 'sku,Cost ▲,Δ Cost,Cost Change,Cost ±', NONE],
    ['costs of other things', 'sku,Storage Cost,Packaging Cost,Advertising Cost', NONE],
    ['columns that hold no amounts', 'sku,Purchase note,Price List,Date sale price starts,Cost type', NONE],
    ['no further column', 'sku', NONE],
    ['columns that set nothing', 'sku,currency,channel,cost_divisor', NONE],
    ['amounts that are no price of a piece', 'sku,Shipping Price,Price %,Stock price', NONE],
    ['a header that cannot be typed', 'sku,x,price\u200b 2', '--map FIELD=C'],
    ['two of one name', 'sku,price,price', `"price", "price" ${ANY_PRICES}: --map FIELD=HEADER`],
    ['a header that is too long', `sku,price ${'x'.repeat(70)}`, '--map FIELD=B'],
  ])('says of %s what may be meant', async (_name, header, message) => {
    const found = await find(header);
    expect(found?.message).toContain('no column of the sheet sets anything; ');
    expect(found?.message).toContain(message);
  });

  it.each([
    ['leaves out what is said', 'Teil,Cost level', { sku: 'Teil' }, `${COST_LEVEL}: --map cost="Cost level"`],
    [
      'proposes no field that is said to have no column',
      'sku,price,cost,Cost level',
      { cost: '' },
      '"price" may be minimum_price, maximum_price or manual_price, and is not accepted without confirmation: --map FIELD=price',
    ],
  ] as const)('%s', async (_name, header, map, message) => {
    const found = await find(header, aMap(map));
    expect(found?.message).toBe(`no column of the sheet sets anything; ${message}`);
  });

  it.each([
    ['no rows', { ...ONE_ROW, row: 0 }, false],
    ['ignored rows alone', { ...ONE_ROW, row: 0, ignored: 2 }, false],
    ['invalid rows alone', { ...ONE_ROW, row: 0, invalid: 1 }, true],
    ['duplicates alone', { ...ONE_ROW, row: 0, duplicate: 1 }, true],
  ])('leaves to empty_sheet what has no rows of data: %s', async (_name, counts, expected) => {
    expect((await find('sku,price', new Map(), counts)) !== undefined).toBe(expected);
  });

  it('names the headers that no other notice has to name, and no others', async () => {
    expect((await find('sku,price,Cost level,Titel'))?.named).toEqual(['price', 'Cost level']);
    expect((await find('sku,Titel,platfrom'))?.named).toEqual([]);
  });
});

describe('a heading that says nothing of amounts, above amounts', () => {
  it.each([
    ['Rate', '5.10', 'may be cost, minimum_price'],
    ['Valor', '5,10', 'may be cost, minimum_price'],
    ['Total Cost Per Unit', '5.10', 'may be cost, and is not accepted'],
    ['Freight', '5.10', undefined],
    ['Qty', '5.10', undefined],
    ['Rate', '5', undefined],
  ])('%s with %s', async (header, cell, said) => {
    const { columns } = await describeSheet(`sku;${header}\nA-1;${cell}\nA-2;${cell}\nA-3;${cell}\n`);
    const given = { map: new Map(), counts: ONE_ROW, shell: 'posix' } as const;
    const { message = '' } = findNothingToSet(columns, given) ?? {};
    expect(message).toContain(said === undefined ? NONE : `"${header}" ${said}`);
  });
});
