import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { openStage } from '../support/open-stage.ts';
import { BUY_BOX } from '../support/test-sandbox.ts';

async function onStage({ strategy = BUY_BOX as string | null, rules = [] as readonly FaultRule[] } = {}) {
  const stage = await openStage([{ sku: 'MUG', strategy, cost: 600 }], undefined, { faults: { rules } });
  const { sandbox, read } = stage;
  const night = async (cost: string, command: string) => {
    stage.write(`sku,cost\nMUG,${cost}\n`);
    const before = sandbox.requests.length;
    const { code } = await stage.run(command, 'costs.csv', '--out', cost);
    const asked = sandbox.requests.slice(before).filter(({ path }) => path === '/strategies').length;
    return { code, asked };
  };
  const names = (out: string) => Object.values(JSON.parse(read(`${out}/summary.json`)).strategies);
  return { ...stage, night, names };
}

describe('the names of strategies that a sheet does not set', () => {
  it.each(['diff', 'sync'])('are read once by a %s that shows strategies', async (command) => {
    const { read, night, names } = await onStage();
    expect(await night('6.50', command)).toMatchObject({ code: 0, asked: 1 });
    expect(names('6.50')).toContain('Buy Box');
    expect(read('6.50/report.html')).toContain('Buy Box');
  });

  it('are not read where nothing changes, or no listing has a strategy', async () => {
    const { night } = await onStage();
    expect(await night('6.00', 'sync')).toMatchObject({ code: 0, asked: 0 });
    const { night: without } = await onStage({ strategy: null });
    expect(await without('6.50', 'sync')).toMatchObject({ code: 0, asked: 0 });
  });

  it('are left out where the service does not give them at once', async () => {
    const rules = [{ match: { path: '/strategies' }, answer: { status: 503 } }];
    const { readRun, night, names, costs } = await onStage({ rules });
    expect(await night('6.50', 'sync')).toMatchObject({ code: 0, asked: 1 });
    expect([names('6.50'), costs()]).toEqual([[], [650]]);
    expect(readRun('6.50').results[0]).toMatchObject({ status: 'updated', message: '' });
  });
});
