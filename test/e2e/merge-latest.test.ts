import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 8 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost,currency\n${SKUS.map((sku) => `${sku},6.50,usd`).join('\n')}\n`;

/** The runs of a night in which an engine has tried the first of two shards twice: `first`, `other` and then `again`. */
async function openNight() {
  const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku, cost: 500 }))) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  const play = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  for (const [out, shard] of [
    ['first', '1/2'],
    ['other', '2/2'],
    ['again', '1/2'],
  ] as const)
    expect((await play('sync', 'costs.csv', '--shard', shard, '--out', out)).code).toBe(0);
  const mergeLatest = async (...runs: readonly string[]) => {
    const { code, stdout, stderr } = await play('merge', '--latest', ...runs, '--out', 'night', '--json');
    return { code, stderr, summary: code === 0 ? JSON.parse(stdout) : undefined };
  };
  return { sandbox, cwd, play, mergeLatest };
}

/** As a run leaves its folder that is killed while it sends. */
function killIn(folder: string): void {
  for (const name of ['summary.json', 'results.csv', 'retry.csv', 'undo.csv', 'report.html'])
    rmSync(join(folder, name));
}

const foldersOf = (summary: { readonly merged: readonly { readonly folder: string }[] }) =>
  summary.merged.map(({ folder }) => folder.split('/').at(-1));

describe('merge --latest', () => {
  it('takes the newest run of each shard, in whatever order they are named, and names the others', async () => {
    const { mergeLatest, play } = await openNight();
    expect(await play('merge', 'first', 'other', 'again', '--out', 'refused')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/shard 1\/2 is there twice: "first" and "again"\n.*--latest/),
    });
    const { code, summary } = await mergeLatest('again', 'other', 'first');
    expect([code, foldersOf(summary)]).toEqual([0, ['again', 'other']]);
    expect(summary.notices).toEqual([
      '"first" is an earlier run of shard 1/2 than "again": it is not in the merged run, and undo of that folder takes back what it sent',
    ]);
    expect(summary.counts.by_status.unchanged).toBeGreaterThan(0);
    expect(summary.counts.by_status.updated + summary.counts.by_status.unchanged).toBe(SKUS.length);
  });

  it('shows on the screen what it has left out', async () => {
    const { play } = await openNight();
    const { stdout } = await play('merge', '--latest', 'first', 'other', 'again', '--out', 'night');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('"first" is an earlier run of shard 1/2 than "again"');
  });

  it('names a command to undo each run of the night that sent something', async () => {
    const { sandbox, cwd, play } = await openNight();
    killIn(join(cwd, 'first'));
    const { stdout } = await play('merge', '--latest', 'first', 'other', 'again', '--out', 'night');
    const shown = [...stdout.matchAll(/(undo [a-z ]+?): +pricesheet (undo \S+)/g)].map(
      ([, what, command]) => [what, command],
    );
    expect(shown).toEqual([
      ['undo this run', 'undo night'],
      ['undo what the earlier run sent', 'undo first'],
    ]);
    expect(readFileSync(join(cwd, 'night', 'report.html'), 'utf8')).toContain('pricesheet undo first');
    for (const [, command = ''] of shown) expect((await play(...command.split(' '), '--yes')).code).toBe(0);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual(SKUS.map(() => 500));
  });

  it('says which folder has no plan if a shard is missing', async () => {
    const { cwd, mergeLatest } = await openNight();
    mkdirSync(join(cwd, 'begun'), { mode: 0o700 });
    expect(await mergeLatest('first', 'begun')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /shard 2\/2 is missing, and "begun" has no plan\nA run without a plan has sent nothing/,
      ),
    });
  });

  it('leaves the updates of an earlier run to undo of its folder', async () => {
    const { sandbox, mergeLatest, play } = await openNight();
    await mergeLatest('first', 'other', 'again');
    expect((await play('undo', 'night', '--yes')).code).toBe(0);
    expect((await play('undo', 'first', '--yes')).code).toBe(0);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual(SKUS.map(() => 500));
  });

  it('is not stopped by an attempt that was killed, or ended before its plan, once a later one is complete', async () => {
    const { cwd, mergeLatest } = await openNight();
    killIn(join(cwd, 'first'));
    mkdirSync(join(cwd, 'begun'), { mode: 0o700 });
    const { code, summary } = await mergeLatest('first', 'begun', 'other', 'again');
    expect([code, foldersOf(summary)]).toEqual([0, ['again', 'other']]);
    expect(summary.notices).toEqual([
      expect.stringMatching(/^"begun" has no plan: /),
      expect.stringMatching(/^"first" is an earlier run .* undo of that folder takes back what it sent$/),
    ]);
  });

  it('is refused if the newest attempt was killed: what it has sent is in no earlier one', async () => {
    const { cwd, mergeLatest } = await openNight();
    killIn(join(cwd, 'again'));
    const { code, stderr } = await mergeLatest('first', 'other', 'again');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/"again": .*still under way, or was killed/)]);
    expect(existsSync(join(cwd, 'night'))).toBe(false);
  });

  it('is refused if two runs of a shard are of the same moment, or a shard is missing', async () => {
    const { cwd, mergeLatest } = await openNight();
    cpSync(join(cwd, 'again'), join(cwd, 'copy'), { recursive: true });
    expect(await mergeLatest('again', 'copy', 'other')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"again" and "copy" were made at the same moment'),
    });
    expect(await mergeLatest('first', 'again')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('shard 2/2 is missing'),
    });
  });

  it('is refused if the newest attempt has read another sheet than the other shards', async () => {
    const { cwd, play, mergeLatest } = await openNight();
    writeFileSync(
      join(cwd, 'costs.csv'),
      readFileSync(join(cwd, 'costs.csv'), 'utf8').replace('6.50', '6.60'),
    );
    expect((await play('sync', 'costs.csv', '--shard', '1/2', '--out', 'changed')).code).toBe(0);
    expect(await mergeLatest('first', 'other', 'again', 'changed')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('they differ in the sheet'),
    });
  });
});
