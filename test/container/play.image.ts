import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { holdRequests, interrupt } from '../support/gate.ts';
import { installNode } from '../support/npm.ts';
import { ROOT, readPage } from '../support/pages.ts';
import { startProgram } from '../support/run-program.ts';
import { splitSettings } from '../support/split-settings.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { readStages, textsOf } from './read-dockerfile.ts';

/**
 * The Dockerfile, built by buildah and run by runc, both from Debian. No registry is asked for its bases: others with the same programs are
 * in their place, Node.js from npm's registry and busybox for the shell of the stage that builds. Needs root on Linux.
 */
const IMAGE = 'localhost/pricesheet:play';
const DOCKERFILE = join(ROOT, 'docs/container/Dockerfile');
const USER = 65_532;

/** With what buildah keeps; on a disk, since there is too much of it for memory. */
const place = mkdtempSync(join(tmpdir(), 'pricesheet-image-'));

function buildah(...argv: readonly string[]): string {
  const store = ['--root', join(place, 'store'), '--runroot', join(place, 'run'), '--storage-driver', 'vfs'];
  return execFileSync('buildah', [...store, ...argv], {
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

function find(program: string): string {
  return execFileSync('which', [program], { encoding: 'utf8' }).trim();
}

/** A program in another root folder, with the libraries that it needs, if any. `to`: its path there. */
function copyProgram(program: string, { root, to }: { readonly root: string; readonly to: string }): void {
  const libraries = spawnSync('ldd', [program], { encoding: 'utf8' }).stdout.match(/\/\S+\.so\S*/g) ?? [];
  for (const [from, at] of [...libraries.map((path) => [path, path]), [program, to]] as const) {
    mkdirSync(dirname(join(root, at)), { recursive: true });
    cpSync(from, join(root, at), { dereference: true });
  }
}

/** The version that the Dockerfile names. */
function fetchNode(): string {
  const [arguments_ = []] = readStages();
  const [, major = ''] = /node:(\d+)-/.exec(textsOf(arguments_, 'ARG').join()) ?? [];
  return installNode(join(place, 'node'), { version: major });
}

function commitBase(root: string, name: string, environment: Readonly<Record<string, string>>): void {
  const container = buildah('from', 'scratch');
  buildah('copy', container, root, '/');
  for (const [key, value] of Object.entries(environment))
    buildah('config', '--env', `${key}=${value}`, container);
  buildah('commit', '-q', container, name);
  buildah('rm', container);
}

/** In the place of a slim Debian with Node.js: a shell, what the stage calls, and npm. */
function makeBuildBase(node: string): void {
  const root = join(place, 'build');
  for (const folder of ['bin', 'usr/bin', 'tmp', 'root', 'etc'])
    mkdirSync(join(root, folder), { recursive: true });
  copyProgram(node, { root, to: '/usr/bin/node' });
  // The bundler's own binary asks for another part of the same library.
  const [library = ''] = /\/\S+\/libc\.so\.6/.exec(execFileSync('ldd', [node], { encoding: 'utf8' })) ?? [];
  for (const name of ['librt.so.1', 'libresolv.so.2'])
    cpSync(join(dirname(library), name), join(root, dirname(library), name), { dereference: true });
  copyProgram(find('busybox'), { root, to: '/bin/busybox' });
  for (const name of ['sh', 'tar', 'gzip', 'mkdir']) symlinkSync('busybox', join(root, 'bin', name));
  symlinkSync('/bin/busybox', join(root, 'usr/bin/env'));
  const installed = dirname(dirname(realpathSync(find('npm'))));
  cpSync(installed, join(root, 'usr/lib/npm'), { recursive: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) cpSync(authorities, join(root, 'etc/authorities.crt'), { dereference: true });
  commitBase(root, 'localhost/build', {
    PATH: '/usr/bin:/bin',
    ...(authorities && { NODE_EXTRA_CA_CERTS: '/etc/authorities.crt' }),
  });
}

/** In the place of an image with Node.js and nothing else. */
function makeRuntimeBase(node: string): void {
  const root = join(place, 'runtime');
  copyProgram(node, { root, to: '/nodejs/bin/node' });
  commitBase(root, 'localhost/runtime', {});
}

/** The root folder of a container of the image. */
let root = '';

beforeAll(() => {
  const node = fetchNode();
  makeBuildBase(node);
  makeRuntimeBase(node);
  const bases = ['BUILD=localhost/build', 'RUNTIME=localhost/runtime'];
  const given = bases.flatMap((base) => ['--build-arg', base]);
  buildah('bud', ...given, '--pull-never', '--file', DOCKERFILE, '--tag', IMAGE, ROOT);
  root = buildah('mount', buildah('from', '--pull-never', IMAGE));
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
}

function readConfig(): ImageConfig {
  return JSON.parse(buildah('inspect', '--type', 'image', IMAGE)).OCIv1.config;
}

interface Mount {
  readonly source: string;
  readonly destination: string;
  readonly isWritable: boolean;
}

/** Runs it as `docker run --read-only --cap-drop ALL --security-opt no-new-privileges --network host` does. */
function startContainer(
  argv: readonly string[],
  { mounts, env }: { readonly mounts: readonly Mount[]; readonly env: Readonly<Record<string, string>> },
) {
  const bundle = tempFolder(tmpdir());
  execFileSync('runc', ['spec', '--bundle', bundle]);
  const spec = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8'));
  const { User, Env, Entrypoint, Cmd, WorkingDir } = readConfig();
  const [uid, gid] = User.split(':').map(Number);
  const shared = new Set(['network', 'cgroup']);
  const config = {
    ...spec,
    root: { path: root, readonly: true },
    process: {
      ...spec.process,
      terminal: false,
      user: { uid, gid },
      args: [...Entrypoint, ...(argv.length === 0 ? Cmd : argv)],
      env: [...Env, ...Object.entries(env).map((pair) => pair.join('='))],
      cwd: WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    mounts: [
      ...spec.mounts,
      ...mounts.map(({ isWritable, ...mount }) => ({
        ...mount,
        type: 'bind',
        options: ['rbind', isWritable ? 'rw' : 'ro'],
      })),
    ],
    linux: {
      ...spec.linux,
      namespaces: spec.linux.namespaces.filter(({ type }: { readonly type: string }) => !shared.has(type)),
    },
  };
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(config));
  const name = `pricesheet-${process.pid}-${++containers}`;
  const running = startProgram(['run', '--bundle', bundle, name], { cwd: bundle, command: 'runc' });
  onTestFinished(() => {
    execFileSync('runc', ['delete', '--force', name], { stdio: 'ignore' });
  });
  return running;
}

let containers = 0;

/** What a container is given: settings, a sheet, and volumes. */
function openVolumes({ url, apiKey }: { readonly url: string; readonly apiKey: string }) {
  const folder = tempFolder(tmpdir());
  chmodSync(folder, 0o755);
  for (const name of ['runs', 'state']) {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), USER, USER);
  }
  writeFileSync(join(folder, 'costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.50\n');
  writeFileSync(join(folder, 'key'), apiKey, { mode: 0o400 });
  chownSync(join(folder, 'key'), USER, USER);
  const mount = (name: string, destination: string, isWritable: boolean) => ({
    source: join(folder, name),
    destination,
    isWritable,
  });
  const given = [
    mount('costs.csv', '/srv/prices/costs.csv', false),
    mount('key', '/run/secrets/key', false),
    mount('state', '/srv/prices/state', true),
  ];
  const env = {
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY_FILE: '/run/secrets/key',
    PRICESHEET_FOLLOW_UP: 'false',
  };
  return {
    runs: join(folder, 'runs'),
    start: (...words: readonly string[]) => {
      const { argv, env: own } = splitSettings(words);
      const mounts = [...given, mount('runs', '/srv/prices/runs', true)];
      return startContainer(argv, { mounts, env: { ...env, ...own } });
    },
    startWithoutRuns: (...argv: readonly string[]) => startContainer(argv, { mounts: given, env }),
  };
}

/** What the example for Kubernetes runs, with a limit that lets both updates pass. */
function readArguments(): readonly string[] {
  const job = parse(readPage('docs/examples/kubernetes/one-account/cronjob.yaml').text);
  const [{ args }] = job.spec.jobTemplate.spec.template.spec.containers;
  return args.map((text: string) => text.replace('=20%', '=100%'));
}

const ACCOUNT = anAccount([{ sku: 'SKU-1' }, { sku: 'SKU-2' }]);

describe('the image of the Dockerfile', () => {
  it('has what the Dockerfile says, the files of the package, and no shell', () => {
    expect(readConfig()).toMatchObject({
      User: `${USER}:${USER}`,
      Entrypoint: ['/nodejs/bin/node', '/opt/pricesheet/dist/bin.cjs'],
      Cmd: ['--help'],
      WorkingDir: '/srv/prices',
      StopSignal: 'SIGTERM',
    });
    for (const path of ['bin', 'usr/bin', 'nodejs/bin/npm']) expect(existsSync(join(root, path))).toBe(false);
    const { files, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const given = files.filter((path: string) => !path.startsWith('!'));
    expect(given.filter((path: string) => !existsSync(join(root, 'opt/pricesheet', path)))).toEqual([]);
    for (const path of ['container', 'decisions'])
      expect(existsSync(join(root, 'opt/pricesheet/docs', path))).toBe(false);
    expect(readFileSync(join(root, 'opt/pricesheet/package.json'), 'utf8')).toContain(version);
    expect(statSync(join(root, 'srv/prices/runs')).uid).toBe(USER);
  });

  it('shows its help as a container that is given nothing', async () => {
    const { code, stdout } = await startContainer([], { mounts: [], env: {} }).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: pricesheet')]);
  });

  it('sends a sheet and takes it back, and writes to its volumes as user 65532', async () => {
    const sandbox = await testSandbox({ catalogue: ACCOUNT });
    const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
    const before = costs();
    const { runs, start } = openVolumes(sandbox);
    expect(await start(...readArguments()).ended).toMatchObject({ code: 0, stderr: '' });
    expect(costs()).toEqual([650, 650]);
    const [run = ''] = readdirSync(runs).filter((name) => name.endsWith('-costs'));
    expect(statSync(join(runs, run, 'undo.csv')).uid).toBe(USER);
    expect(await start('undo', `runs/${run}`, '--quiet').ended).toMatchObject({ code: 0, stderr: '' });
    expect(costs()).toEqual(before);
    const { stdout } = await start('history', '--json').ended;
    expect(JSON.parse(stdout).runs).toHaveLength(2);
  });

  it('sends nothing without a volume for its runs', async () => {
    const sandbox = await testSandbox({ catalogue: ACCOUNT });
    const { code, stderr } = await openVolumes(sandbox).startWithoutRuns('sync', 'costs.csv').ended;
    expect([code, sandbox.requests]).toEqual([1, []]);
    expect(stderr).toContain('read-only');
  });

  it('is stopped by SIGTERM with 143, and the next container sends the rest', async () => {
    const { wait, ...held } = holdRequests();
    const rules = [{ match: { method: 'POST' }, times: 1, delayMs: 1 }] as const;
    const sandbox = await testSandbox({ catalogue: ACCOUNT, faults: { rules }, wait });
    const { start } = openVolumes(sandbox);
    const { code } = await interrupt(start('sync', 'costs.csv', 'PRICESHEET_CONCURRENCY=1'), held, 'SIGTERM');
    expect(code).toBe(143);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toContain(600);
    expect(await start('apply', 'latest', '--quiet').ended).toMatchObject({ code: 0 });
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual([650, 650]);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});
