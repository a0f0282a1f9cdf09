import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partPath } from '../../src/run/history/history-files.ts';
import type { HistoryLine } from '../../src/run/history/history-lines.ts';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { aChange, aDrift, anAttention, aRecord, writeRun } from '../support/some-history.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testSandbox } from '../support/test-sandbox.ts';

const LISTINGS = [
  { sku: 'MUG', cost: 600 },
  { sku: 'CUP', cost: 500 },
];

async function onStage(sheet = 'sku,cost\nMUG,6.30\nCUP,5.00\nGONE,1.00\n') {
  const stage = await openStage(LISTINGS, sheet);
  const sync = (cost: string, ...argv: readonly string[]) => {
    writeFileSync(join(stage.cwd, 'costs.csv'), sheet.replace('6.30', cost));
    return stage.run('sync', 'costs.csv', '--job', 'costs', ...argv);
  };
  return { ...stage, sync, ...reading(stage.cwd) };
}

/** `history` needs neither a key nor an address. */
function reading(cwd: string) {
  const history = (...argv: readonly string[]) => runInProcess(['history', ...argv], { cwd });
  const json = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await history(...argv, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  return { history, json, folder: join(cwd, 'runs/.history') };
}

/** The files of the runs of a history. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\d{4}-\d\d\/.*\.ndjson$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

describe('pricesheet history', () => {
  it('lists the runs, the newest last, and says how each ended', async () => {
    const { run, sync, history } = await onStage();
    await run('diff', 'costs.csv', '--job', 'costs');
    await sync('6.30', '--max-updates', '0');
    await sync('6.30');
    await sync('6.30', '--missing', 'ok');
    const { code, stdout } = await history();
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    expect(lines[0]).toMatch(
      /^when \(UTC\) +command +SKUs +updated +attention +drift +requests +minutes +ended$/,
    );
    expect(lines[1]).toMatch(new RegExp(`^${time}  diff +3 +1 .*  exit 3, 1 planned, rows need attention$`));
    expect(lines[2]).toMatch(new RegExp(`^${time}  sync .*  exit 4, stopped by max_updates$`));
    expect(lines[3]).toMatch(new RegExp(`^${time}  sync +3 +1 +1 .*  exit 3, rows need attention$`));
    expect(lines[4]).toMatch(new RegExp(`^${time}  sync +3 +0 +0 .*  done$`));
    expect(lines.slice(5)).toEqual(['', '4 runs, 1 failed']);
  });

  it('lists only what failed, and only what is since then', async () => {
    const { sync, json, history } = await onStage();
    await sync('6.30', '--max-updates', '0');
    await sync('6.30');
    expect((await json('list', '--failed')).runs).toHaveLength(1);
    expect((await json('--since', '1d')).runs).toHaveLength(2);
    expect((await json('--since', '2999-01-01')).runs).toEqual([]);
    expect((await history('--since', '2999-01-01')).stdout).toMatch(
      /^No run has begun since then; the newest is of \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/,
    );
  });

  it.each([
    ['list', []],
    ['show', ['latest']],
    ['sku', ['MUG']],
    ['chronic', []],
    ['prune', ['--keep-last', '1', '--dry-run']],
  ])('%s refuses a job that there is no run of, and names those that there are', async (action, words) => {
    const { sync, history, run } = await onStage();
    await sync('6.30');
    await run('sync', 'costs.csv', '--job', 'clearance');
    const { code, stdout, stderr } = await history(action, ...words, '--job', 'csots');
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      'There are no runs of the job "csots"; did you mean "costs"?\nThere are runs of "clearance", "costs"\n',
    ]);
  });

  it('refuses a job that none of many accounts has', async () => {
    const { sync, history } = await onStage();
    await sync('6.30');
    expect(await history('--all', '.', '--job', 'nope')).toMatchObject({
      code: 2,
      stderr: 'There are no runs of the job "nope"\nThere are runs of "costs"\n',
    });
    expect((await history('--all', '.', '--job', 'costs')).code).toBe(0);
  });

  it('takes no name of a job for wrong as long as there are no runs, or its first one is under way', async () => {
    const { sync, history, folder } = await onStage();
    expect(await history('--job', 'other')).toMatchObject({
      code: 0,
      stdout: 'The history in runs/.history has no runs of the job "other"\n',
    });
    await sync('6.30');
    const part = partPath(folder, { job: 'other', account: null });
    mkdirSync(part, { mode: 0o700 });
    expect((await history('--job', 'other')).code).toBe(0);
  });

  it.each(['2026-13-45', '2026-02-30', '2026-11-20T25:00', '2026-11-20 02:60'])(
    'says of %s that there is no such day or time',
    async (given) => {
      const { sync, history } = await onStage();
      await sync('6.30');
      expect(await history('show', given)).toMatchObject({
        code: 2,
        stderr: `There is no such day or time: "${given}"\nWrite a day as 2026-11-20, and a minute as 2026-11-20T02:15, in UTC\n`,
      });
    },
  );

  it('shows a run in full, by its folder, its name, or as the latest', async () => {
    const { sync, history, json, cwd } = await onStage();
    await sync('6.30', '--out', 'first', '--max-change', '40');
    const shown = await history('show', 'first');
    expect(shown.stdout).toContain('  Run         sync of costs.csv\n');
    expect(shown.stdout).toContain('  Ended       exit 3, rows need attention\n');
    expect(shown.stdout).toContain('--max-change 40\n');
    expect(shown.stdout).toContain('  Rows        1 updated, 1 unchanged, 1 not_found\n');
    expect(shown.stdout).toContain('  Changes     cost: 1 up\n');
    expect(shown.stdout).toContain('  Folder      first\n  Report      first/report.html\n');
    expect(shown.stdout).toMatch(
      / {2}Attention {3}line +sku +since \(UTC\) +runs +what\n +4 +GONE .* 1 +not_found \(sku_not_listed\)\n/,
    );
    const { run } = await json('show', 'latest');
    expect((await history('show', run.id)).stdout).toBe(shown.stdout);
    rmSync(join(cwd, 'first'), { recursive: true });
    expect((await history('show', run.id)).stdout).toContain(`  Folder      ${join(cwd, 'first')} is gone\n`);
  });

  it('takes no command that was mistyped for the latest night', async () => {
    const { sync, json, run, history } = await onStage();
    await sync('6.30');
    expect((await run('apply', 'nope')).code).toBe(2);
    const { run: latest } = await json('show', 'latest');
    expect(latest).toMatchObject({ command: 'sync', exit_code: 3 });
    expect((await history('show', 'nope')).stderr).toContain(
      `The newest is "${latest.id}"; pricesheet history`,
    );
  });

  it('finds a run by the day or the minute at which it began, as the list has them', async () => {
    const { history, folder } = reading(tempFolder());
    for (const started_at of [
      '2026-11-19T02:15:00.000Z',
      '2026-11-20T02:15:00.000Z',
      '2026-11-20T09:30:07.000Z',
    ])
      writeRun({ folder }, aRecord({ started_at }));
    const headOf = async (when: string) => (await history('show', when)).stdout.split('\n')[0];
    expect(await headOf('2026-11-19')).toBe('2026-11-19T02-15-00Z-costs');
    expect(await headOf('2026-11-20 09:30')).toBe('2026-11-20T09-30-07Z-costs');
    expect(await headOf('2026-11-20T02:15')).toBe('2026-11-20T02-15-00Z-costs');
    expect(await history('show', '2026-11-20')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'There are 2 runs of 2026-11-20 UTC\nName one of them: 2026-11-20T02-15-00Z-costs, 2026-11-20T09-30-07Z-costs\n',
    });
  });

  it('says that there is no run of a day', async () => {
    const { history, folder } = reading(tempFolder());
    const days = [9, 10, 11, 12, 13, 16, 17, 18, 20].map((day) => `2026-11-${String(day).padStart(2, '0')}`);
    for (const day of days) writeRun({ folder }, aRecord({ started_at: `${day}T02:15:00.000Z` }));
    expect((await history('show', '2026-11-01')).stderr).toBe(
      'The history has no run of 2026-11-01 UTC\npricesheet history lists all runs\n',
    );
  });

  it('says of the latest run that a later one has not ended', async () => {
    const { history, folder } = reading(tempFolder());
    const path = writeRun({ folder }, aRecord());
    const begun = {
      version: 1,
      command: 'sync',
      folder: '/shop/runs/2',
      started_at: '2026-11-21T02:15:00.000Z',
    };
    writeFileSync(join(dirname(dirname(path)), 'begun.json'), `${JSON.stringify(begun)}\n`);
    expect((await history('show', 'latest')).stdout).toContain(
      '  Note        A later run began at 2026-11-21 02:15 UTC and has not ended',
    );
    expect((await history('show', '2026-11-21')).stderr).toContain(
      'A run began then and has not ended: it is still running, or was killed; its folder is "/shop/runs/2"',
    );
  });

  it('reads a run folder that the history does not know', async () => {
    const { sync, history, folder } = await onStage();
    await sync('6.30', '--out', 'first');
    rmSync(folder, { recursive: true });
    const { code, stdout } = await history('show', 'first');
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'first']);
    expect(stdout).toContain('  Rows        1 updated, 1 unchanged, 1 not_found\n');
  });

  it('says when each field of a SKU changed, by which run, and what is agreed', async () => {
    const { sync, run, history, json, sandbox } = await onStage();
    await sync('6.30');
    await sync('6.50');
    const [mug] = sandbox.snapshot().listings.filter(({ sku }) => sku === 'MUG');
    const answer = await fetch(`${sandbox.url}/listings/${mug?.id}?currency=usd&cost=700`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${sandbox.apiKey}:`)}` },
    });
    expect(answer.status).toBe(200);
    await sync('6.50');
    await run('undo', 'latest');
    const { changes, agreed } = await json('sku', 'MUG');
    const seen = changes.map(({ by, command, was, is }: Record<string, unknown>) => [by, command, was, is]);
    expect(seen).toEqual([
      ['run', 'sync', 600, 630],
      ['run', 'sync', 630, 650],
      ['others', 'sync', 650, 700],
      ['run', 'sync', 700, 650],
      ['run', 'undo', 650, 700],
    ]);
    expect(agreed).toEqual([{ listing_id: mug?.id, field: 'cost', value: 700 }]);
    const { stdout } = await history('sku', 'MUG');
    expect(stdout).toMatch(/^MUG: 5 changes in 4 runs since /);
    expect(stdout).toMatch(/ cost +6\.50 +7\.00 +\+7\.7 % +somebody else, before then\n/);
    expect(stdout).toMatch(/ cost +6\.00 +6\.30 +\+5\.0 % +2 +\S+Z-costs\n/);
    expect(stdout).toContain('\nLast agreed: cost 7.00\n');
    expect((await json('sku', 'MUG', '--field', 'strategy')).changes).toEqual([]);
  });

  it('takes what is agreed from the key that ran last', async () => {
    const { sync, json, sandbox, cwd } = await onStage();
    await sync('6.30');
    const rotated = await testSandbox({ catalogue: sandbox.snapshot(), apiKey: 'sk_test_rotated' });
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,6.50\n');
    await runInProcess(['sync', 'costs.csv', '--job', 'costs'], { cwd, env: envOf(rotated) });
    expect((await json('sku', 'MUG')).agreed).toMatchObject([{ field: 'cost', value: 650 }]);
  });

  it('says how many runs were searched for a SKU that it does not know', async () => {
    const { sync, history } = await onStage();
    await sync('6.30');
    const { code, stdout } = await history('sku', 'NONE');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^NONE: no change in 1 run since \d{4}-\d\d-\d\d \d\d:\d\d UTC\nNo run changed it, or it is written differently: SKUs are compared exactly, with upper and lower case\n$/,
    );
  });

  it('lists what needs attention again and again, since when, the longest first', async () => {
    const { sync, history, json } = await onStage();
    await sync('6.30');
    await sync('6.30');
    expect((await history('chronic')).stdout).toMatch(
      /^Nothing needs attention or drifts in 3 runs in a row, as of the last run, /,
    );
    await sync('6.30');
    const { stdout } = await history('chronic');
    expect(stdout).toMatch(
      / 3 +GONE +4 +not_found \(sku_not_listed\)\n\n1 row or field in at least 3 runs in a row/,
    );
    const { rows, as_of } = await json('chronic', '--nights', '1');
    expect([rows.length, as_of.length, rows[0].nights]).toEqual([1, 1, 3]);
  });
});

describe('pricesheet history, of generated nights', () => {
  const NIGHT = 86_400_000;

  function writeNights(folder: string, nights: readonly number[], job = 'costs'): void {
    const first = Date.now() - 30 * NIGHT;
    for (const night of nights)
      writeRun({ folder }, aRecord({ job, started_at: new Date(first + night * NIGHT).toISOString() }));
  }

  it('shows a run that has begun and not ended', async () => {
    const { history, json, folder } = reading(tempFolder());
    writeNights(folder, [28, 29]);
    const [file = ''] = filesOf(folder);
    const begun = { version: 1, command: 'sync', folder: '/runs/x', started_at: new Date().toISOString() };
    writeFileSync(join(file, '../../begun.json'), `${JSON.stringify(begun)}\n`);
    expect((await history()).stdout).toContain('sync ');
    expect((await history()).stdout).toContain('not ended: still running, or killed\n');
    expect((await json()).unfinished).toEqual([
      { job: 'costs', command: 'sync', folder: '/runs/x', started_at: begun.started_at },
    ]);
  });

  it('has a column for the job if there are several', async () => {
    const { history, folder } = reading(tempFolder());
    writeNights(folder, [28, 29]);
    writeNights(folder, [28.5], 'prices');
    const { stdout } = await history();
    expect(stdout.split('\n')[0]).toMatch(/^when \(UTC\) +command +job +SKUs /);
    expect((await history('--job', 'prices')).stdout).toMatch(/\n1 run\n$/);
  });
});

describe('a history that is not as it should be', () => {
  it.each([
    ['no folder', () => {}],
    ['an empty folder', (folder: string) => mkdirSync(folder, { recursive: true })],
    [
      'a folder of something else',
      (folder: string) => {
        mkdirSync(join(folder, 'photos/2026-11'), { recursive: true });
        writeFileSync(join(folder, 'README'), 'not ours');
      },
    ],
  ])('%s has no runs', async (_name, prepare) => {
    const { history, json, folder } = reading(tempFolder());
    prepare(folder);
    const nothing = 'The history in runs/.history has no runs: each sync, diff, apply and undo adds one\n';
    expect(await history()).toEqual({ code: 0, stdout: nothing, stderr: '' });
    expect((await json()).runs).toEqual([]);
    expect((await history('sku', 'MUG')).stdout).toBe('MUG: the history has no runs to search\n');
    expect((await history('chronic')).stdout).toBe('The history has no run that judged every row\n');
    const shown = await history('show', 'latest');
    expect([shown.code, shown.stdout]).toEqual([2, '']);
    expect(shown.stderr).toBe(
      'The history has no run "latest"\nThe history has no runs: each sync, diff, apply and undo adds one\n',
    );
  });

  it('has no runs, and says how to add those whose folders are there', async () => {
    const { sync, history, folder } = await onStage();
    await sync('6.30');
    rmSync(folder, { recursive: true });
    expect((await history()).stdout).toBe(
      'The history in runs/.history has no runs, and runs has run folders: pricesheet history rebuild adds them\n',
    );
  });

  it('names a file that is of a newer version, and goes on with the others', async () => {
    const { history, json, folder } = reading(tempFolder());
    writeRun({ folder }, aRecord(), [aChange()]);
    const newer = writeRun({ folder }, aRecord({ started_at: '2026-11-21T02:15:00.000Z' }));
    writeFileSync(newer, readFileSync(newer, 'utf8').replace('"version":1', '"version":2'));
    const notice = `The file "${newer}" can't be read: damaged, or of a newer version; history rebuild examines all files`;
    const { runs, notices } = await json();
    expect([runs.length, notices]).toEqual([1, [notice]]);
    expect((await history()).stdout).toContain(`\n${notice}\n`);
    expect((await json('sku', 'MUG-01')).notices).toEqual([notice]);
  });

  it('reads over lines of a newer version, and names a file with a damaged line', async () => {
    const { json, folder } = reading(tempFolder());
    const path = writeRun({ folder }, aRecord(), [aChange()]);
    const changed = readFileSync(path, 'utf8').replace(
      /(\{"kind":"change".*)\n/,
      '{"kind":"comet","sku":"MUG-01"}\n$1\n{"kind":"change","sku":"MUG-01",\n',
    );
    writeFileSync(path, changed);
    const { changes, notices } = await json('sku', 'MUG-01');
    expect(changes).toHaveLength(1);
    expect(notices).toEqual([
      `The file "${path}" is damaged, and a line of it is left out; history rebuild examines all files`,
    ]);
  });

  it('names a file with lines that no version writes, though the checksum is right', async () => {
    const { history, json, folder } = reading(tempFolder());
    const misfit = (line: object, fields: object) => ({ ...line, ...fields }) as HistoryLine;
    const path = writeRun({ folder }, aRecord(), [
      aChange(),
      misfit(aChange(), { field: 'shipping' }),
      misfit(aDrift(), { nights: 'three' }),
      misfit(anAttention(), { since: 'yesterday' }),
      { kind: 'comet' } as never,
    ]);
    const { code, stdout } = await history('rebuild');
    expect([code, stdout.split('\n')[0]]).toEqual([
      1,
      `Damaged, and left as it is: ${path.slice(folder.length + 1)}`,
    ]);
    const why = 'its line 4 is not as lines of the kind "drift" are: nights';
    for (const action of [['show', 'latest'], ['chronic']])
      expect((await json(...action)).notices[0]).toContain(
        `The file "${path}" of the history is damaged: ${why}`,
      );
    expect((await json('sku', 'MUG-01')).notices[0]).toContain('and a line of it is left out');
    // A newer version may have another field.
    expect((await json('sku', 'MUG-01')).changes).toHaveLength(1);
  });

  it.each([
    ['an amount was changed', (text: string) => text.replace('"is":630', '"is":360')],
    ['another line was added', (text: string) => text.replace(/(\{"kind":"change".*\n)/, '$1$1')],
    ['its end is missing', (text: string) => text.replace(/\{"kind":"end".*\n$/, '')],
    ['something follows its end', (text: string) => `${text}torn`],
  ])('names a file of a SKU if %s', async (_, damage) => {
    const { history, json, folder } = reading(tempFolder());
    const path = writeRun({ folder }, aRecord(), [aChange()]);
    writeRun({ folder }, aRecord({ started_at: '2026-11-21T02:15:00.000Z' }), [
      aChange({ was: 630, is: 640 }),
    ]);
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    const notice = `The file "${path}" is damaged: it was changed or cut, and what it says may be wrong; history rebuild examines all files`;
    expect((await json('sku', 'MUG-01')).notices).toEqual([notice]);
    expect((await history('sku', 'MUG-01')).stdout).toContain(`\n${notice}\n`);
  });

  it('shows a damaged run with what can be read of it, and says so', async () => {
    const { history, json, folder } = reading(tempFolder());
    const record = aRecord({ exit_code: 3, verdict: 'attention' });
    const path = writeRun({ folder }, record, [anAttention()]);
    appendFileSync(path, 'torn');
    const { attention, notices } = await json('show', 'latest');
    expect(attention).toHaveLength(1);
    expect(notices[0]).toContain(`The file "${path}" of the history is damaged: `);
    expect((await history('show', 'latest')).stdout).toContain('  Note        The file "');
    expect((await json('chronic')).notices[0]).toContain('is damaged');
  });

  it.each([[['history']], [['history', 'sku', 'MUG']], [['undo', 'latest']], [['undo', '--since', '1d']]])(
    'is refused if it is a file, by %j',
    async (words) => {
      const { run, cwd } = await openStage(LISTINGS, 'sku,cost\nMUG,6.30\n');
      writeFileSync(join(cwd, 'history'), 'a file');
      const { code, stderr } = await run(...words, '--history', 'history');
      expect([code, stderr]).toEqual([
        1,
        `Cannot read the history "${join(cwd, 'history')}": a part of the path is not a folder\nName the folder of the history with --history\n`,
      ]);
    },
  );
});

describe('what history refuses', () => {
  it.each([
    [['shw'], 'history has no action "shw"; did you mean "show"?'],
    [['show'], 'history show is followed by RUN, and here by nothing'],
    [['sku', 'A', 'B'], 'history sku is followed by SKU, and here by A B'],
    [['chronic', 'a'], 'history chronic is followed by nothing, and here by a'],
    [['rebuild', '--job', 'costs'], 'history rebuild does not take --job'],
    [['sku', 'A', '--failed'], 'history sku does not take --failed'],
    [['chronic', '--since', '7d'], 'history chronic does not take --since'],
    [['--history', 'off'], 'There is no history to read: --history is off'],
    [['--since', 'tomorrow'], '--since: "tomorrow" is neither a time such as 2026-11-01'],
    [['--since', '2026-02-31'], '--since: "2026-02-31" is neither a time such as 2026-11-01'],
    [['chronic', '--nights', '0'], '--nights: "0" is not a number of runs from 1 to 10000'],
    [['sku', 'A', '--field', 'price'], '--field: "price" is not one of cost, '],
  ])('%j', async (argv, message) => {
    const { code, stdout, stderr } = await reading(tempFolder()).history(...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('names the runs that may be meant', async () => {
    const { history, folder } = reading(tempFolder());
    writeRun({ folder }, aRecord());
    const { code, stderr } = await history('show', '2026-11-20T02-15-00Z-cost');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "2026-11-20T02-15-00Z-costs"?');
    expect(stderr).toContain('pricesheet history lists all');
  });
});
