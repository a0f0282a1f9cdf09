import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { aChange, anAttention, aRecord, onlyLedger, writeRun } from '../support/some-history.ts';
import { tempFolder } from '../support/temp-folder.ts';

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

/** What `history show` says of a run, by its words. */
function linesOf(stdout: string): Readonly<Record<string, string | undefined>> {
  const [facts = ''] = stdout.split('\n\n');
  return Object.fromEntries([...facts.matchAll(/^(\w+) +(.*)/gm)].map(([, name, value]) => [name, value]));
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
    expect(lines[0]).toMatch(/^when \(UTC\) +command +SKUs +updated +attention +drift +ended$/);
    expect(lines[1]).toMatch(new RegExp(`^${time}  diff +3 +1 .*  exit 3, 1 planned, rows need attention$`));
    expect(lines[2]).toMatch(new RegExp(`^${time}  sync .*  exit 4, stopped by max_updates$`));
    expect(lines[3]).toMatch(new RegExp(`^${time}  sync +3 +1 +1 .*  exit 3, rows need attention$`));
    expect(lines[4]).toMatch(new RegExp(`^${time}  sync +3 +0 +0 .*  done$`));
    expect(lines.slice(5)).toEqual(['', '4 runs, 1 failed']);
  });

  it('has a column for the job if there are several', async () => {
    const { history, folder } = reading(tempFolder());
    for (const job of ['costs', 'prices']) writeRun({ folder }, aRecord({ job }));
    const { stdout } = await history();
    expect(stdout.split('\n')[0]).toMatch(/^when \(UTC\) +command +SKUs .* job +ended$/);
    expect((await history('--job', 'prices')).stdout).toMatch(/\n1 run, 0 failed\n$/);
  });

  it('lists only what failed, and only what is since then', async () => {
    const { sync, json, history } = await onStage();
    await sync('6.30', '--max-updates', '0');
    await sync('6.30');
    expect((await json('list', '--failed')).runs).toHaveLength(1);
    expect((await json('--since', '1d')).runs).toHaveLength(2);
    expect((await json('--since', '2999-01-01')).runs).toEqual([]);
    expect((await history('--since', '2999-01-01')).stdout).toBe(
      'There are no such runs in runs/.history: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders\n',
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
    expect([code, stdout, reasonIn(stderr)]).toEqual([
      2,
      '',
      'There are no runs of the job "csots"; did you mean "costs"? There are runs of "clearance", "costs"',
    ]);
  });

  it('shows a run in full, by its folder, its name, or as the latest', async () => {
    const { sync, history, json, cwd } = await onStage();
    await sync('6.30', '--out', 'first', '--max-change', '40');
    const shown = await history('show', 'first');
    expect(linesOf(shown.stdout)).toMatchObject({
      ended: 'exit 3, rows need attention',
      command: 'sync',
      settings: expect.stringContaining('max-change 40'),
      sheet: 'costs.csv, 3 rows',
      rows: 'updated 1, unchanged 1, not_found 1',
      reasons: 'sku_not_listed 1',
      changes: 'cost (up 1)',
      folder: 'first',
      report: 'first/report.html',
    });
    expect(shown.stdout).toMatch(
      /\nOpen now:\nsince \(UTC\) +runs +sku +line +what\n.* 1 +GONE +4 +not_found \(sku_not_listed\)\n/,
    );
    const { run } = await json('show', 'latest');
    expect((await history('show', run.id)).stdout).toBe(shown.stdout);
    rmSync(join(cwd, 'first'), { recursive: true });
    const gone = linesOf((await history('show', run.id)).stdout);
    expect([gone['folder'], gone['report']]).toEqual([`${join(cwd, 'first')}, which is gone`, undefined]);
  });

  it('finds a run by the day or the minute at which it began, as the list has them', async () => {
    const { history, folder } = reading(tempFolder());
    for (const time of ['19T02:15:00', '20T02:15:00', '20T09:30:07'])
      writeRun({ folder }, aRecord({ started_at: `2026-11-${time}.000Z` }));
    const headOf = async (when: string) => linesOf((await history('show', when)).stdout)['run'];
    expect(await headOf('2026-11-19')).toBe('2026-11-19T02-15-00Z-costs');
    expect(await headOf('2026-11-20 09:30')).toBe('2026-11-20T09-30-07Z-costs');
    expect(await headOf('2026-11-20T02:15')).toBe('2026-11-20T02-15-00Z-costs');
    const { code, stdout } = await history('show', '2026-11-20');
    expect([code, [...stdout.matchAll(/^run +(.*)/gm)].map(([, id]) => id)]).toEqual([
      0,
      ['2026-11-20T02-15-00Z-costs', '2026-11-20T09-30-07Z-costs'],
    ]);
    expect((await history('show', '2026-11-20', '--json')).stdout).toContain(
      'Name one of them: 2026-11-20T02-15-00Z-costs, 2026-11-20T09-30-07Z-costs',
    );
  });

  it('says why a run was stopped in one line, and nothing of rows that need attention for that alone', async () => {
    const { history, folder } = reading(tempFolder());
    const stopped = { code: 'guard', rules: ['unsettled'], message: 'it says:\n  "UOM"\n  "VAT"' };
    const counts = { outcomes: 55, attention: 55, by_status: { skipped: 55 }, by_reason: { unsettled: 55 } };
    writeRun({ folder }, aRecord({ exit_code: 4, verdict: 'failed', stopped, counts }));
    const shown = linesOf((await history('show', 'latest')).stdout);
    expect(shown).toMatchObject({ why: 'it says: "UOM"; "VAT"', rows: 'skipped 55' });
    expect(shown).not.toHaveProperty('attention');
    expect(shown).not.toHaveProperty('reasons');
    const unwritten = { code: 'disk', rules: [], message: 'the disk is full' };
    const other = reading(tempFolder());
    writeRun({ folder: other.folder }, aRecord({ exit_code: 1, verdict: 'failed', stopped: unwritten }));
    expect((await other.history('list')).stdout).toContain('exit 1, a file could not be written\n');
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
    expect(stdout).toMatch(/\n\nMUG: 5 changes in 4 runs since /);
    expect(stdout).toMatch(/ cost +6\.50 +7\.00 +\+7\.7 % +somebody else, before then\n/);
    expect(stdout).toMatch(/ cost +6\.00 +6\.30 +\+5\.0 % +2 +\S+Z-costs\n/);
    expect(stdout).toContain('\nLast agreed: cost 7.00\n');
    expect((await json('sku', 'MUG', '--field', 'strategy')).changes).toEqual([]);
  });

  it('says what a run may have changed that was killed, by its plan, and nothing of other SKUs', async () => {
    const { sync, json, history, folder, cwd } = await onStage();
    await sync('6.30');
    await sync('6.50', '--out', 'second');
    // As if it had been killed before its journal had anything.
    rmSync(join(cwd, 'second/summary.json'));
    writeFileSync(join(cwd, 'second/outcomes.ndjson'), '');
    for (const name of ['runs.ndjson', 'changes.ndjson']) {
      const path = join(onlyLedger(folder), name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/[^\n]*\n$/, ''));
    }
    const { stdout } = await history('sku', 'MUG');
    expect(stdout).toMatch(
      /The run "\S+second" may have changed cost from 6\.30 to 6\.50: nobody saw whether it did\n/,
    );
    expect(stdout).toMatch(/A run that began at .* has not ended: .*; then apply finishes it: \S+second\n$/);
    expect(await json('sku', 'CUP')).toMatchObject({ doubts: [], notices: [] });
  });

  it('lists what needs attention again and again, since when, the longest first', async () => {
    const { sync, history, json } = await onStage();
    await sync('6.30');
    await sync('6.30');
    expect((await history('chronic')).stdout).toMatch(
      /^0 rows or fields in at least 3 runs in a row, as of /,
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
    expect(await history()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^There are no such runs in runs\/.history: sync, diff, apply and undo add one/,
      ),
    });
    expect((await json()).runs).toEqual([]);
    expect((await history('sku', 'MUG')).stdout).toContain('MUG: 0 changes in 0 runs');
    expect((await history('chronic')).stdout).toContain('no run was to send anything yet\n');
    const shown = await history('show', 'latest');
    expect([shown.code, shown.stdout]).toEqual([2, '']);
    expect(reasonIn(shown.stderr)).toBe(
      'The history has no run "latest". No run is known: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders',
    );
  });

  it('names a line of the list of runs that is damaged or of a newer version, and goes on with the others', async () => {
    const { history, json, folder } = reading(tempFolder());
    const path = join(writeRun({ folder }, aRecord(), { changes: [aChange()] }), 'runs.ndjson');
    writeRun({ folder }, aRecord({ started_at: '2026-11-21T02:15:00.000Z' }));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2'));
    const notice = `1 line of "${path}" can't be read, from line 1 on: damaged, or of a newer version; history rebuild adds what run folders say`;
    const { runs, notices } = await json();
    expect([runs.length, notices]).toEqual([1, [notice]]);
    expect((await history()).stdout).toContain(`\n${notice}\n`);
    for (const words of [['sku', 'MUG-01'], ['chronic']])
      expect((await json(...words)).notices).toEqual([notice]);
  });

  it('forgives a line that was cut short, names one that is damaged, and shows the other changes', async () => {
    const { json, folder } = reading(tempFolder());
    const path = join(writeRun({ folder }, aRecord(), { changes: [aChange()] }), 'changes.ndjson');
    appendFileSync(path, '{"run":"x","sku":"MUG-01","fie\n');
    expect(await json('sku', 'MUG-01')).toMatchObject({ changes: [{ is: 630 }], notices: [] });
    appendFileSync(path, '{"run":"x","sku":"MUG-01","field":"comet"}\n');
    expect(await json('sku', 'MUG-01')).toMatchObject({
      changes: [{ is: 630 }],
      notices: [`A line of "${path}" is damaged, and is left out`],
    });
  });

  it.each([
    ['is cut short', (text: string) => text.slice(0, -20)],
    ['has a damaged line', (text: string) => text.replace('"kind":"attention"', '"kind":"comet"')],
    ['is of another version', (text: string) => text.replace('"version":2', '"version":1')],
  ])('says that what is open is not known if the file of that %s', async (_, damage) => {
    const { json, folder } = reading(tempFolder());
    const record = aRecord({ exit_code: 3, verdict: 'attention', folder: '/shop/runs/x' });
    const path = join(writeRun({ folder }, record, { open: [anAttention()] }), 'agreed.ndjson');
    for (const words of [['show', 'latest'], ['chronic']])
      expect((await json(...words)).notices, words[0]).toEqual([]);
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    for (const words of [['show', 'latest'], ['chronic'], ['sku', 'CUP-01']])
      expect((await json(...words)).notices[0], words[0]).toContain(`"${path}" is damaged, incomplete`);
  });

  it.each(['history', 'history sku MUG', 'undo latest', 'undo --since 1d'])(
    'is refused if it is a file, by %s',
    async (line) => {
      const { run, cwd } = await openStage(LISTINGS, 'sku,cost\nMUG,6.30\n');
      writeFileSync(join(cwd, 'history'), 'a file');
      const { code, stderr } = await run(...line.split(' '), '--history', 'history');
      expect([code, reasonIn(stderr)]).toEqual([
        1,
        `Cannot read the history "${join(cwd, 'history')}": a part of the path is not a folder. Name the folder of the history with --history`,
      ]);
    },
  );
});

