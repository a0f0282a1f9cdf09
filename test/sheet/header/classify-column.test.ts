import { describe, expect, it } from 'vitest';
import { describeQuestion } from '../../../src/run/sheet/check-ambiguous-columns.ts';
import type { ColumnName } from '../../../src/sheet/header/column-names.ts';
import { read } from '../support.ts';

const AT_SIGHT = 'at sight';

/** What became of a field: its column at sight, or why somebody has to look or to say. */
async function judge(lines: readonly string[], name: ColumnName): Promise<string> {
  const { reading } = await read(`${lines.join('\n')}\n`);
  const questions = reading.questions.filter((question) => question.name === name);
  if (questions.length > 0) return questions.map(describeQuestion).join('; ');
  const column = reading.columns.get(name);
  if (column) return `${column.header} ${AT_SIGHT}`;
  return reading.foreign.map(({ header, heading }) => `${header} is of ${heading}`).join('; ') || 'none';
}

/** What is judged, the lines of the sheet, the field, and what becomes of it. */
type Case = readonly [what: string, lines: readonly string[], name: ColumnName, expected: string];

const PRICES = ['A;5,10;7,50;9,90', 'B;6,20;8,50;10,90', 'C;7,30;9,50;11,90'];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'our own names': [
    ['a minimum', ['sku;cost;min;max', ...PRICES], 'minimum_price', 'min at sight'],
    ['a maximum', ['SKU;COST;MIN;MAX', ...PRICES], 'maximum_price', 'MAX at sight'],
    [
      'a minimum among names of others',
      ['Item No.;Unit Cost;Min;Max', ...PRICES],
      'minimum_price',
      '"Min" is taken for minimum_price, though it may mean something else, because of its name and cells such as "7,50"',
    ],
    [
      'a minimum in cents',
      ['Item No.;Unit Cost;min cents', 'A;5,10;750'],
      'minimum_price',
      'min cents at sight',
    ],
    [
      'a whole name',
      ['Item No.;Unit Cost;Minimum Price', ...PRICES],
      'minimum_price',
      'Minimum Price at sight',
    ],
  ],
  'the group above': [
    [
      'of stock',
      [';;Stock;Stock', 'SKU;Cost;Min;Max', ...PRICES],
      'minimum_price',
      'Min is of Stock; Max is of Stock',
    ],
    ['of shipping', [';Product;Shipping', 'SKU;Price;Cost', 'A;9,90;1,10'], 'cost', 'Cost is of Shipping'],
    ['of a tax', [';;VAT', 'SKU;Text;Unit Cost', 'A;x;1,10'], 'cost', 'Unit Cost is of VAT'],
    ['of a share', [';;Margin', 'SKU;Cost;Min', 'A;1,10;20,00'], 'minimum_price', 'Min is of Margin'],
    ['of last year', [';;Last year', 'SKU;Text;Cost', 'A;x;1,10'], 'cost', 'Cost is of Last year'],
    [
      'of sales, over a cost',
      [';;Retail', 'SKU;Text;Cost', 'A;x;1,10'],
      'cost',
      '"Cost" is not taken for cost: it is under "Retail"',
    ],
    [
      'of purchases, over a minimum',
      [';;Purchase', 'SKU;Text;Min Price', 'A;x;1,10'],
      'minimum_price',
      '"Min Price" is not taken for minimum_price: it is under "Purchase"',
    ],
    [
      'of costs, over a maximum',
      [';;Costs', 'SKU;Text;Max', 'A;x;1,10'],
      'maximum_price',
      '"Max" is not taken for maximum_price: it is under "Costs"',
    ],
    [
      'that nobody knows',
      [';;Zubehör', 'SKU;Text;Cost', 'A;x;1,10'],
      'cost',
      '"Cost" is not taken for cost: it is under "Zubehör"',
    ],
    [
      'of prices, with a word that nobody knows',
      [';;Shadow prices', 'SKU;Cost;Min', 'A;1,10;2,20'],
      'minimum_price',
      '"Min" is not taken for minimum_price: it is under "Shadow prices"',
    ],
    ['of prices', [';;Price limits', 'Item No.;Cost;Min', 'A;1,10;2,20'], 'minimum_price', 'Min at sight'],
    ['of purchases, over a cost', [';;Purchase', 'SKU;Text;Cost', 'A;x;1,10'], 'cost', 'Cost at sight'],
    [
      'of prices, over a standard price',
      [';;Prices', 'SKU;Text;Standard Price', 'A;x;1,10'],
      'cost',
      '"Standard Price" is taken for cost, though it may mean something else, because of its name and cells such as "1,10"',
    ],
    ['as a part of the name', [';;Moving', 'SKU;Min Price;price', 'A;1,10;1,00'], 'cost', 'price at sight'],
    [
      'of stock, over a strategy',
      [';;Stock', 'SKU;Cost;Strategy', 'A;1,10;x'],
      'strategy',
      'Strategy is of Stock',
    ],
    [
      'of stock, over a switch',
      [';;Stock', 'SKU;Cost;Repricing', 'A;1,10;no'],
      'repricing',
      'Repricing is of Stock',
    ],
    [
      'of a supplier, over a SKU',
      ['Item;;;Supplier', 'Part Number;Text;Cost;SKU', 'A;x;1,10;V-1'],
      'sku',
      'Part Number at sight',
    ],
    ['of stock, over a SKU', [';Stock;', ';SKU;Cost', 'x;A;1,10'], 'sku', 'SKU at sight'],
    [
      'each of its own, in words that nobody knows',
      ['Teil;Unten', 'sku;min price', 'A;1,10'],
      'minimum_price',
      '"min price" is taken for minimum_price, though it is under "Unten", because of its name and cells such as "1,10"',
    ],
  ],
  'the title': [
    [
      'of stock',
      ['Warehouse stock', 'SKU;Cost;Min;Max', ...PRICES],
      'minimum_price',
      '"Min" is not taken for minimum_price: it is in a table titled "Warehouse stock"',
    ],
    [
      'of stock, over a whole name',
      ['Warehouse stock', 'SKU;Cost;Min Price', 'A;1;2'],
      'minimum_price',
      'Min Price at sight',
    ],
    ['of prices', ['Prices of May', 'SKU;Cost;Min;Max', ...PRICES], 'minimum_price', 'Min at sight'],
  ],
  'a currency': [
    [
      'behind a minimum',
      ['Item No.;Unit Cost;Min (EUR)', 'A;5,10;7,50'],
      'minimum_price',
      'Min (EUR) at sight',
    ],
    [
      'behind a minimum beside stock',
      ['Item No.;Qty;Unit Cost;Min (EUR)', 'A;5;5,10;7,50'],
      'minimum_price',
      '"Min (EUR)" is not taken for minimum_price: it is next to "Qty"',
    ],
    ['none, but a measure', ['SKU;Cost;Min (in)', 'A;5,10;7,50'], 'minimum_price', 'none'],
    ['none, but inches', ['SKU;Cost;Min (")', 'A;5,10;7,50'], 'minimum_price', 'none'],
  ],
  'columns beside': [
    [
      'of stock',
      ['SKU;On hand;Cost;Min', 'A;5;5,10;7'],
      'minimum_price',
      '"Min" is not taken for minimum_price: it is next to "On hand"',
    ],
    [
      'of measures',
      ['SKU;Length (cm);Cost;Max', 'A;5;5,10;7'],
      'maximum_price',
      '"Max" is not taken for maximum_price: it is next to "Length (cm)"',
    ],
    [
      'of a warehouse, beside a floor',
      ['SKU;Aisle;Cost;Floor', 'A;5;5,10;7'],
      'minimum_price',
      '"Floor" is not taken for minimum_price: it is next to "Aisle"',
    ],
    [
      'of stock, beside a switch',
      ['SKU;Stock;Cost;Managed', 'A;5;5,10;yes'],
      'repricing',
      '"Managed" is not taken for repricing: it is next to "Stock"',
    ],
    [
      'of parcels, beside a cost',
      ['SKU;Tracking No;Cost', 'A;5;5,10'],
      'cost',
      '"Cost" is not taken for cost: it is next to "Tracking No"',
    ],
    [
      'of sales, beside a standard price',
      ['SKU;Standard Price;Sale Price', 'A;5,10;4,10'],
      'cost',
      '"Standard Price" is not taken for cost: it is next to "Sale Price"',
    ],
    [
      'of stock, in another group',
      ['Item;Stock;Price limits', 'SKU;On hand;Min', 'A;5;5,10'],
      'minimum_price',
      'Min at sight',
    ],
    [
      'that only name the SKU',
      ['Stock Code;Cost;Min (EUR)', 'A;5,10;7,50'],
      'minimum_price',
      'Min (EUR) at sight',
    ],
    [
      'of stock, beside a whole name',
      ['SKU;On hand;Cost;Min Price', 'A;5;5,10;7'],
      'minimum_price',
      'Min Price at sight',
    ],
  ],
  'costs beside': [
    ['of one unit', ['SKU;Cost;Unit Cost', 'A;50,10;5,10'], 'cost', 'Unit Cost at sight'],
    [
      'of one unit, in a name that is not known',
      ['SKU;Cost;Cost/unit net of bonus', 'A;50,10;5,10'],
      'cost',
      '"Cost" is not taken for cost: it is next to "Cost/unit net of bonus"',
    ],
    [
      'of an average, and a count',
      ['SKU;Qty;Cost;Average Cost', 'A;10;50,10;5,10'],
      'cost',
      'Average Cost at sight',
    ],
    ['of an average', ['SKU;Cost;Average Cost', 'A;5,10;5,10'], 'cost', 'Cost at sight'],
  ],
  'a count': [
    [
      'beside a cost',
      ['SKU;Qty;Cost', 'A;10;50,10'],
      'cost',
      '"Cost" is taken for cost, though it may be the cost of the whole line, because it is next to "Qty", because of its name and cells such as "50,10"',
    ],
    [
      'beside a cost that names its currency',
      ['sku;Qty;Cost (EUR)', 'A;10;50,10'],
      'cost',
      '"Cost (EUR)" is taken for cost, though it may be the cost of the whole line, because it is next to "Qty", because of its name and cells such as "50,10"',
    ],
    ['beside a cost and a total', ['SKU;Qty;Cost;Line total', 'A;10;5,10;51,00'], 'cost', 'Cost at sight'],
    ['beside a whole name', ['SKU;Qty;Purchase Price', 'A;10;5,10'], 'cost', 'Purchase Price at sight'],
  ],
  'whole numbers': [
    [
      'below a minimum',
      ['Item No.;Unit Cost;Min', 'A;5,10;7', 'B;6,20;8', 'C;7,30;9'],
      'minimum_price',
      '"Min" is not taken for minimum_price: it holds whole numbers such as 7, where "Unit Cost" has decimals',
    ],
    [
      'below costs, by our own names',
      ['sku;cost;min', 'A;5,10;2', 'B;6,20;3', 'C;7,30;4'],
      'minimum_price',
      '"min" is taken for minimum_price, though it holds whole numbers such as 2, where "cost" has decimals, and "cost" is mostly higher, because of its name and cells such as "2"',
    ],
    [
      'above costs, by our own names',
      ['sku;cost;min', 'A;5,10;7', 'B;6,20;8', 'C;7,30;9'],
      'minimum_price',
      'min at sight',
    ],
    ['beside whole costs', ['sku;cost;min', 'A;5;2', 'B;6;3', 'C;7;4'], 'minimum_price', 'min at sight'],
    ['in two rows', ['sku;cost;min', 'A;5,10;2', 'B;6,20;3'], 'minimum_price', 'min at sight'],
  ],
  words: [
    [
      'below a short word for an amount',
      ['SKU;Cost;Floor', 'A;5,10;ground', 'B;6,20;attic'],
      'minimum_price',
      '"Floor" is not taken for minimum_price: it holds words such as "ground"',
    ],
  ],
  pieces: [
    ['of tens', ['SKU;Cost;Per', 'A;5,10;100', 'B;6,20;1', 'C;7,30;1000'], 'cost_divisor', 'Per at sight'],
    [
      'of dozens',
      ['SKU;Cost;Per', 'A;5,10;12', 'B;6,20;6', 'C;7,30;24'],
      'cost_divisor',
      '"Per" is not taken for cost_divisor: it holds "12", which is not a usual number of pieces for a cost',
    ],
  ],
  repeats: [
    [
      'of a fabric',
      ['Material;Cost', 'cotton;5,10', 'cotton;6,20', 'linen;7,30'],
      'sku',
      'refused: "Material" does not look like the SKU: it repeats itself ("cotton")',
    ],
    [
      'of none',
      ['Material;Cost', 'M-1;5,10', 'M-2;6,20', 'M-3;7,30'],
      'sku',
      '"Material" is taken for sku, though it may mean something else, because of its name and cells such as "M-1"',
    ],
    [
      'of another word',
      ['SKU;Material;Cost', 'A;cotton;5,10', 'B;cotton;6,20', 'C;cotton;7,30'],
      'sku',
      'SKU at sight',
    ],
  ],
  'the names of a program': [
    ['in its own export', ['No.;Base Unit of Measure;Unit Cost', 'A;PCS;5,10'], 'sku', 'No. at sight'],
    [
      'beside what would count elsewhere',
      ['Item;Type;Reorder Pt (Min);Qty;Cost', 'A;x;5;7;5,10'],
      'cost',
      'Cost at sight',
    ],
    [
      'of which most of its files mean it, where it makes no odds',
      ['Artikelnummer;EK 1;Preis pro Anzahl', 'A;5,10;1', 'B;6,20;1'],
      'cost_divisor',
      'Preis pro Anzahl at sight',
    ],
    [
      'of which most of its files mean it, where it divides',
      ['Artikelnummer;EK 1;Preis pro Anzahl', 'A;5,10;1', 'B;6,20;100'],
      'cost_divisor',
      '"Preis pro Anzahl" is taken for cost_divisor, though it may mean something else, because of its name and cells such as "1"',
    ],
    [
      'with one of its words alone',
      ['No.;Text;Unit Cost', 'A;PCS;5,10'],
      'sku',
      '"No." is taken for sku, though it may mean something else, because of its name and cells such as "A"',
    ],
    [
      'under a group of somebody else',
      [';;Sum', 'No.;Base Unit of Measure;Unit Cost', 'A;PCS;5,10'],
      'cost',
      '"Unit Cost" is not taken for cost: it is under "Sum"',
    ],
    [
      'of which most of its files mean it',
      ['Item Name;Main Unit;Purchase Price', 'A;PCS;5,10'],
      'sku',
      '"Item Name" is taken for sku, though it may mean something else, because of its name and cells such as "A"',
    ],
  ],
};

describe('a column that somebody has agreed to', () => {
  const settled = { columns: { minimum_price: 'Min' } };
  it.each([
    ['in the same header', 'Item No.;Cost;Min', 0],
    ['beside another column', 'Item No.;Cost;Min;Note', 0],
    ['under another name', 'Item No.;Cost;Min.', 1],
  ])('is asked about only where its name is another: %s', async (_what, header, questions) => {
    const { reading } = await read(`${header}\nA;5,10;7,50;9\n`, { settled });
    expect(reading.columns.get('minimum_price')?.header).toMatch(/^Min/);
    expect(reading.questions).toHaveLength(questions);
  });
});

describe.each(Object.entries(CASES))('a column judged by %s', (_witness, cases) => {
  it.each(cases)('%s', async (_what, lines, name, expected) => {
    const result = await judge(lines, name).catch((error: Error) =>
      error.message.replace('Cannot read the sheet "prices.csv"', 'refused'),
    );
    expect(result).toBe(expected);
  });
});
