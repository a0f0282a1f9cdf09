import { describe, expect, it } from 'vitest';
import { chooseDialect, type DialectOptions } from '../../src/sheet/choose-dialect.ts';
import type { ColumnMap } from '../../src/sheet/header/column.ts';
import type { Dialect } from '../../src/sheet/parse-records.ts';
import { aMap } from './support.ts';

const NO_MAP: ColumnMap = new Map();

function choose(text: string, requested: DialectOptions = {}, map = NO_MAP, whole = true): Dialect {
  return chooseDialect({ text, whole, map }, requested);
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const QUOTES = ['"', "'"] as const;

/** A sheet whose cells hold the delimiter, and the quote itself where that is a double one. */
function write(delimiter: string, quote: string, { pad = '', all = false } = {}): string {
  const records = [
    ['SKU', 'Title', 'Cost'],
    ['A-1', `a${delimiter}b`, '5.00'],
    ['A-2', `${quote}x${quote} y`, '6.50'],
    ['A-3', 'plain', '7.25'],
  ];
  const wrap = (cell: string): string => {
    const must = all || cell.includes(delimiter) || cell.includes(quote);
    return must ? `${quote}${cell.replaceAll(quote, quote + quote)}${quote}` : cell;
  };
  return records
    .map((cells) => `${cells.map((cell) => pad + wrap(cell) + pad).join(delimiter)}\r\n`)
    .join('');
}

describe('chooseDialect', () => {
  const CASES = DELIMITERS.flatMap((delimiter) => QUOTES.map((quote) => [delimiter, quote] as const));

  it.each(CASES)('finds %j and quotes of %j', (delimiter, quote) => {
    expect(choose(write(delimiter, quote, { all: true }))).toEqual({ delimiter, quote, padded: false });
    // A few apostrophes prove nothing.
    expect(choose(write(delimiter, quote))).toEqual({ delimiter, quote: '"', padded: false });
  });

  it.each(CASES.filter(([delimiter]) => delimiter !== '\t'))(
    'finds %j and quotes of %j with blanks around',
    (delimiter, quote) => {
      for (const pad of [' ', '  '])
        expect(choose(write(delimiter, quote, { pad, all: true }))).toEqual({
          delimiter,
          quote,
          padded: true,
        });
    },
  );

  it.each([
    ['commas of amounts, between semicolons', 'SKU;Cost;Min\nA;5,20;6,10\nB;1.250,00;7,00\n', ';'],
    ['commas of amounts, between pipes', 'SKU|Cost|Min\nA|5,20|6,10\n', '|'],
    ['commas of amounts in quotes, between commas', 'SKU,Cost,Min\nA,"5,20","6,10"\nB,"7,00",8\n', ','],
    ['commas in titles, between semicolons', 'SKU;Title;Cost\nA;a, b, c, d;5\nB;e, f, g, h;6\n', ';'],
    ['semicolons in titles, between commas', 'SKU,Title,Cost\nA,a; b; c; d,5\nB,e; f; g; h,6\n', ','],
    ['semicolons in a header, between commas', 'SKU,Cost,"Note; more; more; more"\nA,5,x\n', ','],
    ['titles above', 'Price list, as of 1 May, 2026, for all\n\nSKU;Cost\nA;5\n', ';'],
    ['one column', 'SKU\nA\nB\n', ','],
    ['a header alone', 'SKU;Cost\n', ';'],
    ['nothing known, but widths', 'Teil;Preis\nA;5,20\nB;6,10\nC;7,30\n', ';'],
  ])('takes no notice of %s', (_name, text, delimiter) => {
    expect(choose(text).delimiter).toBe(delimiter);
  });

  it.each([
    ['apostrophes in words', "SKU,Title,Cost\nA,Men's shoe,5\nB,Women's 'best' shoe,6\n"],
    ['apostrophes in front of words', "SKU,Title,Cost\nA,'tis the season,5\nB,'n Sync,6\n"],
    ['an apostrophe on either side of a delimiter', "SKU,Title,Cost\nA,'70s,5\nB,boys',6\n"],
    ['apostrophes at a beginning and at an end', "SKU,Title,Note,Cost\nA,'n roll,players',5\nB,x,y,6\n"],
    ['apostrophes of Swiss amounts', "SKU,Title,Cost\nA,x,1'234.50\nB,y,2'345.60\n"],
    ['titles in apostrophes that hold double quotes elsewhere', 'SKU,Title,Cost\nA,"x, y",5\nB,\'z\',6\n'],
  ])('does not take for quotes %s', (_name, text) => {
    expect(choose(text)).toEqual({ delimiter: ',', quote: '"', padded: false });
  });

  it.each([
    ['inches in titles', 'SKU\tTitle\tCost\nA\t19" rack\t5\nB\tShelf 40"\t6\n'],
    ['a title that begins with an open quote', 'SKU\tTitle\tCost\nA\t"Best" ever\t5\nB\t"oops\t6\nC\tx\t7\n'],
    ['inches between pipes', '|SKU|Title|Cost|\n|A|19" rack|5|\n|B|40" x|6|\n'],
  ])('takes quotes for ordinary characters: %s', (_name, text) => {
    expect(choose(text).quote).not.toBe('"');
  });

  describe('with what a person said', () => {
    it.each([
      ['a delimiter', { delimiter: '^' }, 'SKU^Cost\nA^"5"\n', '^', '"'],
      ['a delimiter that is not the best', { delimiter: ',' }, 'SKU;Cost\nA;5\n', ',', '"'],
      ['a quote', { quote: "'" }, "SKU,Title,Cost\nA,'x, y',5\n", ',', "'"],
      ['no quotes', { quote: 'none' }, 'SKU,Title,Cost\nA,"x",5\n', ',', 'none'],
    ] as const)('keeps to %s', (_name, requested, text, delimiter, quote) => {
      expect(choose(text, requested)).toEqual({ delimiter, quote, padded: false });
    });
  });

  it('knows the words of the map', () => {
    const text = 'Teil;Preis,netto;Art\nA;5,20;x,y\nB;6,10;z\n';
    expect(choose(text, {}, aMap({ sku: 'Teil', cost: 'Preis,netto' })).delimiter).toBe(';');
  });

  it('looks at the beginning of a file only as far as it is whole', () => {
    const text = 'SKU,Title,Cost\nA,"x, y",5\nB,"cut o';
    expect(choose(text, {}, NO_MAP, false)).toEqual({ delimiter: ',', quote: '"', padded: false });
  });

  it.each([
    ['a quote that is never closed', 'sku,cost\nA,5\nB,"6\nC,7\n'],
    ['a quote that is never closed between semicolons', 'sku;cost\nA;"5,20"\nB;"6,10\n'],
  ])('does not take quotes of a file cut short for something else: %s', (_name, text) => {
    expect(choose(text).quote).toBe('"');
  });
});
