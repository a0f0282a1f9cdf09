import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/pages.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly Step[];
}

const TEXT = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const WORKFLOW: {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<'build' | 'publish', Job>>;
} = parse(TEXT);
const { build, publish } = WORKFLOW.jobs;
const STEPS = [...build.steps, ...publish.steps];

function indexOfRun(steps: readonly Step[], command: string): number {
  return steps.findIndex(({ run }) => run?.startsWith(command));
}

describe('the workflow of a release', () => {
  it('starts with a tag of a version, and with nothing else', () => {
    expect(WORKFLOW.on).toEqual({ push: { tags: ['v*'] } });
  });

  it('names npm scripts and files that exist', () => {
    const runs = STEPS.flatMap(({ run }) => run ?? []);
    const named = runs.flatMap((run) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name));
    expect(named).toEqual(['release:check', 'pack:twice']);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(runs).toContain('.ci/run');
    expect(existsSync(join(ROOT, '.ci/run'))).toBe(true);
    expect(existsSync(join(ROOT, 'package-lock.json'))).toBe(true);
  });

  it('uses versions of Node that package.json allows', () => {
    const [, major = '', minor = ''] = /^>=(\d+)\.(\d+)\./.exec(engines.node) ?? [];
    const versions = STEPS.flatMap((step) => step.with?.['node-version'] ?? []).map(String);
    expect(versions.length).toBe(2);
    for (const version of versions) {
      const [own = 0, ownMinor = Number.POSITIVE_INFINITY] = version.split('.').map(Number);
      expect(own > Number(major) || (own === Number(major) && ownMinor >= Number(minor)), version).toBe(true);
    }
  });

  it('pins each action to a version', () => {
    const actions = STEPS.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(4);
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });

  it('checks the tag, runs the gate and packs two copies before anything is packed', () => {
    const order = ['npm ci', 'npm run release:check', '.ci/run', 'npm run pack:twice', 'npm pack'].map(
      (each) => indexOfRun(build.steps, each),
    );
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  it('lets no job that runs code of the repository sign or publish', () => {
    expect(WORKFLOW.permissions).toEqual({});
    expect(build.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ 'id-token': 'write', attestations: 'write' });
    expect(publish.environment).toBe('npm');
    expect(publish.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toEqual([]);
    expect(publish.steps.flatMap(({ run }) => run ?? [])).toEqual([
      'npm publish ./pricesheet-*.tgz --provenance --access public',
    ]);
  });

  it('signs the package before it is published', () => {
    const signed = publish.steps.findIndex(({ uses }) => uses?.startsWith('actions/attest@'));
    expect(publish.steps[signed]?.with?.['subject-path']).toBe('pricesheet-*.tgz');
    expect(signed).toBeGreaterThan(0);
    expect(signed).toBeLessThan(indexOfRun(publish.steps, 'npm publish'));
  });
});
