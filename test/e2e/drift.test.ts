import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { idOf } from '../support/an-account.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';

/** SKU-1 stays as the sheet says, SKU-2 drifts, SKU-3 is contested, SKU-4 changes by the sheet alone. */
async function onStage(rules: readonly FaultRule[] = []) {
  const { sandbox, cwd, write, run } = await openStage([{}, {}, {}, {}], '', { faults: { rules } });
  const night = (costs: readonly string[], ...argv: readonly string[]) => {
    const rows = costs.map((cost, index) => `SKU-${index + 1},${cost}`);
    write(`sku,cost\n${rows.join('\n')}\n`);
    return run(...argv);
  };
  expect((await night(['6.50', '6.50', '6.50', '6.50'], 'sync', 'costs.csv', '--out', 'first')).code).toBe(0);
  sandbox.changeListing(idOf(2), { cost: 700 });
  sandbox.changeListing(idOf(3), { cost: 710 });
  return { sandbox, cwd, night };
}

const SECOND = ['6.50', '6.50', '6.60', '6.70'] as const;
const reasonsOf = (folder: string) => readRun(folder).results.map(({ status, reason }) => [status, reason]);

describe('what somebody else changed', () => {
  it.each([
    ['planned', ['diff', 'costs.csv']],
    ['updated', ['sync', 'costs.csv']],
  ] as const)('is the reason of a row that is %s', async (status, argv) => {
    const { cwd, night } = await onStage();
    expect((await night(SECOND, ...argv, '--out', 'second')).code).toBe(0);
    expect(reasonsOf(join(cwd, 'second'))).toEqual([
      ['unchanged', ''],
      [status, 'drifted'],
      [status, 'contested'],
      [status, ''],
    ]);
    expect(readRun(join(cwd, 'second')).summary.counts.by_reason).toEqual({ drifted: 1, contested: 1 });
  });

  it('is still the reason where the plan of a dry run is applied', async () => {
    const { cwd, night } = await onStage();
    await night(SECOND, 'diff', 'costs.csv', '--out', 'dry');
    expect((await night(SECOND, 'apply', 'dry', '--out', 'second')).code).toBe(0);
    expect(reasonsOf(join(cwd, 'second')).slice(1)).toEqual([
      ['updated', 'drifted'],
      ['updated', 'contested'],
      ['updated', ''],
    ]);
  });

  it('is not the reason of an update that the service refused', async () => {
    const match = { method: 'POST', path: `/listings/${idOf(2)}` } as const;
    const { cwd, night } = await onStage([{ match, skip: 1, answer: { status: 402, body: {} } }]);
    expect((await night(SECOND, 'sync', 'costs.csv', '--out', 'second')).code).toBe(3);
    expect(reasonsOf(join(cwd, 'second'))[1]).toEqual(['failed', 'http_402']);
  });

  it('is named with --quiet too, though the run went well', async () => {
    const { sandbox, night } = await onStage();
    expect(await night(SECOND, 'sync', 'costs.csv', '--quiet')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^pricesheet: \S+\/costs: Somebody else had changed 2 fields, first cost of line 3 \(sku "SKU-2"\) from 6.50 to 7.00: an update puts the sheet's value there, and --drift hold leaves such rows to a person\n$/,
      ),
    });
    let third = '';
    for (const cost of [720, 730]) {
      sandbox.changeListing(idOf(3), { cost });
      third = (await night(SECOND, 'sync', 'costs.csv', '--quiet')).stdout;
    }
    expect(third).toMatch(/\/costs: Something else changes cost of "SKU-3" in each run, 3 in a row: /);
    expect(third).not.toContain('Somebody else had changed');
  });
});
