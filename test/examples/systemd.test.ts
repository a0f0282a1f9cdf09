import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, ROOT, readPage } from '../support/pages.ts';
import { tempFolder } from '../support/temp-folder.ts';

const UNITS = readdirSync(join(ROOT, 'docs/examples/systemd'));

/** In the Debian package systemd. */
const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!HAS_SYSTEMD)('the units of the examples, by systemd-analyze if it is installed', () => {
  it('are what systemd takes, for an account named shop-a', () => {
    const folder = tempFolder();
    cpSync(join(ROOT, 'docs/examples/systemd'), folder, { recursive: true });
    const paths = UNITS.map((name) => join(folder, name.replace('@.', '@shop-a.')));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
    });
    expect([paths.length, status, stderr]).toEqual([2, 0, '']);
  });
});

describe('the service of the examples', () => {
  const { text } = readPage('docs/examples/systemd/pricesheet@.service');

  it('takes 3 and a stop for a success, has the key in a file, and its locks for a user without a home', () => {
    expect(text).toMatch(/^SuccessExitStatus=3 143$/m);
    expect(text).toMatch(/^LoadCredential=pricesheet-key:/m);
    expect(text).toMatch(/^Environment=PRICESHEET_API_KEY_FILE=%d\/pricesheet-key$/m);
    // `%S` is /var/lib, and the program takes the folder `pricesheet` in it.
    expect(text).toMatch(/^StateDirectory=pricesheet$/m);
    expect(text).toMatch(/^Environment=XDG_STATE_HOME=%S$/m);
  });

  it('has the command by hand use the locks, the key, the user and the folder of the service', () => {
    const settingOf = (name: string) =>
      new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.replace('%i', 'shop-a');
    const byHand =
      blocksOf(readPage('docs/scheduling.md'), 'sh').find((block) => block.includes('systemd-run')) ?? '';
    expect(byHand).toContain(`--uid=${settingOf('User')} `);
    expect(byHand).toContain(`--working-directory=${settingOf('WorkingDirectory')} `);
    expect(byHand).toContain(`--property=StateDirectory=${settingOf('StateDirectory')} `);
    expect(byHand).toContain(`--property=LoadCredential=${settingOf('LoadCredential')} `);
    expect(byHand).toContain('--setenv=XDG_STATE_HOME=/var/lib ');
  });
});
