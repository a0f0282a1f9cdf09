import * as disk from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CheckReport, check } from '../../src/run/check.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { inChunks, kindsOf, read } from '../sheet/support.ts';
import { aGiven } from '../support/builders.ts';
import { READING } from '../support/some-run.ts';

function checkText(content: string | Uint8Array, options: Partial<SheetOptions> = {}): Promise<CheckReport> {
  return check(
    { path: '-', job: undefined, options: { ...READING, ...options }, given: aGiven(), parents: ['/runs'] },
    { cwd: '/', disk, stdin: inChunks(content), now: 0 },
  );
}

describe('check', () => {
  it.each([
    ['A,5\n', 0],
    ['A,5\nA,5\n', 0],
    ['A,5\nTotal,5\n', 0],
    ['A,\n', 0],
    ['A,5\nB,x\n', 3],
    ['A,5\nA,6\n', 3],
    ['', 3],
    ['Total,5\n', 3],
  ])('with rows of %j ends with %i', async (rows, code) => {
    expect((await checkText(`sku,cost\n${rows}`)).exitCode).toBe(code);
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
