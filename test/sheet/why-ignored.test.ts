import { describe, expect, it } from 'vitest';
import { toRowFormat } from '../../src/sheet/cell-reader.ts';
import { readHeader } from '../../src/sheet/header/column-map.ts';
import { whyIgnored } from '../../src/sheet/why-ignored.ts';
import { listed } from '../support/listed.ts';
import { READING } from '../support/some-run.ts';
import { kindsOf, read } from './support.ts';

const HEADER = ['SKU', 'Title', 'Cost', 'Min'];
const TABLE = toRowFormat({
  ...READING,
  header: HEADER,
  columns: readHeader(HEADER, { ...READING, line: 1, name: 'prices.csv', headings: [] }).columns,
  decimalSigns: new Map(),
  dates: { read: () => null },
});

function why(cells: string, usable: boolean): string | undefined {
  const record = { line: 7, cells: cells.split(';') };
  const ignored = whyIgnored(record, TABLE, { usable });
  if (ignored) expect(ignored).toMatchObject({ kind: 'ignored', line: 7, cells: record.cells });
  return ignored?.reason;
}

const TOTALS = listed(`Total, TOTAL, total, Totals, Total:, Grand Total, Grand total:, Subtotal,
  Sub-total, Sub Total, Overall total, Report Total, Report Totals, Sum, Summe, SUMME, Summe:, Gesamt,
  Gesamtsumme, Gesamtergebnis, Zwischensumme, Total général, Totaux, Sous-total, Totale, Totale generale,
  Subtotale, Totaal, Subtotaal, Suma, Razem, Total general, *, **, ***`);

