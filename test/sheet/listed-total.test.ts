import { describe, expect, it } from 'vitest';
import { LIKE_A_TOTAL } from '../../src/domain/row.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { listed, tableOf } from '../support/listed.ts';
import { inLines, read } from './support.ts';

const ID = '0e4eaa6e-26c1-4bd3-9d2b-2c1f7b9a0001';

/** What became of the rows whose SKU is a word for a sum, each with its line. */
async function totalsIn(text: string, options: Partial<SheetOptions> = {}): Promise<readonly string[]> {
  const { rows } = await read(inLines(text), options);
  return rows.flatMap((row) => {
    if (row.kind === 'ignored') return row.reason === 'total' ? [`${row.line} total`] : [];
    const isAlike = row.kind === 'row' && row.notices.some(({ reason }) => reason === LIKE_A_TOTAL);
    const isTotal = row.kind === 'row' && /total|summe/i.test(row.target.sku);
    return isTotal ? [`${row.line} ${row.target.sku} ${row.requested.cost}${isAlike ? '' : ' surely'}`] : [];
  });
}

const HEAD = 'sku,title,cost / A,Mug,5.00 / B,Cup,12.50 / C,Can,7.00 / ';

describe('a row whose SKU is a word for a sum', () => {
  it.each(
    tableOf(`
a title of its own, and less than the others | ${HEAD}Total,Quartz oil,9.50 / | 5 Total 950
such, in the middle | ${HEAD}Total,Quartz oil,9.50 / D,Pan,4 / | 5 Total 950
such, in a last line without an end | ${HEAD}Total,Quartz oil,9.50 | 5 Total 950
such, and one more total below | ${HEAD}Total,Quartz oil,9.50 / Summe,,34.00 / | 5 Total 950;6 total
a decimal comma | sku;title;cost / A;Mug;5,00 / B;Cup;12,50 / C;Can;7,00 / Total;Oil;9,50 / | 5 Total 950
amounts whose sign shows further down
    | sku;title;cost / A;Mug;1.250 / B;Cup;2.500 / C;Can;1.300 / Total;Oil;1.400 / D;Pan;1,5 / | 5 Total 140000
several amounts, all less | sku,title,cost,min / A,Mug,5,9 / B,Cup,12,19 / C,Can,7,8 / Total,Oil,9,18 / | 5 Total 900
a listing id | sku,listing_id,cost / Total,${ID},9.50 / | 2 Total 950
the formula that keeps a SKU | sku,cost / A,5 / ="Total",9.50 / | 3 Total 950 surely
the same among quoted cells | "sku","cost" / "A","5" / "=""Total""","9.50" / | 3 Total 950 surely`),
  )('is a row where it has %s', async (_name, text = '', found) => {
    expect((await totalsIn(text)).join(';')).toBe(found);
  });

  it.each(
    tableOf(`
the sum | ${HEAD}Total,All items,24.50 /
a sum of part of them | ${HEAD}Total,Some items,12.50 /
a sum with rows that were left out | ${HEAD}Total,All items,1234.56 /
no text | ${HEAD}Total,,9.50 /
a number in place of a text | ${HEAD}Total,3,9.50 /
a cell too few | ${HEAD}Total,9.50 /
the text of a row above | ${HEAD}Total,Mug,9.50 /
the name of its group | sku,group,cost / A,Mugs,5.00 / B,Mugs,12.50 / C,Mugs,7.00 / Total,Mugs,9.50 /
the name of another group | sku,group,cost / A,Mugs,5.00 / B,Mugs,12.50 / C,Mugs,7.00 / Total,Mugs and cups,9.50 /
a blank where all others are filled
    | sku,title,qty,cost / A,Mug,1,5.00 / B,Cup,2,12.50 / C,Can,3,7.00 / Total,Quartz oil,,9.50 /
nothing but an amount | sku,cost / A,5 / B,12.50 / C,7 / Total,9.50 /
nothing above it | sku,title,cost / Total,Quartz oil,9.50 / A,Mug,10 / B,Cup,12 /
two rows above it | sku,title,cost / A,Mug,5 / B,Cup,12 / Total,Quartz oil,9.50 /
one amount that is a sum | sku,title,cost,min / A,Mug,5,9 / B,Cup,12,19 / C,Can,7,8 / Total,Oil,9,36 /
no readable amount | ${HEAD}Total,Quartz oil,n/a /
a negative amount | ${HEAD}Total,Quartz oil,-9.50 /
a currency where there is no other text | sku,currency,cost / A,USD,5 / B,EUR,12 / C,GBP,7 / Total,CAD,9 /
a broken listing id | sku,listing_id,cost / Total,3 items,9.50 /`),
  )('is a total where it has %s', async (_name, text = '') => {
    const found = await totalsIn(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(' total');
  });

  it('is a total below each block, whatever the blocks above hold', async () => {
    const block = (from: number, ...rows: readonly number[]) =>
      rows.map((n) => `S-${from + n},Item ${'abcdefgh'[n]}${from},${from + n}.00\n`).join('');
    const text = `sku,title,cost\n${block(100, 1, 2, 3, 4)}Subtotal,Block one,410.00\n${block(2, 1, 2, 3)}Subtotal,Block two,12.00\nGrand total,Both blocks,422.00\n`;
    expect(await totalsIn(text)).toEqual(['6 total', '10 total', '11 total']);
  });

  it('stays what it was where its row is read a second time', async () => {
    const open = Array.from({ length: 12_000 }, (_, n) => `S-${n},Item ${toWord(n)},1.250\n`).join('');
    const text = `sku,title,cost\n${open}Total,Quartz oil,1.100\n${open.replaceAll('S-', 'T-')}Summe,,9.999.999,00\nZ,Last one,2.50\n`;
    expect(await totalsIn(text)).toEqual(['12002 Total 110', '24003 total']);
  });

  it('says how a SKU is written that is taken for a total', async () => {
    const { rows } = await read('sku,cost\nA,5\nTotal,9.50\n***,14.50\n');
    expect(rows.flatMap((row) => (row.kind === 'ignored' ? [row.message] : []))).toEqual([
      'The row is a total ("Total"); if it is a SKU, write it as ="Total"',
      'The row is a total ("***")',
    ]);
  });
});

/** What becomes of each row: `total`, a row as any other, or `?` if it is one for a listing of exactly that SKU. */
async function fatesIn(text: string, options: Partial<SheetOptions> = {}): Promise<string> {
  const { rows } = await read(inLines(text), options);
  const fateOf = (row: (typeof rows)[number]): string => {
    if (row.kind !== 'row') return row.kind === 'ignored' ? row.reason : row.kind;
    return row.notices.some(({ reason }) => reason === LIKE_A_TOTAL) ? '?' : 'row';
  };
  return rows
    .map(fateOf)
    .filter((fate, index) => fate !== 'row' || /total|sum/i.test(rows[index]?.cells[0] ?? ''))
    .join(' ');
}

describe('a row whose SKU begins with a word for a sum, or ends with one', () => {
  it.each(
    listed(`Subtotal Lamps, Sub-total: Lamps, Grand total (3 items), Total for Mugs, Totals by group, Report total - all,
    Summe Leuchten, SUMME Leuchten, Summe: Leuchten, Gesamt Lampen, Gesamtsumme EUR, Zwischensumme Leuchten, Total général (12),
    Sous-total Lampes, Totaux des lampes, Totale generale (12), Subtotale lampade, Totaal lampen, Subtotaal lampen,
    Suma lampy, Razem lampy, Total general (3), Lamps Total, Leuchten Ergebnis`),
  )('is a total where it is "%s" and has no title, unless it is listed', async (sku) => {
    expect(await fatesIn(`${HEAD}${sku},,17.80 /`)).toBe('?');
    expect(await fatesIn(`sku,title,cost\nA,Mug,5.00\n${sku},,5.00\nB,Cup,6\n`)).toBe('?');
    expect(await fatesIn(`${HEAD}${sku},,n/a /`)).toBe('total');
    expect(await fatesIn(`sku,cost\nA,5.90\nB,11.90\n${sku},17.80\n`)).toBe('?');
    expect(await fatesIn(`sku,cost\n${sku},17.80\nA,5.90\n`)).toBe('?');
  });

  it.each(
    listed(`TOTAL-GYM-1000, SUM-41, Summer Hat, Totally Bamboo, Total-Gym XL, Sumatra Coffee, Gesamtwerk Band, Totaler,
    Grand Piano, Subtotaler Kit, Razemka A, TOTAL/A B, Total_Gym XL, Lamps total-a`),
  )('is a row as any other where it is "%s", whatever else it holds', async (sku) => {
    for (const rest of [',99.00', 'Oil,9.50', ',9.50'])
      expect(await fatesIn(`${HEAD}${sku},${rest} /`)).toBe(/total|sum/i.test(sku) ? 'row' : '');
  });

  it.each(
    tableOf(`
a title of its own, and less than the others | ${HEAD}Total Gym XLS,Quartz oil,9.50 / | row
less than the others, where none has a title | sku,cost / A,5 / B,12 / C,7 / Total Gym XLS,9 / | row
a listing id | sku,listing_id,cost / A,${ID},5 / Total Gym XLS,${ID},9.50 / | row
a digit at its end, and a title | ${HEAD}Total Quartz 5W40,Oil,99.00 / | row
a digit at its end, where none has a title | sku,cost / A,5 / Total Quartz 5W40,99.00 / | row
a digit at its end, and no title | ${HEAD}Summe Gruppe 12,,24.50 / | ?
a title, and more than the others | ${HEAD}Total Gym XLS,Quartz oil,99.00 / | ?
the formula that keeps a SKU | ${HEAD}="Total Gym XLS",,99.00 / | row
a group, and the total of all groups behind it
    | ${HEAD}Subtotal A,,24.50 / D,Pan,4 / Subtotal B,,4 / Grand total (4 items),,28.50 / | ? ? ?
a group with smaller amounts behind another one
    | sku,cost / A,5 / B,6 / C,7 / Subtotal A,18 / D,1 / E,2 / F,3 / Subtotal B,6 / | ? ?
a cell too few | sku,title,cost / A,Mug,5.00 / B,Cup,6.00 / Subtotal Lamps,11.00 / C,Can,7.00 / | total`),
  )('is decided by its cells where it has %s', async (_name, text = '', fates) => {
    expect(await fatesIn(text)).toBe(fates);
  });
});

function toWord(n: number): string {
  return String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
}
