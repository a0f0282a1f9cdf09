import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf, readPage } from '../support/pages.ts';

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

describe.skipIf(!HAS_SHELLCHECK)(
  'the commands of pages and examples, by shellcheck if it is installed',
  () => {
    it.each(Object.entries(SCRIPTS))('%s', (_, scripts) => {
      expect(scripts.flatMap(findFaults)).toEqual([]);
    });
  },
);
