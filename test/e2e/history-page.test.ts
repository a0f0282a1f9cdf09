import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import { findMismatches } from '../support/json-schema.ts';
import { CHRONIC, FAILED, IN_NEED, STOPPED, writeNinetyNights } from '../support/ninety-nights.ts';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { aRecord, onlyLedger, writeRun } from '../support/some-history.ts';
import { listRuns, tempFolder } from '../support/temp-folder.ts';

async function onStage() {
  const stage = await openStage(
    [
      { sku: 'MUG', cost: 600 },
      { sku: 'CUP', cost: 500 },
    ],
    'sku,cost\nMUG,6.30\n',
  );
  const index = join(stage.cwd, 'runs/index.html');
  const page = () => (existsSync(index) ? readFileSync(index, 'utf8') : '');
  const night = (cost: string, ...argv: readonly string[]) => {
    writeFileSync(join(stage.cwd, 'costs.csv'), `sku,cost\nMUG,${cost}\n`);
    return stage.run('sync', 'costs.csv', '--job', 'costs', ...argv);
  };
  const history = (...argv: readonly string[]) => runInProcess(['history', ...argv], { cwd: stage.cwd });
  return { ...stage, index, page, night, history };
}

/** How many lines of runs a page has. */
function runsOf(page: string): number {
  return page.match(/<tr data-state/g)?.length ?? 0;
}

describe('runs/index.html', () => {
  it('is renewed at the end of every run: sync, diff, apply, undo, and one that failed', async () => {
    const { run, page } = await onStage();
    const counts: number[] = [];
    for (const line of [
      ...['diff costs.csv --job costs --out runs/planned', 'apply runs/planned'],
      ...['sync costs.csv --job costs', 'undo latest --job costs', 'sync gone.csv --job costs'],
    ]) {
      await run(...line.split(' '));
      counts.push(runsOf(page()));
    }
    expect(counts).toEqual([1, 2, 3, 4, 5]);
    expect(page()).toMatch(
      /exit 2, wrong settings or sheet<\/td><td>Cannot read the sheet &quot;gone\.csv&quot;/,
    );
    expect(page()).toContain('href="planned/report.html"');
  });

  it('leaves no drafts behind that killed runs left, and touches no other file', async () => {
    const { night, cwd } = await onStage();
    await night('6.30');
    const id = '00000000-0000-4000-8000-00000000000';
    const [old = '', fresh = '', own = ''] = [`${id}1`, `${id}2`, 'mine'].map((name) =>
      join(cwd, 'runs', `index.html.${name}.unfinished`),
    );
    for (const path of [old, fresh, own]) writeFileSync(path, '');
    for (const path of [old, own]) utimesSync(path, 1, 1);
    await night('6.50');
    expect([old, fresh, own].map((path) => existsSync(path))).toEqual([false, true, true]);
  });

  it('leads to run folders wherever they are, and loses the links of those that were pruned', async () => {
    const { night, page, history, cwd } = await onStage();
    await night('6.10', '--out', 'elsewhere/a #1');
    expect(page()).toContain('href="../elsewhere/a%20%231/report.html"');
    for (const cost of ['6.20', '6.30', '6.40']) await night(cost);
    const links = () => page().match(/href="[^#"]+report\.html"/g)?.length;
    expect(links()).toBe(2 * 1 + 3);
    const before = page();
    expect((await history('prune', '--keep-last', '1', '--dry-run')).code).toBe(0);
    expect(page()).toBe(before);
    expect((await history('prune', '--keep-last', '1')).code).toBe(0);
    expect(listRuns(cwd)).toHaveLength(1);
    expect(links()).toBe(3);
    expect(runsOf(page())).toBe(4);
  });
});

/** What the page says first, how it looks, and how it shows each run, the newest first. */
function readPage(page: string) {
  return {
    title: /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1] ?? '',
    mood: /data-mood="(\w+)"/.exec(page)?.[1] ?? '',
    jobs: [...page.matchAll(/class="job[^"]*" data-state="(\w+)"/g)].map(([, state]) => state),
    open:
      page.slice(page.indexOf('id="open"'), page.indexOf('id="runs"')).match(/<tr data-state/g)?.length ?? 0,
    runs: [...page.slice(page.indexOf('id="runs"')).matchAll(/<tr data-state="(\w+)"/g)].map(
      ([, state]) => state,
    ),
    nights: [...page.matchAll(/<li class="night (\w+)"/g)].map(([, state]) => state),
    points: [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text),
  };
}

