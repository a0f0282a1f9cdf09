import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asKilled } from '../support/as-killed.ts';
import { holdRequests } from '../support/gate.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { onlyLedger } from '../support/some-history.ts';
import { tempFolder, WAYS } from '../support/temp-folder.ts';
import { anAccount, envOf, idOf, testSandbox } from '../support/test-sandbox.ts';

/** An account of three listings with a cost of 6.00, a minimum of 10.00, and two nights that changed some of it. */
async function twoNights() {
  const stage = await openStage([{}, {}, {}]);
  const { cwd, run, write } = stage;
  const night = async (sheet: string, out: string) => {
    write(sheet);
    expect((await run('sync', 'costs.csv', '--out', out)).code).toBe(0);
  };
  await night('sku,cost,min\nSKU-1,6.50,\nSKU-2,6.60,11.00\n', 'first');
  const agreed = readFileSync(join(onlyLedger(join(cwd, 'runs/.history')), 'agreed.ndjson'), 'utf8');
  await night('sku,cost,min\nSKU-1,6.80,\nSKU-3,6.70,\n', 'second');
  return { ...stage, agreed };
}

describe('undo --since', () => {
  it('gives each field the value that it had before the first of the runs', async () => {
    const { run, cwd, costs, sandbox } = await twoNights();
    const minimums = () => sandbox.snapshot().listings.map(({ minimum_price }) => minimum_price);
    const before = anAccount([{}, {}, {}]).listings.map(({ minimum_price }) => minimum_price);
    expect([costs(), minimums()[1]]).toEqual([[680, 660, 670], 1100]);
    const { code, stdout } = await run('undo', '--since', '1h', '--out', 'back');
    expect([code, costs()]).toEqual([0, [600, 600, 600]]);
    expect(minimums()).toEqual(before);
    expect(stdout).toContain('Takes back what 2 runs changed');
    expect(readRun(join(cwd, 'back')).results.map(({ status }) => status)).toEqual(Array(3).fill('updated'));
  });

  it('takes back one SKU or one field alone', async () => {
    const { run, costs, sandbox } = await twoNights();
    expect((await run('undo', '--since', '1h', '--sku', 'SKU-1')).code).toBe(0);
    expect(costs()).toEqual([600, 660, 670]);
    expect((await run('undo', '--since', '1h', '--field', 'minimum_price')).code).toBe(0);
    expect(costs()).toEqual([600, 660, 670]);
    expect(sandbox.snapshot().listings[1]?.minimum_price).not.toBe(1100);
  });

  it('leaves alone what somebody else has changed since the last of them', async () => {
    const { run, costs, sandbox } = await twoNights();
    sandbox.changeListing(idOf(1), { cost: 777 });
    expect((await run('undo', '--since', '1h')).code).toBe(3);
    expect(costs()).toEqual([777, 600, 600]);
  });

  it('says of a row that what comes back is what somebody else set between the runs', async () => {
    const { run, cwd, costs, sandbox } = await twoNights();
    sandbox.changeListing(idOf(1), { cost: 777 });
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost,min\nSKU-1,6.90,\nSKU-3,6.70,\n');
    expect((await run('sync', 'costs.csv')).code).toBe(0);
    expect(costs()).toEqual([690, 660, 670]);
    expect((await run('undo', '--since', '1h', '--out', 'back')).code).toBe(0);
    expect(costs()).toEqual([777, 600, 600]);
    const rows = readRun(join(cwd, 'back')).results.map(({ reason, message }) => [reason, message]);
    expect(rows[0]).toEqual([
      '',
      'cost goes back to 7.77, which somebody else set between these runs; the first of them found 6.00',
    ]);
    expect(rows.slice(1)).toEqual([
      ['', ''],
      ['', ''],
    ]);
  });

  it.each([
    [
      'the line of a run cannot be read',
      'runs.ndjson',
      (text: string) => text.replace('"version":1', '"version":'),
    ],
    ['a change cannot be read', 'changes.ndjson', (text: string) => text.replace('"was":650', '"was":')],
    ['a change is missing', 'changes.ndjson', (text: string) => text.replace(/.*"was":650.*\n/, '')],
  ])('refuses where %s, and takes it back once it is rebuilt', async (_how, file, spoil) => {
    const { run, cwd, costs } = await twoNights();
    const path = join(onlyLedger(join(cwd, 'runs/.history')), file);
    writeFileSync(path, spoil(readFileSync(path, 'utf8')));
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, [680, 660, 670]]);
    expect(stderr).toMatch(/can't be read|is damaged|of 2 changes by the run "\S+" the ledger has 1/);
    rmSync(join(cwd, 'runs/.history'), { recursive: true });
    expect(await run('history', 'rebuild', 'first', 'second')).toMatchObject({ code: 0, stderr: '' });
    expect([(await run('undo', '--since', '1h')).code, costs()]).toEqual([0, [600, 600, 600]]);
  });

  /** As if the second night had been killed after its updates: it has no line in the history yet. */
  async function withKilledNight() {
    const stage = await twoNights();
    const history = join(stage.cwd, 'runs/.history');
    asKilled(join(stage.cwd, 'second'), { history, noted: 3, agreed: stage.agreed });
    const changes = () => readFileSync(join(onlyLedger(history), 'changes.ndjson'), 'utf8');
    return { ...stage, changes };
  }

  it('shows in a dry run what it does after a run that was killed, and adds that run to no history', async () => {
    const { run, cwd, costs, changes } = await withKilledNight();
    const before = changes();
    const { code, stdout } = await run('undo', '--since', '1h', '--dry-run', '--out', 'plan');
    expect([code, stdout.match(/The run in "second" began at .* and has not ended/)?.length]).toEqual([0, 1]);
    expect(changes()).toBe(before);
    const changesOf = (out: string) =>
      readRun(join(cwd, out)).results.map(({ sku, cost_before, cost_after }) => [
        sku,
        cost_before,
        cost_after,
      ]);
    const planned = changesOf('plan');
    expect(planned.map(([sku]) => sku)).toEqual(['SKU-1', 'SKU-2', 'SKU-3']);
    const words = (text: string) => text.match(/Takes back what .*|Of the run .*/g);
    const back = await run('undo', '--since', '1h', '--out', 'back');
    expect([back.code, costs(), changesOf('back')]).toEqual([0, [600, 600, 600], planned]);
    expect(words(back.stdout)).toEqual(words(stdout));
  });

  it('knows nothing of runs without a history, and says so', async () => {
    const { run, cwd, costs } = await twoNights();
    rmSync(join(cwd, 'runs/.history'), { recursive: true });
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, [680, 660, 670]]);
    expect(stderr).toMatch(
      /Cannot undo the runs since \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? UTC: "runs\/\.history" has no run of this account since then/,
    );
    expect((await run('undo', '--since', '1h', '--history', 'off')).stderr).toContain('no history is kept');
  });

  it.each([
    [['undo'], 'which run?'],
    [['undo', 'first', '--since', '1h'], 'takes back either one run folder'],
    [['undo', 'first', '--sku', 'SKU-1'], '--sku needs --since'],
    [['undo', '--since', 'yesterday'], 'is neither a time such as'],
    [['undo', '--since', '1h', '--field', 'price'], '--field: "price" is not one of'],
  ])('refuses %j', async (argv, words) => {
    const { run, costs } = await twoNights();
    const { code, stderr } = await run(...argv);
    expect([code, costs()]).toEqual([2, [680, 660, 670]]);
    expect(stderr).toContain(words);
  });
});

