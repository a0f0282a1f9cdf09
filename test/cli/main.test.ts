import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/command-table.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { folderWith, runMain } from './support.ts';

const SECRET = 'secret-4f3c2b1a';
const SHEET = 'sku,cost\nSKU-1,6.40\nSKU-2,6.40\n';

async function openShop() {
  const { url, apiKey, requests, snapshot } = await testSandbox({ catalogue: anAccount([{}, {}]) });
  const env = { PRICESHEET_BASE_URL: url, PRICESHEET_API_KEY: apiKey, PRICESHEET_RATE: '10000' };
  return {
    url,
    apiKey,
    env,
    posts: () => requests.filter(({ method }) => method === 'POST').length,
    costs: () => snapshot().listings.map(({ cost }) => cost),
  };
}

describe('main: help', () => {
  it.each(['', ...COMMANDS.map(({ name }) => name)])('of "%s" fits on a screen: 40 lines', async (name) => {
    const { stdout } = await runMain([name, '--help'].filter(Boolean));
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    expect((await runMain([name, '-h'].filter(Boolean))).stdout).toBe(stdout);
  });

  it('has few flags: at most 75 in all, and 16 for every day of a sync', async () => {
    const flagsOf = (text: string) => [...text.matchAll(/^ {2}(--[a-z][a-z-]*)/gm)].map(([, flag]) => flag);
    const all = await Promise.all(COMMANDS.map(({ name }) => runMain([name, '--help-all'])));
    const flags = new Set(all.flatMap(({ stdout }) => flagsOf(stdout)));
    // And --version, which belongs to no command.
    expect(flags.size + 1).toBeLessThanOrEqual(75);
    expect(flagsOf((await runMain(['sync', '--help'])).stdout).length).toBeLessThanOrEqual(16);
    expect(flagsOf((await runMain(['--help-all'])).stdout).sort()).toEqual([...flags].sort());
  });

  it.each([40, 60, 80, 100])('fits a terminal of %i columns', async (columns) => {
    for (const argv of [['--help'], ['sync', '--help'], ['export', '--help'], ['sandbox', '--help']]) {
      const { code, stdout } = await runMain(argv, { isTTY: true, columns });
      expect(code).toBe(0);
      // A command is copied whole.
      const lines = stdout.split('\n').filter((line) => !line.startsWith('      pricesheet '));
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
    }
  });
});

describe('main: wrong command lines', () => {
  describe('never repeats a key that somebody gives by a flag', () => {
    it.each([
      ['behind an equals sign', [`--api-key=${SECRET}`]],
      ['as the next argument', ['--api-key', SECRET]],
      ['by another name', [`--apikey=${SECRET}`]],
      ['by the variable’s name', [`--PRICESHEET_API_KEY=${SECRET}`]],
      ['with equals signs in it', [`--api-key==${SECRET}==`]],
      ['with a quote in it', [`--api-key=x'${SECRET}`]],
      ['by a short flag', ['-k', SECRET]],
      ['behind a short flag', [`-k${SECRET}`]],
      ['behind a short flag and an equals sign', [`-k=${SECRET}`]],
      ['for a switch', [`--json=${SECRET}`]],
    ])('%s', async (_name, flags) => {
      for (const argv of [
        ['sync', 'prices.csv', ...flags],
        ['list', 'channels', ...flags],
        [...flags, 'list', 'channels'],
        flags,
      ]) {
        const { code, stdout, stderr } = await runMain(argv);
        expect(code).toBe(2);
        expect(stdout + stderr).not.toContain(SECRET);
      }
    });
  });
});

