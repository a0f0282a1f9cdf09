import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asKilled } from '../support/as-killed.ts';
import { filesOf } from '../support/files-of.ts';
import { findMismatches } from '../support/json-schema.ts';
import { listRuns } from '../support/list-runs.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

/** A shop with a history of four runs, and its commands. */
async function fourNights(cwd = tempFolder()) {
  const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'A' }]) });
  const env = { ...envOf(sandbox), XDG_STATE_HOME: tempFolder() };
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env });
  async function night(cost: string) {
    fs.writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nA,${cost}\n`);
    return run('sync', 'costs.csv');
  }
  async function prune(...argv: readonly string[]) {
    const { code, stdout } = await run('history', 'prune', ...argv, '--json');
    const json = JSON.parse(stdout);
    if (json.error === undefined) expect(findMismatches('history-prune', json)).toEqual([]);
    return { code, json };
  }
  for (const cost of ['6.10', '6.20', '6.30', '6.40']) await night(cost);
  const runs = () => listRuns(cwd);
  return { sandbox, cwd, env, run, night, prune, runs, folder: join(cwd, 'runs', '.history') };
}

describe('history prune', () => {
  it('takes a rule, and knows how each is written', async () => {
    const { run, runs } = await fourNights();
    for (const argv of [[], ['--dry-run'], ['--keep-last', '0'], ['--keep-within', '30']])
      expect(await run('history', 'prune', ...argv)).toMatchObject({ code: 2, stdout: '' });
    expect(await run('history', 'rebuild', '--keep-last', '1')).toMatchObject({ code: 2 });
    expect(runs()).toHaveLength(4);
  });

  it('says what it would delete, deletes it, and leaves the history and the last undo', async () => {
    const { run, runs, prune, folder, sandbox } = await fourNights();
    const before = filesOf(folder);
    const dry = await prune('--keep-last', '1', '--dry-run');
    expect([dry.code, dry.json.deleted.length, dry.json.dry_run, runs().length]).toEqual([0, 3, true, 4]);
    const { code, stdout } = await run('history', 'prune', '--keep-last', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(?:Deleted: runs\/.*\n){3}3 run folders deleted; 1 kept\n$/);
    expect(filesOf(folder)).toEqual(before);
    const { stdout: listed } = await run('history', 'list', '--json');
    expect(JSON.parse(listed).runs).toHaveLength(4);
    expect(await run('history', 'rebuild')).toMatchObject({ code: 0 });
    expect(await run('undo', join('runs', runs()[0] ?? ''))).toMatchObject({ code: 0 });
    expect(sandbox.snapshot().listings[0]).toMatchObject({ cost: 630 });
    expect(await prune('--keep-within', '30d')).toMatchObject({ code: 0, json: { deleted: [] } });
  });

  it('leaves what the history does not have, and says how much that is', async () => {
    const { run, runs, prune, folder } = await fourNights();
    fs.rmSync(folder, { recursive: true });
    const { code, stdout } = await run('history', 'prune', '--keep-last', '1');
    expect([code, stdout]).toEqual([
      0,
      '0 run folders deleted; 0 kept\nNot in the history, and kept: 4 folders; history rebuild adds runs\n',
    ]);
    expect((await prune('--keep-last', '1')).json.not_in_history).toHaveLength(4);
    expect(await run('history', 'rebuild')).toMatchObject({ code: 0 });
    expect((await prune('--keep-last', '1')).json).toMatchObject({ not_in_history: [], kept: [{}] });
    expect(runs()).toHaveLength(1);
  });

  it('keeps a run that was killed while it sent, and says why', async () => {
    const { night, prune, cwd, folder } = await fourNights();
    const killed = join(cwd, 'runs', listRuns(cwd).at(-1) ?? '');
    asKilled(killed, { history: folder, noted: 0 });
    const before = await prune('--keep-last', '1');
    expect(before.json).toMatchObject({ deleted: [{}, {}], kept: [{}], not_in_history: [killed] });
    await night('6.50');
    await night('6.60');
    const after = await prune('--keep-last', '1');
    const reasons = after.json.kept.map((each: { readonly reasons: unknown }) => each.reasons);
    expect(reasons).toEqual([['last', 'undoable'], expect.arrayContaining(['unconfirmed'])]);
  });

  it('deletes nothing where the history could have been changed by others', async () => {
    const { prune, folder, runs } = await fourNights();
    fs.chmodSync(folder, 0o777);
    expect(await prune('--keep-last', '1')).toMatchObject({ code: 2 });
    expect(runs()).toHaveLength(4);
  });
});
