import { FOUND_DELIMITERS } from './choose-dialect.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { announcedDelimiter, readHead, readSample } from './open-sheet-text.ts';
import { type Dialect, type RawRecord, readRecords, sampleRecords } from './parse-records.ts';
import type { Source } from './read-source.ts';
import { readText } from './read-text.ts';
import { refuseOtherFormats } from './refuse-other-formats.ts';

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
