import { describe, expect, it } from 'vitest';
import { findTable, type TableOptions } from '../../../src/sheet/header/find-table.ts';
import { tableOf } from '../../support/listed.ts';
import { aMap, kindsOf, read, recordsOf, refusalOf, refusalOfWork, requestedOf } from '../support.ts';

const AT: TableOptions = { name: 'erp.csv', map: aMap({}), shell: 'posix' };

/** Lines are separated by ` / `. */
function find(sheet: string, options: Partial<TableOptions> = {}) {
  const records = recordsOf(...sheet.split(' / '));
  const { header, above, ...table } = findTable(records, { ...AT, ...options });
  return { ...table, header: header.join(';'), above: above.map(({ line }) => line).join(' ') };
}

describe('findTable', () => {
  it.each(
    tableOf(`
on the first line | SKU;Cost / A;5 | 1
below a title | Price list /  / SKU;Cost / A;5 | 3 | 1
below titles of several cells | Company;ACME / As of;2026-05-01 / SKU;Cost / A;5 | 3 | 1 2
below a title that names one field | Cost;in EUR / SKU;Cost / A;5 | 2 | 1
below a line of delimiters | ; / SKU;Cost / A;5 | 2
below dashes | ----- / SKU;Cost / ----- / A;5 | 2 | 1
with a weak word for the SKU | Name;Cost / A;5 | 1
with a SKU alone | SKU / A | 1
with a SKU and words that mean nothing | Title;SKU / x;A | 1
further down, where a title says SKU | SKU / Price list / SKU;Cost / A;5 | 3 | 1 2
as the better second line | Material;Preis;EK / MATNR;STPRS;VERPR / A;5;6 | 2 | 1
as the second line that says more | SKU;Cost;x;y / sku;cost;min;max / A;5;6;7 | 2 | 1
before a second line that says less | SKU;Cost;Min / sku;cost;x / A;5;6 | 1
before data that looks like names | SKU;Cost;Strategy / sku;;rule 5 / A;5;x | 1
before the same line again | SKU;Cost / SKU;Cost / A;5 | 1`),
  )('finds the header %s', (_name, sheet = '', line, above = '') => {
    const headerLine = Number(line);
    const header = sheet.split(' / ')[headerLine - 1];
    expect(find(sheet)).toEqual({ header, headerLine, headerless: false, lastLineAbove: headerLine, above });
  });

  it('finds the header below ninety lines, and not below three hundred', () => {
    const below = (count: number) => `${'note / '.repeat(count)}SKU;Cost / A;5`;
    expect(find(below(90)).headerLine).toBe(91);
    expect(find(below(300), { headerRow: 301 })).toMatchObject({ header: 'SKU;Cost', headerLine: 301 });
    expect(refusalOf(() => find(below(300))).message).toContain('no line has a header for the SKU column');
  });

  it.each(
    tableOf(`
over the cells | Material;Moving;Text / ;price; / A;5;x | Material;Moving price;Text | 1
of unequal length | Stock;Purchase / Code;Price;Note / A;5;x | Stock Code;Purchase Price;Note | 1
below a title | List / Stock;Last / Code;Cost Price / A;5 | Stock Code;Last Cost Price | 2
whose upper line is named | List / Material;Moving;Text / ;price; / A;5;x | Material;Moving price;Text | 2 | named
whose upper line is named, SKU and all | Stock;Purchase / Code;Price / A;5 | Stock Code;Purchase Price | 1 | named`),
  )('puts a header of two lines together, %s', (_name, sheet = '', header, line, named) => {
    const headerLine = Number(line);
    const found = find(sheet, named ? { headerRow: headerLine } : {});
    expect(found).toMatchObject({ header, headerLine, lastLineAbove: headerLine + 1 });
  });

  it('looks below a line of groups that is called like columns', () => {
    expect(find('Item;Cost;Cost / SKU;Low;Cost / A;5;6').headerLine).toBe(2);
    expect(() => find('Item;Cost;Cost / Ref.;Low;Max / A;5;6')).toThrow('Cannot read the sheet');
  });

  describe('with a line that a person said', () => {
    const SHEET = 'SKU;Cost / Teil;Preis / A;5 /  / B;6';
    it.each([
      [1, 'SKU;Cost', ''],
      [2, 'Teil;Preis', '1'],
      [5, 'B;6', '1 2 3'],
    ])('takes line %d', (headerRow, header, above) => {
      expect(find(SHEET, { headerRow, map: aMap({ sku: 'A' }) })).toEqual({
        header,
        headerLine: headerRow,
        headerless: false,
        lastLineAbove: headerRow,
        above,
      });
    });

    it.each([4, 6, 99])('refuses line %d, on which no row starts', (headerRow) => {
      expect(refusalOf(() => find(SHEET, { headerRow }))).toEqual({
        message: `Cannot read the sheet "erp.csv": no row starts on line ${headerRow}, which --header-row names`,
        hint: 'Rows start on the lines 1, 2, 3, 5 …',
      });
    });

    it('takes a line that is enough without the one below', () => {
      expect(find('SKU;Cost / Code;Price / A;5', { headerRow: 1 })).toMatchObject({
        header: 'SKU;Cost',
        lastLineAbove: 1,
      });
    });
  });

  describe('without a header', () => {
    const SHEET = 'A-1;Mug;x;1;5.20 / A-2;Plate;y;2;6.10;more / A-3;Cup;z;3;7.00';
    it('calls the columns by their letters, as many as the widest record has', () => {
      const map = aMap({ sku: 'A', cost: 'E' });
      expect(find(SHEET, { headerRow: 'none', map })).toEqual({
        header: 'A;B;C;D;E;F',
        headerLine: 1,
        headerless: true,
        lastLineAbove: 0,
        above: '',
      });
    });

    it('takes the first record for a row', async () => {
      const sheet = await read('A-1,Mug,5.20\nA-2,Plate,6.10\n', {
        headerRow: 'none',
        map: aMap({ sku: 'A', cost: 'C' }),
      });
      expect(sheet.rows.map(({ line }) => line)).toEqual([1, 2]);
      expect(requestedOf(sheet)).toEqual([{ cost: 520 }, { cost: 610 }]);
    });

    it('takes no column for anything but what the map says', async () => {
      const sheet = await read('A,B,C\nD,E,5\n', { headerRow: 'none', map: aMap({ sku: 'B' }) });
      expect([...sheet.reading.columns.keys()]).toEqual(['sku']);
    });

    it('refuses a first line that is a header, unless the map says what the columns are', async () => {
      expect(refusalOf(() => find('SKU;Cost / A;5', { headerRow: 'none' }))).toEqual({
        message: 'Cannot read the sheet "erp.csv": line 1 is a header, but --header-row none was given',
        hint: 'Remove --header-row none ("header-row" in pricesheet.json)',
      });
      const options = { headerRow: 'none', map: aMap({ sku: 'A', cost: 'C' }) } as const;
      const { rows } = await read('item,rule,5\nSKU,Max,6\n', options);
      expect(kindsOf(rows)).toEqual(['row 1', 'row 2']);
      expect(kindsOf((await read('SKU,Title,Cost\nA,x,6\n', options)).rows)).toEqual([
        'ignored 1 repeated_header',
        'row 2',
      ]);
    });

    it('needs to know the SKU, and says how', () => {
      expect(refusalOf(() => find(SHEET, { headerRow: 'none' }))).toEqual({
        message:
          'Cannot read the sheet "erp.csv": it has no header, and no column is mapped to the SKU; line 1 is A "A-1", B "Mug", C "x", D "1", E "5.20"',
        hint: 'If there is no header line, name the columns by their letters: --header-row none --map sku=…,cost=…',
      });
    });
  });

  it.each(['', ';; /  ; '])('refuses a sheet of blank lines: "%s"', (sheet) => {
    expect(refusalOf(() => find(sheet)).message).toBe(
      'Cannot read the sheet "erp.csv": it contains only blank lines',
    );
  });

  it.each(
    tableOf(`
a header that names the cost but no SKU | Price list / Teil;Text;Cost / A;x;5.20 / B;x;6.10
    | line 2: A "Teil", B "Text", C "Cost" | name its columns by their headers, in quotes if they have blanks: --map sku=…,cost=Cost
a header in which nothing is known | Teil;Text;Preis / A;x;5.20 / B;x;6.10
    | line 1: A "Teil", B "Text", C "Preis" | --map sku=…,cost=…
a header of which the cost is mapped | Teil;Text;Preis 2 / A;x;5.20 | line 1: A "Teil", B "Text", C "Preis 2"
    | --map sku=…,cost=C | {"cost":"C"}
a header without the SKU of the map | Teil;Preis / A;5.20 | line 1: A "Teil", B "Preis"
    | No line holds "Code", the SKU column according to --map; name an existing column | {"sku":"Code"}
a header whose columns are mapped by letters | Teil;Preis 2;x / A;5.20;y | line 1: A "Teil", B "Preis 2", C "x"
    | If line 1 is the header, pass --header-row 1; if there is none, pass --header-row none | {"sku":"A"}
no header at all | A-1;Mug;;5.20 / A-2;Mug;;6.10
    | line 1: A "A-1", B "Mug", D "5.20" | name the columns by their letters: --header-row none --map sku=…,cost=…
lines that are one cell each | List / SKU~Cost / A~5,20 | line 1: A "List" | All of line 1 is one cell: pass --delimiter "~";
lines in quotes | SKU,Cost / A,5 | line 1: A "SKU,Cost" | pass --delimiter comma; if whole lines are in quotes, remove
columns of a fixed width | SKU     Cost / A       5.20 | line 1: A "SKU     Cost"
    | All of line 1 is one cell: name what separates its cells with --delimiter, or export the sheet as CSV`),
  )('says of %s what comes closest, and how to go on', (_name, sheet = '', closest, hint, map = '{}') => {
    const error = refusalOf(() => find(sheet, { map: aMap(JSON.parse(map)) }));
    expect(error.message).toBe(
      `Cannot read the sheet "erp.csv": no line has a header for the SKU column; the closest is ${closest}`,
    );
    expect(error.hint).toContain(hint);
  });

  const LETTERS = { map: aMap({ sku: 'B', cost: 'D' }) };

  it.each(
    tableOf(`
letters as cells | Nr.;Artikelbez;Typ;Wert / 1;S1;B;11.00 / 2;S2;D;12.00 | 1
a title | Liste /  / Lfd;Art;Gr;Preis / 1;S1;B;11.00 | 3
names that are letters | A;B;C;D / 1;S1;B;11.00 | 1
a name that is known | Nr;Bez;Grp;EK / 1;S1;D;11.00 / B;S2;D;EK | 1`),
  )('does not take a letter of the map for a name: %s', (_name, sheet = '', headerLine) => {
    expect(String(find(sheet, LETTERS).headerLine)).toBe(headerLine);
  });

  it.each(
    tableOf(`
rows alone | 1;S1;B;11.00 / 2;S2;D;12.00
rows with letters as SKUs | 1;B;B;11 / 2;D;D;12
codes alone | x;S1;B;n/a / y;S2;D;n/a
figures among names | Nr;Bez;2026.5;Preis / 1;S1;B;11.00`),
  )('asks for the header of a sheet that is mapped by letters: %s', (_name, sheet = '') => {
    expect(refusalOf(() => find(sheet, LETTERS)).hint).toBe(
      'If there is no header line, pass --header-row none; if there is one, name it with --header-row LINE',
    );
  });

  it.each([
    ['an amount', 'A1;11.00\nA2;12.00\n', 'line 2 is not the header: it has "12.00" in the column B'],
    ['a cleared field', 'A1;5\nA2;null\n', 'line 2 is not the header: it has "null" in the column B'],
  ])('refuses %s on the line of the header, where letters name the columns', async (_name, text, message) => {
    const options = { headerRow: 2, map: aMap({ sku: 'A', cost: 'B' }) };
    expect((await refusalOfWork(read(text, options))).message).toContain(message);
  });

  it('takes a figure for a header where the map says so', async () => {
    const options = { headerRow: 1, map: aMap({ sku: 'A', cost: 'B:100' }) };
    expect(requestedOf(await read('Art;100\nA1;11.00\n', options))).toEqual([{ cost: 1100 }]);
    expect((await refusalOfWork(read('A1;11.00\n', options))).message).toContain(
      'no column "B:100" for cost on line 1',
    );
  });
});
