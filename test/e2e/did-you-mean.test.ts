import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\n';

async function run(argv: readonly string[], { sheet = SHEET, env = {}, config = '{}' } = {}) {
  const sandbox = await testSandbox({
    catalogue: anAccount([{ sku: 'SKU-1' }, { sku: 'AB-12' }, { sku: 'SKU-2' }]),
  });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), sheet);
  writeFileSync(join(cwd, 'pricesheet.json'), config);
  const ended = await runInProcess(argv, { cwd, env: { ...envOf(sandbox), ...env } });
  return { ...ended, posts: sandbox.requests.filter(({ method }) => method === 'POST').length };
}

const DIFF = ['diff', 'costs.csv'];

describe('did you mean', () => {
  it.each<readonly [string, readonly string[], Parameters<typeof run>[1], string]>([
    [
      'a flag',
      [...DIFF, '--max-updats', '3'],
      {},
      `Unknown option "--max-updats"; did you mean "--max-updates"?\n`,
    ],
    [
      'a value',
      [...DIFF, '--resolve', 'scam'],
      {},
      '--resolve: "scam" is not one of auto, sku, scan; did you mean "scan"?\n',
    ],
    [
      'a status',
      [...DIFF, '--status', 'activ'],
      {},
      'is not one of active, inactive; did you mean "active"?\n',
    ],
    ['a guard rule', [...DIFF, '--allow', 'max-chnage'], {}, '; did you mean "max_change"?\n'],
    ['a field of a map', [...DIFF, '--map', 'cots=cost'], {}, '; did you mean "cost"?\n'],
    ['a header in a map', [...DIFF, '--map', 'cost=Csot'], {}, 'only "sku", "cost"; did you mean "cost"?\n'],
  ])('%s', async (_, argv, place, message) => {
    const { code, stdout, stderr, posts } = await run(argv, place);
    expect([code, posts]).toEqual([2, 0]);
    expect(stdout + stderr).toContain(message.trimEnd());
  });

  it('asks about what a sheet says, and takes nothing for what was meant', async () => {
    const sheet = [
      'sku,cost,strategy,platform,repricing,minimun_price',
      'SKU-2,6.50,Buy Bx,,,1',
      'SKU-1,6.60,,amazn,,1',
      'SKU-1,6.70,,,ture,1',
      'ab-12,6.80,,,,1',
      '',
    ].join('\n');
    const { code, stdout, posts } = await run(
      ['sync', 'costs.csv', '--allow', 'nothing_matched,max_invalid,unsettled', '--match', 'all'],
      { sheet },
    );
    expect([code, posts]).toEqual([3, 0]);
    for (const told of [
      'No amazon strategy is named "Buy Bx"; did you mean "Buy Box"?',
      'is not one of amazon, walmart; did you mean "amazon"?',
      'is neither true nor false; did you mean "true"?',
      '"AB-12" is listed, which differs by case only',
    ])
      expect(stdout).toContain(told);
  });
});
