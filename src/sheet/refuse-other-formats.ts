import { SheetError } from '../domain/errors.ts';

interface Format {
  readonly what: string;
  readonly matches: (head: Buffer) => boolean;
  readonly hint?: string;
}

const AS_CSV = 'Open it and save it as CSV (UTF-8)';

/** Files that people take for CSV, by how they begin; the more particular first. */
const FORMATS: readonly Format[] = [
  { what: 'an OpenDocument spreadsheet (ods)', matches: zipWith('mimetypeapplication/vnd.oasis') },
  { what: 'an Excel workbook (xlsx)', matches: zipWith('[Content_Types].xml', 'xl/', '_rels/') },
  { what: 'a Numbers document', matches: zipWith('Index/Document.iwa', 'Index.zip') },
  {
    what: 'a zip archive',
    matches: starting('PK\u0003\u0004', 'PK\u0005\u0006'),
    hint: 'Unpack it and name the CSV file in it; only gzip is unpacked automatically',
  },
  { what: 'an old Excel workbook (xls)', matches: starting('\u00d0\u00cf\u0011\u00e0', '\u0009\u0008') },
  { what: 'a PDF', matches: starting('%PDF'), hint: 'Export the table as CSV' },
  {
    what: 'a web page (HTML)',
    matches: markup(/^<(?:!doctype html|html|head|body|table|meta)\b/i),
    hint: 'It may be a sign-in page, or a report that only calls itself a spreadsheet; open it and save it as CSV (UTF-8)',
  },
  { what: 'XML', matches: markup(/^<(?:\?xml|\w+[\s>])/) },
  { what: 'rich text (RTF)', matches: starting('{\\rtf') },
  { what: 'JSON', matches: markup(/^(?:\{\s*"|\[\s*[[{])/), hint: 'Export the table as CSV' },
  {
    what: 'packed with something other than gzip',
    matches: starting('BZh', '7z\u00bc\u00af', '\u00fd7zXZ', '(\u00b5/\u00fd', 'Rar!'),
    hint: 'Unpack it, or pack it with gzip',
  },
  {
    what: 'a picture or another binary file',
    matches: starting('\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'PAR1', '\u007fELF', 'SQLite format 3'),
  },
];

/** Errors: `SheetError` for a file that is something other than a table in text, with what it is and what to do. */
export function refuseOtherFormats(head: Uint8Array, name: string): void {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const found = FORMATS.find(({ matches }) => matches(bytes));
  if (!found) return;
  throw new SheetError(`Cannot read the sheet "${name}": it is ${found.what}, not CSV`, {
    hint: found.hint ?? AS_CSV,
  });
}

function starting(...beginnings: readonly string[]): Format['matches'] {
  return (head) => {
    const text = head.toString('latin1', 0, 32);
    return beginnings.some((beginning) => text.startsWith(beginning));
  };
}

function zipWith(...names: readonly string[]): Format['matches'] {
  const isZip = starting('PK\u0003\u0004');
  return (head) => isZip(head) && names.some((name) => head.includes(name, 0, 'latin1'));
}

/** Matches both ASCII and UTF-16. */
function markup(beginning: RegExp): Format['matches'] {
  return (head) => {
    const text = head.toString('latin1', 0, 2048).replaceAll('\0', '');
    return beginning.test(text.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*/, ''));
  };
}
