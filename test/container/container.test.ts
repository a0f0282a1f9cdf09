import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { ROOT, readPage } from '../support/pages.ts';
import { startProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { copyProgram } from './copy-program.ts';
import { readStages, textsOf } from './read-dockerfile.ts';

const [ARGUMENTS = [], BUILD = [], IMAGE = []] = readStages();

/** The paths that the ignore file lets into a build: it begins with nothing. */
function readContext(): readonly string[] {
  const [all, ...rules] = readPage('docs/container/Dockerfile.dockerignore')
    .text.split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(all).toBe('*');
  return rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
}

describe('the Dockerfile', () => {
  it('builds in one stage, and runs in another that has no shell', () => {
    expect(readStages()).toHaveLength(3);
    expect(textsOf(ARGUMENTS, 'ARG').map((text) => text.split('=')[0])).toEqual(['BUILD', 'RUNTIME']);
    expect(textsOf(BUILD, 'FROM').join()).toMatch(/^\$\{BUILD\} AS build$/);
    expect(textsOf(IMAGE, 'FROM').join()).toMatch(/^\$\{RUNTIME\}$/);
    // Pinned: a tag may be another image tomorrow.
    expect(textsOf(ARGUMENTS, 'ARG')[0]).toMatch(
      /^BUILD=docker\.io\/library\/node:\d+\.\d+\.\d+-trixie-slim@sha256:[0-9a-f]{64}$/,
    );
    expect(textsOf(ARGUMENTS, 'ARG')[1]).toMatch(
      /^RUNTIME=gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot@sha256:[0-9a-f]{64}$/,
    );
    // RUN would need a shell.
    expect(textsOf(IMAGE, 'RUN')).toEqual([]);
  });

  it('runs the program without root and without a shell, as process 1', () => {
    expect(textsOf(IMAGE, 'USER')).toEqual(['65532:65532']);
    const [entry = ''] = textsOf(IMAGE, 'ENTRYPOINT');
    expect(JSON.parse(entry)).toEqual(['/nodejs/bin/node', '/opt/pricesheet/dist/bin.cjs']);
    for (const text of textsOf(IMAGE, 'CMD')) expect(JSON.parse(text)).toEqual(['--help']);
    expect(textsOf(IMAGE, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('has no key, and no volume that Docker would make up', () => {
    const stages = [...ARGUMENTS, ...BUILD, ...IMAGE];
    expect(stages.filter(({ name }) => ['VOLUME', 'ADD'].includes(name))).toEqual([]);
    expect(stages.filter(({ text }) => /API_KEY|TOKEN|SECRET|PASSWORD/i.test(text))).toEqual([]);
  });

  it('is built from every file of the package that no build makes', () => {
    const { files } = JSON.parse(readPage('package.json').text);
    const given = files.filter((path: string) => !/^(?:dist\/|docs\/|!)/.test(path));
    const context = readContext();
    expect(given.filter((path: string) => !context.includes(path))).toEqual([]);
  });

  it('is built from files that are there, and from no settings, runs or tests', () => {
    const context = readContext();
    expect(context.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(context.filter((path) => /^(\.env|runs|test|dist|node_modules|\.git)$/.test(path))).toEqual([]);
    for (const text of textsOf(BUILD, 'COPY').filter((text) => !text.startsWith('. ')))
      for (const path of text.split(' ').slice(0, -1)) expect(context).toContain(path);
  });
});

/** Mounts of their own, as root on Linux. */
const CAN_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt && command -v setpriv'], {
    stdio: 'ignore',
  }).status === 0;

const USER = 65_532;

/** A root folder with Node.js, the libraries that it needs, and what the package has: as the image, without its other files. */
function makeRoot(): string {
  const root = tempFolder(tmpdir());
  chmodSync(root, 0o755);
  copyProgram(process.execPath, { root, to: '/nodejs/bin/node' });
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const path of ['package.json', ...files.filter((name: string) => name.startsWith('dist/'))])
    cpSync(join(ROOT, path), join(root, 'opt/pricesheet', path), { recursive: true });
  for (const name of ['runs', 'state']) {
    mkdirSync(join(root, 'srv/prices', name), { recursive: true });
    chownSync(join(root, 'srv/prices', name), USER, USER);
  }
  writeFileSync(join(root, 'srv/prices/costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.50\n');
  return root;
}

function openContainer({ url, apiKey }: { readonly url: string; readonly apiKey: string }) {
  const root = makeRoot();
  const key = join(root, 'run/secrets/key');
  mkdirSync(dirname(key), { recursive: true });
  writeFileSync(key, apiKey, { mode: 0o400 });
  chownSync(key, USER, USER);
  const [entry = '[]'] = textsOf(IMAGE, 'ENTRYPOINT');
  const env = {
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY_FILE: '/run/secrets/key',
    PRICESHEET_FOLLOW_UP: 'false',
    XDG_STATE_HOME: '/srv/prices/state',
  };
  const script = join(import.meta.dirname, 'run-in-root.sh');
  const start = (writable: string, ...argv: readonly string[]) => {
    const inRoot = ['--mount', 'bash', script, root, writable, ...JSON.parse(entry), ...argv];
    const running = startProgram(inRoot, { cwd: root, env, command: 'unshare' });
    onTestFinished(() => running.kill('SIGKILL'));
    return running;
  };
  return { runs: join(root, 'srv/prices/runs'), start };
}

/** What the example for Kubernetes runs, with a limit that lets both updates pass. */
function readArguments(): readonly string[] {
  const job = parse(readPage('docs/examples/kubernetes/one-account/cronjob.yaml').text);
  const [{ args }] = job.spec.jobTemplate.spec.template.spec.containers;
  return args.map((text: string) => text.replace('=20%', '=100%'));
}

const VOLUMES = '/srv/prices/runs,/srv/prices/state';
const ACCOUNT = anAccount([{ sku: 'SKU-1' }, { sku: 'SKU-2' }]);

describe.skipIf(!CAN_MOUNT)('in a read-only root, without rights, as root of a Linux can make one', () => {
  it('sync writes to the volumes only, as user 65532', async () => {
    const sandbox = await testSandbox({ catalogue: ACCOUNT });
    const { runs, start } = openContainer(sandbox);
    const { code, stderr } = await start(VOLUMES, ...readArguments()).ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(new Set(sandbox.snapshot().listings.map(({ cost }) => cost))).toEqual(new Set([650]));
    const [run = ''] = readdirSync(runs).filter((name) => name.endsWith('-costs'));
    expect(readdirSync(join(runs, run))).toContain('undo.csv');
    expect(readdirSync(runs)).toContain('.history');
    expect(statSync(join(runs, run, 'plan.ndjson')).uid).toBe(USER);
  });
});
