import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 8 }, (_, index) => `SKU-${index + 1}`);
/** Every row moves by 80 %, and one of each shard can't be read. */
const SHEET = `sku,cost,currency\n${SKUS.map((sku, at) => `${sku},${at < 2 ? '1x' : '9.00'},usd`).join('\n')}\n`;

/** Merges the shards of a night, and gives the screen, the way to run commands, and the commands that the screen names. */
async function mergeNight(flags: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku, cost: 500 }))) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  const play = (...argv: readonly string[]) =>
    runInProcess(argv, { cwd, env: { ...envOf(sandbox), ...variables } });
  for (const shard of ['1/2', '2/2'])
    await play('sync', 'costs.csv', '--shard', shard, '--out', `shard-${shard[0]}`, ...flags);
  const { stdout } = await play('merge', 'shard-1', 'shard-2', '--out', 'night');
  const repair = /then: pricesheet (sync night\/retry\.csv.*)/.exec(stdout)?.[1];
  return { cwd, play, repair };
}

const ALLOWED = 'max_change,max_invalid';

describe('the command that repairs rows of merged shards', () => {
  it('allows what the shards were given on their command lines', async () => {
    const { cwd, play, repair } = await mergeNight(['--allow', ALLOWED]);
    expect(repair).toBe(`sync night/retry.csv --allow ${ALLOWED}`);
    writeFileSync(join(cwd, 'night/retry.csv'), SHEET.replaceAll('1x', '9.00'));
    expect(await play(...(repair ?? '').split(' '))).toMatchObject({ code: 0 });
  });

  it('leaves out what the environment allows anyway, and the acceptance of another key', async () => {
    expect((await mergeNight([], { PRICESHEET_ALLOW: ALLOWED })).repair).toBe('sync night/retry.csv');
    expect((await mergeNight(['--allow', `${ALLOWED},other_key`])).repair).toBe(
      `sync night/retry.csv --allow ${ALLOWED}`,
    );
  });
});
