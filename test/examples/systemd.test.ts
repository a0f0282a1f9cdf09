import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, ROOT, readPage } from '../support/pages.ts';
import { tempFolder } from '../support/temp-folder.ts';

const UNITS = readdirSync(join(ROOT, 'docs/examples/systemd'));

/** In the Debian package systemd. */
const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What systemd has against all units of the examples. Templates are looked at as an account named shop-a. */
function findFaults(change: (name: string, text: string) => string = (_, text) => text): string {
  const folder = tempFolder();
  cpSync(join(ROOT, 'docs/examples/systemd'), folder, { recursive: true });
  for (const name of UNITS) {
    const path = join(folder, name);
    writeFileSync(path, change(name, readFileSync(path, 'utf8')));
  }
  const paths = UNITS.map((name) => join(folder, name.replace('@.', '@shop-a.')));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  });
  return `${status === 0 ? '' : `exit code ${status}\n`}${stderr}`;
}

describe.skipIf(!HAS_SYSTEMD)('the units of the examples, by systemd-analyze if it is installed', () => {
  it('are what systemd takes', () => {
    expect(UNITS).toHaveLength(2);
    expect(findFaults()).toBe('');
  });

  it.each([
    ['a key that systemd does not know', 'Restart=on-failure', 'Restrat=on-failure'],
    ['an exit code that is not a number', 'SuccessExitStatus=3 ', 'SuccessExitStatus=three '],
    ['a time that is not one', 'OnCalendar=*-*-* 02:15', 'OnCalendar=*-*-* 26:15'],
  ])('would be refused with %s', (_, text, other) => {
    expect(findFaults((_name, unit) => unit.replace(text, other))).not.toBe('');
  });
});

describe('the services of the examples', () => {
  it.each(UNITS.filter((name) => name.endsWith('.service')))(
    '%s takes 3 and a stop for a success',
    (name) => {
      const text = readFileSync(join(ROOT, 'docs/examples/systemd', name), 'utf8');
      expect(text).toMatch(/^SuccessExitStatus=3 143$/m);
      expect(text).toMatch(/^LoadCredential=pricesheet-key:/m);
      expect(text).toMatch(/^Environment=PRICESHEET_API_KEY_FILE=%d\/pricesheet-key$/m);
    },
  );

  it.each(UNITS.filter((name) => name.endsWith('.service')))(
    '%s keeps its locks for a user without a home',
    (name) => {
      const text = readFileSync(join(ROOT, 'docs/examples/systemd', name), 'utf8');
      expect(text).toMatch(/^StateDirectory=pricesheet$/m);
      // `%S` is /var/lib, and the program takes the folder `pricesheet` in it.
      expect(text).toMatch(/^Environment=XDG_STATE_HOME=%S$/m);
    },
  );

  it('has the command by hand use the locks, the key, the user and the folder of the service', () => {
    const service = readFileSync(join(ROOT, 'docs/examples/systemd/pricesheet@.service'), 'utf8');
    const settingOf = (name: string) =>
      new RegExp(`^${name}=(.*)$`, 'm').exec(service)?.[1]?.replace('%i', 'shop-a');
    const byHand =
      blocksOf(readPage('docs/scheduling.md'), 'sh').find((block) => block.includes('systemd-run')) ?? '';
    expect(byHand).toContain(`--uid=${settingOf('User')} `);
    expect(byHand).toContain(`--working-directory=${settingOf('WorkingDirectory')} `);
    expect(byHand).toContain(`--property=StateDirectory=${settingOf('StateDirectory')} `);
    expect(byHand).toContain(`--property=LoadCredential=${settingOf('LoadCredential')} `);
    expect(byHand).toContain('--setenv=XDG_STATE_HOME=/var/lib ');
  });
});
