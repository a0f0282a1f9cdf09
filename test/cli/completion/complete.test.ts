import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/command-table.ts';
import { complete } from '../../../src/cli/completion/complete.ts';
import { HISTORY_ACTIONS } from '../../../src/settings/history-actions.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** What is proposed behind these words, and of what kind it is. */
function propose(cwd: string, ...typed: readonly string[]): readonly string[] {
  const lines = complete(typed, { commands: COMMANDS, words: {}, cwd }).trimEnd().split('\n');
  return lines.map((line) => line.split('\t')[0] ?? '');
}

function withRuns(): string {
  const cwd = tempFolder();
  mkdirSync(join(cwd, 'runs/a'), { recursive: true });
  mkdirSync(join(cwd, 'runs/.history'), { recursive: true });
  return cwd;
}

const ACTIONS = HISTORY_ACTIONS.map(({ name }) => name);

describe('complete', () => {
  it.each([
    [
      ['history', ''],
      ['words', ...ACTIONS],
    ],
    [
      ['history', 'sh'],
      ['words', 'show'],
    ],
    [
      ['history', 'show', ''],
      ['runs', 'latest', 'runs/a'],
    ],
    [['history', 'show', 'runs/a', ''], ['words']],
    [
      ['history', '--job', 'costs', 'show', ''],
      ['runs', 'latest', 'runs/a'],
    ],
    [['history', 'sku', ''], ['words']],
    [
      ['history', 'sku', 'A', '--field', 'c'],
      ['words', 'cost'],
    ],
    [
      ['history', 'chronic', '--ni'],
      ['words', '--nights'],
    ],
    [['history', 'nothing', ''], ['words']],
    [['history', '--all', ''], ['folders']],
    [['history', '--all', 'a', 'b'], ['folders']],
    [['history', '--html', ''], ['files']],
    [
      ['apply', ''],
      ['runs', 'latest', 'runs/a'],
    ],
    [
      ['undo', 'la'],
      ['runs', 'latest'],
    ],
    [
      ['explain', ''],
      ['runs', 'latest', 'runs/a'],
    ],
    [['explain', 'latest', ''], ['words']],
    [
      ['merge', ''],
      ['runs', 'runs/a'],
    ],
  ])('proposes behind %j', (typed, proposed) => {
    expect(propose(withRuns(), ...typed)).toEqual(proposed);
  });

  it('proposes no latest run where there are none', () => {
    expect(propose(tempFolder(), 'apply', '')).toEqual(['folders']);
    expect(propose(tempFolder(), 'history', 'show', '')).toEqual(['folders']);
  });
});
