import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectsOf } from '../vitest.config.ts';

const TEST = import.meta.dirname;

type Project = ReturnType<typeof projectsOf>[number];

/** `**` and `*` as vitest reads them, which is all that its configuration uses. */
function matches(path: string, pattern: string): boolean {
  const source = pattern
    .replaceAll('.', '\\.')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`).test(path);
}

function isIn(path: string, { include, exclude = [] }: Project): boolean {
  const fits = (patterns: readonly string[]) => patterns.some((pattern) => matches(path, pattern));
  return fits(include) && !fits(exclude);
}

const files = readdirSync(TEST, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path.split(sep).join('/')}`);

const fast = files.filter((path) => projectsOf('fast').some((project) => isIn(path, project)));

/** What starts programs or threads, or reads what only a build makes. */
const SLOW = /'node:(?:child_process|cluster|worker_threads)'|\.\.\/dist\b|'dist[/']/;

/** Whole runs, which also write a page out of `dist`. */
const RUNS = /\b(?:openShop|runInProcess)\(/;

/** The files among a test and all that it imports from `test` that keep it from being fast. */
function slowPartsOf(path: string): readonly string[] {
  const parts = [...readWithSupport(join(TEST, '..', path))];
  return parts
    .filter(([, text], at) => SLOW.test(text) || (at === 0 && RUNS.test(text)))
    .map(([part]) => `${path}: ${relative(TEST, part)}`);
}

function readWithSupport(path: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  const text = readFileSync(path, 'utf8');
  seen.set(path, text);
  // A type leaves nothing to be loaded.
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm)) {
    const imported = resolve(dirname(path), name);
    if (imported.startsWith(TEST + sep) && !seen.has(imported)) readWithSupport(imported, seen);
  }
  return seen;
}

describe('the tiers of tests', () => {
  const timesIn = (mode: string) => (path: string) =>
    projectsOf(mode).filter((project) => isIn(path, project)).length;

  it('have each file once in all, and none twice in any', () => {
    expect(files.filter((path) => timesIn('full')(path) !== 1)).toEqual([]);
    for (const mode of ['fast', 'test']) expect(files.filter((path) => timesIn(mode)(path) > 1)).toEqual([]);
  });

  it('name files that are there', () => {
    const named = projectsOf('fast').flatMap(({ include, exclude }) => [...include, ...exclude]);
    expect(named.filter((path) => !path.includes('*') && !files.includes(path))).toEqual([]);
  });

  it('keep programs, builds and whole runs out of the fast one, which has most of the files', () => {
    // These two name what is looked for, and read none of it.
    const named = ['test/build-stamp.test.ts', 'test/tiers.test.ts'];
    const others = fast.filter((path) => !named.includes(path));
    expect(others.flatMap(slowPartsOf)).toEqual([]);
    expect(fast.length).toBeGreaterThan(files.length / 2);
  });
});
