import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readApiKey } from '../../src/settings/read-api-key.ts';
import { folderWith, someSources } from '../cli/support.ts';

const SECRET = 'secret-4f3c2b1a';

interface Case {
  readonly env?: Readonly<Record<string, string>>;
  readonly dotenv?: string;
  readonly files?: Readonly<Record<string, string>>;
}

function read({ env = {}, files = {}, dotenv }: Case) {
  const cwd = folderWith(files);
  return readApiKey(someSources({ env, cwd, ...(dotenv !== undefined && { dotenv }) }));
}

/** Where the file "key" is named. */
const NAMED = { PRICESHEET_API_KEY_FILE: 'key' };

/** A file that the environment names, with this text. */
const inFile = (text: string): Case => ({ env: NAMED, files: { key: text } });
const inEnv = (text: string): Case => ({ env: { PRICESHEET_API_KEY: text } });

describe('readApiKey', () => {
  it.each([
    ['the environment', inEnv(SECRET)],
    ['the environment, with blanks around it', inEnv(` ${SECRET}\n`)],
    ['.env', { dotenv: `PRICESHEET_API_KEY=${SECRET}\n` }],
    ['a file', inFile(SECRET)],
    ['a file that .env names', { dotenv: 'PRICESHEET_API_KEY_FILE=key\n', files: { key: SECRET } }],
    ['the environment before .env', { ...inEnv(SECRET), dotenv: 'PRICESHEET_API_KEY=other\n' }],
    ['a file of the environment before .env', { ...inFile(SECRET), dotenv: 'PRICESHEET_API_KEY=other\n' }],
    ['.env, where the variable is empty', { ...inEnv(''), dotenv: `PRICESHEET_API_KEY=${SECRET}\n` }],
    ['a file beside an empty key', { env: { ...NAMED, PRICESHEET_API_KEY: '' }, files: { key: SECRET } }],
  ] satisfies readonly (readonly [string, Case])[])('takes it from %s', (_name, sources) => {
    const { apiKey, problems } = read(sources);
    expect({ key: apiKey?.reveal(), problems }).toEqual({ key: SECRET, problems: [] });
  });

  it.each([
    ['no key', {}, /^Set PRICESHEET_API_KEY to the key/],
    ['an empty variable', inEnv(''), /^Set PRICESHEET_API_KEY to the key/],
    ['a variable of blanks', inEnv('  '), /PRICESHEET_API_KEY in the environment holds no key/],
    [
      'a key and a file',
      { env: { ...NAMED, PRICESHEET_API_KEY: SECRET }, files: { key: 'other' } },
      /PRICESHEET_API_KEY in the environment and PRICESHEET_API_KEY_FILE in the environment are both set/,
    ],
    ['both in .env', { dotenv: `PRICESHEET_API_KEY=${SECRET}\nPRICESHEET_API_KEY_FILE=key\n` }, /both set/],
    ['a colon', inEnv(`${SECRET}:`), /can't be a key/],
    ['a blank inside', inEnv(`${SECRET} x`), /can't be a key/],
    ['a line break inside', inFile(`${SECRET}\nx`), /can't be a key/],
    ['a control character', inEnv(`${SECRET}\u0007`), /can't be a key/],
    ['a file that is not there', { env: NAMED }, /names a file that can't be read: there is no such file/],
    ['a file of line ends', inFile('\n\n'), /holds no key/],
  ] satisfies readonly (readonly [string, Case, RegExp])[])(
    'refuses %s, without repeating it',
    (_name, sources, message) => {
      const { apiKey, problems } = read(sources);
      expect(apiKey).toBeUndefined();
      expect(problems).toEqual([expect.stringMatching(message)]);
      expect(problems.join()).not.toContain(SECRET);
    },
  );

  it('refuses a folder for a key file', () => {
    const cwd = folderWith();
    mkdirSync(join(cwd, 'key'));
    const { problems } = readApiKey(someSources({ env: { PRICESHEET_API_KEY_FILE: 'key' }, cwd }));
    expect(problems).toEqual([expect.stringMatching(/names a file that can't be read: it is a folder$/)]);
  });
});
