import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/sheet/decode-text.ts';
import { refusalOf } from './support.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const BOM = [0xef, 0xbb, 0xbf];
const AS_CSV = 'Save it as CSV (UTF-8)';

describe('decodeText', () => {
  it.each([
    ['plain text', bytes('sku,cost\n'), 'sku,cost\n'],
    ['a byte order mark, which is no text', bytes(BOM, 'sku\n'), 'sku\n'],
    ['a second byte order mark, which is', bytes(BOM, BOM, 'sku\n'), '\ufeffsku\n'],
    ['a byte order mark alone', bytes(BOM), ''],
    ['umlauts, an emoji and a replacement character', bytes('Ä,😀,\ufffd\r\n'), 'Ä,😀,\ufffd\r\n'],
    ['a header that begins like a zip file', bytes('PK,sku\n'), 'PK,sku\n'],
  ])('decodes %s', (_name, content, text) => {
    expect(decodeText(content, 'prices.csv')).toBe(text);
  });

  it.each([
    ['nothing', bytes(), 'it is empty', undefined],
    [
      'an Excel workbook',
      bytes('PK', [3, 4, 20, 0]),
      'it is an Excel workbook or another zip file, not text',
      AS_CSV,
    ],
    [
      'an old Excel workbook',
      bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'it is an old Excel workbook, not text',
      AS_CSV,
    ],
    ['a PDF', bytes('%PDF-1.7\n'), 'it is a PDF, not text', AS_CSV],
    ['a gzip file', bytes([0x1f, 0x8b, 8, 0]), 'it is a gzip file, not text', AS_CSV],
    ['UTF-16, little end first', bytes([0xff, 0xfe], 's\0k\0u\0'), 'it is UTF-16 text', AS_CSV],
    ['UTF-16, big end first', bytes([0xfe, 0xff], '\0s\0k\0u'), 'it is UTF-16 text', AS_CSV],
    ['UTF-16 without a mark', bytes('s\0k\0u\0'), 'it is not text (a NUL byte on line 1)', AS_CSV],
    ['a NUL byte', bytes('sku\r\nA\r\nB\0\r\n'), 'it is not text (a NUL byte on line 3)', AS_CSV],
  ])('refuses %s', (_name, content, why, hint) => {
    expect(refusalOf(() => decodeText(content, 'prices.csv'))).toEqual({
      message: `Cannot read the sheet "prices.csv": ${why}`,
      hint,
    });
  });

  const HALF = [0xc3];
  it.each([
    ['an umlaut in windows-1252', bytes('sku\nA', [0xe4], 'B\n'), 2],
    ['on the first line', bytes([0x80], '\n'), 1],
    ['behind CRLF', bytes('1\r\n2\r\n', [0xff], '\r\n'), 3],
    ['behind CR', bytes('1\r2\r3\r', [0xff]), 4],
    ['behind a mix of line ends', bytes('1\r\n2\r3\n\n', [0xff]), 5],
    ['behind a byte order mark', bytes(BOM, '1\n', [0xff]), 2],
    ['behind umlauts and replacement characters', bytes('Ä\n\ufffd\n😀\n', [0xe4, 0x62]), 4],
    ['half a character at the end', bytes('1\n2\n3', HALF), 3],
    ['half a replacement character at the end', bytes('1\n2', [0xef, 0xbf]), 2],
    ['half a byte order mark', bytes([0xef, 0xbb]), 1],
    ['an overlong form', bytes('1\n', [0xc0, 0xaf]), 2],
    ['half of a surrogate pair', bytes('1\n', [0xed, 0xa0, 0x80]), 2],
  ])('names the line of what is not UTF-8: %s', (_name, content, line) => {
    expect(refusalOf(() => decodeText(content, 'prices.csv'))).toEqual({
      message: `Cannot read the sheet "prices.csv": line ${line} is not UTF-8 text`,
      hint: AS_CSV,
    });
  });
});
