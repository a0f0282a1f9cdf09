import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HistoryList } from '../../src/domain/documents/history.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import type { Holder } from '../../src/run/lock/with-lock.ts';
import { writeLock } from '../run/lock-support.ts';
import { startServer } from '../service/support.ts';
import { findMismatches } from '../support/json-schema.ts';
import { openStage } from '../support/open-stage.ts';
import { parseExposition } from '../support/parse-csv.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n';

interface Place {
  readonly isTerminal?: true;
  readonly stdin?: string;
  /** Of the environment. */
  readonly more?: Readonly<Record<string, string>> | undefined;
}

/** A shop with a night behind it, and all that its runs leave with others since then. */
async function shop() {
  const state = tempFolder();
  const stage = await openStage([{}, {}], SHEET, { env: { XDG_STATE_HOME: state } });
  const receiver = await startServer(() => ({ status: 200 }));
  const { cwd, env } = stage;
  const metrics = join(cwd, 'night.prom');
  const notified = { PRICESHEET_WEBHOOK: receiver.url, PRICESHEET_METRICS: 'night.prom' };
  await stage.run('sync', 'costs.csv', '--out', 'first');
  return {
    ...stage,
    run: (argv: readonly string[], { more = {}, ...options }: Place = {}) =>
      runInProcess(argv, { cwd, env: { ...env, ...notified, ...more }, ...options }),
    /** Another run that holds the account, and began that many hours ago. */
    holdAccount: (hours: number, of: Partial<Holder>) => {
      const { account } = JSON.parse(readFileSync(join(cwd, 'first', 'summary.json'), 'utf8'));
      const path = join(state, 'pricesheet', 'locks', `${account.key_fingerprint}.lock`);
      const since = new Date(Date.now() - hours * 3_600_000).toISOString();
      writeLock(path, { ...systemProbes().self, since, command: 'sync', job: 'costs', cwd, ...of });
    },
    /** The metrics as text, what was posted, and the runs of the history since the first. */
    left: async () => {
      const { stdout } = await stage.run('history', '--json');
      const { runs } = JSON.parse(stdout) as HistoryList;
      return {
        metrics: existsSync(metrics) ? readFileSync(metrics, 'utf8') : '',
        messages: receiver.seen.map(({ body }) => {
          const message = JSON.parse(body) as Record<string, unknown>;
          expect(findMismatches('webhook', message)).toEqual([]);
          return message;
        }),
        runs: runs.filter(({ folder }) => folder !== join(cwd, 'first')),
      };
    },
  };
}

const NOTHING = { metrics: '', messages: [], runs: [] };
const NO_KEY = { more: { PRICESHEET_API_KEY: '' } };

