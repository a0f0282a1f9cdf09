import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { scanSheet } from '../../src/sheet/scan-sheet.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { tableOf } from '../support/listed.ts';
import { runs } from '../support/runs.ts';
import { READING } from '../support/some-run.ts';
import { sheetPlans, writePricedSheet } from './priced-sheet.ts';
import {
  aMap,
  aSource,
  collect,
  inLines,
  kindsIn,
  kindsOf,
  read,
  refusalOfWork,
  requestedOf,
} from './support.ts';

const SEMICOLONS = { delimiter: ';' } as const;

async function refusalOf(sheet: string, options: Partial<SheetOptions> = {}) {
  return refusalOfWork(read(inLines(sheet), options));
}

async function requestedIn(sheet: string, options: Partial<SheetOptions> = {}): Promise<string> {
  return JSON.stringify(requestedOf(await read(inLines(sheet), options))).replaceAll('"', '');
}

describe('readSheet', () => {
  it.each(
    tableOf(`
a cell too few | sku,cost,min / A,5,7 / B,5 | 3
the SKU alone | sku,cost / A,5 / B | 3
half a SKU behind lines of several | sku,note,cost␍␊"A","x␍␊y",5␍␊B, | 4
a cell too few, in the only row | sku,cost / A | 2
a text that only may be a note | title,sku,cost / Mug,A,5 / Kettle of 1,7 l for | 3`),
  )('refuses a sheet that ends in %s without a line end', async (_name, text = '', line) => {
    expect(await refusalOf(text)).toEqual({
      message: `Cannot use the sheet "prices.csv": it is cut short in the row on line ${line}`,
      hint: 'Export it again',
    });
  });

  it.each(
    tableOf(`
no row | sku,cost
no row and a line end | sku,cost /
all cells and no line end | sku,cost / A,5 | row 2
a cell too few and a line end | sku,cost / A,5 / B / | row 2; invalid 3 column_count
a cell too few and a line end that is a CR | sku,cost␍A,5␍B␍ | row 2; invalid 3 column_count
a cell too few and blank lines | sku,cost / A,5 / B␍␊␍␊ | row 2; invalid 3 column_count
a cell too few further up | sku,cost / A / B,5 | invalid 2 column_count; row 3
a column without a name too few | sku,cost, / A,5 / | row 2
delimiters and blanks alone above the header | ,, /  /  ,  / sku,cost / A,5 / | row 5
lines of delimiters and repeated headers
    | SKU, cost,note / A,5, / ,, /  , ,\t /  / SKU,cost, note  / B,6, / SKU,cost,x /
    | row 2; ignored 6 repeated_header; row 7; ignored 8 repeated_header
words of headers in a column of texts | SKU,Department,Cost / A,Name, / B,Material, / C,SKU,5 / | row 2; row 3; row 4
texts of several lines | sku,title,cost / A,"Mug, white / 1 l, 5 pieces / new",5 / B,"a,b / c,d",6 / | row 2; row 5
a footer without a line end | title,sku,cost / Mug,A,5 / "Friday, Nov 20, 2026 10:33 AM" | row 2; ignored 3 note
a total without a line end | title,sku,cost / Mug,A,5 / Total | row 2; ignored 3 total
a delimiter behind each row | sku;cost / A;5,40; / B;6,40; / | row 2; row 3
a delimiter behind one row | sku;cost / A;5,40; / B;6,40 / | invalid 2 column_count; row 3
a delimiter behind one row, and a text
    | sku;cost / A;5,40; / B;6;40 / | invalid 2 column_count; invalid 3 cell_without_header
rows that do not fit the header and its decimal sign
    | sku,cost / A,5.40 / B,"1,5",x / C / | row 2; invalid 3 cell_without_header; invalid 4 column_count
the point of a currency in the last cell | sku,cost / A,Rp.50000 / B,Rp.15000 / C,Rp.700 | row 2; row 3; row 4
a last amount without its tail | sku,cost / A,12.50 / B,14.4 | row 2; invalid 3 cell_cut_short
nothing at its end, where all others have something
    | sku,cost,currency / A,1,usd / B,2,usd / C,3,usd / D,4, | row 2; row 3; row 4; invalid 5 cell_cut_short
nothing at its end, and a line end | sku,cost,currency / A,1,usd / B,2,usd / C,3,usd / D,4, / | row 2; row 3; row 4; row 5
nothing at its end, as another one | sku,cost,currency / A,1,usd / B,2, / C,3,usd / D,4, | row 2; row 3; row 4; row 5
nothing at its end, of few rows | sku,cost,currency / A,1,usd / B,2,usd / C,3, | row 2; row 3; row 4`),
  )('reads a sheet that has %s', async (_name, text = '', kinds = '') => {
    expect(await kindsIn(text)).toBe(kinds);
  });

  it('marks a cell in which the file ends, so that its row stays invalid until it is repaired', async () => {
    const { rows } = await read('sku,cost\nA,12.50\nB,14.4');
    expect(rows.at(-1)).toMatchObject({ kind: 'invalid', cells: ['B', '14.4<cut short>'] });
  });

  it('finds a text behind a delimiter at the end of each row, far below', async () => {
    const kinds = await kindsIn(`sku;cost / ${'A;5,40; / '.repeat(20_000)}B;6;40 /`);
    expect(kinds.endsWith('; invalid 20002 cell_without_header')).toBe(true);
  });

  it.each(
    tableOf(`
of each column from all of its cells | sku;cost;min;max / A;1.250;1.250;12 / B;7,5;7,5;1250 / C;;; /
    | [{cost:125000,minimum_price:125000,maximum_price:1200},{cost:750,minimum_price:750,maximum_price:125000},{}]
not from a repeated header | sku,cost / A,"1,5" / sku,cost / B,1 / | [{cost:150},ignored,{cost:100}]
not from the point of a currency | sku;cost;min / A;Rp.50000;5,20 / B;Rp.1500;7,50 / C;12,50 Rp.;8 /
    | [{cost:5000000,minimum_price:520},{cost:150000,minimum_price:750},{cost:1250,minimum_price:800}]
of no column in cents | sku,cost_cents / A,1250 / B,1.250 / | [{cost:1250},invalid]
from a last cell without a line end | sku;cost / A;12,5 | [{cost:1250}]
from a last cell without a line end, that has both | sku;cost / A;12 / B;1.250,50 | [{cost:1200},{cost:125050}]
from a cell before the last | sku;cost / A;1.250 / B;7,5 / C;1 | [{cost:125000},{cost:750},{cost:100}]
for the pieces of a cost further up | MATNR;VERPR;PEINH / A;500;1.000 / B;12,50;1 / | [{cost:50},{cost:1250}]
for pieces with a unit | MATNR;VERPR;PEINH / A;500;1.000 ST / B;12,50;1 ST / | [{cost:50},{cost:1250}]
for no pieces, if there is none | MATNR;VERPR;PEINH / A;500;1.000 / B;12;1 / | [invalid,{cost:1200}]`),
  )('finds the decimal sign %s', async (_name, sheet = '', requested) => {
    expect(await requestedIn(sheet)).toBe(requested);
  });

  const DISAGREEING = 'sku;Cost;Min / A;1.250;1.499,00 / B;2.400;1.999,00 / C;19.9;25,00 /';

  it.each<readonly [sheet: string, options: Partial<SheetOptions>, requested: string]>([
    ['A;1.250; / B;;7,5 /', { decimalSign: ',' }, '[{cost:125000},{minimum_price:750}]'],
    ['A;1.250; / B;;7,5 /', { decimalSign: '.' }, '[{cost:125},invalid]'],
    ['A;19.9;25,00 / B;2.4;1.999 /', { decimalSign: ',' }, '[invalid,invalid]'],
    ['A;1.250;9,00 /', { decimalSigns: new Map([['cost', '.']]) }, '[{cost:125,minimum_price:900}]'],
    ['A;1250; / B;1.250; /', { moneyUnit: 'cents' }, '[{cost:1250},invalid]'],
    ['A;1,5; / B;1.5; /', { clearToken: '1.5' }, '[{cost:150},{cost:null}]'],
  ])('takes the decimal signs and units of %s from %j', async (rows, options, requested) => {
    expect(await requestedIn(`sku;cost;min / ${rows}`, { ...SEMICOLONS, ...options })).toBe(requested);
  });

  it.each(
    tableOf(`
${DISAGREEING} | the column "Cost" ("19.9" on line 4) has a decimal point, the column "Min" ("1.499,00" on line 2)
sku;Cost;Max / A;5,20; / ${'B;; / '.repeat(20)}C;;7.50 /
    | the column "Max" ("7.50" on line 23) has a decimal point, the column "Cost" ("5,20" on line 2)
sku;Cost;Min;Max / A;5;1,250,000;7,5 /
    | the column "Min" ("1,250,000" on line 2) has a decimal point, the column "Max" ("7,5" on line 2)`),
  )('stops where columns disagree on the decimal sign, and names the flag: %s', async (text = '', why) => {
    expect(await refusalOf(text, SEMICOLONS)).toEqual({
      message: `Cannot determine the decimal sign of the amounts in "prices.csv": ${why} a decimal comma`,
      hint: 'Pass --decimal . or --decimal , to say which it is; better, export all columns with the same sign: with the flag, the other sign is read as a thousands separator ("3.100" as 3100), and a row where that is impossible is refused',
    });
  });

  it('does not read the amounts of others by the sign of a last cell that was cut short', async () => {
    const work = read('sku;cost\nA;1.250\nB;1.2', SEMICOLONS);
    const rows = await work.then(
      ({ rows }) => rows,
      () => [],
    );
    expect(rows).not.toMatchObject([{ requested: { cost: 125 } }, expect.anything()]);
  });

  it.each(
    tableOf(`
error | A,5 / A,5.00 / | row 2; duplicate 3 repeats
error | A,5 / B,5 / A,6 / | invalid 2 duplicate_disagrees; row 3; invalid 4 duplicate_disagrees
error | A,5 / a,6 / | row 2; row 3
error | A,5 / A,x / | invalid 2 duplicate_disagrees; invalid 3 money_word
error | ,5 / ,5 / | invalid 2 sku_missing; invalid 3 sku_missing
first | A,5 / A,6 / A,5 / | row 2; duplicate 3 superseded; duplicate 4 repeats
last | A,5 / A,6 / | duplicate 2 superseded; row 3
last | A,x / A,6 / | invalid 2 money_word; row 3
last | A,5 / A,5 / | duplicate 2 repeats; row 3`),
  )('settles duplicates by the policy %s: %s', async (policy, rows, kinds) => {
    const duplicates = policy as SheetOptions['duplicates'];
    expect(await kindsIn(`sku,cost / ${rows}`, { duplicates })).toBe(kinds);
  });

  it('says on which line the other row is', async () => {
    const { rows } = await read('sku,note,cost\nA,"x\ny",5\nB,,7\nA,,6\n');
    expect(rows.flatMap((row) => (row.kind === 'invalid' ? row.problems : []))).toEqual([
      { reason: 'duplicate_disagrees', message: 'Line 5 has the same SKU with cost 6.00; here it is 5.00' },
      { reason: 'duplicate_disagrees', message: 'Line 2 has the same SKU with cost 5.00; here it is 6.00' },
    ]);
  });

  it.each([
    [',', 'sku,title,cost,n / ABC,"Vintage lamp,10.31,5 / Abc,Chair,10.32,6 / XYZ,Pipe 6",10.33,7 /'],
    [';', 'sku;title;cost;n / ABC;"Vintage lamp;10,31;5 / XYZ;Pipe 6";10,33;7 /'],
    ['\t', 'sku\ttitle\tcost\tn / ABC\t"Vintage lamp\t10.31\t5 / XYZ\tPipe 6"\t10.33\t7 /'],
    ['|', 'sku|title|cost|n / ABC|"Vintage lamp|10.31|5 / XYZ|Pipe 6"|10.33|7 /'],
  ])('refuses a quote that takes in whole rows, between %j', async (_delimiter, text) => {
    expect((await refusalOf(text)).message).toContain('a quote on line 2 takes in the rows on the');
    expect((await read(inLines(text), { quote: '"' })).rows).toHaveLength(1);
    expect(requestedOf(await read(inLines(text), { quote: 'none' }))[0]).toEqual({ cost: 1031 });
  });

  it.each(
    tableOf(`
another table begins on line 3 | sku,cost,min / A,1,2 / sku,min,cost / B,5,6 /
another table begins on line 3 | SKU,Cost,Price / A,10,15 / SKU,Price,Last Cost / B,12,10 /
another table begins on line 3 | SKU,Cost / A,1.50 / SKU,Cost cents / B,350 /
another table begins on line 3 | SKU,Cost (EUR) / A,1.50 / SKU,Cost (USD) / B,3.50 /
another table begins on line 3 | SKU,Cost,Min / A,1,2 / Article,Min,Cost / B,5,6 /
another table begins on line 3 | SKU,Cost,Min / A,1,2 / SKU,Min,Cost 2 / B,5,6 /
Cannot determine the decimal sign | SKU;EK / A;1.050 / ;3.5 /
Cannot determine the decimal sign | SKU;EK / A;1.050 / B;3.5;x /
"1.250" on line 2 can be read with a decimal point or a decimal comma | sku;cost;min / A;1.250;1.499,00 /
the columns "min", "Min" and "MIN" all mean minimum_price | sku,min,Min,MIN / A,1,2,3 /`),
  )('refuses a sheet since %s: %s', async (message = '', text = '') => {
    expect((await refusalOf(text)).message).toContain(message);
  });

  it('refuses a sheet whose SKU column was taken for something else', async () => {
    expect(await refusalOf('sku,cost / A,5 /', { map: aMap({ cost: 'A' }) })).toEqual({
      message: 'Cannot read the sheet "prices.csv": no column is left for the SKU',
      hint: 'Name the SKU column with --map sku=…',
    });
  });

  it('gives the same rows each time they are read again, kept or not', async () => {
    await fc.assert(
      fc.asyncProperty(sheetPlans(), async (plan) => {
        const short = aSource(writePricedSheet(plan).bytes, 50);
        const kept = (await collect((await scanSheet(short, READING)).rows())).flat();
        const sheet = await scanSheet({ ...short, size: 1e9 }, READING);
        for (const _ of [1, 2]) expect((await collect(sheet.rows())).flat()).toStrictEqual(kept);
      }),
      { numRuns: runs(100) },
    );
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
});
