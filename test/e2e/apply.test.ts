import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
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

  it('gives the command that repairs the rest the flags of the sheet, each once', async () => {
    const { run, cwd } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,650\nNOPE,100\n');
    await run('diff', 'costs.csv', '--money', 'cents', 'PRICESHEET_RETRIES=1', '--out', 'd');
    const { stdout } = await run('apply', 'd', 'PRICESHEET_RETRIES=2', '--out', 'a');
    expect(stdout).toContain('pricesheet sync a/retry.csv --money cents\n');
  });
});
