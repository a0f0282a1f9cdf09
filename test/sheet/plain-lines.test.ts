import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreCell } from '../../src/domain/csv-cells.ts';
import { SheetError } from '../../src/domain/errors.ts';
import { type Dialect, quoteFormulas, type RawRecord, readRecords } from '../../src/sheet/parse-records.ts';
import { PlainLines } from '../../src/sheet/plain-lines.ts';
import { countLineBreaks } from '../../src/sheet/read-text.ts';
import { runs } from '../support/runs.ts';

interface Reading {
  readonly records: readonly RawRecord[];
  readonly damaged: boolean;
}

/** What csv-parse makes of a text as a whole, formulas in quotes, with the lines counted from the cells. */
function byCsvParse(text: string, dialect: Dialect): Reading {
  const { delimiter, quote } = dialect;
  const all: (readonly string[])[] = [];
  let damaged = false;
  try {
    parse(quoteFormulas(text, dialect), {
      delimiter,
      quote: quote === 'none' ? null : quote,
      escape: quote === 'none' ? null : quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
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
    const isBlank = cells.length === 1 && cells[0] === '';
    return isBlank ? [] : [{ line: start, cells: cells.map(restoreCell) }];
  });
  return { records, damaged };
}

/** Pieces of so many characters, none of which is cut in two. */
async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  const characters = [...text];
  for (let start = 0; start < characters.length; start += length)
    yield characters.slice(start, start + length).join('');
}

async function byReader(text: string, dialect: Dialect, pieceLength: number): Promise<Reading> {
  const records: RawRecord[] = [];
  const options = { dialect, name: 'x', firstLine: 1 };
  try {
    for await (const batch of readRecords(inPieces(text, pieceLength), options)) records.push(...batch);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { records, damaged: true };
  }
  return { records, damaged: false };
}

const dialects = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', "'", 'é', '::', ' ', '"', 'a', '=', '^', ']'),
  quote: fc.constantFrom('"', '"', '"', "'", 'none'),
  padded: fc.constant(false),
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
    {
      maxLength: 4,
    },
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

describe('PlainLines', () => {
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

  const COMMAS: Dialect = { delimiter: ',', quote: '"', padded: false };
  const never = () => expect.fail('csv-parse was asked');

  it.each([
    ['plain cells', 'a,,1.50\n'],
    ['CRLF', 'a,b\r\n\r\nc,d\r\n'],
    ['cells in quotes that need them', 'a,"b,c",""\n"d",e\n'],
    ['quotes that are written twice', '"19"" rack","""",""""""\n"a""",b\n'],
    ['cells that begin with an apostrophe', "'=1,'a\n"],
  ])('reads %s by itself', (_name, text) => {
    const lines = new PlainLines(COMMAS, 1, never);
    const records = [...lines.read(text)].flat();
    expect(records).toEqual(byCsvParse(text, COMMAS).records);
    expect(records.every(({ isOneLine }) => isOneLine)).toBe(true);
    expect([lines.isOver, lines.rest]).toEqual([false, '']);
  });

  it('asks csv-parse for the records alone that it does not read, and says of none of them that it is one line', () => {
    const asked: string[] = [];
    const lines = new PlainLines(COMMAS, 1, (text) => {
      asked.push(text);
      return parse(text) as string[][];
    });
    const records = [...lines.read('a,b\n"c\nc",d\ne,f\n"g\r\n""g",h\ni,"')].flat();
    expect(asked).toEqual(['"c\nc",d\n"g\r\n""g",h\n']);
    expect(records.map(({ line, isOneLine }) => [line, isOneLine])).toEqual([
      [1, true],
      [2, undefined],
      [4, true],
      [5, undefined],
    ]);
    expect([lines.isOver, lines.line, lines.rest]).toEqual([false, 7, 'i,"']);
  });

  it.each([
    ['a CR alone', 'a\nb\rc\nd\n'],
    ['a quote where none may stand', 'a\nb"c"\nd\n'],
  ])('is over at %s, with all of its batch unread', (_name, text) => {
    const lines = new PlainLines(COMMAS, 3, () => undefined);
    expect([...lines.read(text)]).toEqual([]);
    expect([lines.isOver, lines.line, lines.rest]).toEqual([true, 3, text]);
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

  it('holds on to no more than a record may be long', () => {
    const lines = new PlainLines(COMMAS, 1, never);
    expect([...lines.read(`a,b\n"${'c,d\n'.repeat(100_000)}`)].flat()).toHaveLength(1);
    expect([lines.isOver, lines.line]).toEqual([true, 2]);
  });

  it.each([
    ['blanks between quotes and delimiters', { ...COMMAS, padded: true }],
    ['a delimiter of two characters', { ...COMMAS, delimiter: '::' }],
  ])('leaves a sheet with %s to csv-parse', (_name, dialect) => {
    expect(new PlainLines(dialect, 1, never).isOver).toBe(true);
  });
});
