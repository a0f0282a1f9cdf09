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

describe('readApiKey', () => {
  it.each([
    ['the environment', { env: { PRICESHEET_API_KEY: SECRET } }],
    ['the environment, with blanks around it', { env: { PRICESHEET_API_KEY: ` ${SECRET}\n` } }],
    ['.env', { dotenv: `PRICESHEET_API_KEY=${SECRET}\n` }],
    ['a file', { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: SECRET } }],
    ['a file with a line end', { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: `${SECRET}\n` } }],
    [
      'a file with a Windows line end',
      { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: `${SECRET}\r\n` } },
    ],
    [
      'a file with a byte order mark',
      { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: `\ufeff${SECRET}` } },
    ],
    ['a file that .env names', { dotenv: 'PRICESHEET_API_KEY_FILE=key\n', files: { key: SECRET } }],
    [
      'the environment before .env',
      { env: { PRICESHEET_API_KEY: SECRET }, dotenv: 'PRICESHEET_API_KEY=other\n' },
    ],
    [
      'a file of the environment before a key in .env',
      {
        env: { PRICESHEET_API_KEY_FILE: 'key' },
        dotenv: 'PRICESHEET_API_KEY=other\n',
        files: { key: SECRET },
      },
    ],
    [
      '.env, where the variable is empty',
      { env: { PRICESHEET_API_KEY: '' }, dotenv: `PRICESHEET_API_KEY=${SECRET}\n` },
    ],
    [
      'a file, where the key beside it is empty',
      { env: { PRICESHEET_API_KEY: '', PRICESHEET_API_KEY_FILE: 'key' }, files: { key: SECRET } },
    ],
  ] satisfies readonly (readonly [string, Case])[])('takes it from %s', (_name, sources) => {
    const { apiKey, problems } = read(sources);
    expect({ key: apiKey?.reveal(), problems }).toEqual({ key: SECRET, problems: [] });
  });

  it.each([
    ['no key', {}, /^Set PRICESHEET_API_KEY to the key/],
    ['an empty variable', { env: { PRICESHEET_API_KEY: '' } }, /^Set PRICESHEET_API_KEY to the key/],
    [
      'a variable of blanks',
      { env: { PRICESHEET_API_KEY: '  ' } },
      /PRICESHEET_API_KEY in the environment holds no key/,
    ],
    [
      'a key and a file',
      { env: { PRICESHEET_API_KEY: SECRET, PRICESHEET_API_KEY_FILE: 'key' }, files: { key: 'other' } },
      /PRICESHEET_API_KEY in the environment and PRICESHEET_API_KEY_FILE in the environment are both set/,
    ],
    [
      'a key and a file in .env',
      { dotenv: `PRICESHEET_API_KEY=${SECRET}\nPRICESHEET_API_KEY_FILE=key\n` },
      /both set/,
    ],
    ['a colon', { env: { PRICESHEET_API_KEY: `${SECRET}:` } }, /can't be a key/],
    ['a blank inside', { env: { PRICESHEET_API_KEY: `${SECRET} x` } }, /can't be a key/],
    [
      'a line break inside',
      { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: `${SECRET}\nx` } },
      /can't be a key/,
    ],
    ['a control character', { env: { PRICESHEET_API_KEY: `${SECRET}\u0007` } }, /can't be a key/],
    [
      'a file that is not there',
      { env: { PRICESHEET_API_KEY_FILE: 'none' } },
      /names a file that can't be read: there is no such file/,
    ],
    ['an empty file', { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: '' } }, /holds no key/],
    [
      'a file of line ends',
      { env: { PRICESHEET_API_KEY_FILE: 'key' }, files: { key: '\n\n' } },
      /holds no key/,
    ],
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
