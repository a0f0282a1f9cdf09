import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rewriteLines } from '../support/rewrite-lines.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const SKUS = ['A', 'B', 'C'];

/** A sync that finished, and a way to change its journal by hand. */
async function afterSync() {
  const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku }))) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), `sku,cost\n${SKUS.map((sku) => `${sku},6.50\n`).join('')}`);
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  expect((await run('sync', 'costs.csv', '--out', 'run', 'PRICESHEET_CONCURRENCY=1')).code).toBe(0);
  const path = join(cwd, 'run', 'outcomes.ndjson');
  const edit = (change: (lines: readonly string[]) => readonly string[]) => rewriteLines(path, change);
  const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
  return { cwd, run, edit, costs };
}

const asSkipped = (lines: readonly string[]) =>
  lines.with(1, (lines[1] ?? '').replace('"status":"updated"', '"status":"skipped"'));

describe('a journal that is not as the run wrote it', () => {
  it('gone: undo refuses the run, and its undo.csv takes it back', async () => {
    const { cwd, run, costs } = await afterSync();
    rmSync(join(cwd, 'run', 'outcomes.ndjson'));
    const { code, stderr } = await run('undo', 'run');
    expect(code).toBe(2);
    expect(stderr).toContain('the run sent updates, and its journal is gone. ');
    expect((await run('sync', 'run/undo.csv')).code).toBe(0);
    expect(costs()).toEqual([600, 600, 600]);
  });

  it('is named by explain, which uses the other files', async () => {
    const { cwd, run, edit } = await afterSync();
    edit(asSkipped);
    const whole = await run('explain', 'run', 'B');
    expect(whole.code).toBe(0);
    expect(whole.stdout).toContain('line 2 was edited, or a line before it was removed or moved');
    expect(whole.stdout).toMatch(/Outcome {5}updated, 1 attempt, HTTP 200/);
    rmSync(join(cwd, 'run', 'results.csv'));
    const { stdout } = await run('explain', 'run', 'B', '--json');
    expect(JSON.parse(stdout).rows[0].outcome).toBeNull();
  });
});