describe('whyIgnored', () => {
  it.each(TOTALS)('takes a row of "%s" for a total, whatever else it holds', (word) => {
    for (const cells of [`${word};;;`, `${word};;99.00;`, `${word};;99.00;12`, ` ${word} ;x;99.00;`]) {
      expect([cells, why(cells, true)]).toEqual([cells, 'total']);
    }
  });

  it.each(TOTALS)('takes a row without a SKU for a total where its first cell is "%s"', (word) => {
    expect(why(`;${word};99.00;`, true)).toBe('total');
    expect(why(`;;${word};`, true)).toBe('total');
  });

  it.each(['Total for Mugs', 'Total Mugs', 'Summe Tassen', 'Gesamt 2026', 'Grand total (EUR)', 'Subtotal A'])(
    'takes "%s" without a SKU for a total, where the row cannot be used anyway',
    (text) => {
      expect(why(`;${text};99.00;`, false)).toBe('total');
      expect(why(`;${text};99.00;`, true)).toBeUndefined();
    },
  );

  const LOOKALIKES = listed(`TOTAL-CARE-01, Total Quartz 5W40, TOTAL01, Total-Gym, Totally, Summer-01,
    Summe-01, SUM-41, Gesamtwerk 3, Grand Totals Kit, Sumatra, Suma-2, Page-01, PAGE01, Report-7, Stand-12,
    Stand 12, Datum-1, Ende-3, End of Line Filter, Fin-3, Printed-Shirt-M, Created-01, Seite-7, *A*,
    **bold**, -5, --A, 1 item, 12 rows, 5-pack, 2026-05-01, 12:30, 01.05.2026, SKU-1, Cost-1, Item, Name,
    No., *1, -A-, +49, _x_, =1, .5`);

  it.each(LOOKALIKES)('takes a row of the SKU "%s" that can be used for a row', (sku) => {
    for (const cells of [`${sku};Oil;5.00;6.00`, `${sku};;5.00;`, `${sku};Oil;;6.00`]) {
      expect([cells, why(cells, true)]).toEqual([cells, undefined]);
    }
  });

  it.each(LOOKALIKES)('takes a row of the SKU "%s" whose cost cannot be read for a row', (sku) => {
    expect(why(`${sku};Oil;n/a;`, false)).toBeUndefined();
    expect(why(`${sku};;n/a;`, false)).toBeUndefined();
  });

  it.each(LOOKALIKES)('takes a row of the SKU "%s" and a title, with nothing to set, for a row', (sku) => {
    expect(why(`${sku};Oil;;`, false)).toBeUndefined();
  });

  it('takes a whole row of nothing but a SKU in one word for a row', () => {
    const words = LOOKALIKES.filter((sku) => !/\s/.test(sku));
    expect(words.filter((sku) => why(`${sku};;;`, false) !== undefined)).toEqual([]);
  });

  it('takes a mark in a column of its own for no total where the row has a SKU', async () => {
    const { rows } = await read('Flag,SKU,Cost\n*,A-1,5\n,A-2,6\n**,A-3,7\nTotal,A-4,8\n*,,18\n');
    expect(kindsOf(rows)).toEqual(['row 2', 'row 3', 'row 4', 'row 5', 'ignored 6 total']);
  });

  it.each([';;;', ' ;\u00a0;\t;', '', '"";""'])('takes no line of "%s" for a row', async (line) => {
    const { rows } = await read(`SKU;Title;Cost;Min\nA;b;5;6\n${line}\nC;d;7;8\n${line}`);
    expect(kindsOf(rows)).toEqual(['row 2', 'row 4']);
  });

  it.each([
    ['the header again', 'SKU;Title;Cost;Min', true, 'repeated_header'],
    ['the header again, with blanks', ' SKU ;Title; Cost;Min ', true, 'repeated_header'],
    ['the header again with another word in it', 'SKU;Titel;Cost;x', false, 'repeated_header'],
    ['another header', 'MATNR;Text;VERPR;', false, 'repeated_header'],
    ['a row in which only the SKU is a word of headers', 'Material;Cloth;5;6', true, undefined],
    ['a row with a number in it', 'SKU;Title 2;Cost;Min', false, undefined],
    ['a header of fewer cells', 'SKU;Title', true, undefined],
  ])('finds in %s: %s', (_name, cells, usable, reason) => {
    expect(why(cells, usable)).toBe(reason);
  });

  it.each([
    ...['-----;-----;-----;-----', '--------------', '=====;;;', '+---+---+'],
    ...['|---|---|', '....;....;;', '-;-;-;-'],
  ])('takes "%s" for a rule', (cells) => {
    expect(why(cells, false)).toBe('rule');
    expect(why(cells, true)).toBeUndefined();
  });

  it('takes one dash for no rule', () => {
    expect(why('-;;;', false)).toBeUndefined();
    expect(why('-;;;', true)).toBeUndefined();
  });

  it.each([
    ...listed(`Page 3 of 7, Seite 3, Printed 01.05.2026 by anna, Created: 2026-05-01, Stand: 01.05.2026,
      Report generated by ACME, End of report, *** End of list ***, -- fin --, Imprimé le 01/05/2026,
      (1234 rows), 1234 rows affected, 12 Datensätze,
      This report holds all items that were active at the end of the month`),
    'Friday, May 1, 2026 10:30 AM GMT+02:00',
  ])('takes the footer "%s" for a note', (text) => {
    expect(why(text, false)).toBe('note');
    expect(why(`;${text};;`, false)).toBe('note');
    expect(why(text, true)).toBeUndefined();
  });

  it.each([
    ['a label and its value', 'Filter:;active', 'note'],
    ['a label and its value in a whole row', 'Filter:;active;;', undefined],
    ['a group of items, without a SKU', ';Mugs and cups;;', 'note'],
    ['a word without a SKU', ';Mugs;;', 'no_sku'],
    ['several words without a SKU', ';Mugs;;', 'no_sku'],
    ['a cost without a SKU', ';Mugs;5;', undefined],
    ['a cut row', 'A-1;Mug', undefined],
    ['a SKU alone in a cut row', 'A-1', undefined],
    ['a SKU with a blank in a cut row', 'A 1', undefined],
  ])('finds in %s: %s', (_name, cells, reason) => {
    expect(why(cells, false)).toBe(reason);
  });

  it.each([
    ['a count of rows', '50 Artikel, 6 geändert', 'SKU-1', 'ignored'],
    ['a count behind its words', 'Anzahl Artikel 51', 'SKU-1', 'ignored'],
    ['a count where SKUs have blanks', '50 Artikel, 6 geändert', 'Lamp 1', 'invalid'],
    ['a cell with its amount', 'Lamp-one red 6.30', 'SKU-1', 'invalid'],
    ['a SKU and a number', 'SKU-9 640', 'SKU-1', 'invalid'],
  ])('finds in the only cell of a last line, %s: %s below %s', async (_name, line, sku, kind) => {
    const { rows } = await read(`SKU;Title;Cost\n${sku};Mug;1.25\n${line}\n`);
    expect(rows.at(-1)?.kind).toBe(kind);
  });

  it('keeps what is ignored in its place, and out of the decimal sign', async () => {
    const text = 'SKU;Cost\nA;1.250\n-----;-----\nTotal;"1.250,00"\nB;7.50\n\nTotal;8.75\nPage 1 of 1\n';
    const { rows } = await read(text);
    expect(kindsOf(rows)).toEqual(
      listed('row 2, ignored 3 rule, ignored 4 total, row 5, ignored 7 total, ignored 8 note'),
    );
  });

  it('says what it took for what', () => {
    const messages = ['Total;;5;', '---;---;---;---', 'Page 1 of 2', 'SKU;Title;Cost;Min', ';x;;'].map(
      (cells) => whyIgnored({ line: 2, cells: cells.split(';') }, TABLE, { usable: false })?.message,
    );
    expect(messages).toEqual([
      'The row is a total ("Total"); if it is a SKU, write it as ="Total"',
      'The row is a line of dashes',
      'The row is a note ("Page 1 of 2")',
      'The row repeats the header',
      'The row has no SKU and sets nothing',
    ]);
  });
});
