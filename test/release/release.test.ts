import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/package/version.ts';
import { allPages, ROOT, readPage } from '../support/pages.ts';
import { findReleaseProblems } from './check-release.ts';

const readJson = (path: string) => JSON.parse(readPage(path).text);
const { version, scripts, engines } = readJson('package.json');

describe('the version', () => {
  it('is in package.json, the lockfile repeats it, and no source or script that builds does', () => {
    const lock = readJson('package-lock.json');
    expect([lock.version, lock.packages[''].version, VERSION]).toEqual([version, version, version]);
    const repeated = ['src', 'scripts']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        ),
      )
      .filter((path) => /\.m?[jt]s$/.test(path) && readPage(path).text.includes(version));
    expect(repeated).toEqual([]);
  });

  it('is the one that the pages say to install, and the newest of the changelog', () => {
    const named = allPages()
      .filter(({ path }) => path === 'README.md' || path.startsWith('docs/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bpricesheet[-@:](\d+\.\d+\.\d+)/g)].map(([, each]) => [path, each]),
      );
    expect(named.length).toBeGreaterThanOrEqual(5);
    expect(named.filter(([, each]) => each !== version)).toEqual([]);
    expect(/^## (\S+)/m.exec(readPage('CHANGELOG.md').text)?.[1]).toBe(version);
  });
});

describe('a release', () => {
  const READY = {
    tag: 'v0.2.0',
    manifest: { version: '0.2.0', repository: { type: 'git', url: 'git+https://service.example/shop.git' } },
    changelog: '# Changelog\n\n## 0.2.0 – 2027-01-15\n\n- New.\n\n## 0.1.0 – 2026-12-01\n',
  };

  it('may go out if all names one version', () => {
    expect(findReleaseProblems(READY)).toEqual([]);
  });

  it.each([
    ['a tag of another version', { tag: 'v0.2.1' }, /tag "v0\.2\.1" is not v0\.2\.0/],
    ['a tag without the v', { tag: '0.2.0' }, /is not v0\.2\.0/],
    [
      'a changelog without a day',
      { changelog: '## 0.2.0 – unreleased\n' },
      /begins with "## 0\.2\.0 – unrel/,
    ],
    ['a changelog of the version before', { changelog: '## 0.1.0 – 2026-12-01\n' }, /begins with "## 0\.1/],
    ['no repository', { manifest: { version: '0.2.0' } }, /no "repository"/],
  ])('is refused with %s', (_, changed, problem) => {
    expect(findReleaseProblems({ ...READY, ...changed })).toEqual([expect.stringMatching(problem)]);
  });
});

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

describe('the workflow of a release', () => {
  const workflow = parse(readPage('.github/workflows/release.yml').text);
  const { build, publish }: Readonly<Record<'build' | 'publish', Job>> = workflow.jobs;
  const steps = [...build.steps, ...publish.steps];

  it('starts with a tag, and checks it, runs the gate and packs two copies before anything is packed', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
    const commands = ['npm ci', 'npm run release:check', '.ci/run', 'npm run pack:twice', 'npm pack'];
    const order = commands.map((command) => build.steps.findIndex(({ run }) => run?.startsWith(command)));
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['release:check', 'pack:twice']));
  });

  it('uses versions of Node that package.json allows, and pins each action', () => {
    const [, oldest] = /^>=(\d+)\./.exec(engines.node) ?? [];
    const versions = steps
      .flatMap((step) => step.with?.['node-version'] ?? [])
      .map((given) => Number.parseInt(String(given), 10));
    expect(versions.length).toBe(2);
    for (const each of versions) expect(each).toBeGreaterThanOrEqual(Number(oldest));
    for (const { uses = 'actions/any@v1' } of steps) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  });

  it('lets no job that runs code of the repository sign or publish, and signs before it publishes', () => {
    expect(workflow.permissions).toEqual({});
    expect(build.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ 'id-token': 'write', attestations: 'write' });
    expect(publish.environment).toBe('npm');
    const done = publish.steps.map(({ uses, run }) => (run ?? uses ?? '').replace(/@.*/, ''));
    expect(done.filter((step) => step.startsWith('actions/checkout'))).toEqual([]);
    expect(publish.steps.flatMap(({ run }) => run ?? [])).toEqual([
      'npm publish ./pricesheet-*.tgz --provenance --access public',
    ]);
    const signed = publish.steps.findIndex(({ uses }) => uses?.startsWith('actions/attest@'));
    expect(publish.steps[signed]?.with?.['subject-path']).toBe('pricesheet-*.tgz');
    expect(signed).toBeLessThan(publish.steps.findIndex(({ run }) => run));
  });
});
