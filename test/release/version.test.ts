import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/package/version.ts';
import { allPages, ROOT, readPage } from '../support/pages.ts';

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

const { version } = readJson('package.json');

describe('the version', () => {
  it('is in package.json, and the lockfile repeats it', () => {
    const lock = readJson('package-lock.json');
    expect([lock.version, lock.packages[''].version, VERSION]).toEqual([version, version, version]);
  });

  it('is in no source, and in no script that builds', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('src', name));
    const scripts = readdirSync(join(ROOT, 'scripts')).map((name) => join('scripts', name));
    const repeated = [...sources, ...scripts].filter((path) =>
      readFileSync(join(ROOT, path), 'utf8').includes(version),
    );
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
