import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPrebuiltHelp } from '../../../src/cli/help/prebuilt-help.ts';
import { listed, wordsOf } from '../../support/listed.ts';
import { runMain } from '../support.ts';

type Stdout = Parameters<typeof findPrebuiltHelp>[1];

const NO_TERMINAL = {} as Stdout;
const MADE = readdirSync(resolve(import.meta.dirname, '../../../dist/help')).map((file) =>
  file.replace('.txt', ''),
);
const COMMANDS = MADE.filter((page) => /^[a-z]+$/.test(page));

describe('help that is made beforehand', () => {
  it.each(COMMANDS)('is what the program says of %s', async (command) => {
    const { stdout } = await runMain([command, '--help']);
    expect(findPrebuiltHelp([command, '--help'], NO_TERMINAL)).toBe(stdout);
    expect(findPrebuiltHelp([command, '-h'], NO_TERMINAL)).toBe(stdout);
    expect(findPrebuiltHelp(['help', command], NO_TERMINAL)).toBe(stdout);
    const all = await runMain([command, '--help-all']);
    expect(findPrebuiltHelp([command, '--help-all'], NO_TERMINAL)).toBe(all.stdout);
    expect(all.stdout).not.toBe(stdout);
  });

  it('is there for every command that the program names, and for the program', async () => {
    const { stdout } = await runMain(['--help']);
    const list = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Examples:'));
    const named = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
    const pages = ['the-program', ...named.filter((name) => name !== 'help')];
    expect([...MADE].sort()).toEqual(pages.flatMap((page) => [page, `${page}-all`]).sort());
  });

  it.each([[['--help']], [['-h']], [['help']], [['--help-all']]])('is printed with %j', async (argv) => {
    expect(findPrebuiltHelp(argv, NO_TERMINAL)).toBe((await runMain(argv)).stdout);
  });

  const OTHERS = listed(`, sync, sync costs.csv --help, --version, help nosuch, help the-program,
    help ../the-program, nosuch --help, help --help`);

  it.each(OTHERS)('has nothing for "%s"', (line) => {
    expect(findPrebuiltHelp(wordsOf(line), NO_TERMINAL)).toBeUndefined();
  });

  it.each([
    ['is that of a terminal of the same width', { isTTY: true, columns: 80 }, true],
    ['is none of a narrower one', { isTTY: true, columns: 79 }, false],
    ['is none of a wider one', { isTTY: true, columns: 120 }, false],
  ])('%s', (_, stdout, isMade) => {
    expect(findPrebuiltHelp(['sync', '--help'], stdout as Stdout) !== undefined).toBe(isMade);
  });
});