describe('what history shows of the key', () => {
  const ACTIONS = ['list', 'show latest', 'sku sk_test_shown', 'chronic --nights 1', '--all .'];

  it.each(ACTIONS)('is nothing, by %s', async (action) => {
    const cwd = tempFolder();
    const env = { PRICESHEET_API_KEY: 'sk_test_shown' };
    const stopped = { code: 'disk', rules: ['sk_test_shown'], message: 'sk_test_shown' };
    const failed = { exit_code: 1, verdict: 'failed', stopped } as const;
    const record = aRecord({ job: 'sk_test_shown', folder: '/runs/sk_test_shown', ...failed });
    const changes = [aChange({ sku: 'sk_test_shown' })];
    const open = [anAttention({ reason: 'sk_test_shown' })];
    writeRun({ folder: join(cwd, 'runs/.history') }, record, { changes, open });
    const isOfAll = action === '--all .';
    for (const more of [isOfAll ? ' --html page.html' : '', ' --json']) {
      const argv = `history ${action}${more}`.split(' ');
      const { code, stdout, stderr } = await runInProcess(argv, { cwd, env });
      expect([code, stdout.includes('[key]'), `${stdout}${stderr}`.includes(env.PRICESHEET_API_KEY)]).toEqual(
        [isOfAll ? 3 : 0, true, false],
      );
    }
    if (isOfAll) expect(readFileSync(join(cwd, 'page.html'), 'utf8')).not.toContain('sk_test_shown');
  });
});

