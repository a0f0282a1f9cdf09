import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { rewriteLines } from '../support/rewrite-lines.ts';

const SKUS = ['A', 'B', 'C'];

/** A sync that finished. */
async function afterSync() {
  const sheet = `sku,cost\n${SKUS.map((sku) => `${sku},6.50\n`).join('')}`;
  const stage = await openStage(
    SKUS.map((sku) => ({ sku })),
    sheet,
  );
  expect((await stage.run('sync', 'costs.csv', '--out', 'run', 'PRICESHEET_CONCURRENCY=1')).code).toBe(0);
  return stage;
}

const asSkipped = (lines: readonly string[]) =>
  lines.with(1, (lines[1] ?? '').replace('"status":"updated"', '"status":"skipped"'));

describe('a journal that is not as the run wrote it', () => {
  it('gone: undo refuses the run, and its undo.csv takes it back', async () => {
    const { cwd, run, costs } = await afterSync();
    rmSync(join(cwd, 'run', 'outcomes.ndjson'));
    const { code, stderr } = await run('undo', 'run');
    expect(code).toBe(2);
    expect(reasonIn(stderr)).toContain('the run sent updates, and its journal is gone. ');
    expect((await run('sync', 'run/undo.csv')).code).toBe(0);
    expect(costs()).toEqual([600, 600, 600]);
  });

  it('is named by explain, which uses the other files', async () => {
    const { cwd, run } = await afterSync();
    rewriteLines(join(cwd, 'run', 'outcomes.ndjson'), asSkipped);
    const whole = await run('explain', 'run', 'B');
    expect(whole.code).toBe(0);
    expect(whole.stdout).toContain('line 2 was edited, or a line before it was removed or moved');
    expect(whole.stdout).toMatch(/Outcome {5}updated, 1 attempt, HTTP 200/);
    rmSync(join(cwd, 'run', 'results.csv'));
    const { stdout } = await run('explain', 'run', 'B', '--json');
    expect(JSON.parse(stdout).rows[0].outcome).toBeNull();
  });
});
