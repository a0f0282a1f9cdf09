import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sync } from '../../src/index.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost,currency\n${SKUS.map((sku) => `${sku},6.50,usd`).join('\n')}\n`;

async function openPlace() {
  const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku, cost: 500 }))) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  const play = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runInProcess(argv, { cwd, env: { ...envOf(sandbox), ...env } });
  return { sandbox, cwd, play };
}

function skusOf(folder: string): readonly string[] {
  const [, ...lines] = readFileSync(join(folder, 'plan.ndjson'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).flatMap(({ kind, sku }) => (kind === 'entry' ? [sku] : []));
}

describe('--shard auto', () => {
  it('has the tasks of an engine share the sheet, each row in one of them, and merge takes their runs', async () => {
    const { sandbox, cwd, play } = await openPlace();
    for (const index of [0, 1, 2]) {
      const argv = ['sync', 'costs.csv', '--shard', 'auto/3', '--out', `night/${index}`];
      expect((await play(argv, { JOB_COMPLETION_INDEX: `${index}` })).code).toBe(0);
    }
    const parts = [0, 1, 2].map((index) => skusOf(join(cwd, `night/${index}`)));
    expect(parts.every((part) => part.length > 0)).toBe(true);
    expect(parts.flat().sort()).toEqual([...SKUS].sort());
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual(SKUS.map(() => 650));
    expect(await play(['merge', 'night/0', 'night/1', 'night/2', '--out', 'night/all'])).toMatchObject({
      code: 0,
    });
  });

  it('is the part it means from then on: in the name of the folder, in its files, and in the commands that follow', async () => {
    const { cwd, play } = await openPlace();
    const env = { AWS_BATCH_JOB_ARRAY_INDEX: '1', AWS_BATCH_JOB_ARRAY_SIZE: '4' };
    const { stdout } = await play(['diff', 'costs.csv', '--shard', 'auto'], env);
    const [folder = ''] = readdirSync(join(cwd, 'runs')).filter((name) => name.endsWith('-costs-2of4'));
    const summary = JSON.parse(readFileSync(join(cwd, 'runs', folder, 'summary.json'), 'utf8'));
    expect(summary.shard).toEqual({ index: 2, of: 4 });
    expect(summary.settings.shard).toEqual({ value: '2/4', from: '--shard' });
    expect(stdout).not.toContain('auto');
    expect(stdout).toContain('--shard 2/4');
  });

  it.each([
    ['no engine', {}, '--shard: "auto" finds no engine: none of JOB_COMPLETION_INDEX (Kubernetes)'],
    [
      'two of them',
      { JOB_COMPLETION_INDEX: '0', NOMAD_ALLOC_INDEX: '0' },
      '--shard: "auto" finds several engines: JOB_COMPLETION_INDEX is "0", NOMAD_ALLOC_INDEX is "0"',
    ],
    [
      'no count',
      { JOB_COMPLETION_INDEX: '0' },
      'the number of parts, which Kubernetes does not give: auto/4',
    ],
  ])(
    'with %s is wrong usage: nothing is sent, and the message says what was found',
    async (_, env, message) => {
      const { sandbox, cwd, play } = await openPlace();
      const { code, stderr } = await play(['sync', 'costs.csv', '--shard', 'auto', '--out', 'run'], env);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(sandbox.requests).toEqual([]);
      expect(existsSync(join(cwd, 'run'))).toBe(false);
    },
  );

  it('is read in the environment that a program passes, and in no other', async () => {
    const { sandbox, cwd } = await openPlace();
    const options = { cwd, baseUrl: sandbox.url, apiKey: sandbox.apiKey, shard: 'auto/4', dryRun: true };
    const env = { NOMAD_ALLOC_INDEX: '3', XDG_STATE_HOME: tempFolder() };
    const { shard } = await sync('costs.csv', { ...options, env });
    expect(shard).toEqual({ index: 4, of: 4 });
    await expect(sync('costs.csv', options)).rejects.toThrow('shard: "auto/4" finds no engine');
  });
});
