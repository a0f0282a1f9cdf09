import { describe, expect, it } from 'vitest';
import { describeColumn, findUnsettled } from '../../../src/run/sheet/unsettled-columns.ts';
import type { ColumnMap } from '../../../src/sheet/header/column.ts';
import { aMap } from '../../sheet/support.ts';
import { describeSheet } from './support.ts';

/** What a run that nobody watches stops at; nothing where it reads the sheet. */
async function openOf(lines: readonly string[], map: ColumnMap = new Map()): Promise<string> {
  const { reading, columns } = await describeSheet(`${lines.join('\n')}\n`, { map });
  const settled = { map, last: undefined, asOf: 20261127, shell: 'posix' } as const;
  const open = findUnsettled(columns, reading.table, settled);
  return open.map(describeColumn).join('; ');
}

const LOW = ['A;5,10;2', 'B;6,20;3', 'C;7,30;4'];
const MIN = '"Min" is taken for minimum_price';
const COST = '"Cost" is taken for cost';

describe('one of our own names', () => {
  it.each([
    ['a minimum', ['sku;cost;min;max', 'A;5,10;7,50;9,90']],
    ['capitals', ['SKU;COST;MIN;MAX', 'A;5,10;7,50;9,90']],
    ['whole minimums above the cost', ['sku;cost;min', 'A;5,10;7', 'B;6,20;8', 'C;7,30;9']],
    ['whole minimums beside whole costs', ['sku;cost;min', 'A;5;2', 'B;6;3', 'C;7;4']],
    ['whole minimums in two rows', ['sku;cost;min', 'A;5,10;2', 'B;6,20;3']],
    ['a title of prices', ['Prices of May', 'SKU;Cost;Min;Max', 'A;5,10;7,50;9,90']],
    ['a whole name below a title of stock', ['Warehouse stock', 'SKU;Cost;Min Price', 'A;1;2']],
    ['a whole name beside blank stock', ['SKU;On hand;Cost;Min Price', 'A;;5,10;7']],
    ['a cost per piece beside a number of pieces of our own', ['sku;cost;cost_divisor', 'A;5,10;100']],
    ['a column without a name that numbers the rows', [';sku;cost', '1;A;5,10', '2;B;6,10', '3;C;7,10']],
    ['such a column, in tens', [';sku;cost', '10;A;5,10', '20;B;6,10', '30;C;7,10']],
  ])('is read at sight: %s', async (_what, lines) => {
    expect(await openOf(lines)).toBe('');
  });

  it.each([
    ['below a title of stock', ['Warehouse stock', 'SKU;Cost;Min', 'A;5,10;7', 'B;6,20;8', 'C;7,30;9'], MIN],
    ['below a title of shipping', ['Freight 2026', 'SKU;Cost', 'A;5,10'], COST],
    ['whole numbers beside stock that is blank', ['SKU;On hand;Min', 'A;;7', 'B;;8', 'C;;9'], MIN],
    ['beside a column that is not settled', ['SKU;On hand;Cost;Min', 'A;5;5,10;7,50'], MIN],
    ['beside parcels, which are codes', ['SKU;Tracking No;Cost', 'A;4012345678901;5,10'], COST],
    ['beside a cost of one unit, a blank one', ['SKU;Cost;Unit Cost', 'A;50,10;'], '"Unit Cost" is taken'],
    ['whole numbers that are mostly below the cost', ['SKU;Cost;Min', ...LOW], MIN],
    ['under a group', [';Zubehör', 'SKU;Cost', 'A;5,10'], COST],
    ['each under a word of its own', ['Teil;Unten', 'sku;min price', 'A;1,10'], '"min price" is taken for'],
  ])('is not enough to go by: %s', async (_what, lines, expected) => {
    expect(await openOf(lines)).toContain(expected);
  });
});

describe('a column that may say how many pieces the cost is for', () => {
  const pass = (column: string): string =>
    `if "cost" is for that many pieces, pass --map cost_divisor=${column}`;

  it.each([
    ['of an unknown name', ['sku;Text;Basis;cost', 'A;ring;100;5,10', 'B;nut;1;6,10'], pass('Basis')],
    ['with a unit', ['sku;Basis;cost', 'A;100 ST;5,10', 'B;1 ST;6,10'], pass('Basis')],
    ['without a name', [';sku;cost', '100;A;5,10', '100;B;6,10', '1000;C;6,10'], pass('A')],
  ])('is named first, with the flag: %s', async (_what, lines, expected) => {
    const open = await openOf(lines);
    expect(open.split('; if')[0]).toMatch(/^"(?:Basis|column A)" holds/);
    expect(open).toContain(expected);
  });

  it.each([
    ['beside no cost', ['sku;Basis;min', 'A;100;5,10', 'B;1;6,10'], {}],
    ['where it is said that there is none', ['sku;Basis;cost', 'A;100;5,10'], { cost_divisor: '' }],
    ['of other numbers', ['sku;Basis;cost', 'A;12;5,10', 'B;24;6,10', 'C;100;6,10'], {}],
    ['of ones', ['sku;Basis;cost', 'A;1;5,10', 'B;1;6,10'], {}],
  ])('is a column like others %s', async (_what, lines, map) => {
    const open = await openOf(lines, aMap(map));
    expect(open).toContain('"Basis" holds');
    expect(open).not.toContain('pieces');
  });
});

describe('amounts beside the cost', () => {
  it.each([
    ['New Cost', '--map cost="New Cost"'],
    ['EK neu', '--map cost="EK neu"'],
    ['Einkaufspreis', '--map cost=Einkaufspreis'],
    ['EK alt', undefined],
    ['Purchase Qty', undefined],
    ['Shipping cost', undefined],
    ['Retail', undefined],
  ])('are named with the flag that takes them for it, if it may be: %s', async (header, flag) => {
    const sheet = [`sku;cost;${header}`, 'A;5,10;5,20', 'B;6,10;6,20'];
    const open = await openOf(sheet);
    expect(open).toContain(`"${header}" holds amounts`);
    expect(open.includes('if that is the cost to send, pass')).toBe(flag !== undefined);
    expect(open).toContain(flag ?? '');
    expect(await openOf(sheet, aMap({ cost: 'cost' }))).not.toContain('--map');
  });
});

describe('what is shown to a person', () => {
  it('begins with what most likely changes what an amount is for', async () => {
    const header = 'Item No.;Farbe;UOM;Unit Cost;Markt;New Cost;Gültig;Min';
    const row = 'A;rot;DZ;5,10;amazon.de;5,20;01.01.2027;7';
    const open = await openOf([header, row]);
    const order = [...open.matchAll(/"([^"]+)" (?:holds|is taken)/g)].map(([, name]) => name);
    expect(order).toEqual(['New Cost', 'Gültig', 'UOM', 'Markt', 'Min', 'Item No.', 'Farbe', 'Unit Cost']);
  });
});
