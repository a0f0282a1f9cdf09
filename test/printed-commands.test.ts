import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Shell } from '../src/domain/quote-word.ts';
import { runInProcess } from './support/run-in-process.ts';
import { tempFolder } from './support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from './support/test-sandbox.ts';

const started = vi.hoisted(() => ({ from: 'posix' }));
vi.mock('../src/api/caller/machine.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../src/api/caller/machine.ts')>()),
  shellOf: () => started.from,
}));

const OTHER_SHELLS = ['cmd', 'powershell'] as const;

/** A word that the shell passes on as it is meant, from where it begins. */
const WORD: Readonly<Record<Shell, RegExp>> = {
  posix: /^(?:[\p{L}\p{N}_@%+=:,./…-]|"[^"$`\\!]*"|'[^']*')+/u,
  cmd: /^(?:"[^"]*"|[\w.\\/:=…-]+%?)/,
  // A bare comma separates two words, and a bare apostrophe opens a text.
  powershell: /^(?:"[^"$`]*"|'[^']*'|[\w.\\/:=…-]+%?)/,
};

interface Printed {
  /** Flags with their values, and subjects of commands. */
  readonly words: readonly string[];
  /** What the shell would not take as one word. */
  readonly bad: readonly string[];
}

/** What follows each flag and each command in a text. Prose that does is made of plain words, and so does no harm. */
function readPrinted(text: string, shell: Shell): Printed {
  const found = [
    ...text.matchAll(/(?:--[a-z]+(?:-[a-z]+)*|pricesheet (?:sync|check|apply|undo|diff)) (?=\S)/g),
  ];
  const read = found.map(({ 0: head, index }) => {
    const rest = text.slice(index + head.length);
    const [word = ''] = WORD[shell].exec(rest) ?? [];
    const isWhole = word !== '' && /^[;:,.)]*(?:\s|$)/.test(rest.slice(word.length));
    return { line: `${head}${rest.split('\n')[0]}`, word: `${head}${word}`, isWhole };
  });
  return {
    words: read.map(({ word }) => word),
    bad: read.filter(({ isWhole }) => !isWhole).map(({ line }) => line),
  };
}

/** Its name takes quotes in each shell, and other ones in cmd. */
const SHEET = 'my $costs.csv';

const CHECKED = {
  'a column with a misspelt name': 'sku,cost,minimun price\nA,5,6\n',
  'a column under a heading that means something else': ',,Stock\nsku,cost,Min (EUR)\nA,5,6\nB,6,7\n',
  'two columns of the same meaning': 'sku,min price,Minimum Price\nA,5,6\n',
  'SKUs that repeat': `Item Name,cost\n${'cotton,5.25\n'.repeat(30)}`,
  'numbers of pieces in a column of an unknown name': `sku;Pack Qty;cost\nA;100;5.25\nB;1;6.25\nC;10;7.25\n`,
  'a delimiter that means something to shells': 'sku!cost\nA!5\nB!6\n',
  'columns without known names': 'Our Number,Name,Value Each\nA-1,x,5.20\nB-2,y,6.20\n',
  'rows without a header': 'A-1,x y,5.20\nB-2,z,6.20\n',
  'columns that are not settled': 'sku,Price\nA,5\nB,6\n',
  'nothing to set': 'sku,Avg Kosten,My Min\nA,5,6\nB,6,7\n',
} as const;

describe.each(OTHER_SHELLS)('the commands and flags that are printed, for %s', (shell) => {
  async function printBoth(play: () => Promise<string>): Promise<readonly [posix: Printed, other: Printed]> {
    started.from = 'posix';
    const posix = readPrinted(await play(), 'posix');
    started.from = shell;
    return [posix, readPrinted(await play(), shell)];
  }

  it.each(Object.entries(CHECKED))('by a check of a sheet with %s', async (_name, content) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, SHEET), content);
    const [posix, other] = await printBoth(async () => {
      const { stdout, stderr } = await runInProcess(['check', SHEET, '--job', 'my job'], { cwd });
      return stdout + stderr;
    });
    expect(posix).toEqual({ words: expect.arrayContaining([expect.stringContaining('--')]), bad: [] });
    expect(other.bad).toEqual([]);
    expect(other.words).toHaveLength(posix.words.length);
  });

  /** What a command says on an account with two listings. */
  async function openShop(content: string) {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'A' }, { sku: 'B' }]) });
    const cwd = tempFolder();
    writeFileSync(join(cwd, SHEET), content);
    const play = async (...argv: readonly string[]) => {
      const { stdout, stderr } = await runInProcess(argv, { cwd, env: envOf(sandbox) });
      return stdout + stderr;
    };
    return { cwd, play };
  }

  const FLAGS = ['--yes', '--out', 'runs/my $run', '--history', 'my $books'];

  it.each([
    ['that is sent, with rows that need attention', 'sku,cost\nA,6.50\nX,1\n', []],
    ['that two guard rules stop', 'sku,cost,min\nA,null,null\n', ['--max-updates', '0', '--max-clears', '1']],
    ['that is only planned', 'sku,cost\nA,6.50\nB,6.50\n', ['--dry-run']],
    ['of which rows are held', 'sku,cost,min\nA,6.50,10\nB,6.50,5\n', ['--hold-over', '1%']],
  ] as const)('after a plan %s', async (_name, content, flags) => {
    const [posix, printed] = await printBoth(async () => {
      const { play } = await openShop(content);
      return play('sync', SHEET, ...FLAGS, ...flags);
    });
    expect(posix.bad).toEqual([]);
    expect(posix.words.length).toBeGreaterThan(1);
    expect(printed.bad).toEqual([]);
    expect(printed.words).toHaveLength(posix.words.length);
  });

  it('as columns of a job are renamed, and as a run has lost its journal', async () => {
    const [posix, printed] = await printBoth(async () => {
      const { cwd, play } = await openShop('sku,cost,max\nA,6.50,21\nB,6.50,21\n');
      await play('sync', SHEET, ...FLAGS, '--job', 'my job');
      writeFileSync(join(cwd, SHEET), 'sku,repricing\nA,true\n');
      const renamed = await play('sync', SHEET, '--yes', '--job', 'my job');
      expect(renamed).toContain('"cost" was taken for cost, and is gone');
      rmSync(join(cwd, 'runs/my $run/outcomes.ndjson'));
      const lost = await play('undo', 'runs/my $run', '--yes');
      expect(lost).toContain('its journal is gone');
      return renamed + lost;
    });
    expect(posix.bad).toEqual([]);
    expect(printed.bad).toEqual([]);
    expect(printed.words).toHaveLength(posix.words.length);
  });
});
