import { describe, expect, it } from 'vitest';
import { openSheetText } from '../../src/sheet/open-sheet-text.ts';
import { aMap, aSource, read } from './support.ts';

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

  it('knows a sep= line that is a row', async () => {
    expect((await open('SKU,Cost\nsep=;,5\n')).dialectBy).toBe('found');
  });

  it('looks at the beginning of a long file only, and ends that in a whole line', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `A-${index};"t; ${index}";5,20\r\n`);
    const content = `SKU;Title;Cost\r\n${lines.join('')}`;
    const { dialect } = await open(content);
    expect(dialect).toEqual({ delimiter: ';', quote: '"', padded: false });
    expect((await read(content)).rows).toHaveLength(20_000);
  });
});
