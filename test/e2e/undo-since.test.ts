import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asKilled } from '../support/as-killed.ts';
import { holdRequests } from '../support/gate.ts';
import { tableOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { linesIn, onlyLedger } from '../support/some-history.ts';
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

  it('takes back some SKUs or one field alone', async () => {
    const { run, costs, sandbox } = await twoNights();
    expect((await run('undo', '--since', '1h', '--sku', 'SKU-1')).code).toBe(0);
    expect(costs()).toEqual([600, 660, 670]);
    const two = await run('undo', '--since', '1h', '--sku', 'SKU-3', '--sku', 'SKU-1', '--dry-run');
    expect(two.stdout).toContain('--sku SKU-3,SKU-1');
    expect((await run('undo', '--since', '1h', '--sku', 'SKU-3,SKU-1')).code).toBe(0);
    expect(costs()).toEqual([600, 660, 600]);
    expect((await run('undo', '--since', '1h', '--field', 'minimum_price')).code).toBe(0);
    expect(costs()).toEqual([600, 660, 600]);
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
    const found = 'which somebody else set between these runs; the first of them found 6.00';
    expect(rows).toEqual([['', `cost goes back to 7.77, ${found}`], ...Array(2).fill(['', ''])]);
  });

  it.each([
    ['the line of a run cannot be read', 'runs', '"version":1', '"version":'],
    ['a change cannot be read', 'changes', '"was":650', '"was":'],
    ['a change is missing', 'changes', /.*"was":650.*\n/, ''],
  ])('refuses where %s, and takes it back once it is rebuilt', async (_how, file, text, put) => {
    const { run, cwd, costs } = await twoNights();
    const path = join(onlyLedger(join(cwd, 'runs/.history')), `${file}.ndjson`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(text, put));
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
      readRun(join(cwd, out)).results.map(
        (row) => `${row['sku']} ${row['cost_before']} ${row['cost_after']}`,
      );
    const planned = changesOf('plan');
    expect(planned.map((text) => text.slice(0, 5))).toEqual(['SKU-1', 'SKU-2', 'SKU-3']);
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
    [['undo', '--since', '1h', '--sku', 'SKU-1,SKU-4'], 'changed the SKU "SKU-4"'],
    [['undo', '--since', '1h', '--sku', 'sku-2'], 'changed the SKU "sku-2"; did you mean "SKU-2"?'],
    [['undo', '--since', '1h', '--field', 'cost', '--field', 'strategy'], 'give it once'],
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
    const files = ['runs', 'changes', 'agreed'].map((name) => `${ledger}/${name}.ndjson`);
    for (const place of ['', ledger, ...files]) {
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

const COSTS = ['6.10', '6.30', '6.60', '6.90'];

/** Three nights, or four, that raised the costs of two listings from 6.00 to 6.10, 6.30 and 6.60. */
async function threeNights(outs: readonly string[] = ['a', 'b', 'c']) {
  const stage = await openStage([{ cost: 600 }, { cost: 600 }], '');
  const { cwd, run, sandbox } = stage;
  for (const [at, out] of outs.entries()) {
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,${COSTS[at]}\nSKU-2,${COSTS[at]}\n`);
    if (outs.indexOf(out) < at) rmSync(join(cwd, out), { recursive: true });
    expect((await run('sync', 'costs.csv', '--out', out)).code).toBe(0);
  }
  const ledger = onlyLedger(join(cwd, 'runs/.history'));
  const edit = (change: (lines: string[]) => readonly string[]) => {
    const path = join(ledger, 'runs.ndjson');
    writeFileSync(path, change(readFileSync(path, 'utf8').split('\n')).join('\n'));
  };
  const undo = async () => {
    const { code, stderr } = await run('undo', '--since', '1h');
    return { code, stderr, costs: sandbox.snapshot().listings.map(({ cost }) => cost) };
  };
  return { ...stage, ledger, edit, undo };
}

const isEnd = (line: string, name: string): boolean =>
  line.startsWith('{"kind":"run"') && line.includes(`Z-${name}"`);

describe('undo --since, by a ledger that was changed', () => {
  it('takes nothing for the doing of others once an older state was put back', async () => {
    const { cwd, run, ledger } = await threeNights();
    const agreed = join(ledger, 'agreed.ndjson');
    const older = readFileSync(agreed);
    for (const cost of ['6.80', '6.90']) {
      writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,${cost}\nSKU-2,${cost}\n`);
      expect((await run('sync', 'costs.csv', '--out', cost)).code).toBe(0);
      if (cost === '6.80') writeFileSync(agreed, older);
    }
    expect(linesIn(ledger, 'runs').at(-1)).toMatchObject({ drift: null });
    expect(linesIn(ledger, 'changes').filter(({ by }) => by !== undefined)).toEqual([]);
  });

  it('refuses where two runs have one name', async () => {
    const name = 'runs/2026-11-27T09-00-00Z-costs';
    const { undo } = await threeNights([name, name, 'c']);
    const { code, stderr, costs } = await undo();
    expect([code, costs]).toEqual([2, [660, 660]]);
    expect(stderr).toContain('two runs have the same name');
  });

  it.each<[string, Readonly<Record<string, number>>, number[] | undefined]>([
    ['refuses where a run between these is an older one by its clock', { b: -2, c: -2 }, undefined],
    ['refuses where the run before them was ahead', { a: -2, b: -2, c: 720 }, undefined],
    ['refuses where the last run was ahead', { d: 720 }, undefined],
    ['takes back what came later where a clock was ahead before', { a: 720, b: -2, c: -2 }, [660, 660]],
  ])('%s', async (_what, hours, costs) => {
    const { edit, undo } = await threeNights(['a', 'b', 'c', 'd']);
    const shift = (line: string, by: number): string =>
      line.replace(/(?<="started_at":")[^"]*/, (time) =>
        new Date(Date.parse(time) + by * 3_600_000).toISOString(),
      );
    edit((lines) => lines.map((line) => shift(line, hours[/Z-(\w)"/.exec(line)?.[1] ?? ''] ?? 0)));
    const { stderr, ...undone } = await undo();
    expect(undone).toEqual(costs ? { code: 0, costs } : { code: 2, costs: [690, 690] });
    expect(stderr.includes('not in the order of their times')).toBe(costs === undefined);
  });

  it('refuses after a clock was wrong, also once a rebuild has put a run in', async () => {
    const { edit, undo, run, ledger } = await threeNights();
    await run('diff', 'costs.csv', '--out', 'd');
    const first = linesIn(ledger, 'runs').find(({ folder }) => String(folder).endsWith('a'));
    const before = new Date(Date.parse(String(first?.['started_at'])) - 1000).toISOString();
    edit((lines) =>
      lines
        .filter((line) => !isEnd(line, 'd'))
        .map((line) =>
          isEnd(line, 'c') ? line.replace(/"started_at":"[^"]*"/, `"started_at":"${before}"`) : line,
        ),
    );
    expect(await undo()).toMatchObject({ code: 2, costs: [660, 660] });
    expect((await run('history', 'rebuild', 'd')).stdout).toContain('1 run added');
    expect(await undo()).toMatchObject({ code: 2, costs: [660, 660] });
  });
});

/** Two listings with a cost of 6.00. The first updates of SKU-2 are lost on their way, and arrive when the test says so. */
async function onStage({ lost }: { readonly lost: number }) {
  const { cwd, run, sandbox } = await openStage([{ cost: 600 }, { cost: 600 }], '', {
    faults: { rules: [{ match: { method: 'POST', listing: idOf(2) }, times: lost, reset: true }] },
  });
  const night = async (cost: string, code = 0) => {
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,${cost}\nSKU-2,${cost}\n`);
    const name = cost.replace('.', '');
    const ended = await run('sync', 'costs.csv', '--out', name, 'PRICESHEET_RETRIES=0', '--no-follow-up');
    expect([cost, ended.code]).toEqual([cost, code]);
  };
  const set = (cost: number) => sandbox.changeListing(idOf(2), { cost });
  const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
  const undo = () => run('undo', '--since', '1h');
  /** What the history has of changes of SKU-2, and that nobody else made any: the run, the change, and whether a later run found it. */
  const changes = async () => {
    const { stdout } = await run('history', 'sku', 'SKU-2', '--json');
    const all: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout).changes;
    expect(all.filter(({ by }) => by === 'others')).toEqual([]);
    return all.map(
      ({ run, was, is, at }) =>
        `${String(run).replace(/.*-/, '')}: ${was} ${is}${at === null ? ' found' : ''}`,
    );
  };
  return { cwd, night, set, costs, undo, changes };
}

describe('undo --since over an update that was lost', () => {
  // The nights with the exit code 3 are those whose update of SKU-2 is lost; then it arrives, or somebody sets something.
  it.each(
    tableOf(`
no cost of its own runs where it arrived after a later one
    | night 6.30 3, night 6.60, set 630, night 6.90 | 660: 600 660, 630: 660 630 found, 690: 630 690 | 600
no cost of its own runs where a later update was lost too
    | night 6.30 3, night 6.60 3, set 630, night 6.90, set 660, night 7.20
    | 630: 600 630 found, 690: 630 690, 660: 690 660 found, 720: 660 720 | 600
what somebody else had set before it arrived
    | night 6.30 3, set 645, night 6.45, set 630, night 6.90 | 630: 645 630 found, 690: 630 690 | 645`),
  )('gives back %s', async (_what, steps = '', changed, cost) => {
    const { night, set, costs, undo, changes } = await onStage({ lost: steps.split(' 3, ').length - 1 });
    for (const [what, value = '', code = 0] of steps.split(', ').map((step) => step.split(' ')))
      await (what === 'night' ? night(value, Number(code)) : set(Number(value)));
    expect((await changes()).join(', ')).toBe(changed);
    await undo();
    expect(costs()).toEqual([600, Number(cost)]);
  });

  it('refuses where a change of its run is gone, though a later run found another one', async () => {
    const { cwd, night, set, costs, undo } = await onStage({ lost: 1 });
    await night('6.30', 3);
    set(630);
    await night('6.60');
    const path = join(onlyLedger(join(cwd, 'runs/.history')), 'changes.ndjson');
    const lines = readFileSync(path, 'utf8').split('\n');
    const gone = lines.findIndex((line) => line.includes('"SKU-1"'));
    writeFileSync(path, lines.toSpliced(gone, 1).join('\n'));
    const { code, stderr } = await undo();
    expect([code, costs()]).toEqual([2, [660, 660]]);
    expect(stderr).toMatch(/of 1 change by the run "\S+-630" the ledger has 0/);
  });
});
