import { describe, expect, it } from 'vitest';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { tableOf } from '../support/listed.ts';
import { inLines, kindsIn, read, refusalOfWork } from './support.ts';

/** The sheets are read for 2026-11-20. */
describe('a sheet with days', () => {
  it.each(
    tableOf(`
our own names | sku,cost,valid_from,valid_to / A,5,2026-01-01,2026-12-31 / B,6,2027-01-01, / C,7,,2026-06-30 /
German | Artikelnummer;EK;Gültig ab;Gültig bis / A;5,10;01.01.2026;31.12.9999 / B;6,10;1.1.2027; / C;7,10;;30.6.26 /
SAP | MATNR;VERPR;DATAB;DATBI / A;5.10;20260101;99991231 / B;6.10;20270101;00000000 / C;7.10;00000000;20260630 /
SAP GUI | Material number;Cost;Valid From;Valid To / A;5,10;01.01.2026;00.00.0000 / B;6,10;01.01.2027;31.12.9999
    / C;7,10;00.00.0000;30.06.2026 /
French | Référence article;Prix d'achat;Valable du;Valable au / A;5,10;1er janvier 2026; / B;6,10;1er janv. 2027;
    / C;7,10;;30 juin 2026 /
Italian | Codice articolo;Costo;Valido dal;Valido al / A;5,10;1 gennaio 2026;- / B;6,10;1 gen 2027;- / C;7,10;-;30 giugno 2026 /
Spanish | Referencia interna;Coste;Válido desde;Válido hasta / A;5,10;1 de enero de 2026; / B;6,10;1 de ene. de 2027;
    / C;7,10;;30-jun-2026 /
Dutch | Artikelcode;Kostprijs;Geldig vanaf;Geldig tot / A;5,10;1 mrt. 2026; / B;6,10;1 januari 2027; / C;7,10;;30-06-2026 /
Polish | Indeks;Cena zakupu;Ważne od;Ważne do / A;5,10;1 października 2026; / B;6,10;1 stycznia 2027; / C;7,10;;30 cze 2026 /
Oracle | sku,cost,VALID FROM,VALID TO / A,5.10,01-JAN-26, / B,6.10,01-JAN-27, / C,7.10,,30-JUN-26 /
SQL Server | sku,cost,Valid From,Valid Until / A,5.10,2026-01-01 00:00:00.000,NULL / B,6.10,2027-01-01 00:00:00.000,NULL
    / C,7.10,NULL,2026-06-30 23:59:59.997 /
JSON | sku,cost,valid-from,valid-to / A,5.10,2026-01-01T00:00:00Z, / B,6.10,2027-01-01T00:00:00+01:00,
    / C,7.10,,2026-06-30T12:00:00.000Z /
American | sku,cost,Valid From,Valid Thru,valid_to / A,5.10,1/5/2026,,12/31/2026 / B,6.10,1/5/2027,, / C,7.10,,,6/30/2026 11:59 PM /
American words | SKU,Unit Cost,Effective From,Effective To / A,5.10,"Jan 5, 2026", / B,6.10,"January 1st, 2027",
    / C,7.10,,"Jun 30, 2026" /
British | sku,cost,Valid From,Valid Until / A,5.10,05/01/2026,31/12/26 / B,6.10,05/01/2027, / C,7.10,,30/06/2026 /
a spreadsheet | sku,cost,valid from,valid to / A,5.10,46023,2958465 / B,6.10,46388,2958465 / C,7.10,,46203 /
one day | sku,cost,valid from,valid to / A,5,2026-11-20,2026-11-20 / B,6,2026-11-21,2026-11-21 / C,7,2026-11-19,2026/11/19 /`),
  )('of %s is read for its day', async (_name, sheet = '') => {
    expect(await kindsIn(sheet)).toBe('row 2; ignored 3 not_valid_yet; ignored 4 no_longer_valid');
  });

  it.each(
    `32.01.2026 | 2026-02-29 | 2026-13-01 | 2026-11 | 12.2026 | Q4 2026 | KW 48/2026 | immediately | unbefristet | offen | n/a | ? | 0 | 1 | 12345
    | 99999 | 46023.5 | 1 Foo 2026 | 31 Feb 2026 | 0026-01-01 | 13/13/2026 | 1.1.126 | 2026-01-01 - 2026-12-31 | #N/A | ########`.split(
      /\s+\| /,
    ),
  )('is not guessed at where it says %s', async (text) => {
    for (const days of [`"${text}",`, `,"${text}"`])
      expect(await kindsIn(`sku,cost,valid_from,valid_to / A,5,${days} / B,6,, /`)).toBe(
        'invalid 2 date_unreadable; row 3',
      );
  });

  it.each(
    tableOf(`
of several that count, the one that began last | A,5,2026-01-01 / A,6,2026-11-01 / A,7,2027-01-01 /
    | ignored 2 superseded; row 3; ignored 4 not_valid_yet
a row that began before one without a first day | A,5, / A,6,2020-01-01 / | ignored 2 superseded; row 3
rows of one day that say the same | A,5,2026-01-01 / A,5,2026-01-01 / | row 2; duplicate 3 repeats
rows of one day that disagree | A,5,2026-01-01 / A,6,2026-01-01 / A,4,2025-01-01 /
    | invalid 2 duplicate_disagrees; invalid 3 duplicate_disagrees; ignored 4 superseded
a row whose day cannot be read | A,5,2026-01-01 / A,6,soon / | invalid 2 duplicate_disagrees; invalid 3 date_unreadable
a row that began last and cannot be read | A,5,2026-01-01 / A,x,2026-06-01 / | ignored 2 superseded; invalid 3 money_word
a row that began first and cannot be read | A,x,2026-01-01 / A,5,2026-06-01 / | invalid 2 money_word; row 3
a row of next year that cannot be read | A,5,2026-01-01 / A,x,2027-01-01 / | row 2; ignored 3 not_valid_yet
a row whose cells are not below the header | A,5,2026-01-01 / A,5,50,2027-01-01 /
    | invalid 2 duplicate_disagrees; invalid 3 cell_without_header
rows of other SKUs | A,5,2026-01-01 / B,6,2026-06-01 / | row 2; row 3`),
  )('uses %s', async (_name, rows, kinds) => {
    expect(await kindsIn(`sku,cost,valid_from / ${rows}`)).toBe(kinds);
  });

  it('names the row that counts, and the days', async () => {
    const { rows } = await read(
      'sku,cost,valid_from,valid_to\nA,5,2026-01-01,\nA,6,2026-02-01,\nB,5,2026-12-01,\nC,5,,2026-01-31\nD,5,2026-02-01,2026-01-01\n',
    );
    const said = rows.flatMap((row) =>
      row.kind === 'row' ? [] : 'message' in row ? row.message : row.problems.map(({ message }) => message),
    );
    expect(said).toEqual([
      'Line 3 is used instead',
      'Counts from 2026-12-01 on, and the sheet is read for 2026-11-20',
      'Counted until 2026-01-31, and the sheet is read for 2026-11-20',
      'valid_from 2026-02-01 is after valid_to 2026-01-01',
    ]);
  });

  it.each(['first', 'last'] as const)('lets --duplicates %s choose within a day only', async (duplicates) => {
    const text =
      'sku,cost,valid_from\nA,4,2026-01-01\nA,5,2026-06-01\nA,6,2026-06-01\nA,7,2026-01-01\nA,8,2027-01-01\n';
    const { rows } = await read(text, { duplicates });
    expect(rows.flatMap((row) => (row.kind === 'row' ? [row.requested.cost] : []))).toEqual([
      duplicates === 'first' ? 500 : 600,
    ]);
  });
});

