import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONEY_FIELDS } from '../../src/domain/fields.ts';
import type { Row } from '../../src/domain/row.ts';
import { Secret } from '../../src/domain/secret.ts';
import { countSwallowedLines } from '../../src/sheet/neighbouring-rows.ts';
import { scanSheet } from '../../src/sheet/read-sheet.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { runs } from '../support/runs.ts';
import { READING } from '../support/some-run.ts';
import { aWrittenSheet, type WrittenSheet } from './random-sheet.ts';
import {
  aMap,
  aSource,
  collect,
  kindsOf,
  lengthsAt,
  read,
  readSheet,
  refusalOfWork,
  requestedOf,
  somePlaces,
} from './support.ts';

async function looksSwallowed(text: string, options: SheetOptions): Promise<boolean> {
  const { rows, reading } = await read(text, options);
  const shape = {
    header: reading.table.header,
    moneyIndices: MONEY_FIELDS.flatMap((field) => reading.columns.get(field)?.index ?? []),
    delimiter: reading.dialect.delimiter,
  };
  return rows.some(({ cells }) => countSwallowedLines(cells, shape) > 0);
}

describe('readSheet', () => {
  it('reads a sheet to rows, and tells how', async () => {
    const source = aSource(
      '\ufeffTitel\r\nSKU;Titel;Min price (EUR);cost_cents;EK\r\nMUG-01;Becher;12,99;600;x\r\n',
    );
    expect(await readSheet(source, { ...READING, map: aMap({ cost: 'cost_cents' }) })).toEqual({
      rows: [
        {
          kind: 'row',
          line: 3,
          cells: ['MUG-01', 'Becher', '12,99', '600', 'x'],
          target: { sku: 'MUG-01' },
          currency: 'eur',
          moneyInCents: false,
          requested: { cost: 600, minimum_price: 1299 },
          notices: [],
        },
      ],
      reading: {
        encoding: { encoding: 'utf-8', by: 'bom', words: [] },
        dialect: { delimiter: ';', quote: '"', padded: false },
        dialectBy: 'found',
        table: {
          header: ['SKU', 'Titel', 'Min price (EUR)', 'cost_cents', 'EK'],
          headerLine: 2,
          headerless: false,
          lastLineAbove: 2,
          above: [{ line: 1, cells: ['Titel'] }],
        },
        columns: new Map([
          ['sku', { index: 0, header: 'SKU', inCents: false }],
          ['cost', { index: 3, header: 'cost_cents', inCents: true }],
          ['minimum_price', { index: 2, header: 'Min price (EUR)', inCents: false, currencyNote: 'EUR' }],
        ]),
        ignoredColumns: ['Titel', 'EK'],
        filter: expect.anything(),
        mappedAway: [],
        decimalSigns: new Map([['minimum_price', ',']]),
      },
    });
  });

  it('takes a header without rows for a sheet without rows', async () => {
    expect((await read('sku,cost\n')).rows).toEqual([]);
    expect((await read('sku,cost')).rows).toEqual([]);
  });

  it.each([
    ['a cell too few', 'sku,cost,min\nA,5,7\nB,5', 3],
    ['the SKU alone', 'sku,cost\nA,5\nB', 3],
    ['half a SKU behind lines of several', 'sku,note,cost\r\n"A","x\r\ny",5\r\nB,', 4],
    ['a cell too few, in the only row', 'sku,cost\nA', 2],
  ])('refuses a sheet that ends in %s without a line end', async (_name, text, line) => {
    expect(await refusalOfWork(read(text))).toEqual({
      message: `Cannot use the sheet "prices.csv": it is cut short in the row on line ${line}`,
      hint: 'Export it again',
    });
  });

  it.each([
    ['all cells and no line end', 'sku,cost\nA,5', ['row 2']],
    ['a cell too few and a line end', 'sku,cost\nA,5\nB\n', ['row 2', 'invalid 3 column_count']],
    ['a cell too few and a line end that is a CR', 'sku,cost\rA,5\rB\r', ['row 2', 'invalid 3 column_count']],
    ['a cell too few and blank lines', 'sku,cost\nA,5\nB\r\n\r\n', ['row 2', 'invalid 3 column_count']],
    ['a cell too few further up', 'sku,cost\nA\nB,5', ['invalid 2 column_count', 'row 3']],
    ['a column without a name too few', 'sku,cost,\nA,5\n', ['row 2']],
    ['delimiters and blanks alone above the header', ',,\n\n , \nsku,cost\nA,5\n', ['row 5']],
  ])('reads a sheet that has %s', async (_name, text, kinds) => {
    expect(kindsOf((await read(text)).rows)).toEqual(kinds);
  });

  it('ignores lines of nothing but delimiters and repeated headers, and keeps them in their place', async () => {
    const text = 'SKU, cost,note\nA,5,\n,,\n , ,\t\n\nSKU,cost, note \nB,6,\nSKU,cost,x\n';
    expect(kindsOf((await read(text)).rows)).toEqual([
      'row 2',
      'ignored 3 blank',
      'ignored 4 blank',
      'ignored 6 repeated_header',
      'row 7',
      'ignored 8 repeated_header',
    ]);
  });

  it('takes no evidence of the decimal sign from a repeated header or a clear token', async () => {
    expect(requestedOf(await read('sku,cost\nA,"1,5"\nsku,cost\nB,1.5\n', { clearToken: '1.5' }))).toEqual([
      { cost: 150 },
      'ignored',
      { cost: null },
    ]);
  });

  it('tells the decimal sign of each column from all of its cells', async () => {
    const text = 'sku;cost;min;max\nA;1.250;1.250;12\nB;7,5;7,5;1250\nC;;;\n';
    const sheet = await read(text, { delimiter: ';' });
    expect(sheet.reading.decimalSigns).toEqual(
      new Map([
        ['cost', ','],
        ['minimum_price', ','],
      ]),
    );
    expect(requestedOf(sheet)).toEqual([
      { cost: 125_000, minimum_price: 125_000, maximum_price: 1200 },
      { cost: 750, minimum_price: 750, maximum_price: 125_000 },
      {},
    ]);
  });

  const DISAGREEING = 'sku;Cost;Min\nA;1.250;1.499,00\nB;2.400;1.999,00\nC;19.9;25,00\n';

  it.each([
    [
      'costs and minimums',
      DISAGREEING,
      'the column "Cost" ("19.9" on line 4) has a decimal point, the column "Min" ("1.499,00" on line 2) a decimal comma',
    ],
    [
      'the first rows and the last',
      `sku;Cost;Max\nA;5,20;\n${'B;;\n'.repeat(20)}C;;7.50\n`,
      'the column "Max" ("7.50" on line 23) has a decimal point, the column "Cost" ("5,20" on line 2) a decimal comma',
    ],
    [
      'the second and the third column',
      'sku;Cost;Min;Max\nA;5;1,250,000;7,5\n',
      'the column "Min" ("1,250,000" on line 2) has a decimal point, the column "Max" ("7,5" on line 2) a decimal comma',
    ],
  ])('stops where %s disagree on the decimal sign, and names the flag', async (_name, text, why) => {
    expect(await refusalOfWork(read(text, { delimiter: ';' }))).toEqual({
      message: `Cannot determine the decimal sign of the amounts in "prices.csv": ${why}`,
      hint: 'Pass --decimal . or --decimal , to say which it is; better, export all columns with the same sign: with the flag, the other sign is read as a thousands separator ("3.100" as 3100), and a row where that is impossible is refused',
    });
  });

  it('takes the decimal sign that is given where columns disagree, and refuses the rows with the other one', async () => {
    const comma = await read(DISAGREEING, { delimiter: ';', decimalSign: ',' });
    expect(requestedOf(comma)).toEqual([
      { cost: 125_000, minimum_price: 149_900 },
      { cost: 240_000, minimum_price: 199_900 },
      'invalid',
    ]);
    const point = await read(DISAGREEING, { delimiter: ';', decimalSign: '.' });
    expect(requestedOf(point)).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('takes the decimal signs of single columns as given, whatever the others show', async () => {
    const decimalSigns = new Map([['cost', '.']] as const);
    const sheet = await read('sku;cost;min\nA;1.250;1.499,00\n', { delimiter: ';', decimalSigns });
    expect(requestedOf(sheet)).toEqual([{ cost: 125, minimum_price: 149_900 }]);
  });

  it('settles no column by the decimal sign of another', async () => {
    const refusal = await refusalOfWork(read('sku;cost;min\nA;1.250;1.499,00\n', { delimiter: ';' }));
    expect(refusal.message).toContain(
      '"1.250" on line 2 can be read with a decimal point or a decimal comma',
    );
  });

  it('takes no evidence of the decimal sign from the point of a currency', async () => {
    const sheet = await read('sku;cost;min\nA;Rp.50000;5,20\nB;Rp.1500;7,50\nC;12,50 Rp.;8\n', {
      delimiter: ';',
    });
    expect(sheet.reading.decimalSigns.get('cost')).toBe(',');
    expect(requestedOf(sheet)).toEqual([
      { cost: 5_000_000, minimum_price: 520 },
      { cost: 150_000, minimum_price: 750 },
      { cost: 1250, minimum_price: 800 },
    ]);
  });

  it('does not take the point of a currency for decimals that a cut has shortened', async () => {
    const { rows } = await read('sku,cost\nA,Rp.50000\nB,Rp.15000\nC,Rp.700');
    expect(kindsOf(rows)).toEqual(['row 2', 'row 3', 'row 4']);
  });

  it.each([
    ['.', 125, 'invalid'],
    [',', 125_000, 750],
  ] as const)(
    'reads every column with the decimal sign %s where it is told so',
    async (decimalSign, one, other) => {
      const sheet = await read('sku;cost;min\nA;1.250;\nB;;7,5\n', { delimiter: ';', decimalSign });
      expect(requestedOf(sheet)).toEqual([
        { cost: one },
        other === 'invalid' ? other : { minimum_price: other },
      ]);
    },
  );

  it('does not wonder about the decimal sign of amounts in cents', async () => {
    expect(requestedOf(await read('sku,cost_cents\nA,1250\nB,1.250\n'))).toEqual([{ cost: 1250 }, 'invalid']);
    expect(requestedOf(await read('sku,cost\nA,1250\nB,1.250\n', { moneyUnit: 'cents' }))).toEqual([
      { cost: 1250 },
      'invalid',
    ]);
  });

  it('does not read the amounts of others by the sign of a last cell that was cut short', async () => {
    const options = { delimiter: ';' };
    const whole = 'sku;cost\nA;1.250\nB;1.250,00\n';
    expect(requestedOf(await read(whole, options))).toEqual([{ cost: 125_000 }, { cost: 125_000 }]);
    const cut = whole.slice(0, whole.indexOf('50,00\n'));
    let first: Row | undefined;
    try {
      first = (await read(cut, options)).rows[0];
    } catch (error) {
      expect(error).toMatchObject({ code: 'sheet' });
    }
    expect(first?.kind === 'row' ? first.requested.cost : undefined).not.toBe(125);
  });

  it('reads a last cell without a line end by its own sign where no other amount depends on it', async () => {
    const options = { delimiter: ';' };
    expect(requestedOf(await read('sku;cost\nA;12,5', options))).toEqual([{ cost: 1250 }]);
    expect(requestedOf(await read('sku;cost\nA;12\nB;1.250,50', options))).toEqual([
      { cost: 1200 },
      { cost: 125_050 },
    ]);
    expect(requestedOf(await read('sku;cost\nA;1.250\nB;7,5\nC;1', options))).toEqual([
      { cost: 125_000 },
      { cost: 750 },
      { cost: 100 },
    ]);
  });

  const SETTLED: Readonly<Record<SheetOptions['duplicates'], Readonly<Record<string, readonly string[]>>>> = {
    error: {
      'A,5\nA,5.00\n': ['row 2', 'duplicate 3 repeats'],
      'A,5\nB,5\nA,6\n': ['invalid 2 duplicate_disagrees', 'row 3', 'invalid 4 duplicate_disagrees'],
      'A,5\nA,\n': ['invalid 2 duplicate_disagrees', 'invalid 3 duplicate_disagrees'],
      'A,5\na,6\n': ['row 2', 'row 3'],
      'A,5\n A ,6\n': ['invalid 2 duplicate_disagrees', 'invalid 3 duplicate_disagrees'],
      'A,5\nA,x\n': ['invalid 2 duplicate_disagrees', 'invalid 3 money_word'],
      'A,x\nA,5\n': ['invalid 2 money_word', 'invalid 3 duplicate_disagrees'],
      'A,5\nA\n': ['invalid 2 duplicate_disagrees', 'invalid 3 column_count'],
      'A,x\nA,x\n': ['invalid 2 money_word', 'invalid 3 money_word'],
      ',5\n,5\n': ['invalid 2 sku_missing', 'invalid 3 sku_missing'],
    },
    first: {
      'A,5\nA,6\nA,5\n': ['row 2', 'duplicate 3 superseded', 'duplicate 4 repeats'],
      'A,5\nA,x\n': ['row 2', 'invalid 3 money_word'],
      'A,x\nA,5\n': ['invalid 2 money_word', 'invalid 3 duplicate_disagrees'],
    },
    last: {
      'A,5\nA,6\n': ['duplicate 2 superseded', 'row 3'],
      'A,x\nA,6\n': ['invalid 2 money_word', 'row 3'],
      'A,5\nA,x\n': ['invalid 2 duplicate_disagrees', 'invalid 3 money_word'],
      'A,5\nA,5\n': ['duplicate 2 repeats', 'row 3'],
    },
  };

  it.each(
    (['error', 'first', 'last'] as const).flatMap((policy) =>
      Object.entries(SETTLED[policy]).map(([rows, kinds]) => [policy, rows, kinds] as const),
    ),
  )('settles duplicates by the policy %s: %j', async (duplicates, rows, kinds) => {
    expect(kindsOf((await read(`sku,cost\n${rows}`, { duplicates })).rows)).toEqual(kinds);
  });

  it('says on which line the other row is', async () => {
    const { rows } = await read('sku,note,cost\nA,"x\ny",5\nB,,7\nA,,6\n');
    expect(rows.flatMap((row) => (row.kind === 'invalid' ? row.problems : []))).toEqual([
      {
        reason: 'duplicate_disagrees',
        message: 'Line 5 has the same SKU with cost 6.00; here it is 5.00',
      },
      {
        reason: 'duplicate_disagrees',
        message: 'Line 2 has the same SKU with cost 5.00; here it is 6.00',
      },
    ]);
  });

  it.each([
    ['another platform', 'sku,platform,cost\nA,amazon,5\nA,walmart,6\n'],
    ['another channel', 'sku,channel,cost\nA,c1,5\nA,c2,6\n'],
    ['another listing', `sku,listing_id,cost\nA,${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)},5\nA,,6\n`],
  ])('takes a SKU on %s for something else', async (_name, text) => {
    expect(kindsOf((await read(text)).rows)).toEqual(['row 2', 'row 3']);
  });

  it('takes rows for duplicates whose ids and platforms differ in case only', async () => {
    const id = 'abcdefab-0000-4000-8000-000000000000';
    const text = `sku,listing_id,platform,cost\nA,${id},amazon,5\nA,${id.toUpperCase()},Amazon,5\n`;
    expect(kindsOf((await read(text)).rows)).toEqual(['row 2', 'duplicate 3 repeats']);
  });

  it('takes rows in other currencies for two rows', async () => {
    const { rows } = await read('sku,cost,currency\nA,5,usd\nA,5,eur\nA,5,usd\nA,6,eur\n');
    expect(kindsOf(rows)).toEqual([
      'row 2',
      'invalid 3 duplicate_disagrees',
      'duplicate 4 repeats',
      'invalid 5 duplicate_disagrees',
    ]);
  });

  it('reads back exactly what was written, in whatever way it was written', async () => {
    await fc.assert(
      fc.asyncProperty(aWrittenSheet(), async ({ text, options, rows }) => {
        const sheet = await read(text, options);
        expect(sheet.rows.map(describeRow)).toStrictEqual(rows.map((row) => row ?? { kind: 'ignored' }));
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['semicolons', 'sku;cost\nA;5,20\n'],
    ['tabs', 'sku\tcost\nA\t5.20\n'],
    ['pipes', 'sku|cost\nA|5.20\n'],
    ['pipes around padded cells', '| sku | cost |\n|-----|------|\n| A   | 5,20 |\n'],
    ['apostrophes', "'sku';'cost'\n'A';'5,20'\n"],
    ['UTF-16, little end first', Buffer.from('\ufeffsku\tcost\r\nA\t5,20\r\n', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffsku\tcost\r\nA\t5,20\r\n', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('sku;cost\nA;5,20\n', 'utf16le')],
    ['a line that names the delimiter', 'sep=;\r\nsku;cost\r\nA;5,20\r\n'],
    ['titles above the header', 'Prices\nof today\n\nsku,cost\nA,5.20\n'],
    ['the words of another program', 'Material;Text;VERPR;PEINH;Waers\nA;x;520,00;100;EUR\n'],
    ['a currency beside the amounts', 'sku;cost\nA;5,20 €\n'],
  ])('reads a sheet with %s without being told', async (_name, content) => {
    const sheet = await read(content);
    expect(sheet.rows.filter(({ kind }) => kind !== 'ignored')).toMatchObject([
      { kind: 'row', target: { sku: 'A' }, requested: { cost: 520 } },
    ]);
  });

  it('reads how many pieces a cost is for by a decimal sign that shows further down', async () => {
    const { rows } = await read('MATNR;VERPR;PEINH\nA;500;1.000\nB;12,50;1\n');
    expect(rows).toMatchObject([{ requested: { cost: 50 } }, { requested: { cost: 1250 } }]);
    const units = await read('MATNR;VERPR;PEINH\nA;500;1.000 ST\nB;12,50;1 ST\n');
    expect(units.rows).toMatchObject([{ requested: { cost: 50 } }, { requested: { cost: 1250 } }]);
    const alone = await read('MATNR;VERPR;PEINH\nA;500;1.000\nB;12;1\n');
    expect(kindsOf(alone.rows)).toEqual(['invalid 2 cost_divisor_unusable', 'row 3']);
  });

  it.each([
    ['tabs', '\t', 'ABC\t"Vintage lamp\t10.31\t5\nAbc\tChair\t10.32\t6\nXYZ\tPipe 6"\t10.33\t7\n'],
    ['pipes', '|', 'ABC|"Vintage lamp|10.31|5\nXYZ|Pipe 6"|10.33|7\n'],
    ['semicolons', ';', 'ABC;"Vintage lamp;10,31;5\nXYZ;Pipe 6";10,33;7\n'],
    ['commas', ',', 'ABC,"Vintage lamp,10.31,5\nAbc,Chair,10.32,6\nXYZ,Pipe 6",10.33,7\n'],
  ])('refuses a quote that takes in whole rows, between %s', async (_name, delimiter, rows) => {
    const text = `${['sku', 'title', 'cost', 'quantity'].join(delimiter)}\n${rows}`;
    const refusal = await refusalOfWork(read(text));
    expect(refusal.message).toContain('a quote on line 2 takes in the rows on the');
    const meant = await read(text, { quote: '"' });
    expect(meant.rows).toHaveLength(1);
    const ordinary = await read(text, { quote: 'none' });
    expect(requestedOf(ordinary)[0]).toEqual({ cost: 1031 });
  });

  it('takes text of several lines for what it is', async () => {
    const { rows } = await read('sku,title,cost\nA,"Mug, white\n1 l, 5 pieces\nnew",5\nB,"a,b\nc,d",6\n');
    expect(rows.map(({ kind }) => kind)).toEqual(['row', 'row']);
  });

  it.each([
    ['in another order', 'sku,cost,min\nA,1,2\nsku,min,cost\nB,5,6\n', 4 - 1],
    ['with a sales price where the cost was', 'SKU,Cost,Price\nA,10,15\nSKU,Price,Last Cost\nB,12,10\n', 3],
    ['in cents', 'SKU,Cost\nA,1.50\nSKU,Cost cents\nB,350\n', 3],
    ['in another currency', 'SKU,Cost (EUR)\nA,1.50\nSKU,Cost (USD)\nB,3.50\n', 3],
    ['with an unknown word for the SKU', 'SKU,Cost,Min\nA,1,2\nArticle,Min,Cost\nB,5,6\n', 3],
    ['with a number in its words', 'SKU,Cost,Min\nA,1,2\nSKU,Min,Cost 2\nB,5,6\n', 3],
  ])('refuses a second table below the first, %s', async (_name, text, line) => {
    expect((await refusalOfWork(read(text))).message).toContain(`another table begins on line ${line}`);
  });

  it('takes words in a text column for no header', async () => {
    const { rows } = await read('SKU,Department,Cost\nA,Name,\nB,Material,\nC,SKU,5\n');
    expect(kindsOf(rows)).toEqual(['row 2', 'row 3', 'row 4']);
  });

  it.each([
    ['without a SKU', 'SKU;EK\nA;1.050\n;3.5\n'],
    ['of another width', 'SKU;EK\nA;1.050\nB;3.5;x\n'],
  ])('learns no decimal sign from a row %s', async (_name, text) => {
    expect((await refusalOfWork(read(text))).message).toContain('Cannot determine the decimal sign');
  });

  it('refuses a sheet that ends in a text that only may be a note', async () => {
    const text = 'title,sku,cost\nMug,A,5\nKettle of 1,7 l for';
    expect((await refusalOfWork(read(text))).message).toContain('cut short in the row on line 3');
    for (const footer of ['Total', 'Printed on 20.11.2026', '12 rows', 'Friday, Nov 20, 2026 10:33 AM']) {
      const { rows } = await read(`title,sku,cost\nMug,A,5\n"${footer}"`);
      expect(rows.map(({ kind }) => kind)).toEqual(['row', 'ignored']);
    }
  });

  it('marks a cell in which the file ends, so that its row stays invalid until it is repaired', async () => {
    const { rows } = await read('sku,cost\nA,12.50\nB,14.4');
    expect(rows.at(-1)).toMatchObject({ kind: 'invalid', cells: ['B', '14.4<cut short>'] });
  });

  it('takes the SKU out of a formula that kept a spreadsheet from rewriting it', async () => {
    const { rows } = await read('sku;cost\n"=""0005""";5\n');
    expect(rows).toMatchObject([{ target: { sku: '0005' } }]);
  });

  it('takes a column by its letter as long as it is called what it was', async () => {
    const map = aMap({ sku: 'A:Teil', cost: 'C:Preis' });
    const { rows } = await read('Teil,Preis,Preis\nA,9,5\n', { map });
    expect(rows).toMatchObject([{ target: { sku: 'A' }, requested: { cost: 500 } }]);
    const moved = await refusalOfWork(read('Teil,Preis,VK\nA,9,5\n', { map }));
    expect(moved.message).toContain('no column "C:Preis" for cost on line 1');
  });

  it('refuses a sheet whose SKU column was taken for something else', async () => {
    expect(await refusalOfWork(read('sku,cost\nA,5\n', { map: aMap({ cost: 'A' }) }))).toEqual({
      message: 'Cannot read the sheet "prices.csv": no column is left for the SKU',
      hint: 'Name the SKU column with --map sku=…',
    });
  });

  it('reads the same wherever a piece of the file ends', async () => {
    const content = Buffer.concat([
      Buffer.from('Liste\r\nSKU;Titel;Cost\r\nÄ-1;"zwei\r\nZeilen";1.250,00 €\r\nB;😀;7,5\r\nSumme;;9\r\n'),
    ]);
    const whole = await read(content);
    for (let chunkBytes = 1; chunkBytes <= 12; chunkBytes++) {
      const { rows, reading } = await readSheet(aSource(content, chunkBytes), READING);
      expect({ rows, reading }).toEqual({ rows: whole.rows, reading: whole.reading });
    }
    expect(kindsOf(whole.rows)).toEqual(['row 3', 'row 5', 'ignored 6 total']);
  });

  it('gives the same rows each time they are read again, kept or not', async () => {
    await fc.assert(
      fc.asyncProperty(aWrittenSheet(), async ({ text, options }) => {
        fc.pre(!(await looksSwallowed(text, options)));
        const dated = { ...options, asOf: READING.asOf };
        const [short, long] = [aSource(text, 50), { ...aSource(text, 50), size: 1e9 }];
        const kept = (await collect((await scanSheet(short, dated)).rows())).flat();
        const sheet = await scanSheet(long, dated);
        expect((await collect(sheet.rows())).flat()).toStrictEqual(kept);
        expect((await collect(sheet.rows())).flat()).toStrictEqual(kept);
      }),
      { numRuns: runs(100) },
    );
  });

  it('does not compare rows', async () => {
    const sheet = await scanSheet(aSource('sku,cost\nA,5\nA,6\n'), READING);
    expect(kindsOf((await collect(sheet.rows())).flat())).toEqual(['row 2', 'row 3']);
  });

  it('reads a short sheet no more once its rows are there', async () => {
    let readings = 0;
    const source = aSource('sku,cost\nA,5\n');
    const read = () => {
      readings++;
      return source.read();
    };
    const sheet = await scanSheet({ ...source, read }, READING);
    await collect(sheet.rows());
    const before = readings;
    await collect(sheet.rows());
    expect(readings).toBe(before);
  });

  it.each([
    ['as it is', 'sk-live-4f9QxZr8wT2mBhN7', 'sk-live-4f9QxZr8wT2mBhN7'],
    ['with quotes, which a sheet doubles', 'sk-live-4f9"QxZr8"wT2m', '"sk-live-4f9""QxZr8""wT2m"'],
  ])('masks the key in a cell: %s', async (_name, key, cell) => {
    const { redact } = new Secret(key);
    const { rows } = await read(`sku,notes\nA,x\nB,${cell}\n`, { redact });
    expect(kindsOf(rows)).toEqual(['row 2', 'invalid 3 key_in_cell']);
    expect(rows[1]?.cells).toEqual(['B', '[key]']);
  });

  it('finds the delimiter and the quotes of whatever was written, where the header has several names', async () => {
    await fc.assert(
      fc.asyncProperty(aWrittenSheet(), async ({ text, options, rows, names }) => {
        fc.pre(names > 2);
        // Cells whose lines look like rows are refused unless somebody says what quotes mean.
        fc.pre(!(await looksSwallowed(text, options)));
        const sheet = await read(text, { ...options, delimiter: undefined, quote: undefined });
        expect(sheet.reading.dialect.delimiter).toBe(options.delimiter);
        expect(sheet.rows.map(describeRow)).toStrictEqual(rows.map((row) => row ?? { kind: 'ignored' }));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('the last row of a file without a line end', () => {
  it.each([
    ['nothing, where all others have something', ['usd', 'usd', 'usd', ''], '', 'invalid 5 cell_cut_short'],
    ['nothing, and a line end', ['usd', 'usd', 'usd', ''], '\n', 'row 5'],
    ['nothing, as another one', ['usd', '', 'usd', 'usd', ''], '', 'row 6'],
    ['nothing, of few rows', ['usd', 'usd', ''], '', 'row 4'],
  ])('marks a last cell that may be missing: %s', async (_name, ends, lineEnd, last) => {
    const lines = ['sku,cost,currency', ...ends.map((end, n) => `S${n},1.5${n},${end}`)];
    const { rows } = await readSheet(aSource(`${lines.join('\n')}${lineEnd}`), READING);
    expect(kindsOf(rows).at(-1)).toBe(last);
  });
});

function describeRow(row: Row) {
  if (row.kind !== 'row') return { kind: row.kind };
  const { line, target, currency, requested } = row;
  return { line, target, currency, requested };
}

/**
 * What a file that was cut off can't tell: a cut behind a row's end leaves a shorter sheet without a fault, and a cut in
 * the last cell of a row leaves a shorter cell, since a sheet needs no final line end. So the very last row of what is
 * left may have lost the tail of its last cell, and nothing else may be wrong.
 */
describe('readSheet of a file that was cut off', () => {
  const WHOLE = [
    [
      ',',
      'sku,cost,min,strategy,note\nMUG-01,12.99,"1,299.00",Buy Box,x\nMUG-02,0.05,15,null,"a ""b""\nc"\n',
    ],
    [
      ';',
      '\ufeffSKU;Notiz;Kanal;cost;max\r\nÄ-1;ein \u{1f600};;12,5;1.299,00\r\n\r\nÄ-2;"zwei;\r\ndrei";;0,99;20\r\n;;;;\r\n',
    ],
    ['\t', 'cost_cents\tsku\trepricing\r1299\tA-1\tyes\r600\tA-12\tno\r0\tA-2\t1\r'],
  ] as const;

  type Cuttable = Pick<WrittenSheet, 'text' | 'options'>;

  async function checkEveryCut(sheet: Cuttable): Promise<number> {
    return checkCuts(sheet, [...Buffer.from(sheet.text).keys()]);
  }

  /** How many of the cuts leave a sheet that is read. */
  async function checkCuts({ text, options }: Cuttable, lengths: readonly number[]): Promise<number> {
    const bytes = Buffer.from(text);
    const original = await read(bytes, options);
    const byLine = new Map(original.rows.map((row) => [row.line, row]));
    let accepted = 0;
    for (const length of lengths) {
      const rows = await readOrRefuse(bytes.subarray(0, length), options);
      if (!rows) continue;
      accepted++;
      for (const row of rows.slice(0, -1)) if (row.kind === 'row') expect(row).toEqual(byLine.get(row.line));
      const last = rows.at(-1);
      if (last?.kind === 'row') expectNothingLostButTheTail(last, original.rows[rows.length - 1]);
    }
    return accepted;
  }

  async function readOrRefuse(bytes: Uint8Array, options: SheetOptions): Promise<readonly Row[] | undefined> {
    try {
      return (await read(bytes, options)).rows;
    } catch (error) {
      expect(error).toMatchObject({ code: 'sheet' });
      return undefined;
    }
  }

  function expectNothingLostButTheTail(row: Row, original: Row | undefined): void {
    if (!original) throw new Error('A row came out of nowhere');
    expect(row.line).toBe(original.line);
    expect(row.cells.slice(0, -1)).toEqual(original.cells.slice(0, row.cells.length - 1));
    expect(original.cells[row.cells.length - 1]?.startsWith(row.cells.at(-1) ?? '')).toBe(true);
  }

  it.each(WHOLE)(
    'refuses it or has lost the tail of the last cell, wherever it was cut (delimiter %j)',
    async (delimiter, text) => {
      const options: SheetOptions = { ...READING, delimiter };
      expect((await read(text, options)).rows.filter(({ kind }) => kind === 'row').length).toBeGreaterThan(1);
      expect(await checkEveryCut({ text, options })).toBeGreaterThan(3);
    },
  );

  it('refuses it or has lost the tail of the last cell, in whatever way it was written', async () => {
    await fc.assert(
      fc.asyncProperty(aWrittenSheet(), somePlaces, async (sheet, places) => {
        await checkCuts(sheet, lengthsAt(places, Buffer.byteLength(sheet.text)));
      }),
      { numRuns: runs(400), endOnFailure: true },
    );
  }, 180_000);
});

describe('delimiters behind the last column', () => {
  it('are left out where every row has them', async () => {
    const { rows } = await read('sku;cost\nA;5,40;\nB;6,40;\n');
    expect(kindsOf(rows)).toEqual(['row 2', 'row 3']);
  });

  it.each([
    ['one row has a text there', 'sku;cost\nA;5,40;\nB;6;40\n', /^invalid 2 .*column_count/],
    ['one row has none', 'sku;cost\nA;5,40;\nB;6,40\n', /^invalid 2 .*column_count/],
  ])('make rows invalid where %s', async (_name, text, first) => {
    expect(kindsOf((await read(text)).rows)[0]).toMatch(first);
  });

  it('are followed by a text, in a row far below', async () => {
    const text = `sku;cost\n${'A;5,40;\n'.repeat(20_000)}B;6;40\n`;
    expect(kindsOf((await read(text)).rows).at(-1)).toBe('invalid 20002 cell_without_header');
  });
});

it('takes the decimal sign from rows that fit the header alone', async () => {
  const { rows } = await read('sku,cost\nA,5.40\nB,"1,5",x\nC\n');
  expect(kindsOf(rows)).toEqual(['row 2', 'invalid 3 cell_without_header', 'invalid 4 column_count']);
});

it('names all columns that mean the same', async () => {
  const { message, hint } = await refusalOfWork(read('sku,min,Min,MIN\nA,1,2,3\n'));
  expect(message).toContain('the columns "min", "Min" and "MIN" all mean minimum_price');
  expect(hint).toBe('Choose one with --map minimum_price=B, --map minimum_price=C or --map minimum_price=D');
});
