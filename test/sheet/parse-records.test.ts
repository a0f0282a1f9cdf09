import { CsvError } from 'csv-parse';
import { parse as parseWithCsvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreCell } from '../../src/domain/csv-cells.ts';
import { SheetError } from '../../src/domain/errors.ts';
import { countLineBreaks } from '../../src/sheet/encoding.ts';
import { type Dialect, type RawRecord, readRecords, sampleRecords } from '../../src/sheet/parse-records.ts';
import { runs } from '../support/runs.ts';
import { collect, refusalOfWork } from './support.ts';

const COMMAS: Dialect = { delimiter: ',', quote: '"', padded: false };

/** Pieces of so many characters, none of which is cut in two. */
async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  const characters = length >= text.length ? [text] : [...text];
  for (let start = 0; start < characters.length; start += length)
    yield characters.slice(start, start + length).join('');
}

/** The records of a text that comes in pieces of so many characters. */
async function parse(
  text: string,
  dialect: Partial<Dialect> = {},
  pieceLength = 1024 * 1024,
): Promise<readonly RawRecord[]> {
  const pieces = inPieces(text, pieceLength);
  const options = { dialect: { ...COMMAS, ...dialect }, name: 'prices.csv' };
  return (await collect(readRecords(pieces, options))).flat();
}

interface Reading {
  readonly records: readonly RawRecord[];
  readonly damaged: boolean;
}

/** Formulas around SKUs, which csv-parse takes in quotes alone. */
function quoteFormulas(text: string, { delimiter, quote }: Dialect): string {
  if (quote !== '"' || delimiter === '=' || delimiter === '"') return text;
  const sign = delimiter.replace(/[\]\\^|]/, '\\$&');
  const formula = new RegExp(`(?<=^|[\\r\\n]|${sign})="([^"\\r\\n${sign}]+)"(?=$|[\\r\\n]|${sign})`, 'g');
  return text.replace(formula, '"=""$1"""');
}

/** What csv-parse makes of a text as a whole, with the lines counted from the cells. */
function byCsvParse(text: string, dialect: Dialect): Reading {
  const { delimiter, quote, padded } = dialect;
  const all: (readonly string[])[] = [];
  let damaged = false;
  try {
    parseWithCsvParse(quoteFormulas(text, dialect), {
      delimiter,
      quote: quote === 'none' ? null : quote,
      escape: quote === 'none' ? null : quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      ltrim: padded,
      rtrim: padded,
      max_record_size: 1024 * 1024,
      on_record: (cells: string[]) => {
        all.push(cells);
        return cells;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    damaged = true;
  }
  let line = 1;
  const records = all.flatMap((cells) => {
    const start = line;
    line += 1 + cells.reduce((sum, cell) => sum + countLineBreaks(cell), 0);
    const isBlank = cells.every((cell) => cell.trim() === '');
    return isBlank ? [] : [{ line: start, cells: cells.map(restoreCell) }];
  });
  return { records, damaged };
}

async function byReader(text: string, dialect: Dialect, pieceLength: number): Promise<Reading> {
  const records: RawRecord[] = [];
  const options = { dialect, name: 'x' };
  try {
    for await (const batch of readRecords(inPieces(text, pieceLength), options)) records.push(...batch);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { records, damaged: true };
  }
  return { records, damaged: false };
}

const dialects = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', "'", 'é', ' ', '"', 'a', '=', '^', ']'),
  quote: fc.constantFrom('"', '"', '"', "'", 'none'),
  padded: fc.boolean(),
}) satisfies fc.Arbitrary<Dialect>;

/** Texts of the characters that mean something, in any order; most of them damaged. */
const anything = fc
  .array(fc.constantFrom(...',;\t|\'":é \r\n0aÄ😀='), { maxLength: 40 })
  .map((parts) => parts.join(''));

/** Texts as programs write them, now and then with a flaw. */
function sheets({ delimiter, quote }: Dialect): fc.Arbitrary<string> {
  const mark = quote === 'none' ? '"' : quote;
  const inside = fc.array(
    fc.constantFrom('a', "'", '=', 'Ä', ' ', delimiter, mark + mark, '\n', '\r\n', '\r'),
    { maxLength: 4 },
  );
  const cell = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom('', 'a', '1.50', "'=1", 'Ä 😀', ' x ') },
    {
      weight: 30,
      arbitrary: fc.constantFrom(`${mark}a b${mark}`, mark + mark, `${mark}a${delimiter}b${mark}`),
    },
    { weight: 10, arbitrary: inside.map((parts) => mark + parts.join('') + mark) },
    { weight: 3, arbitrary: fc.constantFrom('="05"', '="A 5"') },
    { weight: 1, arbitrary: fc.constantFrom(`a${mark}`, `${mark}a${mark}b`, mark, `${mark}a`) },
  );
  const line = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(delimiter));
  const end = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('\n', '\r\n') },
    { weight: 1, arbitrary: fc.constantFrom('\r', '\n\r', '') },
  );
  return fc.array(fc.tuple(line, end), { maxLength: 12 }).map((lines) => lines.flat().join(''));
}

