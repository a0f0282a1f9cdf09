import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/run-record.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, BUY_BOX, idOf, testSandbox, withComputedBounds } from '../support/test-sandbox.ts';

const NO_DRIFT = { drifted: 0, contested: 0, recomputed: 0 };

const DISAGREES =
  'The sheet disagrees about 1 field that another job of this account set since its last run, first cost of line 2 (sku "SKU-1"): history sku names the run; take the field out of one of the sheets, or they change it in turns';

async function onStage(listings = 3) {
  const account = anAccount(Array.from({ length: listings }, () => ({ cost: 600 })));
  const sandbox = await testSandbox({ catalogue: account });
  const cwd = tempFolder();
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  /** Sends a sheet of costs by SKU, and returns what the summary says. */
  const night = async (
    sheet: string,
    rows: Readonly<Record<string, string>>,
    ...flags: readonly string[]
  ) => {
    const lines = Object.entries(rows).map(([sku, cost]) => `${sku},${cost}\n`);
    writeFileSync(join(cwd, sheet), `sku,cost\n${lines.join('')}`);
    const { code, stdout } = await run('sync', sheet, '--json', ...flags);
    return { code, ...JSON.parse(stdout) };
  };
  const files = () =>
    (readdirSync(join(cwd, 'runs/.history'), { recursive: true }) as string[])
      .filter((name) => /\d{4}-\d\d\/.*\.ndjson$/.test(name))
      .map((name) => join(cwd, 'runs/.history', name));
  const records = () =>
    files().map((path): RunRecord => JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? ''));
  /** Who has changed a SKU, the oldest first. */
  const changedBy = async (sku: string) => {
    const { changes } = JSON.parse((await run('history', 'sku', sku, '--json')).stdout);
    return changes.map(({ by }: { readonly by: string }) => by);
  };
  const change = (number: number, cost: number) => sandbox.changeListing(idOf(number), { cost });
  return { sandbox, cwd, run, night, files, records, changedBy, change };
}

const COSTS = { 'SKU-1': '6.50', 'SKU-2': '6.60', 'SKU-3': '6.70' };

describe('a run of undo.csv', () => {
  it('is one of the job that wrote it: the next night calls nothing the doing of others', async () => {
    const { run, night, records, changedBy } = await onStage();
    await night('costs.csv', COSTS, '--out', 'one');
    expect((await run('sync', 'one/undo.csv', '--out', 'back')).code).toBe(0);
    expect((await night('costs.csv', COSTS)).drift).toEqual(NO_DRIFT);
    expect(records().map(({ job }) => job)).toEqual(['costs', 'costs', 'costs']);
    expect(await changedBy('SKU-1')).toEqual(['run', 'run', 'run']);
  });

  it('is of that job also when its run is read from its folder, taken back, or retried', async () => {
    const { cwd, run, night, records } = await onStage();
    await night('costs.csv', COSTS, '--out', 'one');
    writeFileSync(join(cwd, 'one/undo.csv'), ',GONE,,1.00\n', { flag: 'a' });
    expect((await run('sync', 'one/undo.csv', '--out', 'back')).code).toBe(3);
    expect((await run('sync', 'back/retry.csv', '--out', 'again', '--allow', 'nothing_matched')).code).toBe(
      3,
    );
    expect((await run('undo', 'back', '--out', 'forth')).code).toBe(0);
    rmSync(join(cwd, 'runs/.history'), { recursive: true });
    expect((await run('history', 'rebuild', 'one', 'back', 'again', 'forth')).code).toBe(0);
    expect(records().map(({ job }) => job)).toEqual(['costs', 'costs', 'costs', 'costs']);
  });

  it('agrees on no bound that a strategy computed and no sheet has set', async () => {
    const catalogue = withComputedBounds(anAccount([{ sku: 'MUG', strategy: BUY_BOX, cost: 600 }]));
    const sandbox = await testSandbox({ catalogue });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,6.50\n');
    const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
    expect((await run('sync', 'costs.csv', '--out', 'one')).code).toBe(0);
    expect(readFileSync(join(cwd, 'one/undo.csv'), 'utf8')).toContain('minimum_price');
    expect((await run('sync', 'one/undo.csv', '--max-change', '100')).code).toBe(0);
    const { agreed } = JSON.parse((await run('history', 'sku', 'MUG', '--json')).stdout);
    expect(new Set(agreed.map(({ field }: { readonly field: string }) => field))).toEqual(new Set(['cost']));
  });
});

