import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noticeSources } from '../../src/settings/notice-sources.ts';
import { variableOf } from '../../src/settings/setting.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { folderWith, someSources } from '../cli/support.ts';

const SECRET = 'secret-4f3c2b1a';

describe('noticeSources', () => {
  it('says nothing of those that mean something', () => {
    const names = Object.values(SETTINGS).flatMap((setting) => variableOf(setting) ?? []);
    const known = [...names, 'PRICESHEET_API_KEY', 'PRICESHEET_API_KEY_FILE'];
    expect(noticeSources(someSources({ env: Object.fromEntries(known.map((name) => [name, 'x'])) }))).toEqual(
      [],
    );
  });

  const KEY_FILE = 'The file named by PRICESHEET_API_KEY_FILE';
  const BY_FILE = { PRICESHEET_API_KEY_FILE: 'my-key' };
  const HOOK = 'https://hooks.example/x4f9';
  it.skipIf(process.platform === 'win32').each([
    ['the key', { '.env': `PRICESHEET_API_KEY=${SECRET}\n` }, {}, ['PRICESHEET_API_KEY in .env']],
    ['no secret', { '.env': 'PRICESHEET_RATE=5\n' }, {}, []],
    ['the key alone', { 'my-key': SECRET }, BY_FILE, [`${KEY_FILE} in the environment`]],
    [
      'the key alone, as .env says',
      { 'my-key': SECRET, '.env': 'PRICESHEET_API_KEY_FILE=my-key\n' },
      {},
      [`${KEY_FILE} in .env`],
    ],
    [
      'a webhook',
      { '.env': `PRICESHEET_WEBHOOK=${HOOK}\n`, 'pricesheet.json': `{"webhook": "${HOOK}"}` },
      {},
      ['PRICESHEET_WEBHOOK in .env', '"webhook" in pricesheet.json'],
    ],
  ] as const)('names a file with %s that others may read, and no content', (_name, files, env, named) => {
    const noticesFor = (mode: number) => {
      const cwd = folderWith(files);
      for (const name of Object.keys(files)) chmodSync(join(cwd, name), mode);
      return noticeSources(someSources({ cwd, env }));
    };
    const end = ' can be read by others on this machine; chmod 600 keeps it to yourself';
    for (const mode of [0o600, 0o400, 0o620]) expect(noticesFor(mode)).toEqual([]);
    for (const mode of [0o604, 0o644]) expect(noticesFor(mode)).toEqual(named.map((file) => file + end));
  });

  it.runIf(process.getuid?.() === 0).each([
    [0, 0o660, 0],
    [0, 0o620, 0],
    [65_534, 0o640, 1],
    [65_534, 0o610, 0],
  ])('says who else may read it by its group %s and mode %o: %s', (group, mode, notices) => {
    const cwd = folderWith({ 'my-key': `${SECRET}\n` });
    chownSync(join(cwd, 'my-key'), 0, group);
    chmodSync(join(cwd, 'my-key'), mode);
    const env = { PRICESHEET_API_KEY_FILE: 'my-key' };
    expect(noticeSources(someSources({ cwd, env }))).toHaveLength(notices);
  });

  it('says nothing of a key file that is not there, or is no file', () => {
    for (const file of ['nowhere', '.', 'x'.repeat(5000)])
      expect(noticeSources(someSources({ env: { PRICESHEET_API_KEY_FILE: file } }))).toEqual([]);
  });
});
