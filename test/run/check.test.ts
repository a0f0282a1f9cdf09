import * as disk from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CheckReport, check } from '../../src/run/check.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { inChunks, kindsOf, read } from '../sheet/support.ts';
import { aGiven } from '../support/builders.ts';
import { READING } from '../support/some-run.ts';

function checkText(content: string | Uint8Array, options: Partial<SheetOptions> = {}): Promise<CheckReport> {
  return check(
    '-',
    { ...READING, ...options },
    { cwd: '/', disk, job: undefined, stdin: inChunks(content), now: 0, given: aGiven() },
  );
}

describe('check', () => {
  it('shows the first rows, what cannot be used and what is no data', async () => {
    const good = Array.from({ length: 7 }, (_, index) => `G-${index},${index}.50\n`).join('');
    const report = await checkText(`List\n\nsku,cost\n${good}B,x\nTotal,9\n`);
    expect(report.digest.counts).toEqual({ row: 7, invalid: 1, duplicate: 0, ignored: 1 });
    expect(report.digest.total).toBe(9);
    expect(report.first.map(({ target }) => target.sku)).toEqual(['G-0', 'G-1', 'G-2']);
    expect(report.invalid.map(({ line }) => line)).toEqual([11]);
    expect(report.ignored.map(({ line, reason }) => [line, reason])).toEqual([[12, 'total']]);
    expect(report.sheet.reading.table).toMatchObject({
      headerLine: 3,
      above: [{ line: 1, cells: ['List'] }],
    });
    expect(report.exitCode).toBe(3);
  });

  it.each(['A,5\n', 'A,5\nA,5\n', 'A,5\nTotal,5\n', 'A,\n'])('is content with rows of %j', async (rows) => {
    expect((await checkText(`sku,cost\n${rows}`)).exitCode).toBe(0);
  });

  it.each([
    ['a row is invalid', 'sku,cost\nA,5\nB,x\n'],
    ['rows disagree', 'sku,cost\nA,5\nA,6\n'],
    ['there are no rows', 'sku,cost\n'],
    ['no column sets anything', 'sku,price\nA,5\n'],
    ['there are only totals', 'sku,cost\nTotal,5\n'],
  ])('wants attention if %s', async (_name, content) => {
    expect((await checkText(content)).exitCode).toBe(3);
  });

  it.each([
    ['error', 'A,5\nA,6\nB,7\nB,7\nC,x\nC,8\n'],
    ['first', 'A,5\nA,6\nB,7\nB,7\nC,x\nC,8\n'],
    ['last', 'A,5\nA,6\nB,7\nB,7\nC,8\nC,x\n'],
  ] as const)('counts duplicates as a run would (%s)', async (duplicates, rows) => {
    const content = `sku,cost\n${rows}`;
    const { digest, invalid, first } = await checkText(content, { duplicates });
    const kinds = kindsOf((await read(content, { duplicates })).rows).map((kind) => kind.split(' '));
    const count = (wanted: string) => kinds.filter(([kind]) => kind === wanted).length;
    expect(digest.counts).toEqual({
      row: count('row'),
      invalid: count('invalid'),
      duplicate: count('duplicate'),
      ignored: 0,
    });
    expect(invalid.map(({ line }) => String(line))).toEqual(
      kinds.filter(([kind]) => kind === 'invalid').map(([, line]) => line),
    );
    for (const { line } of first) expect(invalid.map((row) => row.line)).not.toContain(line);
  });

  it('counts every row of a sheet with many, and lists ten thousand of a kind', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `A-${index},${index % 2 === 0 ? 'x' : '5'}\n`);
    const { digest, invalid } = await checkText(`sku,cost\n${rows.join('')}`);
    expect(digest.counts).toMatchObject({ row: 15_000, invalid: 15_000 });
    expect(invalid).toHaveLength(10_000);
  });
});
