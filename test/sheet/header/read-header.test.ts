import { describe, expect, it } from 'vitest';
import { type ColumnMap, type ColumnName, toLetters } from '../../../src/sheet/header/column.ts';
import { readHeader } from '../../../src/sheet/header/column-map.ts';
import { scoreHeader } from '../../../src/sheet/header/header-meanings.ts';
import { tableOf } from '../../support/listed.ts';
import { aMap, refusalOf } from '../support.ts';

const NO_MAP: ColumnMap = new Map();
const AT = { line: 1, name: 'prices.csv', map: NO_MAP, headings: [], shell: 'posix' } as const;

/** What each header became: `name@index`, with `¢` behind it where its amounts are in cents. */
function read(header: readonly string[], map = NO_MAP): Readonly<Record<string, string>> {
  const { columns } = readHeader(header, { ...AT, map });
  return Object.fromEntries(
    [...columns].map(([name, { index, header, inCents }]) => [
      header,
      `${name}@${index}${inCents ? '¢' : ''}`,
    ]),
  );
}

describe('readHeader', () => {
  it.each(['listing_id', 'LISTING_ID', ' Listing_Id '])('takes %j for our own listing_id', (header) => {
    expect(read(['sku', header])).toEqual({ sku: 'sku@0', [header.trim()]: 'listing_id@1' });
  });

  it.each(['listing-id', 'Listing ID', 'listingid'])('takes %j for no listing id of ours', (header) => {
    expect(readHeader(['sku', header], AT).ignored).toEqual([header]);
  });

  it.each([
    ['words that mean nothing here', ['Title', 'price', 'list price', 'minimum', 'asin', 'min_qty']],
    ['cents of what is no amount', ['sku_cents', 'strategy_cents', 'cents', 'cost_divisor_cents']],
    ['words of JavaScript', ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']],
    ['the same word twice', ['note', 'note']],
    ['the remarks of a retry file', ['status', 'reason', 'message']],
  ])('ignores %s, and names them', (_what, headers) => {
    const { columns, ignored } = readHeader([...headers, 'sku'], AT);
    expect([...columns.keys()]).toEqual(['sku']);
    expect(columns.get('sku')?.index).toBe(headers.length);
    expect(ignored).toEqual(headers);
  });

  it.each([
    ['sku', 'SKU', 'sku', 'A', 'B'],
    ['Cost', 'cost', 'cost', 'B', 'D'],
    ['min', 'Minimum Price', 'minimum_price', 'min', '"Minimum Price"'],
    ['Max Price', 'max', 'maximum_price', '"Max Price"', 'max'],
    ['cost', 'cost_cents', 'cost', 'cost', 'cost_cents'],
    ['listing_id', 'Listing_ID', 'listing_id', 'B', 'D'],
    ['repricing', 'repricing enabled', 'repricing', 'repricing', '"repricing enabled"'],
    ['PEINH', 'Preiseinheit', 'cost_divisor', 'PEINH', 'Preiseinheit'],
    ['curr', 'currency', 'currency', 'curr', 'currency'],
    ['floor price', 'min price', 'minimum_price', '"floor price"', '"min price"'],
  ])('refuses "%s" beside "%s"', (one, other, meaning, first, second) => {
    const header = meaning === 'sku' ? [one, other] : ['sku', one, 'note', other];
    expect(refusalOf(() => readHeader(header, AT))).toEqual({
      message: `Cannot read the sheet "prices.csv": the columns "${one}" and "${other}" both mean ${meaning}`,
      hint: `Choose one with --map ${meaning}=${first} or --map ${meaning}=${second}`,
    });
  });

  it.each(
    tableOf(`
cost | sku;Item Cost;Last Purchase Price | Last Purchase Price | Item Cost
cost | sku;STPRS;Cost;VERPR | Cost | STPRS;VERPR
sku | Part No;Stock Code;cost | Stock Code | Part No
strategy | sku;Strategy name;Strategy ID | Strategy ID | Strategy name
sku | No.;SKU;Name;cost | SKU | No.;Name
sku | Item;Item No.;cost | Item No. | Item
sku | Name;cost | Name
sku | Name;Item;cost | Item | Name`),
  )('takes the best column for %s of %s', (name, header = '', taken, others = '') => {
    const { columns, ignored } = readHeader(header.split(';'), AT);
    expect(columns.get(name as ColumnName)?.header).toBe(taken);
    expect(ignored.toSorted().join(';')).toBe(others.split(';').sort().join(';'));
  });

  it.each([
    ['Cost (EUR)', 'EUR'],
    ['Cost [€]', '€'],
    ['cost (usd)', 'usd'],
    ['Cost', undefined],
    ['Cost (net)', undefined],
    ['Cost €', '€'],
    ['Cost [EUR/pc]', 'EUR'],
    ['Cost [per 1000 EUR]', undefined],
  ])('notes the currency of the header %j', (header, note) => {
    expect(readHeader(['sku', header], AT).columns.get('cost')?.currencyNote).toBe(note);
  });

  describe('with a map', () => {
    const HEADER = ['Material', 'Text', 'Moving price', 'Standard price', '', 'Preis'];
    it.each([
      ['a header', { sku: 'Text' }, { Text: 'sku@1', 'Moving price': 'cost@2' }],
      ['a header in other case', { sku: ' MATERIAL ' }, { Material: 'sku@0' }],
      ['a letter', { sku: 'B', cost: 'D' }, { Text: 'sku@1', 'Standard price': 'cost@3' }],
      ['a small letter', { sku: 'b' }, { Text: 'sku@1' }],
      ['the letter of a column without a header', { cost: 'E' }, { '': 'cost@4' }],
      ['nothing, for a field without a column', { cost: '' }, { Material: 'sku@0' }],
      ['a header that means nothing by itself', { minimum_price: 'Preis' }, { Preis: 'minimum_price@5' }],
    ] as const)('finds columns by %s', (_name, map, expected) => {
      expect(read(HEADER, aMap(map))).toMatchObject(expected);
    });

    it('leaves a field without a column where the map says so', () => {
      const { columns, ignored } = readHeader(HEADER, { ...AT, map: aMap({ cost: '' }) });
      expect([...columns.keys()]).toEqual(['sku']);
      expect(ignored).toEqual(['Text', 'Moving price', 'Standard price', 'Preis']);
    });

    it('asks which column is meant by a letter that is the header of another one', () => {
      expect(refusalOf(() => read(['x', 'A', 'sku'], aMap({ cost: 'A' })))).toEqual({
        message:
          'Cannot read the sheet "prices.csv": "A" is the header of column B and the letter of another one',
        hint: 'Name it by letter and header: B:A or A:x',
      });
      expect(read(['x', 'A', 'sku'], aMap({ cost: 'B:A' }))).toMatchObject({ A: 'cost@1' });
      expect(read(['x', 'EK', 'sku'], aMap({ cost: 'EK' }))).toMatchObject({ EK: 'cost@1' });
    });

    it('prefers the header that is written just so', () => {
      expect(read(['sku', 'Preis', 'preis'], aMap({ cost: 'preis' }))).toMatchObject({ preis: 'cost@2' });
    });

    it('takes a column that means something else for what it is told', () => {
      const { columns } = readHeader(['sku', 'min', 'max'], { ...AT, map: aMap({ cost: 'min' }) });
      expect([...columns].map(([name, { header }]) => [name, header])).toEqual([
        ['sku', 'sku'],
        ['cost', 'min'],
        ['maximum_price', 'max'],
      ]);
    });

    it.each([
      ['the field it means', { cost: 'cost_cents' }, true],
      ['another field', { minimum_price: 'cost_cents' }, true],
      ['a letter', { cost: 'B' }, true],
    ])('keeps the cents of a header for %s', (_name, map, inCents) => {
      const { columns } = readHeader(['sku', 'cost_cents'], { ...AT, map: aMap(map) });
      expect([...columns.values()].at(-1)?.inCents).toBe(inCents);
    });

    it.each([
      ['a missing header', 'Einkauf', 'no column "Einkauf" for cost on line 4, only "sku", "Preis"'],
      ['a letter beyond the last column', 'D', 'no column "D" for cost on line 4, only "sku", "Preis"'],
    ])('refuses %s', (_name, wanted, why) => {
      const options = { ...AT, line: 4, name: 'erp.csv', map: aMap({ cost: wanted }) };
      expect(refusalOf(() => readHeader(['sku', ' Preis ', ''], options))).toEqual({
        message: `Cannot read the sheet "erp.csv": ${why}`,
        hint: 'Pass --map cost=… with its header or its letter',
      });
    });

    it('refuses a header that stands there twice, and names the letters', () => {
      const options = { ...AT, map: aMap({ cost: 'Preis' }) };
      expect(refusalOf(() => readHeader(['sku', 'Preis', 'x', 'Preis'], options))).toEqual({
        message: 'Cannot read the sheet "prices.csv": several columns are called "Preis"',
        hint: 'Name one of them by its letter: B, D',
      });
    });
  });
});

describe('toLetters', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('%d is %s', (index, letters) => {
    expect(toLetters(index)).toBe(letters);
    const header = Array.from({ length: index + 1 }, (_, at) => (at === index ? 'x' : ''));
    if (index > 0) {
      const map = aMap({ sku: 'A', cost: letters });
      expect(readHeader(header, { ...AT, map }).columns.get('cost')?.index).toBe(index);
    }
  });
});

describe('scoreHeader', () => {
  it.each([
    ['sku and fields', ['SKU', 'Cost', 'min', 'note'], { sku: 'named', fields: 2 }],
    ['a weak SKU', ['Name', 'Cost'], { sku: 'weak', fields: 1 }],
    ['the same field twice', ['SKU', 'Cost', 'EK'], { sku: 'named', fields: 1 }],
    ['no SKU', ['Cost', 'EK', 'max'], { sku: 'none', fields: 2 }],
    ['nothing', ['x', '', '5'], { sku: 'none', fields: 0 }],
  ] as const)('%s', (_name, cells, expected) => {
    expect(scoreHeader(cells, NO_MAP)).toEqual(expected);
  });

  it('knows the words of the map', () => {
    const map = aMap({ sku: 'Teil', cost: 'Preis 1', minimum_price: '' });
    expect(scoreHeader(['TEIL', 'Preis-1', '', ''], map)).toEqual({ sku: 'named', fields: 1 });
  });
});
