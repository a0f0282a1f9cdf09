import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, BUY_BOX, envOf, testSandbox } from '../support/test-sandbox.ts';

async function onStage({ strategy = BUY_BOX as string | null, rules = [] as readonly FaultRule[] } = {}) {
  const catalogue = anAccount([{ sku: 'MUG', strategy, cost: 600 }]);
  const sandbox = await testSandbox({ catalogue, faults: { rules } });
  const cwd = tempFolder();
  const night = async (cost: string, ...argv: readonly string[]) => {
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nMUG,${cost}\n`);
    const before = sandbox.requests.length;
    const { code, stderr } = await runInProcess([...argv, 'costs.csv', '--out', cost], {
      cwd,
      env: envOf(sandbox),
    });
    const asked = sandbox.requests.slice(before).filter(({ path }) => path === '/strategies').length;
    return { code, stderr, asked };
  };
  const names = (out: string) =>
    Object.values(JSON.parse(readFileSync(join(cwd, out, 'summary.json'), 'utf8')).strategies);
  return { cwd, sandbox, night, names };
}

describe('the names of strategies that a sheet does not set', () => {
  it.each(['diff', 'sync'])('are read once by a %s that shows strategies', async (command) => {
    const { cwd, night, names } = await onStage();
    expect(await night('6.50', command)).toMatchObject({ code: 0, asked: 1 });
    expect(names('6.50')).toContain('Buy Box');
    expect(readFileSync(join(cwd, '6.50/report.html'), 'utf8')).toContain('Buy Box');
  });

  it('are not read where nothing changes, or no listing has a strategy', async () => {
    const { night } = await onStage();
    expect(await night('6.00', 'sync')).toMatchObject({ code: 0, asked: 0 });
    const { night: without } = await onStage({ strategy: null });
    expect(await without('6.50', 'sync')).toMatchObject({ code: 0, asked: 0 });
  });

  it('are left out where the service does not give them at once', async () => {
    const rules = [{ match: { path: '/strategies' }, answer: { status: 503 } }];
    const { cwd, night, names, sandbox } = await onStage({ rules });
    expect(await night('6.50', 'sync')).toMatchObject({ code: 0, asked: 1 });
    expect([names('6.50'), sandbox.snapshot().listings[0]?.cost]).toEqual([[], 650]);
    expect(readRun(join(cwd, '6.50')).results[0]).toMatchObject({ status: 'updated', message: '' });
  });
});
