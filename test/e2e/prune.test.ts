import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMismatches } from '../support/json-schema.ts';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { filesOf, listRuns, tempFolder } from '../support/temp-folder.ts';

/** A shop with a history of four runs, and its commands. */
async function fourNights(cwd = tempFolder()) {
  const stage = await openStage([{ sku: 'A' }], undefined, { cwd, env: { XDG_STATE_HOME: tempFolder() } });
  const { run, write } = stage;
  async function night(cost: string) {
    write(`sku,cost\nA,${cost}\n`);
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
  return { ...stage, night, prune, runs, folder: join(cwd, 'runs', '.history') };
}

describe('history prune', () => {
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
});

describe('history prune --all', () => {
  async function accounts() {
    const cwd = tempFolder();
    for (const name of ['shop-a', 'shop-b', 'shop-new', 'other']) fs.mkdirSync(join(cwd, name));
    const [a, b] = [await fourNights(join(cwd, 'shop-a')), await fourNights(join(cwd, 'shop-b'))];
    return { cwd, a, b, run: (...argv: readonly string[]) => runInProcess(argv, { cwd, env: a.env }) };
  }

  it('prunes each account, says how much, and keeps in each what can be undone', async () => {
    const { a, b, run } = await accounts();
    await b.run('diff', 'costs.csv', '--out', 'runs/look');
    const prune = ['history', 'prune', '--all', 'shop-*', '--keep-last', '1'];
    const dry = await run(...prune, '--dry-run');
    expect([dry.code, dry.stdout, a.runs().length]).toEqual([
      0,
      'shop-a: 3 run folders would be deleted; 1 kept\nshop-b: 3 run folders would be deleted; 2 kept\n3 accounts: 6 run folders would be deleted; 3 kept\n',
      4,
    ]);
    const { code, stdout } = await run(...prune, '--json');
    const json = JSON.parse(stdout);
    expect([code, findMismatches('history-prune-all', json)]).toEqual([0, []]);
    expect(json.accounts).toEqual([
      { folder: 'shop-a', deleted: 3, kept: 1, not_in_history: 0, failed: [] },
      { folder: 'shop-b', deleted: 3, kept: 2, not_in_history: 0, failed: [] },
      { folder: 'shop-new', deleted: 0, kept: 0, not_in_history: 0, failed: [] },
    ]);
    for (const each of [a, b]) {
      expect(await each.run('undo', 'latest')).toMatchObject({ code: 0 });
      expect(each.sandbox.snapshot().listings[0]).toMatchObject({ cost: 630 });
    }
    expect(await run(...prune, '--quiet')).toMatchObject({ code: 0, stdout: '' });
  });

  it('goes on with the others where the history of one could have been changed by others, and ends with 1', async () => {
    const { a, b, run } = await accounts();
    fs.chmodSync(a.folder, 0o777);
    const { code, stdout } = await run('history', 'prune', '--all', 'shop-*', '--keep-last', '1', '--quiet');
    expect([code, a.runs().length, b.runs().length]).toEqual([1, 4, 1]);
    expect(stdout).toMatch(
      /^Not deleted: shop-a: Cannot rely on the history: .*\nshop-b: 3 run folders deleted; 1 kept\n/,
    );
  });
});
