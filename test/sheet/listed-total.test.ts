import { describe, expect, it } from 'vitest';
import { LIKE_A_TOTAL } from '../../src/domain/row.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { listed } from '../support/listed.ts';
import { read } from './support.ts';

const ID = '0e4eaa6e-26c1-4bd3-9d2b-2c1f7b9a0001';

/** What became of the rows whose SKU is a word for a sum, each with its line. */
async function totalsIn(text: string, options: Partial<SheetOptions> = {}): Promise<readonly string[]> {
  const { rows } = await read(text, options);
  return rows.flatMap((row) => {
    if (row.kind === 'ignored') return row.reason === 'total' ? [`${row.line} total`] : [];
    const isAlike = row.kind === 'row' && row.notices.some(({ reason }) => reason === LIKE_A_TOTAL);
    const isTotal = row.kind === 'row' && /total|summe/i.test(row.target.sku);
    return isTotal ? [`${row.line} ${row.target.sku} ${row.requested.cost}${isAlike ? '' : ' surely'}`] : [];
  });
}

const HEAD = 'sku,title,cost\nA,Mug,5.00\nB,Cup,12.50\nC,Can,7.00\n';

describe('a row whose SKU is a word for a sum', () => {
  it.each([
    ['a title of its own, and less than the others', `${HEAD}Total,Quartz oil,9.50\n`, '5 Total 950'],
    ['such, in the middle', `${HEAD}Total,Quartz oil,9.50\nD,Pan,4\n`, '5 Total 950'],
    ['such, in a last line without an end', `${HEAD}Total,Quartz oil,9.50`, '5 Total 950'],
    ['such, and one more total below', `${HEAD}Total,Quartz oil,9.50\nSumme,,34.00\n`, '5 Total 950;6 total'],
    ['a decimal comma', `${HEAD.replaceAll(',', ';').replaceAll('.', ',')}Total;Oil;9,50\n`, '5 Total 950'],
    [
      'amounts whose sign shows further down',
      'sku;title;cost\nA;Mug;1.250\nB;Cup;2.500\nC;Can;1.300\nTotal;Oil;1.400\nD;Pan;1,5\n',
      '5 Total 140000',
    ],
    [
      'several amounts, all less',
      'sku,title,cost,min\nA,Mug,5,9\nB,Cup,12,19\nC,Can,7,8\nTotal,Oil,9,18\n',
      '5 Total 900',
    ],
    ['a listing id', `sku,listing_id,cost\nTotal,${ID},9.50\n`, '2 Total 950'],
    ['the formula that keeps a SKU', 'sku,cost\nA,5\n="Total",9.50\n', '3 Total 950 surely'],
    ['the same among quoted cells', '"sku","cost"\n"A","5"\n"=""Total""","9.50"\n', '3 Total 950 surely'],
  ])('is a row where it has %s', async (_name, text, found) => {
    expect((await totalsIn(text)).join(';')).toBe(found);
  });

  const NUMBERED = 'sku,title,qty,cost\nA,Mug,1,5.00\nB,Cup,2,12.50\nC,Can,3,7.00\n';
  const GROUPED = 'sku,group,cost\nA,Mugs,5.00\nB,Mugs,12.50\nC,Mugs,7.00\n';

  it.each([
    ['the sum', `${HEAD}Total,All items,24.50\n`],
    ['a sum of part of them', `${HEAD}Total,Some items,12.50\n`],
    ['a sum with rows that were left out', `${HEAD}Total,All items,1234.56\n`],
    ['no text', `${HEAD}Total,,9.50\n`],
    ['a number in place of a text', `${HEAD}Total,3,9.50\n`],
    ['a cell too few', `${HEAD}Total,9.50\n`],
    ['the text of a row above', `${HEAD}Total,Mug,9.50\n`],
    ['the name of its group', `${GROUPED}Total,Mugs,9.50\n`],
    ['the name of another group', `${GROUPED}Total,Mugs and cups,9.50\n`],
    ['a blank where all others are filled', `${NUMBERED}Total,Quartz oil,,9.50\n`],
    ['nothing but an amount', 'sku,cost\nA,5\nB,12.50\nC,7\nTotal,9.50\n'],
    ['nothing above it', 'sku,title,cost\nTotal,Quartz oil,9.50\nA,Mug,10\nB,Cup,12\n'],
    ['two rows above it', 'sku,title,cost\nA,Mug,5\nB,Cup,12\nTotal,Quartz oil,9.50\n'],
    ['one amount that is a sum', 'sku,title,cost,min\nA,Mug,5,9\nB,Cup,12,19\nC,Can,7,8\nTotal,Oil,9,36\n'],
    ['no readable amount', `${HEAD}Total,Quartz oil,n/a\n`],
    ['a negative amount', `${HEAD}Total,Quartz oil,-9.50\n`],
    [
      'a currency where there is no other text',
      'sku,currency,cost\nA,USD,5\nB,EUR,12\nC,GBP,7\nTotal,CAD,9\n',
    ],
    ['a broken listing id', 'sku,listing_id,cost\nTotal,3 items,9.50\n'],
  ])('is a total where it has %s', async (_name, text) => {
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
  const { rows } = await read(text, options);
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
    expect(await fatesIn(`${HEAD}${sku},,17.80\n`)).toBe('?');
    expect(await fatesIn(`sku,title,cost\nA,Mug,5.00\n${sku},,5.00\nB,Cup,6\n`)).toBe('?');
    expect(await fatesIn(`${HEAD}${sku},,n/a\n`)).toBe('total');
    expect(await fatesIn(`sku,cost\nA,5.90\nB,11.90\n${sku},17.80\n`)).toBe('?');
    expect(await fatesIn(`sku,cost\n${sku},17.80\nA,5.90\n`)).toBe('?');
  });

  it.each(
    listed(`TOTAL-GYM-1000, SUM-41, Summer Hat, Totally Bamboo, Total-Gym XL, Sumatra Coffee, Gesamtwerk Band, Totaler,
    Grand Piano, Subtotaler Kit, Razemka A, TOTAL/A B, Total_Gym XL, Lamps total-a`),
  )('is a row as any other where it is "%s", whatever else it holds', async (sku) => {
    for (const rest of [',99.00', 'Oil,9.50', ',9.50'])
      expect(await fatesIn(`${HEAD}${sku},${rest}\n`)).toBe(/total|sum/i.test(sku) ? 'row' : '');
  });

  it.each([
    ['a title of its own, and less than the others', `${HEAD}Total Gym XLS,Quartz oil,9.50\n`, 'row'],
    ['less than the others, where none has a title', 'sku,cost\nA,5\nB,12\nC,7\nTotal Gym XLS,9\n', 'row'],
    ['a listing id', `sku,listing_id,cost\nA,${ID},5\nTotal Gym XLS,${ID},9.50\n`, 'row'],
    ['a digit at its end, and a title', `${HEAD}Total Quartz 5W40,Oil,99.00\n`, 'row'],
    ['a digit at its end, where none has a title', 'sku,cost\nA,5\nTotal Quartz 5W40,99.00\n', 'row'],
    ['a digit at its end, and no title', `${HEAD}Summe Gruppe 12,,24.50\n`, '?'],
    ['a title, and more than the others', `${HEAD}Total Gym XLS,Quartz oil,99.00\n`, '?'],
    ['the formula that keeps a SKU', `${HEAD}="Total Gym XLS",,99.00\n`, 'row'],
    [
      'a group, and the total of all groups behind it',
      `${HEAD}Subtotal A,,24.50\nD,Pan,4\nSubtotal B,,4\nGrand total (4 items),,28.50\n`,
      '? ? ?',
    ],
    [
      'a group with smaller amounts behind another one',
      'sku,cost\nA,5\nB,6\nC,7\nSubtotal A,18\nD,1\nE,2\nF,3\nSubtotal B,6\n',
      '? ?',
    ],
    ['a cell too few', 'sku,title,cost\nA,Mug,5.00\nB,Cup,6.00\nSubtotal Lamps,11.00\nC,Can,7.00\n', 'total'],
  ])('is decided by its cells where it has %s', async (_name, text, fates) => {
    expect(await fatesIn(text)).toBe(fates);
  });

  it('stays what it was where its row is read a second time', async () => {
    const open = Array.from({ length: 12_000 }, (_, n) => `S-${n},Item ${toWord(n)},1.250\n`).join('');
    const text = `sku,title,cost\nA,Mug,1.250\nSubtotal Lamps,,1.250\nSumme Gruppe 1,,1.250\n${open}Z,Last one,2.50\n`;
    expect(await fatesIn(text)).toBe('? ?');
  });

  it('says how such a SKU is written', async () => {
    const { rows } = await read(`${HEAD}Total Gym XLS,,n/a\n`);
    expect(rows.flatMap((row) => (row.kind === 'ignored' ? [row.message] : []))).toEqual([
      'The row is a total ("Total Gym XLS"); if it is a SKU, write it as ="Total Gym XLS"',
    ]);
  });
});

function toWord(n: number): string {
  return String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
}