describe('readRecords', () => {
  it.each([
    ['anything', () => anything],
    ['sheets', sheets],
  ])('reads what csv-parse reads, and fails where it fails: %s', async (_name, texts) => {
    await fc.assert(
      fc.asyncProperty(
        dialects.chain((dialect) => fc.tuple(fc.constant(dialect), texts(dialect))),
        fc.integer({ min: 1, max: 50 }),
        async ([dialect, text], pieceLength) => {
          expect(await byReader(text, dialect, pieceLength)).toEqual(byCsvParse(text, dialect));
        },
      ),
      { numRuns: runs(5000) },
    );
  });

  it.each([
    ['whole', ''],
    ['with a quote that is never closed', '"x,y\n'],
    ['with a quote where none may stand', 'x"y,"\n'],
    ['with a CR alone', 'x\ry\n'],
  ])('reads what csv-parse reads in a sheet of many lines, %s', async (_name, flaw) => {
    const lines = Array.from({ length: 3500 }, (_, index) => {
      if (index === 2700) return flaw;
      return index % 7 === 0 ? `"${index}\n""b""",c\r\n` : `${index},"b,c"\n`;
    });
    const text = lines.join('');
    for (const length of [1000, 1e6])
      expect(await byReader(text, COMMAS, length)).toEqual(byCsvParse(text, COMMAS));
  });

  it.each([
    ['the header', '"sku,cost\nA,1\n', 1],
    ['the header, not in its first cell', 'sku,"cost', 1],
    ['the last row', 'sku,cost\nA,1\nB,"2', 3],
    ['a row in the middle', 'sku,cost\nA,"1\nB,2\nC,3\n', 2],
    ['a row behind blank lines and long cells', '\r\nsku,cost\r\n"A\r\nA",1\r\n\r\n"B,2\r\nC,3\r\n', 6],
  ])('names the line of a quote that is never closed in %s', async (_name, text, line) => {
    expect(await refusalOfWork(parse(text))).toEqual({
      message: `Cannot read the sheet "prices.csv": the record that starts on line ${line} has a quote that is never closed`,
      hint: 'Close the quote, or export the file again: it may be cut short; if quotes are ordinary characters in the whole file, set "quote" in pricesheet.json to "none"',
    });
  });

  it('counts blank lines, and line breaks in cells', async () => {
    const options = { dialect: COMMAS, name: 'prices.csv' };
    const records = (await collect(readRecords(inPieces('a\n\n"b\n"\nc', 2), options))).flat();
    expect(records.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('hands over records as they come, and holds on to none', async () => {
    let asked = 0;
    async function* pieces(): AsyncGenerator<string> {
      for (; asked < 10_000; asked++) yield `A-${asked},5\n`;
    }
    const options = { dialect: COMMAS, name: 'prices.csv' };
    for await (const [record] of readRecords(pieces(), options)) {
      expect(record?.cells[0]).toBe('A-0');
      break;
    }
    expect(asked).toBeLessThan(10);
  });

  it.each([
    ['a quote that is never closed', `A,"1\n${'B,2\n'.repeat(400_000)}`, '"'],
    ['a long cell', `A,${'5'.repeat(2_000_000)}\n`, '"'],
    ['a long cell where quotes mean nothing', `A,${'5'.repeat(2_000_000)}\n`, 'none'],
  ] as const)('refuses a record that is far too long: %s', async (_name, text, quote) => {
    expect(await refusalOfWork(parse(`sku,cost\n${text}`, { quote }))).toEqual({
      message: 'Cannot read the sheet "prices.csv": the record that starts on line 2 is longer than 1 MiB',
      hint: 'Look at that line in a text editor: a quote in it is never closed, a cell holds a whole file, or it is not a table at all',
    });
  });
});

describe('sampleRecords', () => {
  it.each([
    [
      'records',
      'a,b\nc,d\n',
      false,
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['the records before a cell that is cut off', 'a,b\nc,"d', true, [['a', 'b']]],
    ['no record where the first is cut off', '"a,b\nc', true, []],
    ['nothing where a quote stands where none may', 'a,b\nc,x"d"\n', false, undefined],
    ['nothing where a quote stands where none may, in a part', 'a,b\nc,"x"d\n', true, undefined],
    ['no record of nothing', '', false, []],
  ])('finds %s', (_name, text, mayBeCut, records) => {
    expect(sampleRecords(text, { dialect: COMMAS, mayBeCut })).toEqual(records);
  });
});
