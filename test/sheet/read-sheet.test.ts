import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/domain/row.ts';
import { readSheet, type Sheet, type SheetOptions } from '../../src/sheet/read-sheet.ts';
import { aWrittenSheet, type WrittenSheet } from './random-sheet.ts';
import { aSource, DEFAULTS, kindsOf, read, refusalOf } from './support.ts';

const wishesOf = ({ rows }: Sheet) => rows.map((row) => (row.kind === 'row' ? row.wishes : row.kind));

describe('readSheet', () => {
  it('reads a sheet to rows, and tells how', () => {
    const source = aSource('\ufeff\r\nSKU;Titel;Min price;cost_cents\r\nMUG-01;Becher;12,99;600\r\n');
    expect(readSheet(source, { ...DEFAULTS, delimiter: ';' })).toEqual({
      source,
      header: ['SKU', 'Titel', 'Min price', 'cost_cents'],
      rows: [
        {
          kind: 'row',
          line: 3,
          cells: ['MUG-01', 'Becher', '12,99', '600'],
          target: { sku: 'MUG-01' },
          moneyInCents: false,
          wishes: { cost: 600, minimum_price: 1299 },
          notices: [],
        },
      ],
      reading: {
        delimiter: ';',
        headerLine: 2,
        columns: new Map([
          ['sku', { index: 0, header: 'SKU', inCents: false }],
          ['minimum_price', { index: 2, header: 'Min price', inCents: false }],
          ['cost', { index: 3, header: 'cost_cents', inCents: true }],
        ]),
        ignoredColumns: ['Titel'],
        decimalSigns: new Map([['minimum_price', ',']]),
      },
    });
  });

  it('takes a header without rows for a sheet without rows', () => {
    expect(read('sku,cost\n').rows).toEqual([]);
    expect(read('sku,cost').rows).toEqual([]);
  });

  it.each([
    ['nothing', '', 'Cannot read the sheet "prices.csv": it is empty'],
    [
      'a byte order mark alone',
      '\ufeff',
      'Cannot read the sheet "prices.csv": it holds nothing but blank lines',
    ],
    ['blank lines', '\n\r\n\r', 'Cannot read the sheet "prices.csv": it holds nothing but blank lines'],
    [
      'another delimiter',
      'sku;cost\nA;5\n',
      'Cannot read the sheet "prices.csv": no column named "sku" on line 1, only "sku;cost"',
    ],
    [
      'no SKU',
      '\nitem,cost\nA,5\n',
      'Cannot read the sheet "prices.csv": no column named "sku" on line 2, only "item", "cost"',
    ],
    [
      'two columns for one thing',
      'sku,min,minimum price\n',
      'Cannot read the sheet "prices.csv": the columns "min" and "minimum price" both mean minimum_price',
    ],
    [
      'an open quote',
      'sku,cost\nA,"5\n',
      'Cannot read the sheet "prices.csv": the quote opened in the record that starts on line 2 is never closed',
    ],
    [
      'binary data',
      'PK\u0003\u0004',
      'Cannot read the sheet "prices.csv": it is an Excel workbook or another zip file, not text',
    ],
  ])('refuses a sheet of %s', (_name, text, message) => {
    expect(refusalOf(() => read(text)).message).toBe(message);
  });

  it.each([
    ['a cell too few', 'sku,cost,min\nA,5,7\nB,5', 3],
    ['the SKU alone', 'sku,cost\nA,5\nB', 3],
    ['half a SKU behind lines of several', 'sku,note,cost\r\n"A","x\r\ny",5\r\nB,', 4],
    ['a cell too few, in the only row', 'sku,cost\nA', 2],
  ])('refuses a sheet that ends in %s without a line end', (_name, text, line) => {
    expect(refusalOf(() => read(text))).toEqual({
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
  ])('reads a sheet that has %s', (_name, text, kinds) => {
    expect(kindsOf(read(text).rows)).toEqual(kinds);
  });

  it('ignores lines of nothing but delimiters and repeated headers, and keeps them in their place', () => {
    const text = 'SKU, cost,note\nA,5,\n,,\n , ,\t\n\nSKU,cost, note \nB,6,\nSKU,cost,x\n';
    expect(kindsOf(read(text).rows)).toEqual([
      'row 2',
      'ignored 3 blank',
      'ignored 4 blank',
      'ignored 6 repeated_header',
      'row 7',
      'invalid 8 money_unreadable',
    ]);
  });

  it('takes no evidence of the decimal sign from a repeated header or a clear token', () => {
    expect(wishesOf(read('sku,cost\nA,"1,5"\nsku,cost\nB,1.5\n', { clearToken: '1.5' }))).toEqual([
      { cost: 150 },
      'ignored',
      { cost: null },
    ]);
  });

  it('tells the decimal sign of each column from all of its cells', () => {
    const text = 'sku;cost;min;max\nA;1.250;1,250;12\nB;7,5;7.5;1250\nC;;;\n';
    const sheet = read(text, { delimiter: ';' });
    expect(sheet.reading.decimalSigns).toEqual(
      new Map([
        ['cost', ','],
        ['minimum_price', '.'],
        ['maximum_price', '.'],
      ]),
    );
    expect(wishesOf(sheet)).toEqual([
      { cost: 125_000, minimum_price: 125_000, maximum_price: 1200 },
      { cost: 750, minimum_price: 750, maximum_price: 125_000 },
      {},
    ]);
  });

  it('stops where a column does not tell its decimal sign, and names the flag', () => {
    expect(refusalOf(() => read('sku,Cost\nA,12\nB,1.250\n'))).toEqual({
      message:
        'Cannot tell the decimal sign of the column "Cost" of "prices.csv": ' +
        '"1.250" on line 3 can be read with a decimal point or a decimal comma',
      hint: 'Pass --decimal . or --decimal , to say which it is',
    });
  });

  it.each([
    ['.', 125, 'invalid'],
    [',', 125_000, 750],
  ] as const)(
    'reads every column with the decimal sign %s where it is told so',
    (decimalSign, one, other) => {
      const sheet = read('sku;cost;min\nA;1.250;\nB;;7,5\n', { delimiter: ';', decimalSign });
      expect(wishesOf(sheet)).toEqual([
        { cost: one },
        other === 'invalid' ? other : { minimum_price: other },
      ]);
    },
  );

  it('does not wonder about the decimal sign of amounts in cents', () => {
    expect(wishesOf(read('sku,cost_cents\nA,1250\nB,1.250\n'))).toEqual([{ cost: 1250 }, 'invalid']);
    expect(wishesOf(read('sku,cost\nA,1250\nB,1.250\n', { moneyUnit: 'cents' }))).toEqual([
      { cost: 1250 },
      'invalid',
    ]);
  });

  it('does not read the amounts of others by the sign of a last cell that was cut short', () => {
    const options = { delimiter: ';' };
    const whole = 'sku;cost\nA;1.250\nB;1.250,00\n';
    expect(wishesOf(read(whole, options))).toEqual([{ cost: 125_000 }, { cost: 125_000 }]);
    const cut = whole.slice(0, whole.indexOf('50,00\n'));
    let first: Row | undefined;
    try {
      first = read(cut, options).rows[0];
    } catch (error) {
      expect(error).toMatchObject({ code: 'sheet' });
    }
    expect(first?.kind === 'row' ? first.wishes.cost : undefined).not.toBe(125);
  });

  it('reads a last cell without a line end by its own sign where no other amount depends on it', () => {
    const options = { delimiter: ';' };
    expect(wishesOf(read('sku;cost\nA;12,5', options))).toEqual([{ cost: 1250 }]);
    expect(wishesOf(read('sku;cost\nA;12\nB;1.250,50', options))).toEqual([
      { cost: 1200 },
      { cost: 125_050 },
    ]);
    expect(wishesOf(read('sku;cost\nA;1.250\nB;7,5\nC;1', options))).toEqual([
      { cost: 125_000 },
      { cost: 750 },
      { cost: 100 },
    ]);
  });

  it.each<[SheetOptions['duplicates'], string, readonly string[]]>([
    ['error', 'A,5\nA,5.00\n', ['row 2', 'duplicate 3 repeats']],
    ['error', 'A,5\nB,5\nA,6\n', ['invalid 2 duplicate_disagrees', 'row 3', 'invalid 4 duplicate_disagrees']],
    ['error', 'A,5\nA,\n', ['invalid 2 duplicate_disagrees', 'invalid 3 duplicate_disagrees']],
    ['error', 'A,5\na,6\n', ['row 2', 'row 3']],
    ['error', 'A,5\n A ,6\n', ['invalid 2 duplicate_disagrees', 'invalid 3 duplicate_disagrees']],
    ['error', 'A,5\nA,x\n', ['invalid 2 duplicate_disagrees', 'invalid 3 money_unreadable']],
    ['error', 'A,x\nA,5\n', ['invalid 2 money_unreadable', 'invalid 3 duplicate_disagrees']],
    ['error', 'A,5\nA\n', ['invalid 2 duplicate_disagrees', 'invalid 3 column_count']],
    ['error', 'A,x\nA,x\n', ['invalid 2 money_unreadable', 'invalid 3 money_unreadable']],
    ['error', ',5\n,5\n', ['invalid 2 sku_missing', 'invalid 3 sku_missing']],
    ['first', 'A,5\nA,6\nA,5\n', ['row 2', 'duplicate 3 superseded', 'duplicate 4 repeats']],
    ['first', 'A,5\nA,x\n', ['row 2', 'invalid 3 money_unreadable']],
    ['first', 'A,x\nA,5\n', ['invalid 2 money_unreadable', 'invalid 3 duplicate_disagrees']],
    ['last', 'A,5\nA,6\n', ['duplicate 2 superseded', 'row 3']],
    ['last', 'A,x\nA,6\n', ['invalid 2 money_unreadable', 'row 3']],
    ['last', 'A,5\nA,x\n', ['invalid 2 duplicate_disagrees', 'invalid 3 money_unreadable']],
    ['last', 'A,5\nA,5\n', ['row 2', 'duplicate 3 repeats']],
  ])('settles duplicates by the policy %s: %j', (duplicates, rows, kinds) => {
    expect(kindsOf(read(`sku,cost\n${rows}`, { duplicates }).rows)).toEqual(kinds);
  });

  it('says on which line the other row is', () => {
    const { rows } = read('sku,note,cost\nA,"x\ny",5\nB,,7\nA,,6\n');
    expect(rows.flatMap((row) => (row.kind === 'invalid' ? row.problems : []))).toEqual([
      {
        reason: 'duplicate_disagrees',
        message: "Line 5 speaks of the same listing and says something else, or can't be read",
      },
      {
        reason: 'duplicate_disagrees',
        message: "Line 2 speaks of the same listing and says something else, or can't be read",
      },
    ]);
  });

  it.each([
    ['another platform', 'sku,platform,cost\nA,amazon,5\nA,walmart,6\n'],
    ['another channel', 'sku,channel,cost\nA,c1,5\nA,c2,6\n'],
    ['another listing', `sku,listing_id,cost\nA,${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)},5\nA,,6\n`],
  ])('takes a SKU on %s for something else', (_name, text) => {
    expect(kindsOf(read(text).rows)).toEqual(['row 2', 'row 3']);
  });

  it('takes rows for duplicates whose ids and platforms differ in case only', () => {
    const id = 'abcdefab-0000-4000-8000-000000000000';
    const text = `sku,listing_id,platform,cost\nA,${id},amazon,5\nA,${id.toUpperCase()},Amazon,5\n`;
    expect(kindsOf(read(text).rows)).toEqual(['row 2', 'duplicate 3 repeats']);
  });

  it('takes rows in other currencies for rows that disagree', () => {
    expect(kindsOf(read('sku,cost,currency\nA,5,usd\nA,5,eur\n').rows)).toEqual([
      'invalid 2 duplicate_disagrees',
      'invalid 3 duplicate_disagrees',
    ]);
  });

  it('reads back exactly what was written, in whatever way it was written', () => {
    fc.assert(
      fc.property(aWrittenSheet(), ({ text, options, rows }) => {
        const sheet = read(text, options);
        expect(sheet.rows.map(describeRow)).toStrictEqual(rows.map((row) => row ?? { kind: 'ignored' }));
      }),
      { numRuns: 800 },
    );
  });

  it('reads no amount otherwise because of a line end, a byte order mark or a final line end', () => {
    const rows = ['sku,cost,min', 'A,"1,299.00",12', 'B,0.5,null', 'C,,0'];
    const expected = wishesOf(read(rows.join('\n')));
    expect(expected).toEqual([
      { cost: 129_900, minimum_price: 1200 },
      { cost: 50, minimum_price: null },
      { minimum_price: 0 },
    ]);
    for (const mark of ['', '\ufeff']) {
      for (const end of ['\n', '\r\n', '\r', '\n\n', '\r\r\n']) {
        for (const final of ['', end])
          expect(wishesOf(read(mark + rows.join(end) + final))).toEqual(expected);
      }
    }
  });
});

function describeRow(row: Row) {
  if (row.kind !== 'row') return { kind: row.kind };
  const { line, target, currency, wishes } = row;
  return { line, target, currency, wishes };
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

  function checkEveryCut({ text, options }: Pick<WrittenSheet, 'text' | 'options'>): number {
    const bytes = Buffer.from(text);
    const original = read(bytes, options);
    let accepted = 0;
    for (let length = 0; length < bytes.length; length++) {
      const rows = readOrRefuse(bytes.subarray(0, length), options);
      if (!rows) continue;
      accepted++;
      for (const row of rows.slice(0, -1)) if (row.kind === 'row') expect(original.rows).toContainEqual(row);
      const last = rows.at(-1);
      if (last?.kind === 'row') expectNothingLostButTheTail(last, original.rows[rows.length - 1]);
    }
    return accepted;
  }

  function readOrRefuse(bytes: Uint8Array, options: SheetOptions): readonly Row[] | undefined {
    try {
      return read(bytes, options).rows;
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
    (delimiter, text) => {
      const options: SheetOptions = { ...DEFAULTS, delimiter };
      expect(read(text, options).rows.filter(({ kind }) => kind === 'row').length).toBeGreaterThan(1);
      expect(checkEveryCut({ text, options })).toBeGreaterThan(3);
    },
  );

  it('refuses it or has lost the tail of the last cell, in whatever way it was written', () => {
    fc.assert(
      fc.property(aWrittenSheet(), (sheet) => {
        checkEveryCut(sheet);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