describe('main: sync, diff and undo', () => {
  it('--format markdown tells the run in Markdown on standard output', async () => {
    const { env } = await openShop();
    const { code, stdout } = await runMain(['diff', '-', '--format', 'markdown'], { env, stdin: SHEET });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^### Dry run: `standard input`, 2 rows, 2 listings would change\n/);
    const refused = await runMain(['diff', '-', '--format', 'html'], { env, stdin: SHEET });
    expect([refused.code, existsSync(join(refused.cwd, 'runs'))]).toEqual([2, false]);
    expect(refused.stderr).toContain('--format: "html" is not one of text, markdown');
  });

  it('the key in the name of a folder is in no file of the run, in no JSON and on no screen', async () => {
    const { env, apiKey } = await openShop();
    const cwd = folderWith({ 'costs.csv': SHEET });
    const out = `run-${apiKey}`;
    const { stdout } = await runMain(['sync', 'costs.csv', '--out', out, '--json'], { env, cwd });
    expect(JSON.parse(stdout)).toMatchObject({ sheet: { path: 'costs.csv' } });
    const screen = await runMain(['diff', 'costs.csv', '--out', `${out}-2`], { env, cwd });
    expect(screen.stdout).toContain('run-[key]');
    expect(screen.stdout + screen.stderr).not.toContain(apiKey);
    const files = readdirSync(join(cwd, out));
    expect(files).toContain('plan.ndjson');
    const holding = files.filter((file) => readFileSync(join(cwd, out, file), 'utf8').includes(apiKey));
    expect([holding, stdout.includes(apiKey)]).toEqual([[], false]);
  });

  it('a refused key exits 5, and is said to come from where it does', async () => {
    const { env } = await openShop();
    const place = { env: { ...env, PRICESHEET_API_KEY: 'wrong' }, stdin: SHEET };
    for (const argv of [
      ['sync', '-'],
      ['list', 'channels'],
    ]) {
      const { code, stdout, stderr } = await runMain(argv, place);
      expect(code).toBe(5);
      expect(stdout + stderr).toContain(
        'The key comes from PRICESHEET_API_KEY in the environment; pricesheet doctor checks it',
      );
    }
  });

  describe('at a terminal', () => {
    it.each([
      ['n', { stdin: 'n\n' }, [], 0],
      ['nothing', { stdin: '' }, [], 0],
      ['y', { stdin: 'y\n' }, [], 2],
      ['--yes instead of an answer', { stdin: '' }, ['--yes'], 2],
      ['n, with the sheet on standard input', { typed: 'n\n' }, [], 0],
      ['y, with the sheet on standard input', { typed: 'y\n' }, [], 2],
      ['--yes, with the sheet on standard input', { typed: 'unreachable' }, ['--yes'], 2],
    ])('asks before it sends: %s', async (_name, person, flags, expected) => {
      const { env, posts } = await openShop();
      const isPiped = 'typed' in person;
      const place = isPiped ? { stdin: SHEET, ...person } : { ...person, isTTY: true };
      const argv = ['sync', isPiped ? '-' : 'prices.csv', ...flags];
      const { code, stderr } = await runMain(argv, { env, files: { 'prices.csv': SHEET }, ...place });
      expect([posts(), code]).toEqual([expected, expected === 0 ? 8 : 0]);
      expect(stderr.includes('Send 2 updates')).toBe(flags.length === 0);
    });

    it('refuses to send where nobody can answer, and names the way past it', async () => {
      const { env, posts } = await openShop();
      const place = { env, stdin: SHEET, typed: 'unreachable' };
      const { code, stderr, cwd } = await runMain(['sync', '-'], place);
      expect({ code, posts: posts(), files: readdirSync(cwd) }).toEqual({ code: 2, posts: 0, files: [] });
      expect(stderr).toContain('--yes');
      expect((await runMain(['diff', '-'], place)).code).toBe(0);
    });
  });

  it('names variables that mean nothing once, and with --quiet those that look like a setting', async () => {
    const place = { stdin: SHEET, env: { PRICESHEET_RAET: '1' } };
    const notice =
      'Unknown variables are ignored: PRICESHEET_RAET in the environment (did you mean PRICESHEET_RATE?)\n';
    const { code, stdout, stderr } = await runMain(['check', '-'], place);
    expect([code, stderr, stdout.startsWith(notice)]).toEqual([0, '', true]);
    expect((await runMain(['check', '-', '--quiet'], place)).stdout).toMatch(
      /^pricesheet: \S+: Unknown variables are ignored: PRICESHEET_RAET .*\n$/,
    );
    const other = { stdin: SHEET, env: { PRICESHEET_OF_ANOTHER_PROGRAM: '1' } };
    expect((await runMain(['check', '-', '--quiet'], other)).stdout).toBe('');
  });
});

describe('main: lists', () => {
  it('--verbose shows the requests on standard error, without the key', async () => {
    const { env, apiKey } = await openShop();
    const { stdout, stderr } = await runMain(['list', 'channels', '--verbose'], { env });
    expect(stdout).not.toContain('request');
    expect(stderr).toMatch(/^request \{"method":"GET","path":"\/channels",.*\}\n$/);
    expect(stderr).not.toContain(apiKey);
  });
});