describe('what history refuses', () => {
  it.each([
    ['shw', 'history has no action "shw"; did you mean "show"?'],
    ['show', 'history show is followed by RUN, and here by nothing'],
    ['sku A B', 'history sku is followed by SKU, and here by A B'],
    ['chronic a', 'history chronic is followed by nothing, and here by a'],
    ['rebuild --job costs', 'history rebuild does not take --job'],
    ['sku A --failed', 'history sku does not take --failed'],
    ['chronic --since 7d', 'history chronic does not take --since'],
    ['--history off', 'There is no history: --history is off'],
    ['--since tomorrow', '--since: "tomorrow" is neither a time such as 2026-11-01'],
    ['--since 2026-02-31', '--since: "2026-02-31" is neither a time such as 2026-11-01'],
    ['chronic --nights 0', '--nights: "0" is not a number of runs from 1 to 10000'],
    ['sku A --field price', '--field: "price" is not one of cost, '],
    ['--all', '--all is followed by the folders of the accounts'],
    ['--all nope*', 'There is no folder "nope*"'],
    ['--all . --nights 3', 'history list --all does not take --nights'],
    ['--all . --since 7d', 'history list --all does not take --since'],
    ['--all . --history x', 'history list --all does not take --history'],
    ['chronic --all', 'history chronic does not take --all'],
    ['--html a.html', 'history list does not take --html'],
  ])('%s', async (line, message) => {
    const { code, stdout, stderr } = await reading(tempFolder()).history(...line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