describe('a run of another job on the same account', () => {
  it('is none of others: what it set is no drift, and is not said to be', async () => {
    const { night, changedBy } = await onStage();
    await night('costs.csv', COSTS);
    await night('clearance.csv', { 'SKU-1': '5.50', 'SKU-2': '6.60' });
    const { drift, notices } = await night('costs.csv', COSTS);
    expect(drift).toEqual(NO_DRIFT);
    expect(notices).toContain(DISAGREES);
    expect(await changedBy('SKU-1')).toEqual(['run', 'run', 'run']);
    expect((await night('costs.csv', COSTS)).notices).not.toContain(DISAGREES);
  });

  it('disagrees with nothing where it set what this sheet says now, or what it says nothing of', async () => {
    const { 'SKU-1': _, ...others } = COSTS;
    const { night } = await onStage();
    await night('costs.csv', COSTS);
    await night('clearance.csv', { 'SKU-1': '5.50', 'SKU-2': '6.65' });
    const { notices } = await night('costs.csv', { ...others, 'SKU-2': '6.65' }, '--allow', 'rows_dropped');
    expect(notices.join()).not.toContain('disagrees');
  });

  it('is remembered by nights that have no row of the SKU', async () => {
    const { 'SKU-1': _, ...others } = COSTS;
    const { night } = await onStage();
    await night('costs.csv', COSTS);
    await night('clearance.csv', { 'SKU-1': '5.50' });
    await night('costs.csv', others, '--allow', 'rows_dropped');
    expect((await night('costs.csv', COSTS)).drift).toEqual(NO_DRIFT);
  });

  it('hides nothing that somebody else has changed before it, after it, or elsewhere', async () => {
    const { night, change, run } = await onStage();
    await night('costs.csv', COSTS);
    await night('clearance.csv', { 'SKU-1': '5.50' });
    change(1, 777);
    change(2, 888);
    expect((await night('costs.csv', COSTS)).drift).toEqual({ ...NO_DRIFT, drifted: 1, contested: 1 });
    const { stdout } = await run('history', 'sku', 'SKU-1', '--json');
    expect(JSON.parse(stdout).changes).toContainEqual(
      expect.objectContaining({ by: 'others', was: 550, is: 777 }),
    );
  });

  it('that only saw what somebody else had set is not taken for the one who did', async () => {
    const { night, change } = await onStage();
    await night('costs.csv', COSTS);
    change(1, 777);
    await night('clearance.csv', { 'SKU-1': '7.77', 'SKU-2': '6.10' });
    expect((await night('costs.csv', COSTS)).drift).toEqual({ ...NO_DRIFT, drifted: 1 });
  });

  it('that was killed is none of others either, though no run of its job has followed it', async () => {
    const { cwd, night, files } = await onStage();
    await night('costs.csv', COSTS);
    await night('clearance.csv', { 'SKU-1': '5.50' }, '--out', 'killed');
    const file = files().find((path) => basename(path).includes('clearance')) ?? '';
    const { started_at } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '');
    rmSync(file);
    rmSync(join(cwd, 'killed/summary.json'));
    const begun = { version: 1, command: 'sync', folder: join(cwd, 'killed'), started_at };
    // Its first run, so that its history has nothing else.
    mkdirSync(dirname(dirname(file)), { recursive: true });
    writeFileSync(join(dirname(dirname(file)), 'begun.json'), `${JSON.stringify(begun)}\n`);
    expect((await night('costs.csv', COSTS)).drift).toEqual(NO_DRIFT);
  });

  it('moves the amounts of its own sheet, and not those of this one', async () => {
    const costs = (cost: string) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`SKU-${index + 1}`, cost]));
    const { night } = await onStage(40);
    const flags = ['--max-updates', '100%'];
    for (const cost of ['6.50', '6.60'])
      expect((await night('costs.csv', costs(cost), ...flags)).code).toBe(0);
    expect((await night('clearance.csv', costs('5.00'), ...flags)).code).toBe(0);
    const { stopped, drift } = await night('costs.csv', costs('6.60'), ...flags);
    expect([stopped, drift]).toEqual([null, NO_DRIFT]);
  });

  it('hides no move of the amounts of this sheet', async () => {
    const costs = (cost: string) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`SKU-${index + 1}`, cost]));
    const { night } = await onStage(40);
    const flags = ['--max-updates', '100%'];
    await night('costs.csv', costs('6.50'), ...flags);
    expect((await night('clearance.csv', costs('6.60'), ...flags)).code).toBe(0);
    for (const _ of ['refused', 'and refused again']) {
      const { stopped } = await night('costs.csv', costs('7.80'), ...flags);
      expect(stopped?.message).toBe(
        'cost: half of the amounts went up by 20.0 % or more since the last run (usually by 0.0 %), and the limit is 15.0 %',
      );
    }
    expect((await night('costs.csv', costs('6.55'), ...flags)).stopped).toBe(null);
  });

  it('is named by undo --since of one job, if what it set comes back', async () => {
    const { cwd, sandbox, night, run, records } = await onStage();
    await night('costs.csv', COSTS);
    await night('clearance.csv', { 'SKU-1': '5.50' });
    await night('costs.csv', COSTS);
    const { id } = records().find(({ job }) => job === 'clearance') ?? {};
    expect((await run('undo', '--since', '1h', '--job', 'costs', '--out', 'back')).code).toBe(0);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual([550, 600, 600]);
    expect(readRun(join(cwd, 'back')).results.map(({ message }) => message)).toEqual([
      `cost goes back to 5.50, which the run ${id} of the job "clearance" set between these runs; the first of them found 6.00`,
      '',
      '',
    ]);
  });
});

describe('a minimum of a listing with a strategy', () => {
  it('raised by hand is somebody’s change, as long as its cost is as agreed', async () => {
    const catalogue = anAccount([{ sku: 'MUG', strategy: BUY_BOX, cost: 600, minimum_price: 1000 }]);
    const sandbox = await testSandbox({ catalogue });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'bounds.csv'), 'sku,cost,min\nMUG,6.50,16.00\n');
    const sync = async (...flags: readonly string[]) => {
      const { code, stdout } = await runInProcess(['sync', 'bounds.csv', '--json', ...flags], {
        cwd,
        env: envOf(sandbox),
      });
      return { code, ...JSON.parse(stdout) };
    };
    expect((await sync('--max-change', '100')).code).toBe(0);
    sandbox.changeListing(idOf(1), { minimum_price: 2500 });
    const held = await sync('--drift', 'hold');
    expect([held.drift, held.counts.by_status.held]).toEqual([{ ...NO_DRIFT, drifted: 1 }, 1]);
    expect(sandbox.snapshot().listings[0]?.minimum_price).toBe(2500);
    sandbox.changeListing(idOf(1), { cost: 700, minimum_price: 1700 });
    expect((await sync()).drift).toEqual({ ...NO_DRIFT, drifted: 1, recomputed: 1 });
  });
});
