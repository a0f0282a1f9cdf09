import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf, ROOT, readPage } from '../support/pages.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HAS_SHELLCHECK = spawnSync('shellcheck', ['--version']).status === 0;

/** What shellcheck has against a script, as `line: SC1234`; but for a `cd` that may fail, which a block of a page shows as it is typed. */
function findFaults(script: string): readonly string[] {
  const { stdout } = spawnSync('shellcheck', ['--shell=bash', '--exclude=SC2164', '--format=gcc', '-'], {
    encoding: 'utf8',
    input: script,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

function readRunSteps(): readonly string[] {
  const { jobs } = parse(readPage('docs/examples/github-actions/prices.yml').text);
  const steps = Object.values<{ steps: readonly { run?: string }[] }>(jobs).flatMap((job) => job.steps);
  // GitHub puts the values in before the shell reads the line.
  return steps.flatMap(({ run }) => (run ? [run.replaceAll(/\$\{\{.*?\}\}/g, '1')] : []));
}

const SCRIPTS = {
  ...Object.fromEntries(
    ['docs/containers.md', 'docs/many-accounts.md', 'docs/scheduling.md'].map((path) => [
      path,
      blocksOf(readPage(path), 'sh'),
    ]),
  ),
  'docs/examples/github-actions/prices.yml': readRunSteps(),
};

describe.skipIf(!HAS_SHELLCHECK)('the commands of pages and examples, by shellcheck', () => {
  it.each(Object.entries(SCRIPTS))('%s', (_, scripts) => {
    expect(scripts.flatMap(findFaults)).toEqual([]);
  });
});

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
