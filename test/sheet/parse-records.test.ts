import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecords } from '../../src/sheet/parse-records.ts';
import { lineAt, refusalOf } from './support.ts';

const parse = (text: string, delimiter = ',') => parseRecords(text, { delimiter, name: 'prices.csv' });
const cellsOf = (text: string, delimiter?: string) => parse(text, delimiter).map(({ cells }) => cells);
const linesOf = (text: string) => parse(text).map(({ line }) => line);

describe('parseRecords', () => {
  it.each([
    ['LF', 'a,b\nc,d\n'],
    ['CRLF', 'a,b\r\nc,d\r\n'],
    ['CR', 'a,b\rc,d\r'],
    ['no end behind the last line', 'a,b\nc,d'],
    ['a mix', 'a,b\r\nc,d\r'],
    ['another mix', 'a,b\rc,d\n'],
    ['blank lines around', '\n\r\na,b\n\n\rc,d\r\n\r\n'],
    ['quotes that nobody needs', '"a","b"\n"c","d"\n'],
  ])('splits lines that end in %s', (_name, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it.each([
    ['a delimiter', '"a,b",c\n', ['a,b', 'c']],
    ['quotes', '"a ""b""",c\n', ['a "b"', 'c']],
    ['nothing but a quote', '"""",c\n', ['"', 'c']],
    ['line breaks', '"a\nb\r\nc\rd",e\n', ['a\nb\r\nc\rd', 'e']],
    ['nothing', '"",""\n', ['', '']],
    ['blanks around, which are kept', ' a ," b "\n', [' a ', ' b ']],
    ['a formula that was defused', "'=1+1,''=2\n", ['=1+1', "'=2"]],
    ['an apostrophe that stands for itself', "'tis,O'Neill\n", ["'tis", "O'Neill"]],
  ])('reads cells that hold %s', (_name, text, cells) => {
    expect(cellsOf(text)).toEqual([cells]);
  });

  it.each([';', '\t', '|', '^', ' '])('splits cells by %j alone', (delimiter) => {
    expect(cellsOf(`a${delimiter}b,c${delimiter}"d${delimiter}e"\n`, delimiter)).toEqual([
      ['a', 'b,c', `d${delimiter}e`],
    ]);
  });

  it('keeps records of any width, and lines of nothing but delimiters', () => {
    expect(cellsOf('a,b\nc\n,,\nd,e,f\n')).toEqual([['a', 'b'], ['c'], ['', '', ''], ['d', 'e', 'f']]);
  });

  it.each(['', '\n', '\r\n\r\n', '\r\r\n\n'])('finds no record in %j', (text) => {
    expect(parse(text)).toEqual([]);
  });

  it.each([
    ['one after another', 'a\nb\nc\n', [1, 2, 3]],
    ['behind blank lines', '\n\na\n\nb', [3, 5]],
    ['behind a cell of several lines', 'a\n"b\nb\nb"\nc\n', [1, 2, 5]],
    ['behind CRLF in a cell', 'a\r\n"b\r\nb\r\nb"\r\nc\r\n', [1, 2, 5]],
    ['behind CR in a cell', '"b\rb"\rc', [1, 3]],
    ['behind line breaks in several cells', '"a\n","\nb","c\r\n\n"\nd\n', [1, 6]],
    ['behind CR and LF that are two line ends', 'a\n"b\n\rb"\nc', [1, 2, 5]],
    ['behind a cell that ends where a line does', '"a\r"\n"b\r"\r\nc', [1, 3, 5]],
  ])('knows the line on which each record starts, %s', (_name, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  const character = fc.constantFrom('a', 'b', ',', '"', '\n', '\r', '\r\n', "'", '=', ' ', 'Ä', '😀');
  const cell = fc
    .array(character, { maxLength: 6 })
    .map((characters) => characters.join(''))
    .filter((text) => !/^'+[\r\n]/.test(text));
  const cells = fc
    .array(cell, { minLength: 1, maxLength: 4 })
    .filter((cells) => cells.length > 1 || cells[0] !== '');
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.record({ cells, quoteAll: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant('blank' as const) },
  );
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const needsQuotes = (text: string) => /[",\r\n]/.test(text);
  /** Cells whose apostrophe means that it was put there. */
  const wasDefused = (text: string) => /^'+=/.test(text);

  it('reads back whatever was written, with the line on which it starts, in any mix of line ends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(piece, lineEnd), { maxLength: 12 }),
        fc.boolean(),
        (pieces, endsWhole) => {
          let text = '';
          const expected: { line: number; cells: readonly string[] }[] = [];
          for (const [index, [piece, end]] of pieces.entries()) {
            const offset = text.length;
            if (piece !== 'blank') {
              const written = piece.cells.map((cell) => (wasDefused(cell) ? `'${cell}` : cell));
              text += written
                .map((cell) => (piece.quoteAll || needsQuotes(cell) ? quote(cell) : cell))
                .join(',');
              expected.push({ line: offset, cells: piece.cells });
            }
            const isLast = index === pieces.length - 1;
            if (isLast && !endsWhole && piece !== 'blank') break;
            text += text.endsWith('\r') && end === '\n' ? '\r\n' : end;
          }
          const located = expected.map(({ line: offset, cells }) => ({ line: lineAt(text, offset), cells }));
          expect(parse(text)).toEqual(located);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['the header', '"sku,cost\nA,1\n', 1],
    ['the header, not in its first cell', 'sku,"cost', 1],
    ['the last row', 'sku,cost\nA,1\nB,"2', 3],
    ['a row in the middle', 'sku,cost\nA,"1\nB,2\nC,3\n', 2],
    [
      'a row behind blank lines and cells of several lines',
      '\r\nsku,cost\r\n"A\r\nA",1\r\n\r\n"B,2\r\nC,3\r\n',
      6,
    ],
    ['a very long rest', `sku,cost\nA,"1\n${'B,2\n'.repeat(400_000)}`, 2],
  ])('names the line of a quote that is never closed in %s', (_name, text, line) => {
    expect(refusalOf(() => parse(text))).toEqual({
      message: `Cannot read the sheet "prices.csv": the quote opened in the record that starts on line ${line} is never closed`,
      hint: 'Close the quote, or export the file again: it may be cut short',
    });
  });

  it.each([
    ['inside a cell', 'sku,note\nA,19" rack\n', 2],
    ['behind a blank', 'sku,note\nA, "x"\n', 2],
    ['behind the closing one', 'sku,note\nA,"x"y\n', 2],
    ['behind a cell of several lines', 'sku,note\r\n"A\r\nA",x\r\nB,x"y\r\n', 4],
    ['in the header', 'sku,19" rack\nA,1\n', 1],
    ['in the only record', 'a"b', 1],
  ])('names the line of a quote that stands where none may, %s', (_name, text, line) => {
    expect(refusalOf(() => parse(text))).toEqual({
      message: `Cannot read the sheet "prices.csv": the record that starts on line ${line} has a quote where none may stand`,
      hint: 'Put cells that hold a quote into quotes, and write each quote in them twice',
    });
  });
});
