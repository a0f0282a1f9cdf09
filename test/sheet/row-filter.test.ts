import { describe, expect, it } from 'vitest';
import { conditions } from '../../src/settings/parse-lists.ts';
import { tableOf } from '../support/listed.ts';
import { kindsOf, read, refusalOfWork } from './support.ts';

/** Reads a sheet whose lines are set apart by ` / ` with a condition. */
function readWhere(sheet: string, where: string, options: Parameters<typeof read>[1] = {}) {
  const parsed = conditions(where);
  if (!parsed.ok) throw new Error(parsed.why);
  return read(`${sheet.replaceAll(' / ', '\n')}\n`, { where: parsed.value, ...options });
}

describe('--where', () => {
  it.each(
    tableOf(`
a warehouse | sku,cost,warehouse / A,5,MAIN / A,6,EAST / B,7,MAIN | warehouse=MAIN | 2 4
a price list in another case | Artikelnr;EK;Preisliste / A;5,10;Händler / A;6,20;Endkunde | preisliste=Händler | 2
a warehouse by its letter | sku,cost,Lager / A,5,1 / A,6,2 | C=2 | 3
a warehouse by letter and header | sku,cost,Lager / A,5,1 / A,6,2 | C:Lager=2 | 3
a quantity | sku,cost,qty_from / A,5.00,1 / A,4.50,10 / A,4.00,100 | qty_from=1 | 2
all but one | sku,cost,state / A,5,active / B,6,ended / C,7, | state!=ended | 2 4
blank cells | sku,cost,state / A,5,active / B,6,  / C,7,ended | state= | 3
filled cells | sku,cost,state / A,5,active / B,6,  / C,7,ended | state!= | 2 4
what fulfils two conditions | sku,cost,w,s / A,5,1,x / A,6,1,y / A,7,2,x | w=1,s!=y | 2
a name with a comma | sku;cost;supplier / A;5;Miller, Inc. / A;6;Moser | supplier=Miller, Inc.,cost!=0 | 2
a text with an equals sign | sku,cost,key / A,5,a=b / B,6,a | key=a=b | 2
text without the blanks around it | sku,cost,market / A,5, amazon.de  / A,6,amazon.fr | market= amazon.de | 2
the same digits only | sku,cost,list / A,5,01 / B,6,1 / C,7,1.0 | list=1 | 3
the same case only | sku,cost,list / A,5,Main / B,6,MAIN | list=MAIN | 3
by a field itself | sku,cost,currency / A,5,EUR / A,6,USD | currency=EUR | 2`),
  )('takes %s', async (_name, sheet = '', where = '', lines = '') => {
    const kinds = kindsOf((await readWhere(sheet, where)).rows);
    const isTaken = (line: number) => lines.split(' ').includes(String(line));
    expect(kinds).toEqual(
      kinds.map((_, at) => (isTaken(at + 2) ? `row ${at + 2}` : `ignored ${at + 2} filtered`)),
    );
  });

  it.each(
    tableOf(`
proves nothing about decimal signs | sku;cost;w / A;1,50;1 / B;1.50;2 | row 2; ignored 3 filtered
has to wait for a decimal sign | sku;cost;w / A;1.250;1 / A;1.300;2 / B;1,50;1 | row 2; ignored 3 filtered; row 4
is no duplicate | sku,cost,w / A,5,1 / A,5,2 / A,6,2 | row 2; ignored 3 filtered; ignored 4 filtered
is not invalid | sku,cost,w / A,5,1 / ,7,2 / B,abc,2 | row 2; ignored 3 filtered; ignored 4 filtered
is invalid if its cells are not below their headers | sku,cost,w / A,5,1 / B,7,5,1 / C,8
    | row 2; invalid 3 cell_without_header; invalid 4 column_count
may still be a total, a header or a note | sku,cost,w / A,5,1 / sku,cost,w / Total,5, / ,,Printed: today
    | row 2; ignored 3 repeated_header; ignored 4 total; ignored 5 note
names no unit | sku,cost,unit,w / A,5,EA,1 / A,50,CS,2 | row 2; ignored 3 filtered
says nothing of what costs are per | sku,cost,w,Lot / A,5,1,1 / B,5,2,100 / C,5,1,1 | row 2; ignored 3 filtered; row 4`),
  )('a row that is left out %s', async (_name, sheet = '', kinds) => {
    expect(kindsOf((await readWhere(sheet, 'w=1')).rows).join('; ')).toBe(kinds);
  });

  it('says why a row is left out, and which columns choose', async () => {
    const { rows, reading } = await readWhere('sku,cost,Lager,note / A,5,Ost,x / B,6,,x', 'Lager=Main');
    expect(rows).toMatchObject([
      { message: 'Left out by --where: Lager is "Ost", not "Main"' },
      { message: 'Left out by --where: Lager is a blank cell, not "Main"' },
    ]);
    expect([...reading.filter.columns]).toEqual([2]);
    expect(reading.ignoredColumns).toEqual(['note']);
    expect(reading.filter.notices()).toEqual([
      '--where names "Main", and no row has that in "Lager": rows have "Ost", a blank cell',
    ]);
  });

  it.each([
    ['state!=Ended', '--where names "Ended", and no row has that in "state": rows have "active", "ended"'],
    ['state!=ended', undefined],
  ])('names a text that no row has: %s', async (where, notice) => {
    const { reading } = await readWhere('sku,cost,state / A,5,active / B,6,ended', where);
    expect(reading.filter.notices()).toEqual(notice === undefined ? [] : [notice]);
  });

  it('names the columns if one is not there', async () => {
    expect(await refusalOfWork(readWhere('sku,cost,Lager / A,5,1', 'Lagr=1'))).toEqual({
      message:
        'Cannot read the sheet "prices.csv": no column "Lagr" for --where on line 1, only "sku", "cost", "Lager"; did you mean "Lager"?',
      hint: 'Name the column in --where by its header or its letter',
    });
  });

  it('still ends where another table begins', async () => {
    const { message } = await refusalOfWork(readWhere('sku,cost,w / A,5,2 / sku,min,w / B,6,1', 'w=1'));
    expect(message).toContain('another table begins on line 3');
  });
});

it.each(['', 'warehouse', '=MAIN', '!=MAIN', 'a=b, =c', 'w MAIN'])('--where "%s" is refused', (text) => {
  expect(conditions(text).ok).toBe(false);
});
