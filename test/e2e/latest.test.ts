import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asKilled } from '../support/as-killed.ts';
import { holdRequests } from '../support/gate.ts';
import { openStage, type StageOptions } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { tempFolder } from '../support/temp-folder.ts';

async function onStage(options: StageOptions = {}) {
  const stage = await openStage([{ sku: 'MUG', cost: 600 }], 'sku,cost\nMUG,6.30\n', options);
  const write = (cost: string) => writeFileSync(join(stage.cwd, 'costs.csv'), `sku,cost\nMUG,${cost}\n`);
  const costNow = () => stage.sandbox.snapshot().listings[0]?.cost;
  return { ...stage, write, costNow };
}

const NO_RUNS =
  'No run is known: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders';

describe('latest', () => {
  it('is found by the history', async () => {
    const { run, write, costNow } = await onStage();
    await run('sync', 'costs.csv');
    write('6.50');
    await run('diff', 'costs.csv');
    const applied = await run('apply', 'latest');
    expect([applied.code, costNow()]).toEqual([0, 650]);
    expect(applied.stdout).toMatch(
      /^Done: apply of runs\/\d{4}-\d\d-\d\dT\S+-costs\S*, 1 row, 1 listing updated$/m,
    );
    expect((await run('explain', 'latest', 'MUG')).stdout).toMatch(/^MUG in runs\/\S+-apply-costs\S*\n/);
    expect([(await run('undo', 'latest')).code, costNow()]).toEqual([0, 630]);
  });

  it.each([
    [
      'undo',
      'sync',
      'GET',
      /^Another run has ended meanwhile, so that "latest" is "runs\/\S+" now, not "runs/,
    ],
    ['apply', 'diff', 'POST', /^There is no run with a plan that is still to be sent; /],
  ])('of %s is not the one before the run that it has waited for', async (command, first, method, why) => {
    const { wait, held, letGo } = holdRequests();
    let isSlow = false;
    const { run, start, write, costNow } = await onStage({
      faults: { rules: [{ match: { method }, delayMs: 1 }] },
      wait: async () => (isSlow ? wait() : undefined),
      env: { XDG_STATE_HOME: tempFolder() },
    });
    await run(first, 'costs.csv');
    isSlow = true;
    write('6.50');
    const running = start('sync', 'costs.csv');
    await held;
    const waiting = start(command, 'latest', 'PRICESHEET_WAIT_LOCK=60');
    await waiting.said('Waiting for another run');
    letGo();
    expect((await running.ended).code).toBe(0);
    const { code, stderr } = await waiting.ended;
    expect([code, reasonIn(stderr)]).toEqual([2, expect.stringMatching(why)]);
    expect(costNow()).toBe(650);
  });

  it('has the settings of its job', async () => {
    const { run, cwd, costNow } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,6.30\nGONE,1\n');
    writeFileSync(join(cwd, 'pricesheet.json'), '{"jobs":{"costs":{"missing":"ok"}}}');
    await run('diff', 'costs.csv');
    expect([(await run('apply', 'latest')).code, costNow()]).toEqual([0, 630]);
  });

  it('to apply is no plan of a killed run that was taken back as a whole', async () => {
    const { run, write, cwd, costNow } = await onStage();
    await run('sync', 'costs.csv');
    write('6.50');
    await run('sync', 'costs.csv', '--out', 'killed');
    asKilled(join(cwd, 'killed'), { history: join(cwd, 'runs/.history'), noted: 1 });
    expect([(await run('undo', 'latest')).code, costNow()]).toEqual([0, 630]);
    const { code, stderr } = await run('apply', 'latest');
    expect([code, costNow()]).toEqual([2, 630]);
    expect(stderr).toContain('There is no run with a plan that is still to be sent; ');
  });

  it('needs the job where there are several', async () => {
    const { run, write, costNow } = await onStage();
    await run('diff', 'costs.csv', '--job', 'one');
    write('6.50');
    await run('diff', 'costs.csv', '--job', 'two');
    for (const line of ['apply latest', 'explain latest MUG', 'history show latest']) {
      const { code, stderr } = await run(...line.split(' '));
      expect([code, reasonIn(stderr)]).toEqual([
        2,
        'There are runs of several jobs: one, two. Pass --job NAME to say whose latest run is meant',
      ]);
    }
    expect((await run('apply', 'latest', '--job', 'one')).code).toBe(0);
    expect(costNow()).toBe(630);
    // What was only looked at, or stopped, can't be taken back.
    expect((await run('sync', 'costs.csv', '--job', 'two', '--max-updates', '0')).code).toBe(4);
    for (const words of [['latest'], ['--since', '1h']]) {
      expect((await run('undo', ...words)).code).toBe(0);
      expect(costNow()).toBe(600);
    }
    expect((await run('history', 'show', 'latest', '--job', 'two')).stdout).toMatch(/^job +two$/m);
  });

  it('says so if there is no such run', async () => {
    const { run } = await onStage();
    const none = await run('apply', 'latest');
    expect(none.code).toBe(2);
    expect(reasonIn(none.stderr)).toBe(`There is no run with a plan that is still to be sent. ${NO_RUNS}`);
    await run('diff', 'costs.csv');
    const { stderr } = await run('undo', 'latest');
    expect(reasonIn(stderr)).toBe('There is no run that sent anything; pricesheet history lists all runs');
  });

  it('is no older run if the folder of the latest one is gone', async () => {
    const { run, write, cwd, costNow } = await onStage();
    await run('sync', 'costs.csv', '--out', 'first');
    write('6.50');
    await run('sync', 'costs.csv', '--out', 'second');
    renameSync(join(cwd, 'second'), join(cwd, 'elsewhere'));
    const { code, stderr } = await run('undo', 'latest');
    expect([code, costNow()]).toEqual([2, 650]);
    expect(reasonIn(stderr)).toContain(
      `The latest run that sent anything is "${join(cwd, 'second')}", and that folder has no plan, is gone, or is`,
    );
    expect(reasonIn(stderr)).toContain('takes back what it and all runs since changed');
  });

  it.each(['undo', 'apply', 'explain'])('is no run of another job in that folder: %s', async (command) => {
    const { run, write, cwd, costNow } = await onStage();
    const night = (job: string) =>
      run(command === 'apply' ? 'diff' : 'sync', 'costs.csv', '--job', job, '--out', 'out');
    await night('a');
    rmSync(join(cwd, 'out'), { recursive: true });
    write('6.50');
    await night('b');
    const before = costNow();
    const words = [command, 'latest', ...(command === 'explain' ? ['MUG'] : [])];
    const { code, stderr } = await run(...words, '--job', 'a');
    expect([code, costNow()]).toEqual([2, before]);
    const [first, hint] = reasonIn(stderr).split(/; (?=pricesheet history)/);
    expect(first).toMatch(/^The latest run .* is ".*out", and that folder .* is that of another run now$/);
    expect(hint).toMatch(
      command === 'undo'
        ? /^pricesheet history show \S+ says what it did; pricesheet undo --since \S+Z --job a takes back/
        : /^pricesheet history show \S+ says what it did$/,
    );
    expect((await run(...words, '--job', 'b')).code).toBe(0);
  });

  it('adds no run of another job in the place of one that was killed', async () => {
    const { run, write, cwd } = await onStage();
    await run('sync', 'costs.csv', '--job', 'a', '--out', 'one');
    const [part = ''] = readdirSync(join(cwd, 'runs/.history'));
    write('6.50');
    await run('sync', 'costs.csv', '--job', 'b', '--out', 'out');
    // As if a run of the job "a" had been killed in that folder before.
    const begun = {
      kind: 'begun',
      version: 1,
      id: '2026-11-20T02-15-00Z-costs',
      command: 'sync',
      job: 'a',
      account: null,
      folder: join(cwd, 'out'),
      started_at: '2026-11-20T02:15:00.000Z',
    };
    appendFileSync(join(cwd, 'runs/.history', part, 'runs.ndjson'), `${JSON.stringify(begun)}\n`);
    write('6.60');
    await run('sync', 'costs.csv', '--job', 'a', '--out', 'two');
    const { runs } = JSON.parse((await run('history', '--job', 'a', '--json')).stdout);
    expect(runs.map(({ verdict, sheet }: never) => [verdict, sheet === null])).toEqual([
      ['ok', false],
      ['killed', true],
      ['ok', false],
    ]);
    expect(JSON.parse((await run('history', '--job', 'b', '--json')).stdout).runs).toHaveLength(1);
  });

  it.each(['undo', 'apply'])('is no run of a history that others could have changed: %s', async (command) => {
    const { run, cwd, costNow } = await onStage();
    await run('sync', 'costs.csv', ...(command === 'apply' ? ['--dry-run'] : []));
    const before = costNow();
    chmodSync(join(cwd, 'runs/.history'), 0o777);
    expect(await run(command, 'latest')).toMatchObject({ code: 2, stderr: expect.stringContaining(NO_RUNS) });
    expect(costNow()).toBe(before);
  });

  it('is not known without a history, until that is rebuilt', async () => {
    const { run, cwd, costNow } = await onStage();
    await run('diff', 'costs.csv', '--history', 'off');
    expect(existsSync(join(cwd, 'runs/.history'))).toBe(false);
    const off = await run('apply', 'latest', '--history', 'off');
    expect([off.code, reasonIn(off.stderr)]).toEqual([
      2,
      'No history is kept (--history off), so that no run is known as the latest. Name the run folder',
    ]);
    expect(await run('apply', 'latest')).toMatchObject({ code: 2, stderr: expect.stringContaining(NO_RUNS) });
    expect((await run('history', 'rebuild')).code).toBe(0);
    expect([(await run('apply', 'latest')).code, costNow()]).toEqual([0, 630]);
  });
});
