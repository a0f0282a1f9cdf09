import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { openStage } from '../support/open-stage.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { PROGRAM, runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SKUS = Array.from({ length: 40 }, (_, index) => `SKU-${index + 1}`);
const LISTINGS = SKUS.map((sku) => ({ sku }));
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\n`;

interface Scene {
  readonly sheet?: string;
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: Partial<SandboxOptions>;
}

async function run({ sheet = SHEET, argv = ['sync', 'costs.csv'], env = {}, options = {} }: Scene) {
  const stage = await openStage(LISTINGS, sheet, { env, ...options });
  return stage.run(...argv);
}

const DUE = 'sku,cost\nSKU-1,6.50\n';
const halfWay = { rules: [{ match: { method: 'POST' }, skip: 5, answer: { status: 403 } }] } as const;
const nonsense = { rules: [{ answer: { status: 200, body: '<html>hello</html>' } }] };

/** Every other way to end is among those of reasons.test.ts. */
describe('how a run ends', () => {
  it.each<readonly [code: number, argv: string, what: string, scene: Omit<Scene, 'argv'>]>([
    [0, 'sync costs.csv --missing ok', 'not listed, as expected', { sheet: `${DUE}NOPE,1\n` }],
    [3, 'sync costs.csv --attention new', 'for the first time', { sheet: `${DUE}SKU-2,x\n` }],
    [4, 'sync costs.csv --max-updates 39 --attention ok', 'whatever needs attention', {}],
    [4, 'diff costs.csv --max-updates 50%', 'in a dry run', {}],
    [4, 'sync costs.csv', 'without rows', { sheet: 'sku,cost\n' }],
    [2, 'sync costs.csv', 'no text', { sheet: 'PK\u0003\u0004' }],
    [2, 'sync costs.csv --channel x', 'which the account does not have', {}],
    [5, 'sync costs.csv', 'a key that is refused half-way', { options: { faults: halfWay } }],
    [0, 'diff costs.csv --exit-code', 'no changes', { sheet: 'sku,cost\nSKU-1,6\n' }],
    [1, 'sync costs.csv PRICESHEET_RETRIES=0', 'nonsense for answers', { options: { faults: nonsense } }],
    [0, '--help', '', {}],
    [0, 'sync --help', '', {}],
    [0, '--version', '', {}],
  ])('exit code %i: %s: %s', async (expected, argv, _what, scene) => {
    const { code, stderr } = await run({ ...scene, argv: argv.split(' ') });
    expect(code, stderr).toBe(expected);
  });

  it.skipIf(process.platform === 'win32')('refuses a working folder that is gone, in plain words', () => {
    const gone = join(tempFolder(), 'gone');
    mkdirSync(gone);
    const line = `rmdir "$PWD" && exec "$0" "$1" channels`;
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, PROGRAM], {
      cwd: gone,
      encoding: 'utf8',
    });
    expect([status, reasonIn(stderr)]).toEqual([
      2,
      'The working folder is gone; change to one that is there',
    ]);
  });

  it.runIf(process.platform === 'linux').each<readonly [string, number, readonly ('stdout' | 'stderr')[]]>([
    ['standard output', 1, ['stdout']],
    ['standard error', 0, ['stderr']],
    ['either', 1, ['stdout', 'stderr']],
  ])('goes on where nothing can be written to %s: exit code %i', async (_name, expected, streams) => {
    const { place, cwd, costs } = await openStage(LISTINGS, SHEET);
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const output = Object.fromEntries(streams.map((stream) => [stream, full]));
    const { code, stderr } = await runProgram(['sync', 'costs.csv'], { ...place, ...output });
    expect(code).toBe(expected);
    const isTold = expected === 1 && !streams.includes('stderr');
    expect(stderr.includes('Cannot write to standard output: the disk is full')).toBe(isTold);
    const { summary, undo } = readOnlyRun(cwd);
    expect(summary).toMatchObject({ exit_code: 0, counts: { by_status: { updated: 40 } } });
    expect(undo).toHaveLength(40);
    expect(costs().every((cost) => cost === 650)).toBe(true);
  });
});
