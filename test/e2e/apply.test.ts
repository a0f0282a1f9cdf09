import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { gate } from '../support/gate.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { startProgram } from '../support/run-program.ts';
import { idOf } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 40 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\nNOPE,1\n`;

const onStage = (options: Partial<SandboxOptions> = {}) =>
  openStage(
    SKUS.map((sku) => ({ sku })),
    SHEET,
    { env: { PRICESHEET_RATE: '10000' }, ...options },
  );

describe('pricesheet apply', () => {
  it('sends a diff that was looked at: the screen of the one names the other', async () => {
    const { run, sent, sandbox, cwd } = await onStage();
    const diff = await run('diff', 'costs.csv', '--out', 'looked at');
    expect([diff.code, sent()]).toEqual([3, []]);
    expect(diff.stdout).toContain('send this plan: pricesheet apply "looked at"\n');
    const { code, stdout } = await run('apply', 'looked at', '--out', 'applied');
    expect(code).toBe(3);
    expect(stdout).toMatch(/(?:^|\n)Done: apply of looked at, 41 rows, 40 listings updated\n/);
    expect(stdout).toContain('undo this run: pricesheet undo applied\n');
    expect(sent().sort()).toEqual([...SKUS].sort());
    expect(sandbox.snapshot().listings.every(({ cost }) => cost === 650)).toBe(true);
    const { results, retry } = readRun(join(cwd, 'applied'));
    expect(results.map(({ sku }) => sku)).toEqual([...SKUS, 'NOPE']);
    expect(retry).toMatchObject([{ sku: 'NOPE', cost: '1', status: 'not_found' }]);
    expect((await run('undo', 'applied')).code).toBe(0);
    expect(sandbox.snapshot().listings.every(({ cost }) => cost === 600)).toBe(true);
  });

  it('goes on where a sync was killed, and sends nothing twice that was noted', async () => {
    let posts = 0;
    const { open: onTenth, opened: tenth } = gate();
    const stage = await onStage({
      faults: { rules: [{ match: { method: 'POST' }, delayMs: 20 }] },
      onRequest: ({ method }) => {
        if (method === 'POST' && ++posts === 10) onTenth();
      },
    });
    const running = startProgram(
      ['sync', 'costs.csv', 'PRICESHEET_CONCURRENCY=4', '--out', 'killed'],
      stage.place,
    );
    await tenth;
    running.kill('SIGKILL');
    expect((await running.ended).code).toBe('SIGKILL');
    const noted = readFileSync(join(stage.cwd, 'killed', 'outcomes.ndjson'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(noted.length).toBeGreaterThan(0);
    expect(noted.length).toBeLessThan(40);

    const before = stage.sent().length;
    const { code, stdout } = await stage.run('apply', 'killed', '--out', 'rest');
    expect(code).toBe(3);
    const sent = stage.sent().slice(before);
    const { results } = readRun(join(stage.cwd, 'rest'));
    const done = noted.map(({ line }) => SKUS[line - 2]);
    expect(sent.filter((sku) => done.includes(sku))).toEqual([]);
    expect(sent.every((sku) => SKUS.includes(sku))).toBe(true);
    expect(results.map(({ status }) => status)).toEqual([...SKUS.map(() => 'updated'), 'not_found']);
    expect(stage.sandbox.snapshot().listings.every(({ cost }) => cost === 650)).toBe(true);
    expect(new Set(stage.sent())).toEqual(new Set(SKUS));

    // What was under way at the kill may have been applied or not, so the first run has at least what is noted.
    const counts =
      /(?:^|\n)Done: [^,]*, 41 rows, (\d+) listings updated\n {2}(\d+) already up to date\n/.exec(stdout);
    expect(Number(counts?.[1]) + Number(counts?.[2])).toBe(40);
    expect(Number(counts?.[2])).toBeGreaterThanOrEqual(noted.length);
    expect(stdout).toContain('undo this run: pricesheet undo rest\n');
    expect(stdout).toContain('undo what the earlier run sent: pricesheet undo killed\n');
    await stage.run('undo', 'rest');
    await stage.run('undo', 'killed');
    expect(stage.sandbox.snapshot().listings.every(({ cost }) => cost === 600)).toBe(true);
  });

  it('says on the screen what it updated itself, and in the files what has the planned values', async () => {
    const { run, sandbox, cwd, sent } = await onStage();
    await run('diff', 'costs.csv', '--out', 'plan');
    for (const number of [1, 2, 3]) sandbox.changeListing(idOf(number), { cost: 650 });
    const { stdout } = await run('apply', 'plan', '--out', 'a');
    expect(sent()).toHaveLength(37);
    expect(stdout).toMatch(/(?:^|\n)Done: [^,]*, 41 rows, 37 listings updated\n {2}3 already up to date\n/);
    const { summary } = readRun(join(cwd, 'a'));
    expect(summary.counts.by_status['updated']).toBe(40);
    expect((await run('history', 'show', 'a')).stdout).toMatch(/\bupdated 40\b/);
  });

  it('refuses a plan that a guard rule stopped with exit code 4, unless the rule is let pass', async () => {
    const { run, sent } = await onStage();
    const diff = await run('diff', 'costs.csv', '--max-updates', '39', '--out', 'd');
    expect(diff.code).toBe(4);
    expect(diff.stdout).toContain('or, to send this plan: pricesheet apply d --allow max_updates\n');
    const refused = await run('apply', 'd');
    expect([refused.code, sent()]).toEqual([4, []]);
    expect(refused.stdout).toContain('40 listings would be updated, and --max-updates is 39');
    expect(refused.stdout).toContain(
      'Next      if this is intended: pricesheet apply d --allow max_updates\n',
    );
    expect((await run('apply', 'd', '--allow', 'max_updates')).code).toBe(3);
    expect(sent()).toHaveLength(40);
  });

  it('gives the command that repairs the rest the flags of the sheet, each once', async () => {
    const { run, cwd } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,650\nNOPE,100\n');
    await run('diff', 'costs.csv', '--money', 'cents', 'PRICESHEET_RETRIES=1', '--out', 'd');
    const { stdout } = await run('apply', 'd', 'PRICESHEET_RETRIES=2', '--out', 'a');
    expect(stdout).toContain('pricesheet sync a/retry.csv --money cents\n');
  });
});
