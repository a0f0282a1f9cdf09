import { describe, expect, it } from 'vitest';
import { noHeaderError, unnamedColumnsError } from '../../../src/sheet/header/no-header-error.ts';
import { aMap, read, recordsOf, refusalOfWork } from '../support.ts';

const NAME = 'erp.csv';
const hintOf = (lines: readonly string[], columns: Parameters<typeof aMap>[0] = {}) =>
  noHeaderError(recordsOf(...lines), { name: NAME, map: aMap(columns) }).hint;

describe('noHeaderError', () => {
  it('shows the filled cells of the closest line with their letters, twelve at most', () => {
    const { message } = noHeaderError(recordsOf('WDGK-18571;Thing;;;39.58'), { name: NAME, map: aMap({}) });
    expect(message).toContain('line 1: A "WDGK-18571", B "Thing", E "39.58"');
    const wide = noHeaderError(recordsOf('x;'.repeat(20)), { name: NAME, map: aMap({}) });
    expect(wide.message).toMatch(/K "x", L "x", …$/);
  });

  it('never takes a column of amounts for the cost', () => {
    expect(hintOf(['Teil;EK-Wert;VK', 'A;5.20;9.99', 'B;6.10;8.99'])).toContain('--map sku=Teil,cost=…');
    expect(hintOf(['A-1;5.20;9.99', 'A-2;6.10;8.99'])).toContain('--no-header --map sku=A,cost=…');
  });

  it('takes no column of amounts for the SKU', () => {
    expect(hintOf(['VK;Teil', '9.99;A', '8.99;B'])).toContain('--map sku=Teil,cost=…');
  });

  it('keeps what a person has said', () => {
    const lines = ['Teil;Text;Preis', 'A;x;5.20', 'B;y;6.10'];
    expect(hintOf(lines, { cost: 'Preis' })).toContain('--map sku=Teil,cost=Preis');
    expect(hintOf(lines, { cost: 'C' })).toContain('--header-row 1 --map sku=Teil,cost=C');
    expect(hintOf(lines, { cost: 'Teil' })).toContain('--map sku=Text,cost=Teil');
    expect(hintOf(lines, { minimum_price: '' })).toContain('--map sku=Teil,cost=…,minimum_price=');
    expect(hintOf(lines, { sku: 'Code' })).toBe(
      'No line holds "Code", which --map says is the SKU; name a column that is there, by its header or its letter',
    );
    expect(hintOf(lines, { sku: 'A', cost: 'C' })).toBe(
      'If line 1 is the header, pass --header-row 1; if there is none, pass --no-header',
    );
  });

  it.each([
    ['blanks', 'Unser Teil', '--map sku="Unser Teil",'],
    ['an apostrophe', "Teil d'or", '--map sku="Teil d\'or",'],
    ['double quotes', 'Teil "neu"', '--header-row 1 --map sku=A,'],
    ['a dollar sign', 'Teil $x', '--header-row 1 --map sku=A,'],
    ['a backtick', 'Teil `x`', '--header-row 1 --map sku=A,'],
    ['a digit', 'Teil 2', '--header-row 1 --map sku=A,'],
  ])('suggests a header with %s as a shell takes it', (_name, header, flags) => {
    expect(hintOf([`${header};Text`, 'A;x', 'B;x'])).toContain(flags);
  });

  it('quotes what a person has said, whatever it holds', () => {
    const lines = ['Teil;Text', 'A;x'];
    expect(hintOf(lines, { cost: 'EK "neu"' })).toContain(`cost='EK "neu"'`);
    expect(hintOf(lines, { cost: `l'EK "neu"` })).toContain(`cost='l'\\''EK "neu"'`);
  });

  it.each([
    ['another delimiter', 'SKU~Cost\nA~5\n', {}, 1],
    ['lines that are quoted as one cell', '"SKU;Cost"\n"A;5"\n', {}, 1],
    ['a first line that says another delimiter', 'sep=,\nSKU;Cost\nA;5,20\n', {}, 2],
    ['a wrong --delimiter', 'SKU;Cost\nA;5\n', { delimiter: '|' }, 1],
    ['a title above', 'List\nSKU~Cost\nA~5\n', {}, 2],
    ['--no-header', 'A~5\nB~6\n', { headerRow: 'none' }, 1],
  ] as const)('says that a line is one cell: %s', async (_name, text, options, line) => {
    expect((await refusalOfWork(read(text, options))).hint).toBe(
      `All of line ${line} is one cell: pass --delimiter or --quote`,
    );
  });
});

describe('unnamedColumnsError', () => {
  it('keeps what a person has said', () => {
    const { hint } = unnamedColumnsError(recordsOf('A-1;5.20'), { name: NAME, map: aMap({ cost: 'B' }) });
    expect(hint).toContain('--no-header --map sku=A,cost=B');
  });
});
