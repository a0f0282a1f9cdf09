import { describe, expect, it } from 'vitest';
import { openSheetText } from '../../src/sheet/open-sheet-text.ts';
import { aMap, aSource, bytesOf, collect, read, refusalOfWork, requestedOf, utf16be } from './support.ts';

const NO_MAP = aMap({});
const open = (content: string | Uint8Array, options: Partial<Parameters<typeof openSheetText>[1]> = {}) =>
  openSheetText(aSource(content), { map: NO_MAP, shell: 'posix', ...options });

describe('openSheetText', () => {
  it.each([
    ['sep=;', 'sep=;\r\nSKU;Cost\r\nA;5,20\r\n', ';', 2],
    ['SEP=,', 'SEP=,\nSKU,Cost\nA,5\n', ',', 2],
    ['a tab', 'sep=\t\nSKU\tCost\nA\t5\n', '\t', 2],
    ['a character that nobody would guess', 'sep=^\nSKU^Cost\nA^5\n', '^', 2],
    ['in quotes', '"sep=;"\nSKU;Cost\nA;5\n', ';', 2],
    ['delimiters behind it', 'sep=;;;\nSKU;Cost\nA;5\n', ';', 2],
    ['CR', 'sep=;\rSKU;Cost\rA;5\r', ';', 2],
    ['a byte order mark', '\ufeffsep=;\nSKU;Cost\nA;5\n', ';', 2],
    ['titles below it', 'sep=;\nPrice list\n\nSKU;Cost\nA;5\n', ';', 4],
  ])('takes a first line for the delimiter: %s', async (_name, content, delimiter, headerLine) => {
    const { dialect, dialectBy, table } = await open(content);
    expect(dialect.delimiter).toBe(delimiter);
    expect(dialectBy).toBe('sep_line');
    expect(table.headerLine).toBe(headerLine);
    expect((await read(content)).rows.map(({ line }) => line)).toEqual([headerLine + 1]);
  });

  it('obeys a delimiter that a person said, whatever the first line says', async () => {
    const { dialect, dialectBy } = await open('sep=;\nSKU,Cost\nA,5\n', { delimiter: ',' });
    expect({ delimiter: dialect.delimiter, dialectBy }).toEqual({ delimiter: ',', dialectBy: 'flag' });
  });

  it('knows a sep= line that is a row', async () => {
    expect((await open('SKU,Cost\nsep=;,5\n')).dialectBy).toBe('found');
  });

  it.each([
    ['UTF-8', bytesOf('SKU,Cost\nÄ,5\n'), 'utf-8'],
    ['UTF-8 with a mark', bytesOf([0xef, 0xbb, 0xbf], 'SKU,Cost\nÄ,5\n'), 'utf-8'],
    ['windows-1252', bytesOf('SKU,Cost\n', [0xc4], ',5\n'), 'windows-1252'],
    ['UTF-16, little end first', Buffer.from('SKU,Cost\nÄ,5\n', 'utf16le'), 'utf-16le'],
    ['UTF-16, big end first, with a mark', utf16be('\ufeffSKU,Cost\nÄ,5\n'), 'utf-16be'],
  ])('reads %s', async (_name, content, encoding) => {
    for (const chunkBytes of [1, 2, 3, 1024]) {
      const opened = await openSheetText(aSource(content, chunkBytes), { map: NO_MAP, shell: 'posix' });
      expect(opened.encoding.encoding).toBe(encoding);
      expect((await collect(opened.text())).join('')).toBe('SKU,Cost\nÄ,5\n');
    }
    expect((await read(content)).rows.map((row) => row.kind === 'row' && row.target.sku)).toEqual(['Ä']);
  });

  it('can be read again and again', async () => {
    const { text } = await open('SKU,Cost\nA,5\n');
    for (const _ of [1, 2]) expect((await collect(text())).join('')).toBe('SKU,Cost\nA,5\n');
  });

  it('looks at the beginning of a long file only, and ends that in a whole line', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `A-${index};"t; ${index}";5,20\r\n`);
    const content = `SKU;Title;Cost\r\n${lines.join('')}`;
    const { dialect } = await open(content);
    expect(dialect).toEqual({ delimiter: ';', quote: '"', padded: false });
    expect((await read(content)).rows).toHaveLength(20_000);
  });

  it('reads a long file whose lines are longer than the beginning', async () => {
    const content = `SKU,Note,Cost\nA,"${'x'.repeat(200_000)}",5\nB,y,6\n`;
    expect(requestedOf(await read(content))).toEqual([{ cost: 500 }, { cost: 600 }]);
  });

  it('says what is wrong further down when it is reached', async () => {
    const content = `SKU,Cost\n${'A,5\n'.repeat(50)}B,"6\n${'C,7\n'.repeat(50_000)}`;
    expect((await refusalOfWork(read(content))).message).toBe(
      'Cannot read the sheet "prices.csv": the quote opened in the record that starts on line 52 is never closed',
    );
  });
});
