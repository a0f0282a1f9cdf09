import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noticeSources } from '../../src/settings/notice-sources.ts';
import { variableOf } from '../../src/settings/setting.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { folderWith, someSources } from '../cli/support.ts';

const SECRET = 'secret-4f3c2b1a';

describe('noticeSources', () => {
  it('names variables that mean nothing in one line, each with its place and the nearest that does', () => {
    const sources = someSources({
      env: { PRICESHEET_RAET: '1', HOME: '/' },
      dotenv: 'PRICESHEET_ALLOW=5\nOTHER=1\n',
    });
    expect(noticeSources(sources)).toEqual([
      'Unknown variables are ignored: PRICESHEET_RAET in the environment (did you mean PRICESHEET_RATE?), PRICESHEET_ALLOW in .env',
    ]);
  });

  it('says nothing of those that mean something', () => {
    const names = Object.values(SETTINGS).flatMap((setting) => variableOf(setting) ?? []);
    const known = [...names, 'PRICESHEET_API_KEY', 'PRICESHEET_API_KEY_FILE'];
    expect(noticeSources(someSources({ env: Object.fromEntries(known.map((name) => [name, 'x'])) }))).toEqual(
      [],
    );
  });

  it('repeats no key, wherever it stands', () => {
    const env = { PRICESHEET_API_KEY: SECRET, [`PRICESHEET_${SECRET}`]: 'x' };
    expect(noticeSources(someSources({ env })).join()).not.toContain(SECRET);
  });

  it.skipIf(process.platform === 'win32').each([
    [0o600, `PRICESHEET_API_KEY=${SECRET}\n`, false],
    [0o620, `PRICESHEET_API_KEY=${SECRET}\n`, false],
    [0o604, `PRICESHEET_API_KEY=${SECRET}\n`, true],
    [0o644, `PRICESHEET_API_KEY=${SECRET}\n`, true],
    [0o644, 'PRICESHEET_RATE=5\n', false],
  ])('tells of a .env of mode %o with %j: %s', (mode, dotenv, told) => {
    const cwd = folderWith({ '.env': dotenv });
    chmodSync(join(cwd, '.env'), mode);
    expect(noticeSources(someSources({ cwd }))).toEqual(
      told ? [expect.stringMatching(/^PRICESHEET_API_KEY in \.env can be read by others .*chmod 600/)] : [],
    );
  });

  it.skipIf(process.platform === 'win32').each([
    [0o600, false],
    [0o400, false],
    [0o604, true],
    [0o644, true],
  ])('tells of a key file of mode %o, by its variable alone: %s', (mode, told) => {
    const cwd = folderWith({ 'my-key': `${SECRET}\n` });
    chmodSync(join(cwd, 'my-key'), mode);
    for (const sources of [
      someSources({ cwd, env: { PRICESHEET_API_KEY_FILE: 'my-key' } }),
      someSources({ cwd, dotenv: 'PRICESHEET_API_KEY_FILE=my-key\n' }),
    ]) {
      const notices = noticeSources(sources);
      expect(notices).toEqual(
        told
          ? [
              expect.stringMatching(
                /^The file named by PRICESHEET_API_KEY_FILE in .* can be read by others .*chmod 600/,
              ),
            ]
          : [],
      );
      expect(notices.join()).not.toContain('my-key');
    }
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

  it.skipIf(process.platform === 'win32').each([
    [0o600, false],
    [0o644, true],
  ])('tells of a webhook that others can read, in a file of mode %o: %s', (mode, told) => {
    const files = {
      '.env': 'PRICESHEET_WEBHOOK=https://hooks.example/x4f9\n',
      'pricesheet.json': '{"webhook": "https://hooks.example/x4f9"}',
    };
    const cwd = folderWith(files);
    for (const name of Object.keys(files)) chmodSync(join(cwd, name), mode);
    const notices = noticeSources(someSources({ cwd }));
    const where = notices.map((notice) => notice.replace(/ can be read by others on this machine;.*/, ''));
    expect(where).toEqual(told ? ['PRICESHEET_WEBHOOK in .env', '"webhook" in pricesheet.json'] : []);
    expect(notices.join()).not.toContain('x4f9');
  });

  it('says nothing of a key file that is not there, or is no file', () => {
    for (const file of ['nowhere', '.', 'x'.repeat(5000)])
      expect(noticeSources(someSources({ env: { PRICESHEET_API_KEY_FILE: file } }))).toEqual([]);
  });
});
