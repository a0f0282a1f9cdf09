import { SheetError } from '../domain/errors.ts';
import { chooseDialect, FOUND_DELIMITERS } from './choose-dialect.ts';
import { chooseEncoding, type EncodingChoice, readText } from './encoding.ts';
import { findTable, type TableStart } from './header/find-table.ts';
import type { Source } from './open-source.ts';
import {
  type Dialect,
  type RawRecord,
  type RecordsOptions,
  readRecords,
  sampleRecords,
} from './parse-records.ts';
import type { SheetOptions } from './sheet-options.ts';

type OpenOptions = Pick<SheetOptions, 'encoding' | 'delimiter' | 'quote' | 'headerRow' | 'map' | 'shell'>;

/** A sheet's text, and what was found out about it before its rows are read. */
export interface SheetText {
  readonly encoding: EncodingChoice;
  readonly dialect: Dialect;
  /** How the dialect is known: somebody said so, a `sep=` line does, or it was found. */
  readonly dialectBy: 'flag' | 'sep_line' | 'found';
  readonly table: TableStart;
  /** The first records below the header. */
  readonly firstRows: readonly RawRecord[];
  text(): AsyncIterable<string>;
}

const HEAD_BYTES = 8192;
const SAMPLE_CHARACTERS = 64 * 1024;

/**
 * Finds out how a sheet is written and where its table begins: from its beginning, and from all of its bytes if the encoding
 * depends on them.
 *
 * Errors: `SheetError` if it is not a table in text, or has no header that makes sense.
 */
export async function openSheetText(source: Source, options: OpenOptions): Promise<SheetText> {
  const { name } = source;
  const { encoding, text, sample, ...opened } = await openText(source, options.encoding);
  const announced = options.delimiter === undefined ? opened.announced : undefined;
  const dialect = chooseDialect(
    { ...sample, map: options.map },
    { delimiter: options.delimiter ?? announced, quote: options.quote },
  );
  const records = await firstRecords(sample.text, dialect, name);
  const found = findTable(announced === undefined ? records : records.slice(1), { ...options, name });
  const dialectBy = options.delimiter !== undefined ? 'flag' : announced !== undefined ? 'sep_line' : 'found';
  const firstRows = records.filter(({ line }) => line > found.lastLineAbove);
  const table = { ...found, header: withBlankColumns(found.header, firstRows) };
  return { encoding, dialect, dialectBy, table, firstRows, text };
}

/** A sheet's text, its beginning, and the delimiter that its first line announces. */
async function openText(source: Source, given?: string) {
  const { name } = source;
  refuseOtherFormats(await readHead(source), name);
  const encoding = await chooseEncoding(() => source.read(), { name, encoding: given });
  const text = (): AsyncIterable<string> => readText(source.read(), { encoding: encoding.encoding, name });
  const sample = await readSample(text());
  // Excel writes and reads a first line such as `sep=;`.
  const announced = /^"?sep=([^"\r\n])"?[;,\t ]*(?:\r\n|\n|\r)/i.exec(sample.text)?.[1];
  return { encoding, text, sample, announced };
}

/** Some programs end every row with a delimiter, and the header with none: behind it are columns without a name. */
function withBlankColumns(header: readonly string[], rows: readonly RawRecord[]): readonly string[] {
  const extras = rows
    .filter(({ cells }) => cells.length >= header.length)
    .map(({ cells }) => cells.slice(header.length));
  const [first = []] = extras;
  const isSame = extras.every(
    (cells) => cells.length === first.length && cells.every((cell) => cell.trim() === ''),
  );
  return isSame && first.length > 0 ? [...header, ...first.map(() => '')] : header;
}

/** The first bytes of a sheet. */
async function readHead(source: Source): Promise<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of source.read()) {
    head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

/** The beginning of a text up to the end of a line, or all of it. */
async function readSample(
  text: AsyncIterable<string>,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  let sample = '';
  for await (const piece of text) {
    sample += piece;
    if (sample.length > SAMPLE_CHARACTERS) {
      const cut = sample.slice(0, SAMPLE_CHARACTERS);
      const end = 1 + Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r'));
      return { text: end === 0 ? cut : cut.slice(0, end), whole: false };
    }
  }
  return { text: sample, whole: true };
}

async function firstRecords(text: string, dialect: Dialect, name: string): Promise<readonly RawRecord[]> {
  const records: RawRecord[] = [];
  try {
    for await (const batch of readRecords([text], { dialect, name })) records.push(...batch);
  } catch (error) {
    // Errors further down are reported when they are reached.
    if (records.length === 0) throw error;
  }
  return records;
}

/** A table with a header that is known beforehand. */
export interface Table {
  readonly header: readonly string[];
  /** The records below the header, some at a time. Errors: `SheetError`. */
  records(): AsyncIterable<readonly RawRecord[]>;
}

/**
 * Opens a table of a known header in whatever way a spreadsheet saved it: any encoding, and any of the usual delimiters. `undefined` if
 * it does not begin with that header.
 *
 * Errors: `SheetError` if it is not a table in text, or is empty.
 */
export async function openTable(
  source: Source,
  isHeader: (cells: readonly string[]) => boolean,
): Promise<Table | undefined> {
  const { name } = source;
  const { text, sample, announced } = await openText(source);
  const lines = sample.text.split(/\r\n|\n|\r/);
  const at = lines.findIndex((line, index) => line !== '' && (index > 0 || announced === undefined));
  for (const delimiter of FOUND_DELIMITERS) {
    const dialect: Dialect = { delimiter, quote: '"', padded: false };
    const [header = []] = sampleRecords(lines[at] ?? '', { dialect, mayBeCut: true }) ?? [];
    if (isHeader(header))
      return { header, records: () => recordsBelow(text(), { dialect, name, line: at + 1 }) };
  }
  return undefined;
}

interface BelowOptions extends RecordsOptions {
  /** The last one that is not read. */
  readonly line: number;
}

/** The records of a text below a line. Errors: `SheetError`. */
export async function* recordsBelow(
  text: AsyncIterable<string>,
  { line: above, ...options }: BelowOptions,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of readRecords(text, options)) yield batch.filter(({ line }) => line > above);
}

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
