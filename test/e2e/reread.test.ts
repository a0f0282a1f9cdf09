import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage, type Stage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { idOf } from '../support/test-sandbox.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.50\n';

/** An account of one page in which somebody else changes a listing once the page was read, and what is behind it. */
async function onStage() {
  let pages = 0;
  const stage: Stage = await openStage([{}, {}], SHEET, {
    onRequest: ({ method, query }) => {
      if (method === 'GET' && query.every(([name]) => name !== 'sku') && ++pages === 2)
        stage.sandbox.changeListing(idOf(2), { cost: 777 });
    },
  });
  return stage;
}

describe('reread', () => {
  it('0 leaves alone what somebody has changed since the page was read', async () => {
    const { run, cwd, costs } = await onStage();
    const { code, stdout } = await run('sync', 'costs.csv', 'PRICESHEET_REREAD=0', '--out', 'run');
    expect([code, costs()]).toEqual([3, [650, 777]]);
    expect(stdout).toContain('conflict');
    const { results, summary } = readRun(join(cwd, 'run'));
    expect(results.map(({ status, reason, attempts }) => [status, reason, attempts])).toEqual([
      ['updated', '', '1'],
      ['conflict', 'changed_meanwhile', '0'],
    ]);
    expect(summary).toMatchObject({
      rereads_expected: 2,
      settings: { reread: { value: '0', from: 'PRICESHEET_REREAD in the environment' } },
      requests: { reads: 4, writes: 1 },
    });
  });

  it.each([['off'], ['5m']])('%s sends over it, a moment later', async (age) => {
    const { run, costs } = await onStage();
    expect((await run('sync', 'costs.csv', `PRICESHEET_REREAD=${age}`)).code).toBe(0);
    expect(costs()).toEqual([650, 650]);
  });
});
