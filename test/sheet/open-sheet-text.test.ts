import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSheetText, refuseOtherFormats } from '../../src/sheet/open-sheet-text.ts';
import { aMap, aSource, bytesOf, read, refusalOf, refusalOfWork, utf16be } from './support.ts';

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

/** A zip archive with these files in it, as far as a reader of its beginning can tell. */
function zip(...files: readonly (readonly [name: string, content?: string])[]): Buffer {
  return Buffer.concat(
    files.map(([name, content = 'x'.repeat(300)]) => {
      const stored = content.length < 100;
      const data = stored ? Buffer.from(content) : deflateRawSync(content);
      const head = Buffer.alloc(30);
      head.write('PK\u0003\u0004', 'latin1');
      head.writeUInt16LE(20, 4);
      head.writeUInt16LE(stored ? 0 : 8, 8);
      head.writeUInt32LE(data.length, 18);
      head.writeUInt32LE(content.length, 22);
      head.writeUInt16LE(name.length, 26);
      return Buffer.concat([head, Buffer.from(name), data]);
    }),
  );
}

const hexes = (...all: readonly string[]): readonly Buffer[] => all.map((text) => Buffer.from(text, 'hex'));
const texts = (...all: readonly string[]): readonly Buffer[] => all.map((text) => Buffer.from(text));

const AS_CSV = 'Open it and save it as CSV (UTF-8)';
const EXPORT = 'Export the table as CSV';
const UNPACK_ZIP = 'Unpack it and name the CSV file in it; only gzip is unpacked automatically';
const UNPACK = 'Unpack it, or pack it with gzip';
const PAGE =
  'It may be a sign-in page, or a report that only calls itself a spreadsheet; open it and save it as CSV (UTF-8)';

const WORKBOOK = ['xl/workbook.xml'] as const;
const ODS = ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'] as const;
const PACKED = ['fd377a585a00', '377abcaf271c', '28b52ffd', '526172211a0700'];
const BINARY = 'a picture or another binary file';

const FORMATS: readonly (readonly [what: string, hint: string, ...heads: Buffer[]])[] = [
  [
    'an Excel workbook (xlsx)',
    AS_CSV,
    zip(['[Content_Types].xml'], WORKBOOK),
    zip(['_rels/.rels'], WORKBOOK),
  ],
  ['an OpenDocument spreadsheet (ods)', AS_CSV, zip(ODS, ['content.xml'])],
  ['a Numbers document', AS_CSV, zip(['Index/Document.iwa'])],
  ['a zip archive', UNPACK_ZIP, zip(['costs.csv']), bytesOf('PK\u0005\u0006', [0, 0, 0])],
  ['an old Excel workbook (xls)', AS_CSV, ...hexes('d0cf11e0a1b11ae1', '090810000006')],
  ['a PDF', EXPORT, bytesOf('%PDF-1.7\n%âãÏÓ\n')],
  [
    'a web page (HTML)',
    PAGE,
    ...texts('<!DOCTYPE html>\n<html>', '<!doctype html>', '\ufeff\r\n  <HTML lang="">'),
  ],
  ['a web page (HTML)', PAGE, ...texts('<table border="1"><tr><td>sku')],
  ['a web page (HTML)', PAGE, Buffer.from('\ufeff<html>', 'utf16le'), utf16be('\ufeff<html>')],
  ['XML', AS_CSV, ...texts('<?xml version="1.0"?>\n<items/>', '<items>\n<item sku="A"/>')],
  ['rich text (RTF)', AS_CSV, bytesOf('{\\rtf1\\ansi sku,cost')],
  ['JSON', EXPORT, ...texts('{\n  "items": []}', '[{"sku":"A"}]', '[ ["sku","cost"] ]')],
  ['JSON', EXPORT, Buffer.from('{"a":1}', 'utf16le')],
  ['packed with something other than gzip', UNPACK, bytesOf('BZh91AY'), ...hexes(...PACKED)],
  [BINARY, AS_CSV, ...hexes('89504e470d0a1a0a', 'ffd8ffe0')],
  [BINARY, AS_CSV, ...texts('GIF89a', 'PAR1\u0015', 'SQLite format 3\0')],
];

describe('refuseOtherFormats', () => {
  it.each(FORMATS.flatMap(([what, hint, ...heads]) => heads.map((head) => [what, head, hint] as const)))(
    'refuses %s',
    async (what, head, hint) => {
      const expected = { message: `Cannot read the sheet "prices.csv": it is ${what}, not CSV`, hint };
      expect(refusalOf(() => refuseOtherFormats(head, 'prices.csv'))).toEqual(expected);
      expect(await refusalOfWork(read(head))).toEqual(expected);
    },
  );

  it.each([
    ['nothing', bytesOf()],
    ['a header that begins like a zip file', bytesOf('PK,sku\n')],
    ['a header in brackets', bytesOf('[SKU],[Cost]\n')],
    ['a header in braces', bytesOf('{sku},cost\n')],
    ['a header that begins like a web page', bytesOf('html,sku\n')],
    ['UTF-16', Buffer.from('\ufeffsku\tcost\n', 'utf16le')],
  ])('lets %s pass', (_name, head) => {
    expect(() => refuseOtherFormats(head, 'prices.csv')).not.toThrow();
  });
});