describe('what the page says', () => {
  it('is that rows are open, until they were repaired by way of retry.csv', async () => {
    const { run, page, history, cwd } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,6.10\nCUP,x\n');
    await run('sync', 'costs.csv', '--job', 'costs', '--out', 'first');
    expect(readPage(page())).toMatchObject({ open: 1, jobs: ['attention'] });
    expect((await history('show', 'first')).stdout).toContain('invalid (money_word)');
    await run('undo', 'first');
    expect(readPage(page()).title).toMatch(/\(undo of .*\): 1 updated, 1 row needs attention$/);
    const retry = join(cwd, 'first/retry.csv');
    writeFileSync(retry, readFileSync(retry, 'utf8').replace('CUP,x', 'CUP,5.10'));
    expect((await run('sync', 'first/retry.csv', '--job', 'costs')).code).toBe(0);
    expect(readPage(page()).runs[0]).toBe('done');
    for (const words of ['sku CUP', 'chronic --nights 1', 'show first'])
      expect((await history(...words.split(' '))).stdout).not.toContain('invalid (money_word)');
    expect(readPage(page())).toMatchObject({ open: 0, jobs: ['done'] });
  });

  it('is that a row is repaired whose SKU was corrected in retry.csv', async () => {
    const { run, page, history, cwd } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,6.10\nCPU,5.10\nPUC,5.20\n');
    await run('sync', 'costs.csv', '--job', 'costs', '--out', 'first');
    expect(readPage(page())).toMatchObject({ open: 2 });
    const retry = join(cwd, 'first/retry.csv');
    writeFileSync(retry, readFileSync(retry, 'utf8').replace('CPU,5.10', 'CUP,5.10'));
    await run('sync', 'first/retry.csv', '--job', 'costs');
    expect(readPage(page())).toMatchObject({ open: 1 });
    expect((await history('chronic', '--nights', '1')).stdout).toMatch(/ PUC .*not_found/);
  });

  const DAY_MS = 86_400_000;
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const folder = '/shop/runs/x';

  const KILLED = { exit_code: null, verdict: 'killed' } as const;
  const UNDONE = { outcomes: 1, attention: 0, by_status: { updated: 1 }, by_reason: {} };
  const FAILED_AT = (time: string) => ({ ...FAILED, started_at: time.replace(/T.*/, 'T00:00:00.000Z') });

  /** The page about runs of a ledger, the oldest first. */
  async function pageOf(...runs: readonly Partial<RunRecord>[]) {
    const cwd = tempFolder();
    for (const [at, fields] of runs.entries())
      writeRun(
        { folder: join(cwd, 'runs/.history') },
        aRecord({ folder, started_at: ago(runs.length - at), ...fields }),
      );
    await runInProcess(['history', 'rebuild'], { cwd });
    const { stdout } = await runInProcess(['history'], { cwd });
    return { ...readPage(readFileSync(join(cwd, 'runs/index.html'), 'utf8')), stdout };
  }

  it.each<readonly [string, string, Partial<RunRecord>]>([
    ['good', 'The last run (sync): 212 updated, no rows need attention', {}],
    ['attention', 'The last run (sync): 57 updated, 2 rows need attention', IN_NEED],
    ['stopped', 'The last run (sync): exit 2, wrong settings or sheet', FAILED],
    ['stopped', 'The last run (sync): exit 4, stopped by rows_dropped', STOPPED],
    ['stopped', 'The last run (sync): exit 130, interrupted', { exit_code: 130, verdict: 'failed' }],
    ['stopped', 'The last run (sync): killed after at least 212 updates', KILLED],
    ['stopped', 'The last run (sync): killed', { ...KILLED, counts: null }],
  ])('is how the last run ended: %s, "%s"', async (mood, title, last) => {
    expect(await pageOf({}, last)).toMatchObject({ mood, title });
  });

  it('is nothing of a run that was only looked at, nor of an answer of no', async () => {
    const looks = [{ ...FAILED, dry_run: true, command: 'diff' }, { exit_code: 8 }] as const;
    expect(await pageOf({}, ...looks)).toMatchObject({ mood: 'good', jobs: ['done'] });
    expect(await pageOf({}, FAILED, { exit_code: 8 })).toMatchObject({ jobs: ['failed'] });
    expect(await pageOf({ ...FAILED, folder: null })).toMatchObject({ mood: 'stopped', jobs: ['failed'] });
  });

  it('is since when the same sheet comes, and when the last success was', async () => {
    const sheet = { ...aRecord().sheet, sha256: 'b'.repeat(64) } as RunRecord['sheet'];
    const look = { dry_run: true, sheet };
    const runs = [{ sheet }, {}, {}, look, FAILED, {}, { command: 'apply' }, FAILED] as const;
    const { points, stdout } = await pageOf(...runs);
    const time = (days: number): string => ago(days).slice(0, 16).replace('T', ' ');
    const same = `The sheet has been the same since ${time(7)} UTC, in 3 runs`;
    expect(points).toEqual(expect.arrayContaining([same, `Last success: ${time(2)} UTC`]));
    expect(stdout).toContain(`costs: ${same}\n`);
  });

  it('is of a night how its last run ended, and an undo leaves it as it was, or taken back', async () => {
    const [first, second] = [ago(3), ago(2)];
    const undo = { command: 'undo', started_at: second.replace(/T.*/, 'T23:59:59.000Z') } as const;
    const night = { started_at: second.replace(/T.*/, 'T23:00:00.000Z') };
    const of = (started_at: string) => ({ ...undo, undone_runs: [started_at], counts: UNDONE });
    const one = await pageOf({ started_at: first }, FAILED_AT(second), night, of(first));
    expect(one.nights.slice(-4)).toEqual(['undone', 'done', 'none', 'none']);
    const two = await pageOf({ started_at: first }, night, of(night.started_at));
    expect(two.nights.slice(-4)).toEqual(['done', 'undone', 'none', 'none']);
  });

  it('is two jobs for a name on two accounts beside each other', async () => {
    const other = { base_url: 'https://service.example/v1', key_fingerprint: '0a0b0c' };
    const runs = [{}, { account: other, ...FAILED }, {}, { account: other, ...FAILED }, {}];
    const { jobs, title } = await pageOf(...runs);
    expect([jobs, title]).toEqual([['failed', 'done'], '1 of 2 jobs to look at: 1 failed, 1 done']);
  });

  it('uses the order of the runs, also if a clock was ahead', async () => {
    const { title } = await pageOf({ started_at: ago(-9) }, IN_NEED);
    expect(title).toContain('2 rows need attention');
  });

  it('has no more lines than a page can have', async () => {
    const { runs } = await pageOf(...Array.from({ length: 450 }, () => ({})));
    expect(runs).toHaveLength(400);
  });
});

