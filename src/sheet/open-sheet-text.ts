import { chooseDialect, FOUND_DELIMITERS } from './choose-dialect.ts';
import { chooseEncoding, type EncodingChoice } from './choose-encoding.ts';
import { findTable, type TableStart } from './header/find-table.ts';
import { type Dialect, type RawRecord, readRecords, sampleRecords } from './parse-records.ts';
import type { Source } from './read-source.ts';
import { readText } from './read-text.ts';
import { refuseOtherFormats } from './refuse-other-formats.ts';
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
  refuseOtherFormats(await readHead(source), name);
  const encoding = await chooseEncoding(() => source.read(), { name, encoding: options.encoding });
  const text = (): AsyncIterable<string> => readText(source.read(), { encoding: encoding.encoding, name });
  const sample = await readSample(text());
  const announced = options.delimiter === undefined ? announcedDelimiter(sample.text) : undefined;
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

/** Excel writes and reads a first line such as `sep=;`. */
function announcedDelimiter(text: string): string | undefined {
  return /^"?sep=([^"\r\n])"?[;,\t ]*(?:\r\n|\n|\r)/i.exec(text)?.[1];
}

async function firstRecords(text: string, dialect: Dialect, name: string): Promise<readonly RawRecord[]> {
  async function* once(): AsyncGenerator<string> {
    yield text;
  }
  const records: RawRecord[] = [];
  try {
    for await (const batch of readRecords(once(), { dialect, name, firstLine: 1 })) records.push(...batch);
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
  refuseOtherFormats(await readHead(source), name);
  const { encoding } = await chooseEncoding(() => source.read(), { name });
  const text = (): AsyncIterable<string> => readText(source.read(), { encoding, name });
  const sample = await readSample(text());
  const above = announcedDelimiter(sample.text) === undefined ? 0 : 1;
  for (const delimiter of FOUND_DELIMITERS) {
    const dialect: Dialect = { delimiter, quote: '"', padded: false };
    const header = headerOf(sample.text, dialect, above);
    if (isHeader(header)) return { header, records: () => below(text(), { dialect, name, above }) };
  }
  return undefined;
}

function headerOf(text: string, dialect: Dialect, above: number): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const [cells = []] = sampleRecords(lines[above] ?? '', { dialect, mayBeCut: true }) ?? [];
  return cells;
}

interface Place {
  readonly dialect: Dialect;
  readonly name: string;
  /** Records above the header. */
  readonly above: number;
}

async function* below(
  text: AsyncIterable<string>,
  { dialect, name, above }: Place,
): AsyncGenerator<readonly RawRecord[]> {
  let left = above + 1;
  for await (const records of readRecords(text, { dialect, name, firstLine: 1 })) {
    const skipped = Math.min(left, records.length);
    left -= skipped;
    yield skipped === 0 ? records : records.slice(skipped);
  }
}
