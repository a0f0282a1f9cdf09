import { describe, expect, it } from 'vitest';
import { READING } from '../support/some-run.ts';
import { aSource, readSheet } from './support.ts';

async function skusOf(text: string, pieceBytes?: number): Promise<readonly string[]> {
  const { rows } = await readSheet(aSource(text, pieceBytes), READING);
  return rows.map((row) => (row.kind === 'row' ? `${row.target.sku} ${row.requested.cost}` : row.kind));
}

describe('SKUs that are kept from being rewritten', () => {
  it.each([
    ['as CSV has it', '"sku","cost"\n"=""0005""","12.50"\n'],
    ['among quoted cells', '"sku","cost"\n="0005","12.50"\n'],
    ['without any other quote', 'sku,cost\n="0005",12.50\n'],
    ['beside a cell that needs its quotes', 'sku,title,cost\n="0005","Mug, big",12.50\n'],
    ['beside a doubled quote', 'sku,title,cost\n="0005","24"" monitor",12.50\n'],
    ['between semicolons', '"sku";"cost"\r\n="0005";"12,50"\r\n'],
    ['between tabs', '"sku"\t"cost"\n="0005"\t"12.50"\n'],
    ['in a last line without an end', '"sku","cost"\n="0005","12.50"'],
    ['on a line with a cell of two lines', '"sku","title","cost"\n="0005","a\nb","12.50"\n'],
    ['with the amount kept likewise', '"sku","cost"\n="0005",12.50\n'],
  ])('are read %s, however the text is cut into pieces', async (_name, text) => {
    for (const pieceBytes of [undefined, 1, 3, 7])
      expect(await skusOf(text, pieceBytes)).toEqual(['0005 1250']);
  });

  it('are read in each of many rows, also far below the beginning', async () => {
    const rows = Array.from({ length: 6000 }, (_, at) => `="${at}","Mug, big ${at}","1.5${at % 10}"\n`);
    const skus = await skusOf(`"sku","title","cost"\n${rows.join('')}`);
    expect(skus).toHaveLength(6000);
    expect(skus.every((sku, at) => sku === `${at} ${150 + (at % 10)}`)).toBe(true);
  });
});
