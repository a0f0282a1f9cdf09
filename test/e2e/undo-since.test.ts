import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/gate.ts';
import { WAYS } from '../support/hand-to-others.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** An account of three listings with a cost of 6.00, a minimum of 10.00, and two nights that changed some of it. */
async function twoNights() {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}, {}]) });
  const cwd = tempFolder();
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  const night = async (sheet: string, out: string) => {
    writeFileSync(join(cwd, 'costs.csv'), sheet);
    expect((await run('sync', 'costs.csv', '--out', out)).code).toBe(0);
  };
  await night('sku,cost,min\nSKU-1,6.50,\nSKU-2,6.60,11.00\n', 'first');
  await night('sku,cost,min\nSKU-1,6.80,\nSKU-3,6.70,\n', 'second');
  const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
  return { run, cwd, costs, sandbox };
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

  it('names a single run once', async () => {
    const { run } = await twoNights();
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    const second = runs.at(-1);
    const { stdout } = await run('undo', '--since', second.started_at, '--dry-run');
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`Takes back what the run ${second.id} changed`);
    expect(words).not.toContain('from 2');
  });

  it('leaves alone what somebody else has changed since the last of them', async () => {
    const { run, costs, sandbox } = await twoNights();
    sandbox.changeListing(id(1), { cost: 777 });
    expect((await run('undo', '--since', '1h')).code).toBe(3);
    expect(costs()).toEqual([777, 600, 600]);
  });

  it('says of a row that what comes back is what somebody else set between the runs', async () => {
    const { run, cwd, costs, sandbox } = await twoNights();
    sandbox.changeListing(id(1), { cost: 777 });
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
    [['--sku', 'NOPE'], 'The 2 runs did not change anything of NOPE, or left it as it was before'],
    [['--sku', 'SKU-1', '--field', 'strategy'], 'The 2 runs did not change strategy of SKU-1, or left it'],
  ])('says what it found nothing of: %j', async (argv, words) => {
    const { run, costs } = await twoNights();
    const { code, stdout } = await run('undo', '--since', '1h', ...argv);
    expect([code, costs()]).toEqual([0, [680, 660, 670]]);
    expect(stdout).toContain(words);
    expect(stdout).not.toContain('Takes back');
  });

  it('can itself be undone, and done again: then there is nothing left to take back', async () => {
    const { run, costs } = await twoNights();
    await run('undo', '--since', '1h', '--out', 'back');
    expect((await run('undo', 'back')).code).toBe(0);
    expect(costs()).toEqual([680, 660, 670]);
    await run('undo', '--since', '1h');
    expect(costs()).toEqual([600, 600, 600]);
    const { code, stdout } = await run('undo', '--since', '1h');
    expect([code, stdout.includes('Nothing to undo')]).toEqual([0, true]);
    expect(stdout).toMatch(/All that the \d+ runs are known to have changed is as it was before/);
    expect(stdout).not.toContain('Takes back');
  });

  it('refuses where a run between them is missing: what it changed would be taken for somebody else’s', async () => {
    const { run, cwd, costs } = await twoNights();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost,min\nSKU-1,6.90,\nSKU-3,6.70,\n');
    expect((await run('sync', 'costs.csv', '--out', 'third')).code).toBe(0);
    const part = join(cwd, 'runs/.history');
    const files = readdirSync(part, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\d{4}-\d\d\/.*\.ndjson$/.test(name))
      .map((name) => join(part, name));
    const second = files.find((path) => readFileSync(path, 'utf8').includes('"is":680')) ?? '';
    rmSync(second);
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, [690, 660, 670]]);
    expect(stderr).toContain('is missing from the history, and may be one of them');
    expect(stderr).toContain('history rebuild adds it');
    const rebuilt = await run('history', 'rebuild', 'second');
    expect([rebuilt.stderr, rebuilt.code]).toEqual(['', 0]);
    const after = await run('undo', '--since', '1h');
    expect(after.code).toBe(0);
    expect(costs()).toEqual([600, 600, 600]);
  });

  it('shows in a dry run what it would do, with the command that does it', async () => {
    const { run, costs } = await twoNights();
    const { stdout } = await run('undo', '--since', '2020-01-01', '--field', 'cost', '--dry-run');
    expect(stdout).toContain('pricesheet undo --since 2020-01-01T00:00:00 --field cost');
    expect(costs()).toEqual([680, 660, 670]);
  });

  /** As if the second night had been killed after its updates: it has no file in the history yet. */
  async function withKilledNight() {
    const stage = await twoNights();
    const { cwd } = stage;
    const history = join(cwd, 'runs/.history');
    const filesOf = () =>
      (readdirSync(history, { recursive: true, encoding: 'utf8' }) as string[])
        .filter((name) => /\.(?:ndjson|json)$/.test(name))
        .map((name) => join(history, name))
        .sort();
    const file = filesOf().find((path) => readFileSync(path, 'utf8').includes('"is":680')) ?? '';
    const { started_at } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '');
    for (const path of [file, join(cwd, 'second/summary.json')]) rmSync(path);
    const begun = { version: 1, command: 'sync', folder: join(cwd, 'second'), started_at };
    writeFileSync(join(dirname(dirname(file)), 'begun.json'), `${JSON.stringify(begun)}\n`);
    return { ...stage, filesOf };
  }

  it('shows in a dry run what it does after a run that was killed, and adds that run to no history', async () => {
    const { run, cwd, costs, filesOf } = await withKilledNight();
    const before = filesOf();
    const { code, stdout } = await run('undo', '--since', '1h', '--dry-run', '--out', 'plan');
    expect([code, stdout.match(/The run in "second" began at .* and has not ended/)?.length]).toEqual([0, 1]);
    expect(filesOf().filter((path) => !path.endsWith('-plan.ndjson'))).toEqual(before);
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

  it('is not needed to hear of a run that was killed: history sku names it, and what finishes it', async () => {
    const { run } = await withKilledNight();
    const noticesOf = async (sku: string) =>
      JSON.parse((await run('history', 'sku', sku, '--json')).stdout).notices;
    expect(await noticesOf('SKU-1')).toEqual([
      expect.stringMatching(
        /^The sync in "second" may have changed it: it began at .* UTC and has not ended\. If it is not running any more, pricesheet apply second finishes it$/,
      ),
    ]);
    expect((await run('history', 'sku', 'SKU-1')).stdout).toContain('pricesheet apply second');
    // It is not in the plan of that run.
    expect(await noticesOf('SKU-2')).toEqual([]);
    expect((await run('apply', 'second')).code).toBe(0);
    expect(await noticesOf('SKU-1')).toEqual([]);
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

describe('a run that ended before it had a folder', () => {
  const namesIn = (cwd: string) =>
    readdirSync(join(cwd, 'runs/.history'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ndjson'),
    );

  it('is in the history where there is one', async () => {
    const { run, cwd } = await twoNights();
    expect(namesIn(cwd)).toHaveLength(2);
    expect((await run('sync', 'nothing.csv')).code).toBe(2);
    expect((await run('sync', 'costs.csv', '--rate', 'fast')).code).toBe(2);
    expect(namesIn(cwd)).toHaveLength(4);
    const { stdout } = await run('history', '--json');
    const ended = JSON.parse(stdout).runs.map(({ exit_code, stopped }: never) => [exit_code, stopped]);
    expect(ended).toContainEqual([2, expect.objectContaining({ code: 'sheet' })]);
    expect(ended).toContainEqual([2, expect.objectContaining({ code: 'usage' })]);
  });

  it('leaves nothing where there is none', async () => {
    const cwd = tempFolder();
    expect((await runInProcess(['sync', 'nothing.csv'], { cwd, env: {} })).code).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('undo --since and what others did', () => {
  it('gives back what somebody else set between two of the runs', async () => {
    const { run, cwd, costs, sandbox } = await twoNights();
    sandbox.changeListing(id(1), { cost: 700 });
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost,min\nSKU-1,7.20,\n');
    expect((await run('sync', 'costs.csv', '--allow', 'rows_dropped')).code).toBe(0);
    expect(costs()).toEqual([720, 660, 670]);
    expect((await run('undo', '--since', '1h')).code).toBe(0);
    expect(costs()).toEqual([700, 600, 600]);
  });

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

  it('refuses where the file of a run cannot be read', async () => {
    const { run, cwd, costs } = await twoNights();
    const folder = join(cwd, 'runs/.history');
    const [name = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ndjson'),
    );
    writeFileSync(join(folder, name), '{"kind":');
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, [680, 660, 670]]);
    expect(stderr).toContain("can't be read, and may be one of them");
  });
});

describe('undo --since and the history that it relies on', () => {
  const namesIn = (cwd: string) =>
    readdirSync(join(cwd, 'runs/.history'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ndjson'))
      .sort();

  it('says which file is damaged, and sends nothing', async () => {
    const { run, cwd, costs } = await twoNights();
    const path = join(cwd, 'runs/.history', namesIn(cwd)[0] ?? '');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"was":600', '"was":6'));
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs()]).toEqual([2, [680, 660, 670]]);
    expect(stderr).toContain(
      `the file "${path}" of the history is damaged: it was changed after it was written`,
    );
  });

  it('is not stopped by a damaged file of a time before', async () => {
    const { run, cwd, costs } = await twoNights();
    const folder = join(cwd, 'runs/.history');
    const name = namesIn(cwd)[0] ?? '';
    const older = join(dirname(dirname(name)), '2026-01', '2026-01-01T02-15-00Z-costs.ndjson');
    mkdirSync(dirname(join(folder, older)));
    writeFileSync(join(folder, older), '{"kind":');
    expect([(await run('undo', '--since', '1h')).code, costs()]).toEqual([0, [600, 600, 600]]);
  });

  it.each(WAYS)('refuses one that others could have written: %s', async (_way, hand, words) => {
    const { run, cwd, costs } = await twoNights();
    const folder = join(cwd, 'runs/.history');
    const [name = ''] = namesIn(cwd);
    for (const place of ['', dirname(dirname(name)), dirname(name), name]) {
      const copy = join(tempFolder(), 'history');
      cpSync(folder, copy, { recursive: true });
      hand(join(copy, place));
      const { code, stderr } = await run('undo', '--since', '1h', '--history', copy);
      expect([place, code, costs()]).toEqual([place, 2, [680, 660, 670]]);
      expect(stderr).toMatch(words);
    }
  });

  it('is not kept from it by commands that were refused, and belong to no job', async () => {
    const { run, costs } = await twoNights();
    expect((await run('apply', 'nothing')).code).toBe(2);
    expect((await run('undo', '--since', '1h')).code).toBe(0);
    expect(costs()).toEqual([600, 600, 600]);
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
