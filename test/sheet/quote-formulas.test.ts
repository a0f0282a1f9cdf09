import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFormulaQuoter, quoteFormulas } from '../../src/sheet/parse-records.ts';
import type { Dialect } from '../../src/sheet/plain-lines.ts';
import { runs } from '../support/runs.ts';
import { read } from './support.ts';

const COMMAS: Dialect = { delimiter: ',', quote: '"', padded: false };

async function skusOf(text: string): Promise<readonly string[]> {
  const { rows } = await read(text);
  return rows.map((row) => (row.kind === 'row' ? `${row.target.sku} ${row.requested.cost}` : row.kind));
}

describe('quoteFormulas', () => {
  it.each([
    ['="0005"', '"=""0005"""'],
    ['a,="0005",b\n', 'a,"=""0005""",b\n'],
    ['="1",="2"\r\n="3"\r', '"=""1""","=""2"""\r\n"=""3"""\r'],
    ['="A 1",5\n', '"=""A 1""",5\n'],
  ])('puts the formulas of %j into quotes: %j', (text, quoted) => {
    expect(quoteFormulas(text, COMMAS)).toBe(quoted);
  });

  it.each([
    ...['"=""0005""",5\n', '="A,1",5\n', '="",5\n', '=A1,="a"&"b",5\n', 'x="1",5\n'],
    // A cell that ends in an equals sign.
    '"a,=",",c"\n',
  ])('leaves %j alone', (text) => {
    expect(quoteFormulas(text, COMMAS)).toBe(text);
  });

  it('leaves alone where quotes, or equals signs, are something else', () => {
    expect(quoteFormulas('="1"=5\n', { ...COMMAS, delimiter: '=' })).toBe('="1"=5\n');
    expect(quoteFormulas('="1",5\n', { ...COMMAS, quote: 'none' })).toBe('="1",5\n');
  });

  const cell = fc
    .array(fc.constantFrom('a', '=', '"', ',', '\n', ' '), { maxLength: 6 })
    .map((signs) => signs.join(''));

  it('changes no text that can be read without it', () => {
    const written = fc.tuple(cell, fc.boolean()).map(([text, quoted]) => {
      const must = quoted || /[",\n]/.test(text);
      return must ? `"${text.replaceAll('"', '""')}"` : text;
    });
    const line = fc.array(written, { minLength: 1, maxLength: 4 }).map((cells) => `${cells.join(',')}\n`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const text = lines.join('');
        expect(quoteFormulas(text, COMMAS)).toBe(text);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('makes the same of a text however it is cut into pieces', () => {
    const text = fc
      .array(fc.constantFrom('="1"', '=', '"', 'a', ',', '\n'), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (whole, length) => {
        const quoter = createFormulaQuoter(COMMAS);
        let made = '';
        for (let at = 0; at < whole.length; at += length) made += quoter.next(whole.slice(at, at + length));
        expect(made + quoter.end()).toBe(quoteFormulas(whole, COMMAS));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('SKUs that are kept from being rewritten', () => {
  it.each([
    ['as CSV has it', '"sku","cost"\n"=""0005""","12.50"\n'],
    ['among quoted cells', '"sku","cost"\n="0005","12.50"\n'],
    ['without any other quote', 'sku,cost\n="0005",12.50\n'],
    ['beside a cell that needs its quotes', 'sku,title,cost\n="0005","Mug, big",12.50\n'],
    ['beside a doubled quote', 'sku,title,cost\n="0005","24"" monitor",12.50\n'],
    ['between semicolons', '"sku";"cost"\r\n="0005";"12,50"\r\n'],
    ['between tabs', '"sku"\t"cost"\n="0005"\t"12.50"\n'],
    ['between pipes', 'sku|"cost"\n="0005"|"12.50"\n'],
    ['behind the other cells', '"cost","sku"\n"12.50",="0005"\n'],
    ['in a last line without an end', '"sku","cost"\n="0005","12.50"'],
    ['between line ends of CR alone', '"sku","cost"\r="0005","12.50"\r'],
    ['on a line with a cell of two lines', '"sku","title","cost"\n="0005","a\nb","12.50"\n'],
    ['with the amount kept likewise', '"sku","cost"\n="0005",12.50\n'],
  ])('are read %s', async (_name, text) => {
    expect(await skusOf(text)).toEqual(['0005 1250']);
  });

  it('are read in each of many rows, also far below the beginning', async () => {
    const rows = Array.from({ length: 6000 }, (_, at) => `="${at}","Mug, big ${at}","1.5${at % 10}"\n`);
    const skus = await skusOf(`"sku","title","cost"\n${rows.join('')}`);
    expect(skus).toHaveLength(6000);
    expect(skus.every((sku, at) => sku === `${at} ${150 + (at % 10)}`)).toBe(true);
  });
});
