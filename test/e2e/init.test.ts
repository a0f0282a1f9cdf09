import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { startProgram } from '../support/run-program.ts';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { modeOf, tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const KEY = 'key-5f0c9a7e1b';
const SHEET = 'sku,cost,min\nSKU-1,6.50,9.00\n';

async function openPlace(options: Partial<Parameters<typeof testSandbox>[0]> = {}) {
  const sandbox = await testSandbox({ catalogue: anAccount([{}]), apiKey: KEY, ...options });
  const cwd = join(tempFolder(), "o'brien & co");
  mkdirSync(cwd);
  const file = (name: string): string => join(cwd, name);
  writeFileSync(file('costs.csv'), SHEET);
  writeFileSync(file('key.txt'), `${KEY}\n`, { mode: 0o600 });
  const run = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const ended = await runInProcess(argv, { cwd, env });
    expect(ended.stdout + ended.stderr).not.toContain(KEY);
    return ended;
  };
  const read = (name: string): string => readFileSync(file(name), 'utf8');
  /** What is in the folder beside what was there at first. */
  const made = () => readdirSync(cwd).filter((name) => !['costs.csv', 'key.txt'].includes(name));
  const account = ['--base-url', sandbox.url, 'PRICESHEET_API_KEY_FILE=key.txt'] as const;
  return { sandbox, cwd, file, run, read, made, account };
}

