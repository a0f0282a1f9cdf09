import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/domain/row.ts';
import { type CheckFacts, renderCheckScreen } from '../../../src/report/screen/render-check-screen.ts';
import { createPaint } from '../../../src/report/text/paint.ts';
import { read } from '../../sheet/support.ts';

const plain = createPaint(false);

const NOTHING: CheckFacts = {
  path: 'in/prices.csv',
  counts: { row: 0, invalid: 0, duplicate: 0, ignored: 0 },
  setsNothing: false,
  facts: [],
  columns: [],
  questions: undefined,
  first: [],
  invalid: [],
  ignored: [],
  warnings: [],
  notices: [],
};
const screen = (facts: Partial<CheckFacts>) => renderCheckScreen({ ...NOTHING, ...facts }, { paint: plain });

/** What there is to show of the rows of a sheet. */
async function factsOf(text: string): Promise<Pick<CheckFacts, 'counts' | 'first' | 'invalid' | 'ignored'>> {
  const { rows } = await read(text);
  const of = <K extends Row['kind']>(kind: K) =>
    rows.filter((row): row is Extract<Row, { kind: K }> => row.kind === kind);
  const [usable, invalid, duplicate, ignored] = [of('row'), of('invalid'), of('duplicate'), of('ignored')];
  return {
    counts: {
      row: usable.length,
      invalid: invalid.length,
      duplicate: duplicate.length,
      ignored: ignored.length,
    },
    first: usable.slice(0, 5),
    invalid,
    ignored,
  };
}

const CLEAN = 'sku,cost,min,strategy,repricing\nMUG-01,6,1234.5,Buy Box,no\nA,,null,,\n,,,,\n';

describe('renderCheckScreen', () => {
  it('shows how a sheet was read, and its first rows', async () => {
    const text = screen({
      ...(await factsOf(CLEAN)),
      facts: [
        ['Encoding', 'UTF-8'],
        ['Delimiter', 'comma'],
      ],
      columns: [
        { header: 'sku', meaning: 'sku' },
        { header: 'min', meaning: 'minimum_price' },
      ],
      warnings: [],
      notices: ['Unknown columns are ignored: "Titel"'],
    });
    expect(text).toMatch(/^in\/prices.csv: 3 rows, .+\n\n/);
    expect(text.slice(text.indexOf('\n'))).toBe(`

  Encoding    UTF-8
  Delimiter   comma

Columns
  sku → sku
  min → minimum_price

First rows
  line  sku     cost  minimum_price  strategy  repricing
     2  MUG-01  6.00        1234.50   Buy Box      false
     3  A                     clear

Ignored
  line 4: The row has no content

Notices
  Unknown columns are ignored: "Titel"
`);
  });

  it('shows every row that cannot be used, and why', async () => {
    const lines = screen(await factsOf('sku,cost\nA,x\n,5\nC,5\nD,-1\n')).split('\n');
    expect(lines[0]).toMatch(/^in\/prices.csv: 4 rows, 3 of them /);
    const start = lines.findIndex((line) => /^ +line +sku +why$/.test(line));
    expect(lines.slice(start, start + 4)).toEqual([
      '  line  sku  why',
      '     2  A    cost "x" is not an amount; a blank cell leaves the field as it is',
      '     3       The row has no SKU',
      '     5  D    cost "-1" is negative',
    ]);
  });

  it('says in its first line whether every row can be used', async () => {
    const [clean] = screen(await factsOf(CLEAN)).split('\n');
    const [other] = screen(await factsOf('sku,cost\nA,x\n')).split('\n');
    expect(clean).not.toMatch(/[1-9]\d* of them/);
    expect(other).toMatch(/1 of them/);
  });

  it.each([
    ['sku,cost\nA,5\n', '1 row, none of them invalid'],
    ['sku,cost\nA,5\nA,5\nB,6\n', '3 rows, none of them invalid, 1 duplicate'],
    ['sku,cost\nA,5\nA,5\nA,5\nTotal,9\n', '4 rows, none of them invalid, 2 duplicates, 1 ignored'],
    ['sku,cost\nA,x\nTotal,9\n', '2 rows, 1 of them invalid, 1 ignored'],
  ])('counts the rows of %j', async (text, counts) => {
    expect(screen(await factsOf(text)).split('\n')[0]).toBe(`in/prices.csv: ${counts}`);
  });

  it('says in its first line that nothing is set', async () => {
    const [first] = screen({ ...(await factsOf('sku,Titel\nA,x\n')), setsNothing: true }).split('\n');
    expect(first).toBe('in/prices.csv: 1 row, none of them invalid; nothing to set');
  });

  it('shows problems of the first twenty rows only, and how many more there are', async () => {
    const good = Array.from({ length: 7 }, (_, index) => `GOOD-${index},5`);
    const bad = Array.from({ length: 22 }, (_, index) => `BAD-${index},x`);
    const text = screen(await factsOf(['sku,cost', ...good, ...bad, ''].join('\n')));
    expect(text.match(/GOOD-/g)).toHaveLength(5);
    expect(text.match(/BAD-/g)).toHaveLength(20);
    expect(text).toContain('  … and 2 more; --json lists them\n');
  });

  it('shows the first ten ignored rows only, and how many more there are', async () => {
    const totals = Array.from({ length: 13 }, () => 'Total,9');
    const text = screen(await factsOf(['sku,cost', 'A,5', ...totals, ''].join('\n')));
    expect(text.match(/The row is a total/g)).toHaveLength(10);
    expect(text).toContain('  line 3: The row is a total ("Total"); if it is a SKU, write it as ="Total"\n');
    expect(text).toContain('  … and 3 more; --json lists them\n');
  });

  it('counts all that there is, not only what it was given', () => {
    const invalid = [
      { line: 2, target: undefined, problems: [{ reason: 'sku_missing', message: 'y' }] as const },
    ];
    const counts = { row: 0, invalid: 500_000, duplicate: 0, ignored: 0 };
    const text = screen({ counts, invalid });
    expect(text).toContain('500000 rows, 500000 of them invalid');
    expect(text).toContain('  … and 499980 more; --json lists them\n');
  });

  it('shows nothing of a kind that is not there', () => {
    expect(screen({})).toMatch(/^in\/prices.csv: 0 rows, .+\n\nColumns\n$/);
  });

  it('is steered by nothing that a sheet says', async () => {
    const evil = 'x\u001b[2J\u009b1m\u202e\u0007\r';
    const facts = await factsOf(`sku,strategy,cost\n\u202eA,"${evil}",\nB,,"${evil}"\n`);
    const shown = screen({
      path: evil,
      ...facts,
      ignored: [{ line: 9, message: evil }],
      facts: [['Delimiter', evil]],
      columns: [{ header: evil, meaning: evil }],
      warnings: [],
      notices: [evil],
    });
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(shown).toContain('\\u{202e}A');
    expect(shown.split('x\\u{1b}[2J\\u{9b}1m\\u{202e}\\u{7}').length - 1).toBe(8);
  });
});