describe('a run that is no night', () => {
  it.each<readonly [string, readonly string[], Place]>([
    ['an undo without a run', ['undo'], {}],
    ['an undo of a run that is not there', ['undo', 'nowhere'], {}],
    ['an undo of no runs at all', ['undo', '--since', '24h', '--rate', 'fast'], {}],
    ['an apply of a run that is not there', ['apply', 'nowhere'], {}],
    ['an apply of the latest, where there is none', ['apply', 'latest', '--job', 'stock'], {}],
    ['a diff of a sheet that is not there', ['diff', 'nosuch.csv'], {}],
    ['a dry run of a sheet that is not there', ['sync', 'nosuch.csv', '--dry-run'], {}],
    ['a dry run without a key', ['sync', 'costs.csv', '--dry-run'], NO_KEY],
    ['a mistyped sheet at a terminal', ['sync', 'nosuch.csv'], { isTerminal: true }],
    ['a mistyped setting at a terminal', ['sync', 'costs.csv', '--rate', 'fast'], { isTerminal: true }],
    ['a mistyped key at a terminal', ['sync', 'costs.csv', '--yes'], { isTerminal: true, ...NO_KEY }],
    ['a mistyped setting of an undo at a terminal', ['undo', 'first', '--rate', 'x'], { isTerminal: true }],
  ])('leaves nothing with others: %s', async (_, argv, options) => {
    const { run, left } = await shop();
    expect((await run(argv, options)).code).toBe(2);
    expect(await left()).toEqual(NOTHING);
  });

  it('leaves nothing with others: a second run beside the one of tonight, as of an engine whose jobs expire', async () => {
    const { run, left, holdAccount } = await shop();
    holdAccount(3, {});
    const { code, stderr } = await run(['sync', 'costs.csv']);
    expect(code).toBe(7);
    expect(reasonIn(stderr)).toMatch(/^Cannot begin: another run on this account/);
    expect(await left()).toEqual(NOTHING);
  });

  it('notifies nobody: an answer of no, and a run that was only looked at', async () => {
    const { run, left, cwd } = await shop();
    writeFileSync(join(cwd, 'costs.csv'), `${SHEET.replace('6.50', '6.40')}SKU-9,1\n`);
    expect((await run(['sync', 'costs.csv'], { isTerminal: true, stdin: 'n\n' })).code).toBe(8);
    expect((await run(['undo', 'first'], { isTerminal: true, stdin: 'n\n' })).code).toBe(8);
    expect((await run(['diff', 'costs.csv'])).code).toBe(3);
    expect((await run(['sync', 'costs.csv', '--dry-run'])).code).toBe(3);
    expect((await run(['undo', 'first', '--dry-run'])).code).toBe(0);
    const { metrics, messages, runs } = await left();
    expect({ metrics, messages }).toEqual({ metrics: '', messages: [] });
    expect(runs.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
});

describe('a sheet that is not there', () => {
  const QUIET = { PRICESHEET_WEBHOOK: '', PRICESHEET_METRICS: '' };

  it('is mistyped where its job has no run, and missed where it has one', async () => {
    const { run, left, cwd } = await shop();
    expect((await run(['sync', 'cotss.csv'], { more: QUIET })).code).toBe(2);
    expect(await left()).toEqual(NOTHING);
    rmSync(join(cwd, 'costs.csv'));
    expect((await run(['sync', 'costs.csv'], { more: QUIET })).code).toBe(2);
    expect((await left()).runs).toMatchObject([{ job: 'costs', verdict: 'failed' }]);
  });
});

describe('a night that nobody watches', () => {
  it.each<readonly [string, readonly string[], number, string, Place['more']]>([
    ['its sheet is not there', ['sync', 'costs-2026-11-20.csv'], 2, 'sheet', {}],
    ['its pattern matches nothing', ['sync', 'drop/costs-*.csv', '--newest'], 2, 'sheet', {}],
    ['its settings are wrong', ['sync', 'costs.csv', '--rate', 'fast'], 2, 'usage', {}],
    ['its file of settings is wrong', ['sync', 'costs.csv', '--config', 'drop/shop.json'], 2, 'usage', {}],
    ['it has no key', ['sync', 'costs.csv'], 2, 'usage', { PRICESHEET_API_KEY: '' }],
    ['its key is refused', ['sync', 'costs.csv'], 5, 'key_refused', { PRICESHEET_API_KEY: 'mistyped' }],
    ['its apply has no key', ['apply', 'first'], 2, 'usage', { PRICESHEET_API_KEY: '' }],
  ])('belongs to its job where %s', async (_, argv, code, stop, more) => {
    const { run, left, cwd } = await shop();
    mkdirSync(join(cwd, 'drop'));
    writeFileSync(join(cwd, 'drop/shop.json'), '{"ratee": 5}');
    expect((await run(argv, { more })).code).toBe(code);
    const { metrics, messages, runs } = await left();
    expect(metrics).toMatch(
      new RegExp(`^pricesheet_last_run_exit_code\\{sheet_job="costs",.* ${code}$`, 'm'),
    );
    expect(messages).toMatchObject([
      { state: 'first_failure', job: 'costs', command: argv[0], exit_code: code, stopped: { code: stop } },
    ]);
    expect(messages[0]?.['account'] === null).toBe(more?.['PRICESHEET_API_KEY'] === '');
    expect(runs).toMatchObject([{ job: 'costs', command: argv[0], dry_run: false, verdict: 'failed' }]);
  });
});

describe('a night that another run keeps from being made', () => {
  it.each([
    ['one of its job that began last night', 24, {}],
    ['one of something else', 3, { command: 'undo' }],
    ['one of another job', 3, { job: 'others' }],
    ['one of a job of that name in another folder', 3, { cwd: '/shop-b' }],
    ['one that has yet to begin, by a clock that is ahead', -9000, {}],
  ])('is a failed one of its job: %s', async (_, hours, of) => {
    const { run, left, holdAccount } = await shop();
    holdAccount(hours, of);
    expect((await run(['sync', 'costs.csv'])).code).toBe(7);
    const { metrics, messages, runs } = await left();
    expect(metrics).toContain(' 7\n');
    expect(messages).toMatchObject([{ state: 'first_failure', job: 'costs' }]);
    expect(runs).toMatchObject([{ job: 'costs', verdict: 'failed' }]);
  });
});

describe('a job that fails night after night', () => {
  it('says first for how many, and when it last succeeded', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-14T12:15:00') });
    onTestFinished(() => void vi.useRealTimers());
    const { run, left, cwd } = await shop();
    const name = `${basename(cwd)}/costs`;
    const nights = [
      [15, 5, ['--out', 'a'], { PRICESHEET_API_KEY: 'mistyped' }, 'the service answered 401'],
      [16, 2, ['--rate', 'fast'], {}, '--rate: "fast"'],
      [17, 4, ['--out', 'c', '--max-clears', '0'], {}, 'max_clears'],
    ] as const;
    writeFileSync(join(cwd, 'costs.csv'), SHEET.replace('6.50', 'null').replace('6.60', 'null'));
    for (const [n, [day, code, flags, more, reason]] of nights.entries()) {
      vi.setSystemTime(Date.parse(`2026-11-${day}T12:15:00`));
      const ended = await run(['sync', 'costs.csv', '--quiet', ...flags], { more });
      const headline =
        n === 0
          ? `${name}: failed, last success 14 November`
          : `${name}: failing for ${n + 1} nights, last success 14 November`;
      expect([ended.code, reasonIn(ended.stderr)]).toEqual([code, expect.stringContaining(reason)]);
      expect(ended.stderr.startsWith(`pricesheet: ${headline}: `), ended.stderr).toBe(true);
      const message = (await left()).messages[n];
      // The first line of both.
      expect(ended.stderr.startsWith(`pricesheet: ${message?.['headline']} (exit code`), ended.stderr).toBe(
        true,
      );
      expect(message).toMatchObject({ path: join(cwd, 'costs.csv') });
    }
    vi.setSystemTime(Date.parse('2026-11-18T12:15:00'));
    writeFileSync(join(cwd, 'costs.csv'), SHEET.replace('6.50', '6.40'));
    expect(await run(['sync', 'costs.csv', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await left()).messages[3]).toMatchObject({ headline: `${name}: recovered after 3 runs` });
    writeFileSync(join(cwd, 'costs.csv'), SHEET.replaceAll('\n', ',DE\n').replace('DE', 'market'));
    const { stderr } = await run(['sync', 'costs.csv'], { more: { PRICESHEET_API_KEY: 'mistyped' } });
    expect(stderr).toContain(`${name}: failed, last success 18 November: Stopped by unsettled`);
  });

  it('says nothing of it to the person at the terminal', async () => {
    const { run } = await shop();
    const ended = await run(['sync', 'costs.csv', '--rate', 'fast'], { isTerminal: true });
    expect(ended.stderr).not.toContain('last success');
  });
});

describe('the metrics file', () => {
  it('keeps the runs of one sheet together, also by --job, and those of another job apart', async () => {
    const { run, left, cwd } = await shop();
    writeFileSync(join(cwd, 'costs-2026-11-20.csv'), 'sku,cost\nSKU-1,6.40\nSKU-9,1.00\n');
    await run(['sync', 'costs-2026-11-20.csv', '--out', 'out']);
    await run(['sync', 'out/retry.csv', '--job', 'costs', '--out', 'again']);
    await run(['undo', 'out', '--out', 'undone']);
    await run(['sync', 'nosuch.csv', '--job', 'named']);
    const codes = parseExposition((await left()).metrics).get('pricesheet_last_run_exit_code')?.samples ?? [];
    expect(codes.map(({ labels: { sheet_job, command }, value }) => [sheet_job, command, value])).toEqual([
      // Of the retry file: none of its SKUs is listed.
      ['costs', 'sync', 4],
      ['costs', 'undo', 0],
      ['named', 'sync', 2],
    ]);
  });

  it('refuses a file that is something else, before anything is sent, and leaves it as it is', async () => {
    const { run, left, cwd, sandbox } = await shop();
    const text = SHEET.replace('6.50', '6.40');
    writeFileSync(join(cwd, 's.csv'), text);
    const asked = sandbox.requests.length;
    const { code, stderr } = await run(['sync', 's.csv', 'PRICESHEET_METRICS=s.csv']);
    expect([code, reasonIn(stderr)]).toEqual([
      2,
      `Cannot write the metrics file "${join(cwd, 's.csv')}": it is there, and holds something else. Name another file, such as pricesheet.prom: only one that is empty, or has the metrics of earlier runs, is replaced`,
    ]);
    expect(readFileSync(join(cwd, 's.csv'), 'utf8')).toBe(text);
    expect(sandbox.requests).toHaveLength(asked);
    expect((await left()).messages).toMatchObject([{ job: 's', stopped: { code: 'usage' } }]);
    expect((await run(['undo', 'first', 'PRICESHEET_METRICS=s.csv'])).code).toBe(2);
    expect(readFileSync(join(cwd, 's.csv'), 'utf8')).toBe(text);
  });
});
