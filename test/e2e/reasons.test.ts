import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunError, sync } from '../../src/index.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { PROGRAM, runProgram } from '../support/run-program.ts';
import { toShellLine } from '../support/start-at-terminal.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n';
const KEY = 'key-of-shop-a-4711';

/** An account with its folder, `shop-a`, in which the sheet `costs.csv` lies. */
async function account(options: Partial<SandboxOptions> = {}, sheet = SHEET) {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}]), apiKey: KEY, ...options });
  const cwd = join(tempFolder(), 'shop-a');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'costs.csv'), sheet);
  return { sandbox, cwd, env: { ...envOf(sandbox), XDG_STATE_HOME: tempFolder() } };
}

interface Scene {
  /** Rows below those of the sheet. */
  readonly rows?: string;
  readonly sheet?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: Partial<SandboxOptions>;
}

type Ending = readonly [code: number, argv: string, name: string, line: RegExp | undefined, scene: Scene];

const SYNC = ['sync', 'costs.csv'] as const;
const REFUSED = { faults: { rules: [{ match: { method: 'POST' }, answer: { status: 400 } }] } } as const;
const DOWN = { env: { PRICESHEET_BASE_URL: 'http://127.0.0.1:9', PRICESHEET_RETRIES: '0' } };
const ONE_FAILURE = { env: { PRICESHEET_MAX_FAILURES: '1', PRICESHEET_CONCURRENCY: '1' }, options: REFUSED };
const OTHER_KEY = { env: { PRICESHEET_API_KEY: 'another-key-4711' } };
const NO_KEY = { env: { PRICESHEET_API_KEY: '' } };
const TOTAL = { options: { catalogue: anAccount([{ sku: 'Total' }]) } };
const UNLISTED = { rows: 'NO,1\n' };
const ONE_ROW = /^1 row needs attention$/;

/** By exit code: the name of account and job, and what the line says between that and the exit code; or no line. */
const SCENES: readonly Ending[] = [
  [0, 'sync costs.csv', '', undefined, {}],
  [0, 'sync costs.csv --attention ok', '', undefined, UNLISTED],
  [0, 'sync costs.csv --missing ok', '', undefined, UNLISTED],
  [0, 'diff costs.csv --exit-code', '', undefined, { sheet: 'sku,cost\nSKU-1,6\n' }],
  [1, 'sync costs.csv', 'shop-a/costs', /ECONNREFUSED/, DOWN],
  [1, 'list channels', 'shop-a', /ECONNREFUSED.*\. Check the base URL/, DOWN],
  [2, 'sync none.csv', 'shop-a/none', /^Cannot read the sheet "none\.csv": there is no such file in/, {}],
  [2, 'sync costs.csv --rate x --max-change y', 'shop-a/costs', /^Several settings are wrong: /, {}],
  [2, 'sync costs.csv --bogus', 'shop-a', /^Unknown option "--bogus"\. /, {}],
  [2, 'snyc', 'shop-a', /^Unknown command "snyc"; did you mean "sync"\?/, {}],
  [2, 'sync costs.csv --channel x', 'shop-a/costs', /"x"/, {}],
  [2, 'undo none', 'shop-a', /^Cannot undo "none": there is no such folder/, {}],
  [2, 'apply latest', 'shop-a', /^The history has no run|^No run|^There is no run/, {}],
  [2, 'explain none A', 'shop-a', /^Cannot explain "none"/, {}],
  [2, 'history prune', 'shop-a', /^history prune takes at least one rule/, {}],
  [2, 'init costs.csv', 'shop-a/costs', /Set PRICESHEET_API_KEY_FILE in the environment/, NO_KEY],
  [2, 'export --out no/all.csv', 'shop-a', /^Cannot export to "no\/all\.csv": there is no folder/, {}],
  [3, 'sync costs.csv', 'shop-a/costs', ONE_ROW, UNLISTED],
  [3, 'sync costs.csv --job spring', 'shop-a/spring', ONE_ROW, UNLISTED],
  [3, 'sync costs.csv --attention new', 'shop-a/costs', /^1 row needs attention/, UNLISTED],
  [3, 'diff costs.csv', 'shop-a/costs', /^2 rows need attention$/, { rows: 'NO,1\nX,1\n' }],
  [3, 'check costs.csv', 'shop-a/costs', /^1 row is invalid$/, { sheet: 'sku,cost\nA,x\n' }],
  [3, 'export --out all.csv', 'shop-a', /^1 listing is left out because a sheet can't hold the SKU/, TOTAL],
  [4, 'sync costs.csv --max-updates 1', 'shop-a/costs', /^Stopped by max_updates: 2 listings would be/, {}],
  [4, 'sync costs.csv --max-updates 1 --attention ok', 'shop-a/costs', /^Stopped by max_updates/, {}],
  [4, 'diff costs.csv --max-updates 10%', 'shop-a/costs', /^Would be stopped by max_updates/, {}],
  [5, 'sync costs.csv', 'shop-a/costs', /^The service refused the key: the service answered 401/, OTHER_KEY],
  [5, 'doctor', 'shop-a', /^Runs will fail until the problems are fixed: service$/, OTHER_KEY],
  [6, 'sync costs.csv', 'shop-a/costs', /^\S.*failed/, ONE_FAILURE],
  [10, 'diff costs.csv --exit-code', '', undefined, {}],
];

describe('standard error without a terminal', { timeout: 120_000 }, () => {
  it.each(SCENES)('exit %i: %s', async (code, argv, name, line, { rows = '', sheet = SHEET, ...scene }) => {
    for (const flags of [[], ['--quiet'], ['--json']]) {
      const { cwd, env } = await account(scene.options, sheet + rows);
      const ended = await runProgram([...argv.split(' '), ...flags], {
        cwd,
        env: { ...env, ...scene.env },
      });
      expect(ended.code, ended.stdout + ended.stderr).toBe(code);
      if (!line) expect(ended.stderr).toBe('');
      else
        expect(said(ended.stderr)).toEqual({
          name,
          reason: expect.stringMatching(line),
          code: String(code),
        });
      if (flags.includes('--json')) expect(JSON.parse(ended.stdout)).toBeInstanceOf(Object);
    }
  });

  it('is of a sane width whatever names and cells hold, and never the key', async () => {
    const sheet = `${KEY}\n\u001b[31m${'long '.repeat(300)}\n`;
    const { cwd, env } = await account({}, sheet);
    writeFileSync(join(cwd, 'a\nb\u001b[31m.csv'), 'x'.repeat(10_000));
    for (const argv of [
      ['sync', 'costs.csv'],
      ['sync', 'a\nb\u001b[31m.csv'],
      ['sync', `${KEY}.csv`],
      ['undo', 'x'.repeat(10_000)],
      ['sync', 'c.csv', '--job', 'j'.repeat(10_000)],
    ]) {
      const { code, stderr } = await runProgram([...argv, '--quiet'], { cwd, env });
      expect(code).toBe(2);
      expect(said(stderr).name).toMatch(/^shop-a/);
      expect(stderr.length, stderr).toBeLessThan(1400);
      expect(stderr).not.toContain(KEY);
      expect(stderr).toMatch(/^[\n\x20-\u{10ffff}]*\n$/u);
    }
  });

  it.skipIf(process.platform === 'win32')('refuses a working folder that is gone, in plain words', () => {
    const gone = join(tempFolder(), 'gone');
    mkdirSync(gone);
    const line = `rmdir "$PWD" && exec "$0" "$1" channels`;
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, PROGRAM], {
      cwd: gone,
      encoding: 'utf8',
    });
    expect([status, reasonIn(stderr)]).toEqual([
      2,
      'The working folder is gone; change to one that is there',
    ]);
  });

  it.runIf(process.platform === 'linux').each<readonly [string, number, readonly ('stdout' | 'stderr')[]]>([
    ['standard output', 1, ['stdout']],
    ['standard error', 0, ['stderr']],
    ['either', 1, ['stdout', 'stderr']],
  ])('goes on where nothing can be written to %s: exit code %i', async (_name, expected, streams) => {
    const { cwd, env, sandbox } = await account();
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const output = Object.fromEntries(streams.map((stream) => [stream, full]));
    const { code, stderr } = await runProgram(SYNC, { cwd, env, ...output });
    expect(code).toBe(expected);
    const isTold = expected === 1 && !streams.includes('stderr');
    expect(stderr.includes('Cannot write to standard output: the disk is full')).toBe(isTold);
    const { summary, undo } = readOnlyRun(cwd);
    expect(summary).toMatchObject({ exit_code: 0, counts: { by_status: { updated: 2 } } });
    expect(undo).toHaveLength(2);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual([650, 660]);
  });
});