describe('pricesheet init', () => {
  it('writes .env and pricesheet.json, runs doctor and check, and says what is next', async () => {
    const { sandbox, run, read, made, file, account } = await openPlace();
    const { code, stdout, stderr } = await run(['init', 'costs.csv', ...account]);
    expect([code, stderr]).toEqual([0, '']);
    expect(made().sort()).toEqual(['.env', 'pricesheet.json']);
    expect(read('.env')).toBe(
      `PRICESHEET_BASE_URL=${sandbox.url}\nPRICESHEET_API_KEY_FILE=${file('key.txt')}\n`,
    );
    const { map } = JSON.parse(read('pricesheet.json')).jobs.costs;
    expect(map).toMatchObject({ sku: 'sku', cost: 'cost', minimum_price: 'min' });
    expect(stdout).toMatch(
      /^Written: \.env\nWritten: pricesheet\.json\n\ncosts\.csv: 1 row, none of them invalid\n/,
    );
    expect(stdout).toContain('accepted the key\n');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(stdout).toContain('\nSee what would change; this sends nothing: pricesheet diff costs.csv\n');
    expect(stdout).toContain(
      '\nSend that plan first. Then, to run it every night, add this line with "crontab -e". It stops a night that would update more than 20 % of the rows:\n',
    );
    expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /channels']);
    // What it has written is all that a run needs.
    const diff = await run(['diff', 'costs.csv', '--out', 'run']);
    expect([diff.code, diff.stderr]).toEqual([0, expect.not.stringContaining('can be read by others')]);
  });

  it('names the pattern for a file that has another name each night', async () => {
    const { run, file, read, account } = await openPlace();
    writeFileSync(file('ERP_2026-11-27.csv'), read('costs.csv'));
    const dated = await run(['init', 'ERP_2026-11-27.csv', ...account]);
    expect(dated.stdout).toMatch(
      /for one that is new each night, write ["']ERP\*\.csv["'] --newest in its place/,
    );
    writeFileSync(file('costs (1).csv'), read('costs.csv'));
    for (const same of ['costs.csv', 'costs (1).csv'])
      expect((await run(['init', same])).stdout).not.toContain('--newest');
  });

  it.skipIf(process.platform === 'win32')('keeps the key in a .env of its owner alone', async () => {
    const { sandbox, cwd, run, read, file } = await openPlace();
    const before = process.umask(0);
    try {
      const env = { PRICESHEET_BASE_URL: sandbox.url, PRICESHEET_API_KEY: KEY };
      expect((await run(['init', 'costs.csv'], env)).code).toBe(0);
    } finally {
      process.umask(before);
    }
    expect(read('.env')).toBe(`PRICESHEET_BASE_URL=${sandbox.url}\nPRICESHEET_API_KEY=${KEY}\n`);
    expect(modeOf(file('.env'))).toBe(0o600);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('goes on with complete files, changes neither, and checks them without the variables of this shell', async () => {
    const { run, read, account } = await openPlace();
    await run(['init', 'costs.csv', ...account]);
    const before = [read('.env'), read('pricesheet.json')];
    const again = await run(['init', 'costs.csv', '--json'], { PRICESHEET_API_KEY: KEY });
    const json = JSON.parse(again.stdout);
    expect([again.code, json.files.map(({ written }: { written: boolean }) => written)]).toEqual([
      0,
      [false, false],
    ]);
    expect(json.doctor.settings['base-url'].from).toBe('PRICESHEET_BASE_URL in .env');
    const key = json.doctor.checks.find(({ check }: { check: string }) => check === 'key');
    expect(key.message).toContain('PRICESHEET_API_KEY_FILE in .env');
    expect([read('.env'), read('pricesheet.json')]).toEqual(before);
    const quiet = await run(['init', 'costs.csv', '--quiet']);
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('asks nothing without a terminal: what is missing is named with its flag, and nothing is written', async () => {
    const { run, made, sandbox } = await openPlace();
    const { code, stdout, stderr } = await run(['init', 'costs.csv']);
    expect([code, stdout]).toEqual([2, '']);
    for (const named of ['--base-url', 'PRICESHEET_API_KEY_FILE', 'PRICESHEET_API_KEY'])
      expect(stderr).toContain(named);
    const key = await run(['init', 'costs.csv', '--base-url', sandbox.url]);
    expect(key.code).toBe(2);
    expect(reasonIn(key.stderr)).toMatch(/Set PRICESHEET_API_KEY_FILE in the environment /);
    expect((await run(['init'])).stderr).toContain('"pricesheet init costs.csv"');
    expect(made()).toEqual([]);
  });

  it.each([
    ['of another program', 'DATABASE=here\n', 2, 'PRICESHEET_BASE_URL'],
    ['without a key', 'PRICESHEET_BASE_URL=https://shop.example/v1\n', 2, 'Set PRICESHEET_API_KEY to '],
    ['with another key', 'PRICESHEET_BASE_URL=URL\nPRICESHEET_API_KEY=other-key-1234\n', 5, 'answered 401'],
  ])('leaves a .env %s, says what is wrong, and shows no schedule', async (_which, text, exitCode, named) => {
    const { run, read, file, sandbox } = await openPlace();
    const before = text.replace('URL\n', `${sandbox.url}\n`);
    writeFileSync(file('.env'), before, { mode: 0o600 });
    const { code, stdout, stderr } = await run(['init', 'costs.csv'], { PRICESHEET_API_KEY: KEY });
    expect([code, read('.env')]).toEqual([exitCode, before]);
    expect(stdout).toMatch(/^There already: \.env\nWritten: pricesheet\.json\n/);
    expect(stdout).toContain(named);
    expect(stdout).toContain('Runs will fail until the problems above are fixed');
    expect(stdout).not.toContain('Every night');
    expect(stdout + stderr).not.toContain('other-key-1234');
  });

  it('does not take another address than a .env that is there, and writes nothing', async () => {
    const { run, made, file, account } = await openPlace();
    writeFileSync(file('.env'), 'PRICESHEET_BASE_URL=https://shop.example/v1\n', { mode: 0o600 });
    const { code, stderr } = await run(['init', 'costs.csv', ...account]);
    expect([code, made()]).toEqual([2, ['.env']]);
    expect(stderr).toContain('".env" is there already and is not changed: leave --base-url out');
  });

  it('adds the columns of the sheet to a pricesheet.json that is there, and keeps the rest', async () => {
    const { run, read, file, account } = await openPlace();
    writeFileSync(file('pricesheet.json'), '{"rate": 5}');
    expect((await run(['init', 'costs.csv', ...account])).code).toBe(0);
    const config = JSON.parse(read('pricesheet.json'));
    expect(config).toMatchObject({ rate: 5, jobs: { costs: { map: { cost: 'cost' } } } });
    expect((await run(['init', 'costs.csv', '--decimal', '.'])).stdout).toMatch(
      /^There already: \.env\nWritten: /,
    );
    expect(JSON.parse(read('pricesheet.json')).jobs.costs).toEqual({ ...config.jobs.costs, decimal: '.' });
  });

  it('saves no column that may mean something else, and writes nothing', async () => {
    const { run, made, file, account } = await openPlace();
    writeFileSync(file('costs.csv'), 'SKU,Cost,Floor\nSKU-1,6.50,9.00\n');
    const { code, stderr } = await run(['init', 'costs.csv', ...account]);
    expect([code, made()]).toEqual([2, []]);
    expect(stderr).toContain('"Floor" is taken for minimum_price');
    expect(stderr).toContain('"pricesheet check costs.csv --save-mapping"');
    expect(stderr).not.toContain('--leave-out');
    const mapped = await run(['init', 'costs.csv', ...account, '--map', 'minimum_price=Floor']);
    expect(mapped.code).toBe(0);
  });

  const NO_FILE = "PRICESHEET_API_KEY_FILE in the environment names a file that can't be read";

  it.each([
    ['no sheet of that name', ['none.csv'], 'none.csv'],
    ['standard input', ['-'], 'standard input is not there at night'],
    ['no key file', ['costs.csv', 'PRICESHEET_API_KEY_FILE=none.txt'], NO_FILE],
    ['the key in the place of its file', ['costs.csv', `PRICESHEET_API_KEY_FILE=${KEY}`], NO_FILE],
    ['an address without https', ['costs.csv', '--base-url', 'http://shop.example'], '--base-url: '],
    ['the key by a flag', ['costs.csv', '--key', KEY], 'Unknown option "--key"'],
  ])('refuses %s, and writes nothing', async (_what, argv, named) => {
    const { run, made, account } = await openPlace();
    const [, , keyFile] = account;
    const { code, stderr } = await run([
      'init',
      ...(argv.includes('--base-url') ? [keyFile] : account),
      ...argv,
    ]);
    expect([code, made()]).toEqual([2, []]);
    expect(stderr).toContain(named);
  });

  it.each([
    ['a note', 'Prices per 100 pcs\nSKU,Cost\nSKU-1,6.50\n', 'sheet_note'],
    ['a day to come', 'Preise gültig ab 01.01.2099\nSKU,Cost\nSKU-1,6.50\n', 'sheet_note'],
  ])('shows no schedule for a sheet that would stop every run: %s', async (_what, sheet, rule) => {
    const { run, file, account } = await openPlace();
    writeFileSync(file('costs.csv'), sheet);
    const { code, stdout } = await run(['init', 'costs.csv', ...account]);
    expect(code).toBe(3);
    expect(stdout).toContain(`A run would stop (${rule})`);
    expect(stdout).not.toMatch(/Every night|fine/);
    expect(stdout).toContain('Runs will fail until the problems above are fixed');
  });

  it('names the variables of this shell that a scheduled job has to be given', async () => {
    const { run, account } = await openPlace();
    const { stdout } = await run(['init', 'costs.csv', ...account], {
      HTTPS_PROXY: 'http://someone:secret@proxy.example:8080',
    });
    expect(stdout).toMatch(/set there too: HTTPS_PROXY(?:, XDG_STATE_HOME)?\n$/);
    expect(stdout).not.toContain('secret');
  });

  it('writes the files that --dotenv and --config name, and each command it prints names them', async () => {
    const { run, made, account } = await openPlace();
    const argv = ['init', 'costs.csv', ...account, '--dotenv', 'my.env', '--config', 'my.json', '--json'];
    const { code, stdout } = await run(argv);
    expect([code, made().sort()]).toEqual([0, ['my.env', 'my.json']]);
    const { next, schedule } = JSON.parse(stdout);
    for (const text of [next, ...schedule.steps.map((step: { text: string }) => step.text).slice(0, 1)])
      expect(text).toMatch(/--config my\.json --dotenv my\.env/);
  });

  it.skipIf(process.platform === 'win32')('prints a line for cron that sends the update', async () => {
    const { run, cwd, account, sandbox } = await openPlace();
    const { stdout } = await run(['init', 'costs.csv', ...account, '--json']);
    const [{ text }] = JSON.parse(stdout).schedule.steps;
    const [, command = ''] = /^15 2 \* \* \* {2}(.*)$/.exec(text) ?? [];
    expect(command).toContain('--quiet --max-updates 20\\%');
    const line = command.replace('20\\%', '100\\%').replaceAll('\\%', '%');
    const child = startProgram(['-c', line], { cwd: tempFolder(), command: '/bin/sh' });
    expect(await child.ended).toMatchObject({ code: 0, stdout: '' });
    expect(sandbox.snapshot().listings[0]?.cost).toBe(650);
    expect(readdirSync(cwd)).toContain('runs');
  });
});

const ADDRESS = 'Address of the service (https://…): ';
const HIDDEN = 'Key of the account (it is not shown): ';

async function atTerminal(argv: readonly string[], sheet = 'sku,cost\nSKU-1,6.50\n') {
  const sandbox = await testSandbox({ catalogue: anAccount([{}]), apiKey: KEY });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), sheet);
  writeFileSync(join(cwd, 'key.txt'), KEY, { mode: 0o600 });
  const running = startAtTerminal(['init', ...argv], { cwd, env: { LANG: 'C.UTF-8' } });
  /** Waits for the question and answers it. */
  const answer = async (question: string, typed: string) => {
    await running.said(question);
    await running.write(typed);
  };
  const made = () => readdirSync(cwd).filter((name) => !/csv|txt/.test(name));
  return { sandbox, cwd, running, answer, made };
}

describe.runIf(HAS_TERMINAL)('pricesheet init at a terminal', () => {
  it('asks for address and key until they can be used, and the key is never seen', async () => {
    const { sandbox, cwd, running, answer } = await atTerminal(['costs.csv']);
    await answer(ADDRESS, 'shop.example\n');
    await answer('That is not an https:// address', `${sandbox.url}\n`);
    await answer(HIDDEN, `${KEY.replace('-', ':')}\n`);
    await answer("something that can't be a key", `${KEY}x\u007f\n`);
    const { code, stdout } = await running.ended;
    const text = stripVTControlCharacters(stdout);
    expect(code).toBe(0);
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(KEY.replace('-', ':'));
    // Not even a letter of it: nothing follows the question on its line.
    expect(text.split(/\r?\n/).filter((line) => line.startsWith('Key of the account'))).toEqual([
      expect.stringMatching(/not shown\): $/),
      expect.stringMatching(/not shown\): $/),
    ]);
    expect(text).toContain('accepted the key');
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(
      `PRICESHEET_BASE_URL=${sandbox.url}\nPRICESHEET_API_KEY=${KEY}\n`,
    );
    expect(modeOf(join(cwd, '.env'))).toBe(0o600);
  });

  it.each([
    ['the first question', ADDRESS, ['costs.csv']],
    ['the hidden one', HIDDEN, ['costs.csv', '--base-url', 'https://shop.example/v1']],
  ] as const)('Ctrl-C at %s ends with 130 and leaves nothing', async (_which, question, argv) => {
    const { running, made } = await atTerminal([...argv]);
    await running.said(question);
    await running.write('\u0003');
    const { code, stdout } = await running.ended;
    expect([code, made()]).toEqual([130, []]);
    expect(stdout).toContain('Run it again: it goes on with the files that are there');
  });

  it('replaces no .env that appears while it asks', async () => {
    const argv = ['costs.csv', 'PRICESHEET_API_KEY_FILE=key.txt'];
    const { running, cwd, answer, made } = await atTerminal(argv);
    await running.said(ADDRESS);
    writeFileSync(join(cwd, '.env'), 'ANOTHER=one\n', { mode: 0o600 });
    await answer(ADDRESS, 'https://shop.example/v1\n');
    const { code, stdout } = await running.ended;
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe('ANOTHER=one\n');
    expect([code, made().sort()]).toEqual([2, ['.env', 'pricesheet.json']]);
    expect(stdout).toContain('".env" was written by somebody else meanwhile, and is not changed');
  });

  it('a closed terminal is no answer: the flag is named, and nothing is written', async () => {
    const argv = ['costs.csv', '--base-url', 'https://shop.example/v1'];
    const { running, made, answer } = await atTerminal(argv);
    await answer(HIDDEN, '\u0004');
    const { code, stdout } = await running.ended;
    expect([code, made()]).toEqual([2, []]);
    expect(stdout).toContain('Set PRICESHEET_API_KEY_FILE in the environment to ');
  });

  it.each([
    ['n', 8, false],
    ['y', 0, true],
  ] as const)('saves columns that may mean another only if asked: %s', async (typed, code, isSaved) => {
    const sheet = 'SKU,Cost,Floor\nSKU-1,6.50,9.00\n';
    const stage = await atTerminal(['costs.csv', 'PRICESHEET_API_KEY_FILE=key.txt'], sheet);
    await stage.answer(ADDRESS, `${stage.sandbox.url}\n`);
    await stage.answer('Is that right for every run of the job "costs"? [y/N] ', `${typed}\n`);
    const ended = await stage.running.ended;
    expect(ended.code).toBe(code);
    // On screen once, before the question.
    expect(ended.stdout.split('such as "9.00"').length).toBe(2);
    expect(ended.stdout.indexOf('such as "9.00"')).toBeLessThan(ended.stdout.indexOf('Is that right'));
    expect(existsSync(join(stage.cwd, 'pricesheet.json'))).toBe(isSaved);
    // Address and key have nothing to do with the columns.
    expect(existsSync(join(stage.cwd, '.env'))).toBe(true);
    expect(ended.stdout).toContain('Written: .env');
  });
});
