import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMismatches } from '../support/json-schema.ts';
import { listRuns } from '../support/list-runs.ts';
import { FAILED, IN_NEED, writeNinetyNights } from '../support/ninety-nights.ts';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

async function onStage() {
  const stage = await openStage([{ sku: 'MUG', cost: 600 }], 'sku,cost\nMUG,6.30\n');
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
    const { run, night, page } = await onStage();
    const counts: number[] = [];
    await run('diff', 'costs.csv', '--job', 'costs', '--out', 'runs/planned');
    counts.push(runsOf(page()));
    await run('apply', 'runs/planned');
    counts.push(runsOf(page()));
    await night('6.50');
    counts.push(runsOf(page()));
    await run('undo', 'latest', '--job', 'costs');
    counts.push(runsOf(page()));
    await run('sync', 'gone.csv', '--job', 'costs');
    counts.push(runsOf(page()));
    expect(counts).toEqual([1, 2, 3, 4, 5]);
    expect(page()).toContain('The last run failed with exit code 2: the sheet could not be used');
    expect(page()).toContain('href="planned/report.html"');
  });

  it('leaves no drafts behind that killed runs left, and touches no other file', async () => {
    const { night, cwd } = await onStage();
    await night('6.30');
    const nameOf = (end: string) => join(cwd, 'runs', `index.html.${end}`);
    const id = '00000000-0000-4000-8000-00000000000';
    const [old, fresh, own] = [
      nameOf(`${id}1.unfinished`),
      nameOf(`${id}2.unfinished`),
      nameOf('mine.unfinished'),
    ];
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

  it('is written again after rebuild', async () => {
    const { night, page, history, cwd, index } = await onStage();
    await night('6.10');
    await night('6.20');
    rmSync(join(cwd, 'runs/.history'), { recursive: true });
    rmSync(index);
    await history('rebuild');
    expect(runsOf(page())).toBe(2);
  });

  it('is never a reason for a run to fail: another file is there', async () => {
    const { night, index } = await onStage();
    await night('6.10');
    writeFileSync(index, 'mine');
    const { code, stdout, stderr } = await night('6.20');
    expect(code).toBe(0);
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(
      'runs/index.html" is another file; move it away, or write the page elsewhere with history --html',
    );
    expect(readFileSync(index, 'utf8')).toBe('mine');
  });
});

describe('history --html', () => {
  it('writes the page to any file, with links from there, and replaces no other file', async () => {
    const { night, history, cwd } = await onStage();
    await night('6.10', '--out', 'runs/one');
    mkdirSync(join(cwd, 'www'));
    const { code, stdout } = await history('--html', 'www/nights.html');
    expect([code, stdout.split('\n').at(-2)]).toEqual([0, 'Page: www/nights.html']);
    expect(readFileSync(join(cwd, 'www/nights.html'), 'utf8')).toContain('href="../runs/one/report.html"');
    expect((await history('--html', 'www/nights.html')).code).toBe(0);
    const refused = await history('--html', 'costs.csv');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`"costs.csv" is there, and is not a page of pricesheet's history`);
    expect(readFileSync(join(cwd, 'costs.csv'), 'utf8')).toBe('sku,cost\nMUG,6.10\n');
    const json = JSON.parse((await history('--html', 'www/nights.html', '--json')).stdout);
    expect([findMismatches('history-list', json), json.html]).toEqual([[], 'www/nights.html']);
    expect((await history('--html', 'a.html', '--failed')).code).toBe(2);
    expect((await history('chronic', '--html', 'a.html')).code).toBe(2);
    expect((await history('--html', 'no/such/folder/a.html')).code).toBe(1);
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

  it('prints a line for each account, the worst first', async () => {
    const { history } = accounts();
    const { code, stdout } = await history('--all', 'shops/*');
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^now +account +job +last success \(UTC\) +what$/);
    expect(lines.slice(1, 5).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['failed', 'shops/bad'],
      ['missing', 'shops/new'],
      ['needs attention', 'shops/in need'],
      ['done', 'shops/good'],
    ]);
    expect(lines[6]).toBe('4 jobs: 1 done, 1 needs attention, 1 failed, 1 missing');
    expect((await history('list', '--all', 'shops/good', 'shops/bad/runs/.history')).stdout).toContain(
      '2 jobs: 1 done, 1 failed',
    );
  });

  it('is one JSON document, or one page', async () => {
    const { cwd, history } = accounts();
    const { code, stdout } = await history('--all', 'shops/*', '--json', '--html', 'shops.html');
    const json = JSON.parse(stdout);
    expect([code, findMismatches('history-all', json), json.html]).toEqual([0, [], 'shops.html']);
    expect(json.accounts.map(({ state }: { state: string }) => state)).toEqual([
      'failed',
      'missing',
      'attention',
      'done',
    ]);
    expect(json.accounts[3].nights).toHaveLength(90);
    const page = readFileSync(join(cwd, 'shops.html'), 'utf8');
    expect(page).toContain('3 of 4 jobs need a look');
    expect(page).toContain('href="shops/in%20need/runs/');
  });

  it.each([
    ['no folder', ['--all'], 'history --all takes the folders of the accounts'],
    ['a pattern that leads nowhere', ['--all', 'nope*'], 'There is no folder "nope*"'],
    ['a flag of another list', ['--all', 'shops/*', '--nights', '3'], 'history list does not take --nights'],
    ['a word for another action', ['chronic', '--all'], 'history chronic does not take --all'],
  ])('refuses %s', async (_what, argv, says) => {
    const { code, stderr } = await accounts().history(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});
