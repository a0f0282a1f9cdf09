import { describe, expect, it } from 'vitest';
import { type CheckFacts, renderCheckScreen } from '../../../src/cli/commands/show-check.ts';
import type { Row } from '../../../src/domain/row.ts';
import { createPaint } from '../../../src/report/text/paint.ts';
import { read } from '../../sheet/support.ts';

const plain = createPaint(false);

const NOTHING: CheckFacts = {
  path: 'in/prices.csv',
  counts: { row: 0, invalid: 0, duplicate: 0, ignored: 0 },
  setsNothing: false,
  facts: [],
  columns: [],
  leftOut: [],
  toSettle: [],
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

describe('renderCheckScreen', () => {
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
    expect(text).toContain('500,000 rows, 500,000 of them invalid');
    expect(text).toContain('  … and 499,980 more; --json lists them\n');
  });
});