describe.runIf(process.platform === 'linux')('a mail of cron, which has both streams in one', () => {
  it('begins with name, reason and exit code, and says the reason once', async () => {
    const { cwd, env } = await account();
    const line = `${toShellLine([...SYNC, '--quiet', '--max-updates', '1'])} 2>&1`;
    const { stdout } = await runProgram(['-c', line], { cwd, env, command: 'sh' });
    const [first = '', second] = stdout.split('\n');
    expect(first).toMatch(/^pricesheet: shop-a\/costs: Stopped by max_updates: .* \(exit code 4\)$/);
    expect(second).toBe('Stopped: costs.csv, 2 rows, nothing sent');
    expect(stdout.split('2 listings would be updated')).toHaveLength(2);
  });
});

describe('a program', () => {
  it('gets the same reason as the line has', async () => {
    const { cwd, env, sandbox } = await account();
    const place = { cwd, baseUrl: sandbox.url, apiKey: KEY, rate: 100_000 };
    const lineOf = async (...argv: readonly string[]) => said((await runProgram(argv, { cwd, env })).stderr);
    const { stopped } = await sync('costs.csv', { ...place, maxUpdates: 1 });
    expect((await lineOf(...SYNC, '--max-updates', '1')).reason).toContain(stopped?.message);
    const error = await sync('none.csv', place).catch((caught: unknown) => caught);
    expect((await lineOf('sync', 'none.csv')).reason).toBe((error as RunError).message);
  });
});

/** The parts of the first line, with what is below it. Errors: an assertion, if standard error begins with anything else. */
function said(stderr: string): { readonly name: string; readonly reason: string; readonly code: string } {
  const line = /^pricesheet: (?<name>shop-a(?:\/[^:\n]*)?): [^\n]{1,160} \(exit code (?<code>\d+)\):?\n/.exec(
    stderr,
  );
  expect(line, stderr).not.toBeNull();
  const { name = '', code = '' } = line?.groups ?? {};
  return { name, reason: reasonIn(stderr), code };
}