describe('history --all', () => {
  function accounts() {
    const cwd = tempFolder();
    const last = new Date(Date.now() - 3_600_000).toISOString();
    writeNinetyNights({ runs: join(cwd, 'shops/good/runs'), last });
    writeNinetyNights({ runs: join(cwd, 'shops/in need/runs'), last, odd: { 0: IN_NEED } });
    writeNinetyNights({ runs: join(cwd, 'shops/bad/runs'), last, odd: { 0: FAILED } });
    mkdirSync(join(cwd, 'shops/new'));
    return { cwd, history: (...argv: readonly string[]) => runInProcess(['history', ...argv], { cwd }) };
  }

  const statesOf = (json: string): readonly string[] =>
    JSON.parse(json).accounts.map(({ state }: { readonly state: string }) => state);

  it('prints a line for each account, the worst first, and ends with 3 if one needs a look', async () => {
    const { history } = accounts();
    const { code, stdout } = await history('--all', 'shops/*');
    expect(code).toBe(3);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^now +account +job +last success \(UTC\) +what$/);
    expect(lines.slice(1, 5).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['failed', 'shops/bad'],
      ['missing', 'shops/new'],
      ['needs attention', 'shops/in need'],
      ['done', 'shops/good'],
    ]);
    expect(lines[6]).toBe('3 of 4 jobs to look at: 1 failed, 1 missing, 1 needs attention, 1 done');
    expect((await history('list', '--all', 'shops/good', 'shops/bad/runs/.history')).stdout).toContain(
      '1 of 2 jobs to look at: 1 failed, 1 done',
    );
    expect((await history('--all', 'shops/good')).code).toBe(0);
  });

  it('has with --failed only accounts whose last run failed or is missing, and with --quiet nothing if there are none', async () => {
    const { history } = accounts();
    const { code, stdout } = await history('--all', 'shops/*', '--failed');
    expect([code, stdout.split('\n').length]).toEqual([3, 6]);
    expect(stdout).not.toMatch(/shops\/(good|in need)/);
    expect(stdout).toContain('3 of 4 jobs to look at');
    const quiet = await history('--all', 'shops/*', '--quiet');
    expect([quiet.code, quiet.stdout.split('\n').length]).toEqual([3, 5]);
    expect(quiet.stdout).not.toMatch(/shops\/good|to look at/);
    expect(await history('--all', 'shops/good', '--quiet')).toMatchObject({ code: 0, stdout: '' });
  });

  it('has an account as missing that has had no run for longer than usual', async () => {
    const { cwd, history } = accounts();
    const weekly = { [0]: {}, [7]: {}, [14]: {}, [21]: {} };
    const gaps = Object.fromEntries(Array.from({ length: 30 }, (_, ago) => [ago, null]));
    const write = (name: string, hours: number, odd: object) => {
      const last = new Date(Date.now() - hours * 3_600_000).toISOString();
      writeNinetyNights({ runs: join(cwd, 'late', name, 'runs'), last, nights: 22, odd: { ...odd } });
    };
    write('nightly', 25, {});
    write('nightly late', 30, {});
    write('failed late', 30, { 0: FAILED });
    write('weekly', 7 * 24 + 1, { ...gaps, ...weekly });
    const { code, stdout } = await history('--all', 'late/*', '--json');
    const found = JSON.parse(stdout).accounts;
    expect(code).toBe(3);
    expect(
      found.map(({ folder, state }: { readonly folder: string; readonly state: string }) => [folder, state]),
    ).toEqual([
      ['late/failed late', 'failed'],
      ['late/nightly late', 'missing'],
      ['late/nightly', 'done'],
      ['late/weekly', 'done'],
    ]);
    expect(found[1].what).toMatch(/^No run since \d{4}-\d\d-\d\d \d\d:\d\d UTC, longer than usual$/);
  });

  it('names an account whose history is damaged, and shows the others', async () => {
    const { cwd, history } = accounts();
    const ledgerOf = (name: string): string => onlyLedger(join(cwd, 'shops', name, 'runs/.history'));
    rmSync(join(ledgerOf('bad'), 'runs.ndjson'));
    mkdirSync(join(ledgerOf('bad'), 'runs.ndjson'));
    writeFileSync(join(ledgerOf('in need'), 'agreed.ndjson'), 'x\n');
    const { code, stdout } = await history('--all', 'shops/*', '--json');
    const { accounts: found, notices } = JSON.parse(stdout);
    expect([code, notices.length]).toEqual([3, 2]);
    expect(statesOf(stdout)).toEqual(['missing', 'missing', 'attention', 'done']);
    expect(found[0]).toMatchObject({ folder: 'shops/bad', what: notices[0] });
    writeFileSync(join(ledgerOf('good'), 'agreed.ndjson'), 'x\n');
    const quiet = await history('--all', 'shops/good', '--quiet');
    expect([quiet.code, quiet.stdout]).toEqual([3, expect.stringContaining('is damaged, incomplete')]);
  });

  it('is one JSON document, or one page', async () => {
    const { cwd, history } = accounts();
    writeNinetyNights({ runs: join(cwd, 'shops/open/runs'), odd: { 0: IN_NEED }, attention: CHRONIC });
    writeFileSync(join(cwd, 'shops/in need/runs/index.html'), '');
    const { code, stdout } = await history('--all', 'shops/*', '--json', '--html', 'shops.html');
    const json = JSON.parse(stdout);
    expect([code, findMismatches('history-all', json), json.html]).toEqual([3, [], 'shops.html']);
    expect(statesOf(stdout)).toEqual(['failed', 'missing', 'missing', 'attention', 'done']);
    expect(json.accounts[4].nights).toHaveLength(90);
    const page = readFileSync(join(cwd, 'shops.html'), 'utf8');
    expect(readPage(page)).toMatchObject({
      title: '4 of 5 jobs to look at: 1 failed, 2 missing, 1 needs attention, 1 done',
      mood: 'stopped',
      jobs: ['failed', 'missing', 'missing', 'attention', 'done'],
    });
    expect(page).toContain('href="shops/in%20need/runs/index.html"');
    expect(page).toContain('<th scope="row">shops/open/costs</th>');
    expect(page.match(/<rect/g)?.length).toBeLessThan(20);
  });

  it('replaces no file that is not such a page, and none where there is no folder', async () => {
    const { cwd, history } = accounts();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,6.10\n');
    const refused = await history('--all', 'shops/*', '--html', 'costs.csv');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`costs.csv" is there, and is not a page of pricesheet's history`);
    expect(readFileSync(join(cwd, 'costs.csv'), 'utf8')).toBe('sku,cost\nMUG,6.10\n');
    expect((await history('--all', 'shops/*', '--html', 'no/such/folder/a.html')).code).toBe(1);
  });
});