describe('the order of day and month', () => {
  /** Rows with these first and last days. */
  const sheet = (days: string): string =>
    `sku,cost,valid_from,valid_to / ${days
      .split('; ')
      .map((day, index) => `S${index},5,${day} / `)
      .join('')}`.trimEnd();

  it.each(
    tableOf(`
shown by the other column | 02/03/2026,; ,25/12/2026 | ignored 2 not_valid_yet
shown by a row far below | 02/03/2026,; 03/03/2026,; 04/03/2026,; 13/03/2026, | ignored 2 not_valid_yet
shown by a row that is not used | 02/03/2026,; 25/12/2027, | ignored 2 not_valid_yet
of no matter | 02/03/2026,; 05/05/2026, | row 2
shown by years of two digits | 02/03/2026,; 25-12-25, | ignored 2 not_valid_yet`),
  )('is %s', async (name, days = '', late) => {
    const first = async (day: string) =>
      (await kindsIn(sheet(days.replace('02/03/2026', day)))).split('; ')[0];
    expect(await first(name === 'of no matter' ? '03/03/2026' : '02/03/2026')).toBe('row 2');
    expect(await first(name === 'of no matter' ? '11/11/2026' : '01/12/2026')).toBe(late);
  });

  it.each(
    tableOf(`
01/02/2027, | "01/02/2027" on line 2 may be 2027-02-01 or 2027-01-02
    | Pass --date-order dmy if it is 2027-02-01, --date-order mdy if it is 2027-01-02
,; 1-2-26, | "1-2-26" on line 3 may be 2026-02-01 or 2026-01-02 or 2001-02-26
    | Pass --date-order dmy if it is 2026-02-01, --date-order mdy if it is 2026-01-02, --date-order ymd if it is 2001-02-26
31/12/26, | "31/12/26" on line 2 may be 2026-12-31 or 2031-12-26
25/12/2026,12/31/2026 | "25/12/2026" on line 2 and "12/31/2026" on line 2 are not written in the same order
46023,; 01/02/2026, | "46023" on line 2 is a spreadsheet's number of a day, and "01/02/2026" on line 3 is written out: a spreadsheet may have read some of them wrongly
    | Export the dates as text, such as 2026-12-31`),
  )('is asked for, or the sheet refused: %s', async (days = '', message, hint) => {
    const refusal = await refusalOfWork(read(inLines(sheet(days))));
    expect(refusal.message).toBe(`Cannot read the dates in "prices.csv": ${message}`);
    if (hint !== undefined) expect(refusal.hint).toBe(hint);
  });

  it.each(
    tableOf(`
dmy | 05/12/2026, | ignored 2 not_valid_yet
mdy | 05/12/2026, | row 2
ymd | 26/12/05, | ignored 2 not_valid_yet
mdy | 05.12.2026, | ignored 2 not_valid_yet
mdy | 2026-12-05, | ignored 2 not_valid_yet`),
  )('is %s if somebody says so', async (order, day = '', kinds) => {
    expect(await kindsIn(sheet(day), { dateOrder: order as SheetOptions['dateOrder'] })).toBe(kinds);
  });

  it('is not what somebody says if a date contradicts it', async () => {
    const refusal = await refusalOfWork(
      read(inLines(sheet('05/12/2026,; 25/12/2026,')), { dateOrder: 'mdy' }),
    );
    expect(refusal.message).toContain('"25/12/2026" on line 3 can\'t be read with --date-order mdy');
  });
});

describe('a file that ends in a date', () => {
  it.each([
    ['2026-11-2', 'invalid 3 cell_cut_short'],
    ['2026-11-21', 'row 3'],
  ])('as in %s', async (end, expected) => {
    expect(await kindsIn(`sku,cost,valid_to / A,5,2026-12-01 / B,6,${end}`)).toBe(`row 2; ${expected}`);
  });
});
