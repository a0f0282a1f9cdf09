import { describe, expect, it } from 'vitest';
import { noHeaderError, unnamedColumnsError } from '../../../src/sheet/header/find-table.ts';
import { aMap, read, recordsOf, refusalOfWork } from '../support.ts';

const NAME = 'erp.csv';
const hintOf = (lines: readonly string[], columns: Parameters<typeof aMap>[0] = {}) =>
  noHeaderError(recordsOf(...lines), { name: NAME, shell: 'posix', map: aMap(columns) }).hint;

describe('noHeaderError', () => {
  it('shows the filled cells of the closest line with their letters, twelve at most', () => {
    const { message } = noHeaderError(recordsOf('WDGK-18571;Thing;;;39.58'), {
      name: NAME,
      shell: 'posix',
      map: aMap({}),
    });
    expect(message).toContain('line 1: A "WDGK-18571", B "Thing", E "39.58"');
    const wide = noHeaderError(recordsOf('x;'.repeat(20)), { name: NAME, shell: 'posix', map: aMap({}) });
    expect(wide.message).toMatch(/K "x", L "x", …$/);
  });

  it('never takes a column of amounts for the cost', () => {
    expect(hintOf(['Teil;EK-Wert;VK', 'A;5.20;9.99', 'B;6.10;8.99'])).toContain('--map sku=Teil,cost=…');
    expect(hintOf(['A-1;5.20;9.99', 'A-2;6.10;8.99'])).toContain('--header-row none --map sku=A,cost=…');
  });

  it('takes no column of amounts for the SKU', () => {
    expect(hintOf(['VK;Teil', '9.99;A', '8.99;B'])).toContain('--map sku=Teil,cost=…');
  });

  it.each([
    ['Shop SKU ref', 'Text;Shop SKU ref;VK'],
    ['Our Product SKU', 'Text;Our Product SKU;VK'],
    ['SKU-Nr.', 'Text;SKU-Nr.;VK'],
    ['shopSku', 'Text;shopSku;VK'],
    ['Unsere_SKU', 'Text;Unsere_SKU;VK'],
    ['Lieferanten-SKU', 'Text;Lieferanten-SKU;VK'],
    ['Text', 'Text;Skull;VK'],
  ])('proposes "%s" for the SKU of "%s", before columns that only tell the rows apart', (sku, header) => {
    const word = /[ ]/.test(sku) ? `"${sku}"` : sku;
    expect(hintOf([header, 'x;A;9.99', 'y;B;8.99'])).toContain(`--map sku=${word},cost=…`);
  });

  it('proposes a column with the word SKU also where a SKU comes twice', () => {
    expect(hintOf(['Line;Shop SKU;VK', '1;A;9.99', '2;A;8.99'])).toContain('--map sku="Shop SKU",cost=…');
  });

  it('keeps what a person has said', () => {
    const lines = ['Teil;Text;Preis', 'A;x;5.20', 'B;y;6.10'];
    expect(hintOf(lines, { cost: 'Preis' })).toContain('--map sku=Teil,cost=Preis');
    expect(hintOf(lines, { cost: 'C' })).toContain('--header-row 1 --map sku=Teil,cost=C');
    expect(hintOf(lines, { cost: 'Teil' })).toContain('--map sku=Text,cost=Teil');
    expect(hintOf(lines, { minimum_price: '' })).toContain('--map sku=Teil,cost=…,minimum_price=');
    expect(hintOf(lines, { sku: 'Code' })).toBe(
      'No line holds "Code", the SKU column according to --map; name an existing column by its header or its letter',
    );
    expect(hintOf(lines, { sku: 'A', cost: 'C' })).toBe(
      'If line 1 is the header, pass --header-row 1; if there is none, pass --header-row none',
    );
  });

  it.each([
    ['Unser Teil', '--map sku="Unser Teil",'],
    ["Teil d'or", '--map sku="Teil d\'or",'],
  ])('suggests the header %s as a shell takes it: %s', (header, flags) => {
    expect(hintOf([`${header};Text`, 'A;x', 'B;x'])).toContain(flags);
  });

  it.each(['Teil "neu"', 'Teil $x', 'Teil `x`', 'Teil 2'])(
    'suggests the letter of a column instead of the header %s',
    (header) => {
      expect(hintOf([`${header};Text`, 'A;x', 'B;x'])).toContain('--header-row 1 --map sku=A,');
    },
  );

  it('quotes what a person has said, whatever it holds', () => {
    const lines = ['Teil;Text', 'A;x'];
    expect(hintOf(lines, { cost: 'EK "neu"' })).toContain(`cost='EK "neu"'`);
    expect(hintOf(lines, { cost: `l'EK "neu"` })).toContain(`cost='l'\\''EK "neu"'`);
  });

  const QUOTED = '; if whole lines are in quotes, remove those quotes first';

  it.each([
    ['~', 'SKU~Cost\nA~5\n', {}, 1, '"~"', '"~"'],
    ['^', 'sku^title^cost\nA^x^12.50\nB^y^3.40\n', {}, 1, '"^"', '"^"'],
    [':', 'sku:title:cost\nA:x:12.50\nB:y:3.40\n', {}, 1, '":"', ':'],
    ['!', 'SKU!Cost\nA!5\n', {}, 1, '"!"', "'!'"],
    ['#', 'SKU#Cost\nA#5\n', {}, 1, '"#"', '"#"'],
    ['¦', 'SKU¦Cost\nA¦5\n', {}, 1, '"¦"', '"¦"'],
    ['a blank', 'sku cost\nA 12.50\nB 3.40\n', {}, 1, 'a space', '" "'],
    ['~ beside decimal commas', 'SKU~Cost\nA~5,20\nB~6,10\n', {}, 1, '"~"', '"~"'],
    ['~ below names nobody knows', 'Teil~Wert\nA~5\nB~6\n', {}, 1, '"~"', '"~"'],
    ['quotes around lines', '"SKU;Cost"\n"A;5"\n', {}, 1, 'semicolon', `semicolon${QUOTED}`],
    ['a wrong sep= line', 'sep=,\nSKU;Cost\nA;5,20\n', {}, 2, 'semicolon', `semicolon${QUOTED}`],
    ['a wrong --delimiter', 'SKU;Cost\nA;5\n', { delimiter: '|' }, 1, 'semicolon', `semicolon${QUOTED}`],
    ['a title above', 'List\nSKU~Cost\nA~5\n', {}, 2, '"~"', '"~"'],
    ['--header-row none', 'A~5\nB~6\n', { headerRow: 'none' }, 1, '"~"', '"~"'],
  ] as const)(
    'proposes the delimiter of lines that are one cell: %s',
    async (_name, text, options, line, sign, flag) => {
      expect((await refusalOfWork(read(text, options))).hint).toBe(
        `All of line ${line} is one cell, and ${sign} seems to be its delimiter: pass --delimiter ${flag}`,
      );
    },
  );

  it.each([
    ['SKU       Title          Cost\nA-1       Mug            12.50\nA-2       Cup, blue       3.40\n', 1],
    ['Stock list\n\nItem No    Description     Unit Cost\nA-1        Mug, 0.3 l          12.50\n', 3],
    ['SKU  Title  Cost\nA-1001  Mug  12.50\nB  Cup  3.40\n', 1],
  ])('says that a line is one cell where blanks alone separate columns: %j', async (text, line) => {
    expect((await refusalOfWork(read(text))).hint).toBe(
      `All of line ${line} is one cell: export the sheet as CSV if its columns have a fixed width; else pass --delimiter, or set "quote" in pricesheet.json`,
    );
  });

  it.each([
    ['names in cells of their own', 'Teil A;Wert B\nx  1;5  0\ny  2;6  0\n', '--map'],
    ['a letter', 'Dear Sir or Madam,\nplease find the list below.\nYours, A. B.\n', '--map'],
  ])('does not take for aligned by blanks: %s', async (_name, text, advice) => {
    const { message, hint } = await refusalOfWork(read(text));
    expect([message.includes('blanks'), hint?.includes(advice)]).toEqual([false, true]);
  });

  it('proposes delimiters that lead on', async () => {
    for (const [sign, text] of [
      ['~', 'SKU~Cost\nA~5\n'],
      [' ', 'sku cost\nA 5\n'],
    ]) {
      const { rows } = await read(text ?? '', { delimiter: sign });
      expect(rows).toMatchObject([{ kind: 'row', target: { sku: 'A' }, requested: { cost: 500 } }]);
    }
  });
});

describe('unnamedColumnsError', () => {
  it('keeps what a person has said', () => {
    const { hint } = unnamedColumnsError(recordsOf('A-1;5.20'), {
      name: NAME,
      shell: 'posix',
      map: aMap({ cost: 'B' }),
    });
    expect(hint).toContain('--header-row none --map sku=A,cost=B');
  });
});