describe('undo --since and what others did', () => {
  it('takes back one job at a time, and leaves nothing for drift', async () => {
    const { run, cwd, costs } = await twoNights();
    writeFileSync(join(cwd, 'other.csv'), 'sku,cost\nSKU-2,6.90\n');
    await run('sync', 'other.csv');
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, [680, 690, 670]]);
    expect(stderr).toContain('several jobs since');
    expect((await run('undo', '--since', '1h', '--job', 'other')).code).toBe(0);
    expect(costs()).toEqual([680, 660, 670]);
    const { stdout } = await run('sync', 'other.csv', '--drift', 'stop');
    expect(stdout).not.toContain('max_drift');
    expect(costs()).toEqual([680, 690, 670]);
  });
});

describe('undo --since and the history that it relies on', () => {
  it.each(WAYS)('refuses one that others could have written: %s', async (_way, hand, words) => {
    const { run, cwd, costs } = await twoNights();
    const folder = join(cwd, 'runs/.history');
    const ledger = basename(onlyLedger(folder));
    for (const place of [
      '',
      ledger,
      `${ledger}/runs.ndjson`,
      `${ledger}/changes.ndjson`,
      `${ledger}/agreed.ndjson`,
    ]) {
      const copy = join(tempFolder(), 'history');
      cpSync(folder, copy, { recursive: true });
      hand(join(copy, place));
      const { code, stderr } = await run('undo', '--since', '1h', '--history', copy);
      expect([place, code, costs()]).toEqual([place, 2, [680, 660, 670]]);
      expect(stderr).toMatch(words);
    }
  });

  it('leaves runs of other accounts alone, of which one may be under way', async () => {
    const { run, cwd } = await twoNights();
    const { wait, held, letGo } = holdRequests();
    const other = await testSandbox({
      catalogue: anAccount([{}]),
      apiKey: 'sk_test_other',
      faults: { rules: [{ match: { method: 'POST' }, delayMs: 1 }] },
      wait,
    });
    const first = runInProcess(['sync', 'costs.csv', '--out', 'other'], { cwd, env: envOf(other) });
    await held;
    expect((await run('undo', '--since', '1h')).code).toBe(0);
    letGo();
    expect((await first).code).toBe(3);
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    expect(runs.map(({ verdict }: { readonly verdict: string }) => verdict)).not.toContain('killed');
    expect(runs).toHaveLength(4);
  });
});
