import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { modeOf, tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const KEY = 'key-5f0c9a7e1b';
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
  return {
    sandbox,
    cwd,
    running,
    answer,
    made: () => readdirSync(cwd).filter((name) => !/csv|txt/.test(name)),
  };
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
    const { running, cwd, answer, made } = await atTerminal([
      ...['costs.csv', 'PRICESHEET_API_KEY_FILE=key.txt'],
    ]);
    await running.said(ADDRESS);
    writeFileSync(join(cwd, '.env'), 'ANOTHER=one\n', { mode: 0o600 });
    await answer(ADDRESS, 'https://shop.example/v1\n');
    const { code, stdout } = await running.ended;
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe('ANOTHER=one\n');
    expect([code, made().sort()]).toEqual([2, ['.env', 'pricesheet.json']]);
    expect(stdout).toContain('".env" was written by somebody else meanwhile, and is not changed');
  });

  it('a closed terminal is no answer: the flag is named, and nothing is written', async () => {
    const { running, made, answer } = await atTerminal([
      'costs.csv',
      '--base-url',
      'https://shop.example/v1',
    ]);
    await answer(HIDDEN, '\u0004');
    const { code, stdout } = await running.ended;
    expect([code, made()]).toEqual([2, []]);
    expect(stdout).toContain('Set PRICESHEET_API_KEY_FILE in the environment to ');
  });

  it.each([
    ['n', 8, false],
    ['y', 0, true],
  ] as const)(
    'saves columns that may mean something else only if asked: %s',
    async (typed, code, isSaved) => {
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
    },
  );
});
