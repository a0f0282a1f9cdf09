import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refuseOtherFormats } from '../../src/sheet/open-sheet-text.ts';
import { bytesOf, read, refusalOf, refusalOfWork, utf16be } from './support.ts';

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

const AS_CSV = 'Open it and save it as CSV (UTF-8)';
const EXPORT = 'Export the table as CSV';
const UNPACK_ZIP = 'Unpack it and name the CSV file in it; only gzip is unpacked automatically';
const UNPACK = 'Unpack it, or pack it with gzip';
const PAGE =
  'It may be a sign-in page, or a report that only calls itself a spreadsheet; open it and save it as CSV (UTF-8)';

const FORMATS: readonly (readonly [name: string, head: Buffer, what: string, hint: string])[] = [
  [
    'an Excel workbook',
    zip(['[Content_Types].xml'], ['xl/workbook.xml']),
    'an Excel workbook (xlsx)',
    AS_CSV,
  ],
  [
    'an Excel workbook in another order',
    zip(['_rels/.rels'], ['xl/workbook.xml']),
    'an Excel workbook (xlsx)',
    AS_CSV,
  ],
  [
    'an OpenDocument spreadsheet',
    zip(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'], ['content.xml']),
    'an OpenDocument spreadsheet (ods)',
    AS_CSV,
  ],
  ['a Numbers document', zip(['Index/Document.iwa']), 'a Numbers document', AS_CSV],
  ['a zip archive', zip(['costs.csv']), 'a zip archive', UNPACK_ZIP],
  ['an empty zip archive', bytesOf('PK\u0005\u0006', [0, 0, 0]), 'a zip archive', UNPACK_ZIP],
  [
    'an old Excel workbook',
    bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'an old Excel workbook (xls)',
    AS_CSV,
  ],
  ['a very old Excel workbook', bytesOf([0x09, 0x08, 0x10, 0, 0, 6]), 'an old Excel workbook (xls)', AS_CSV],
  ['a PDF', bytesOf('%PDF-1.7\n%âãÏÓ\n'), 'a PDF', EXPORT],
  ['a web page', bytesOf('<!DOCTYPE html>\n<html>'), 'a web page (HTML)', PAGE],
  ['a web page in small letters', bytesOf('<!doctype html>'), 'a web page (HTML)', PAGE],
  [
    'a web page behind a mark and blank lines',
    bytesOf('\ufeff\r\n  <HTML lang="de">'),
    'a web page (HTML)',
    PAGE,
  ],
  ['a table of HTML, as xls', bytesOf('<table border="1"><tr><td>sku'), 'a web page (HTML)', PAGE],
  ['a web page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'a web page (HTML)', PAGE],
  ['a web page in UTF-16, big end first', utf16be('\ufeff<html>'), 'a web page (HTML)', PAGE],
  ['XML', bytesOf('<?xml version="1.0"?>\n<items/>'), 'XML', AS_CSV],
  ['XML without a head', bytesOf('<items>\n<item sku="A"/>'), 'XML', AS_CSV],
  ['rich text', bytesOf('{\\rtf1\\ansi sku,cost'), 'rich text (RTF)', AS_CSV],
  ['JSON of an object', bytesOf('{\n  "items": []}'), 'JSON', EXPORT],
  ['JSON of a list of objects', bytesOf('[{"sku":"A"}]'), 'JSON', EXPORT],
  ['JSON of a list of lists', bytesOf('[ ["sku","cost"] ]'), 'JSON', EXPORT],
  ['JSON in UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'JSON', EXPORT],
  ['bzip2', bytesOf('BZh91AY'), 'packed with something other than gzip', UNPACK],
  ['xz', bytesOf([0xfd], '7zXZ', [0]), 'packed with something other than gzip', UNPACK],
  ['7z', bytesOf('7z', [0xbc, 0xaf, 0x27, 0x1c]), 'packed with something other than gzip', UNPACK],
  ['zstd', bytesOf([0x28, 0xb5, 0x2f, 0xfd]), 'packed with something other than gzip', UNPACK],
  ['RAR', bytesOf('Rar!', [0x1a, 7, 0]), 'packed with something other than gzip', UNPACK],
  ['a PNG', bytesOf([0x89], 'PNG\r\n', [0x1a], '\n'), 'a picture or another binary file', AS_CSV],
  ['a JPEG', bytesOf([0xff, 0xd8, 0xff, 0xe0]), 'a picture or another binary file', AS_CSV],
  ['a GIF', bytesOf('GIF89a'), 'a picture or another binary file', AS_CSV],
  ['Parquet', bytesOf('PAR1', [0x15]), 'a picture or another binary file', AS_CSV],
  ['SQLite', bytesOf('SQLite format 3\0'), 'a picture or another binary file', AS_CSV],
];

describe('refuseOtherFormats', () => {
  it.each(FORMATS)('refuses %s', async (_name, head, what, hint) => {
    const expected = { message: `Cannot read the sheet "prices.csv": it is ${what}, not CSV`, hint };
    expect(refusalOf(() => refuseOtherFormats(head, 'prices.csv'))).toEqual(expected);
    expect(await refusalOfWork(read(head))).toEqual(expected);
  });

  it.each([
    ['nothing', bytesOf()],
    ['a header that begins like a zip file', bytesOf('PK,sku\n')],
    ['a header in brackets', bytesOf('[SKU],[Cost]\n')],
    ['a header in braces', bytesOf('{sku},cost\n')],
    ['a header that begins like a web page', bytesOf('html,sku\n')],
    ['text in a DOS encoding', bytesOf('Menge,Gr', [0x94, 0xe1], 'e\n')],
    ['UTF-16', Buffer.from('\ufeffsku\tcost\n', 'utf16le')],
    ['a half mark', bytesOf([0xef])],
    ['BZ for a header', bytesOf('BZ,sku\n')],
  ])('lets %s pass', (_name, head) => {
    expect(() => refuseOtherFormats(head, 'prices.csv')).not.toThrow();
  });
});
