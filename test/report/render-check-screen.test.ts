import { describe, expect, it } from 'vitest';
import { createPaint } from '../../src/report/paint.ts';
import { type CheckFacts, renderCheckScreen } from '../../src/report/render-check-screen.ts';
import { read } from '../sheet/support.ts';

const plain = createPaint(false);

const NOTHING: CheckFacts = { path: 'in/prices.csv', rows: [], facts: [], columns: [], notices: [] };
const screen = (facts: Partial<CheckFacts>) => renderCheckScreen({ ...NOTHING, ...facts }, plain);

const CLEAN = read('sku,cost,min,strategy,repricing\nMUG-01,6,1234.5,Buy Box,no\nA,,null,,\n,,,,\n').rows;

describe('renderCheckScreen', () => {
  it('shows how a sheet was read, and its first rows', () => {
    const text = screen({
      rows: CLEAN,
      facts: [
        ['Encoding', 'UTF-8'],
        ['Delimiter', 'comma'],
      ],
      columns: [
        { header: 'sku', meaning: 'sku' },
        { header: 'min', meaning: 'minimum_price' },
        { header: 'Titel', meaning: 'ignored' },
      ],
      notices: ['Columns that mean nothing here are ignored: "Titel"'],
    });
    expect(text).toMatch(/^in\/prices.csv: 3 rows, .+\n\n/);
    expect(text.slice(text.indexOf('\n'))).toBe(`

  Encoding    UTF-8
  Delimiter   comma

Columns
  sku → sku
  min → minimum_price
  Titel → ignored

First rows
  line  sku     cost  minimum_price  strategy  repricing
     2  MUG-01  6.00        1234.50   Buy Box      false
     3  A                     clear

Notices
  Columns that mean nothing here are ignored: "Titel"
`);
  });

  it('shows every row that cannot be used, and why', () => {
    const { rows } = read('sku,cost\nA,x\n,5\nC,5\nD,-1\n');
    const lines = screen({ rows }).split('\n');
    expect(lines[0]).toMatch(/^in\/prices.csv: 4 rows, 3 of them /);
    const start = lines.findIndex((line) => /^ +line +sku +why$/.test(line));
    expect(lines.slice(start, start + 4)).toEqual([
      '  line  sku  why',
      '     2  A    cost "x" is not an amount of money (decimal sign ".")',
      '     3       The row has no SKU',
      '     5  D    cost "-1" is negative',
    ]);
  });

  it('says in its first line whether every row can be used', () => {
    const [clean] = screen({ rows: CLEAN }).split('\n');
    const [other] = screen({ rows: read('sku,cost\nA,x\n').rows }).split('\n');
    expect(clean).not.toMatch(/[1-9]\d* of them/);
    expect(other).toMatch(/1 of them/);
  });

  it('shows the first five rows only, and problems of the first twenty, and how many more there are', () => {
    const good = Array.from({ length: 7 }, (_, index) => `GOOD-${index},5`);
    const bad = Array.from({ length: 22 }, (_, index) => `BAD-${index},x`);
    const text = screen({ rows: read(['sku,cost', ...good, ...bad].join('\n')).rows });
    expect(text.match(/GOOD-/g)).toHaveLength(5);
    expect(text.match(/BAD-/g)).toHaveLength(20);
    expect(text).toContain('  … and 2 more; --json shows all\n');
  });

  it('shows nothing of a kind that is not there', () => {
    expect(screen({})).toMatch(/^in\/prices.csv: 0 rows, .+\n\nColumns\n$/);
  });

  it('is steered by nothing that a sheet says', () => {
    const evil = 'x\u001b[2J\u009b1m\u202e\u0007\r';
    const { rows } = read(`sku,strategy,cost\n\u202eA,"${evil}",\nB,,"${evil}"\n`);
    const shown = screen({
      path: evil,
      rows,
      facts: [['Delimiter', evil]],
      columns: [{ header: evil, meaning: evil }],
      notices: [evil],
    });
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(shown).toContain('\\u{202e}A');
    expect(shown.split('x\\u{1b}[2J\\u{9b}1m\\u{202e}\\u{7}').length - 1).toBe(7);
  });
});
