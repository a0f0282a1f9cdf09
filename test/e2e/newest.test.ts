import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { readOnlyRun, readRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n';
const OLDER = 'sku,cost\nSKU-1,6.10\nSKU-2,6.20\n';
const PATTERN = 'drop/costs-*.csv';

/** Of long ago, by the day: no test depends on what time it is. */
function day(number: number): Date {
  return new Date(Date.UTC(2020, 10, number, 3));
}

/** A shop with a folder into which an ERP writes. */
async function shop() {
  const stage = await openStage([{}, {}], undefined, { env: { XDG_STATE_HOME: tempFolder() } });
  const { cwd, env, sent } = stage;
  mkdirSync(join(cwd, 'drop'));
  const put = (name: string, text: string, modified?: Date) => {
    stage.write(text, name);
    if (modified) utimesSync(join(cwd, name), modified, modified);
  };
  put('drop/costs-2020-11-19.csv', OLDER, day(19));
  put('drop/costs-2020-11-20.csv', SHEET, day(20));
  return {
    ...stage,
    put,
    posts: () => sent().length,
    run: (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runInProcess(argv, { cwd, env: { ...env, ...more } }),
    config: (settings: object) => put('pricesheet.json', JSON.stringify(settings)),
    list: (folder: string) => (existsSync(join(cwd, folder)) ? readdirSync(join(cwd, folder)).sort() : []),
    summary: (out = 'run') => JSON.parse(stage.read(`${out}/summary.json`)),
  };
}

describe('--newest', () => {
  it('reads the newest file of the pattern, which gives the run its name and its job', async () => {
    const { run, cwd, costs } = await shop();
    const { code, stdout } = await run(['sync', PATTERN, '--newest']);
    expect(code).toBe(0);
    expect(stdout).toContain('costs-2020-11-20.csv');
    expect(costs()).toEqual([650, 660]);
    const { summary, folder } = readOnlyRun(cwd);
    expect(folder).toMatch(/Z-costs-2020-11-20$/);
    expect(summary).toMatchObject({
      sheet: { path: 'drop/costs-2020-11-20.csv', job: 'costs' },
      settings: { newest: { value: 'true', from: '--newest' } },
    });
  });

  it.each([
    [['sync', 'in/costs-*.csv', '--newest'], ['missing']],
    [['diff', 'in/costs-*.csv', '--newest'], []],
    [['sync', 'in/costs.csv'], []],
  ])('begins the history of a job whose first night finds no file: %j', async (argv, expected) => {
    const { run, cwd, list } = await shop();
    expect((await run(argv)).code).toBe(2);
    expect(list('runs/.history')).toHaveLength(expected.length);
    if (expected.length === 0) return;
    const { runs } = JSON.parse((await run(['history', '--json'])).stdout);
    expect(runs).toMatchObject([{ command: 'sync', exit_code: 2, stopped: { code: 'sheet' }, folder: null }]);
    expect(existsSync(join(cwd, 'runs/index.html'))).toBe(true);
  });

  it('asks for quotes if the shell has replaced the pattern', async () => {
    const { run } = await shop();
    const files = ['drop/costs-2020-11-19.csv', 'drop/costs-2020-11-20.csv'];
    for (const flags of [['--newest'], []]) {
      const { code, stderr } = await run(['sync', ...files, ...flags]);
      expect(code).toBe(2);
      expect(stderr).toContain(
        'if this was a pattern, put it in quotes, as in pricesheet sync "exports/costs-*.csv" --newest',
      );
    }
    const single = await run(['check', 'drop/costs-2020-11-20.csv', '--newest']);
    expect(single).toMatchObject({ code: 0 });
    const notice =
      'has no * or ?; if the shell has replaced a pattern by this name, put the pattern in quotes';
    expect(single.stdout).toContain(notice);
    const { stdout } = await run(['diff', 'drop/costs-2020-11-20.csv', '--newest', '--quiet']);
    expect(stdout).toContain(`/costs: --newest: "drop/costs-2020-11-20.csv" ${notice}\n`);
  });

  it('is suggested for a pattern without it', async () => {
    const { run } = await shop();
    const { code, stderr } = await run(['check', PATTERN]);
    expect(code).toBe(2);
    expect(stderr).toContain('To read the newest file that matches a pattern, pass --newest');
  });

  it.each([
    [['--newest'], '--newest is about a file, and the sheet comes from standard input'],
    [['--settle', '10s', '--max-age', '30h'], '--max-age is about a file'],
    [['--done-to', 'done'], '--done-to is about a file'],
  ])('refuses standard input with %s', async (flags, message) => {
    const { run } = await shop();
    const { code, stderr } = await run(['sync', '-', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('--max-age', () => {
  const MESSAGE =
    /the sheet is [\d,]+ days(?: \d+ hours?)? old \(modified 2020-11-20 03:00:00 UTC\), and --max-age is 30h/;

  it('stops a run with a sheet that is older, before the first update, and lets its plan be applied', async () => {
    const { run, posts, summary, cwd, costs } = await shop();
    const line = 'sync drop/costs-2020-11-20.csv --max-age 30h --out run';
    const { code, stdout } = await run(line.split(' '));
    expect([code, posts()]).toEqual([4, 0]);
    expect(stdout).toMatch(MESSAGE);
    expect(stdout).toContain('--allow sheet_age');
    expect(summary().stopped).toMatchObject({ code: 'guard', rules: ['sheet_age'] });
    const { results } = readRun(join(cwd, 'run'));
    expect(results.map(({ status, reason }) => [status, reason])).toEqual(
      Array(2).fill(['skipped', 'sheet_age']),
    );
    expect((await run(['apply', 'run'])).code).toBe(4);
    expect((await run(['apply', 'run', '--allow', 'sheet_age'])).code).toBe(0);
    expect(costs()).toEqual([650, 660]);
  });
});

describe('--done-to', () => {
  it('takes no older file the night after, and the next one when it has come', async () => {
    const { run, put, costs, list } = await shop();
    const sync = ['sync', PATTERN, '--newest', '--done-to', 'done'];
    const first = await run(sync);
    expect(first.code).toBe(0);
    expect(first.stdout.replace(/\s+/g, ' ')).toContain(
      'The sheet "drop/costs-2020-11-20.csv" was moved to "done/costs-2020-11-20.csv"',
    );
    const second = await run(sync);
    expect(second.code).toBe(2);
    expect(reasonIn(second.stderr)).toContain('is older than "done/costs-2020-11-20.csv"');
    expect(costs()).toEqual([650, 660]);
    put('drop/costs-2020-11-20.csv', 'sku,cost\nSKU-1,6.70\n', day(21));
    expect((await run(sync)).code).toBe(0);
    expect(costs()).toEqual([670, 660]);
    expect(list('done')).toEqual(['costs-2020-11-20 (1).csv', 'costs-2020-11-20.csv']);
  });

  it.each([
    ['diff', [], 0],
    ['sync', ['--dry-run'], 0],
    ['sync', ['--max-age', '30h'], 4],
    ['sync', ['--max-updates', '1'], 4],
  ])('leaves the sheet after %s %j', async (command, flags, expected) => {
    const { run, list } = await shop();
    const { code } = await run([command, PATTERN, '--newest', '--done-to', 'done', ...flags]);
    expect(code).toBe(expected);
    expect(list('drop')).toEqual(['costs-2020-11-19.csv', 'costs-2020-11-20.csv']);
    expect(list('done')).toEqual([]);
  });
});
