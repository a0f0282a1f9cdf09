import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { installNode, npm, packInto } from '../support/npm.ts';
import { splitSettings } from '../support/split-settings.ts';

/**
 * Installs the package as its users do, in a folder with nothing else in it, and plays a first week with it, once for each version of Node:
 * `tsx test/install/try-installed.ts 20.19.0 26`. The versions come from the registry, so that no other program is needed; Linux only.
 */
const OLDEST = '20.19.0';
const NEWEST = '26';
const KEY = 'sandbox-key';

/** What `init` is given: the address, once it is known, and a file with the key. */
const initLine = (url: string) => `PRICESHEET_API_KEY_FILE=account.key init costs.csv --base-url ${url}`;

/** After it, each command line, its exit code, and what it has to say. */
const STORY: readonly (readonly [code: number, line: string, says: RegExp])[] = [
  [0, '--version', /^\d+\.\d+\.\d+$/m],
  [0, '--help', /Keeps marketplace listings in step/],
  [0, 'doctor', /key/],
  [0, 'export --out all.csv', /20 listings exported/],
  [0, 'check costs.csv', /8 rows/],
  [0, 'diff costs.csv --out runs/seen', /5 listings would change/],
  [0, 'apply runs/seen --out runs/applied', /5 listings updated/],
  [0, 'sync costs.csv --out runs/nothing', /8 already up to date/],
  [0, 'explain runs/applied Z1-59DG-MA0D', /updated/],
  [0, 'undo runs/applied --out runs/taken-back', /5 listings/],
  [0, 'sync all.csv --out runs/again', /20 already up to date/],
  [0, 'history', /undo/],
  [0, 'history sku Z1-59DG-MA0D', /5\.57/],
  [2, 'snyc costs.csv', /sync/],
];

interface Installed {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

async function main(versions: readonly string[]): Promise<void> {
  const tarball = packInto(newFolder());
  for (const node of versions) await tryVersion(node, tarball);
}

async function tryVersion(node: string, tarball: string): Promise<void> {
  const began = performance.now();
  const installed = install(node, tarball);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const megabytes = sizeOf(join(installed.folder, 'global'));
  const running = run(installed, ['--print', 'process.version'], 'node').stdout.trim();
  tryWithoutInstalling(tarball, installed);
  tryImport(tarball, installed);
  const sandbox = startSandbox(installed);
  let played = '';
  try {
    const url = await sandbox.url;
    writeFileSync(join(installed.folder, 'account.key'), KEY, { mode: 0o600 });
    const started = performance.now();
    for (const step of [[0, initLine(url), /8 rows/] as const, ...STORY]) play(step, installed);
    played = ((performance.now() - started) / 1000).toFixed(1);
  } finally {
    sandbox.process.kill('SIGTERM');
    await once(sandbox.process, 'close');
  }
  process.stdout.write(
    `Node ${running}: ${STORY.length + 1} commands as expected in ${played} s; installed in ${seconds} s with Node itself, ${megabytes} MB without\n`,
  );
  rmSync(installed.folder, { recursive: true });
}

/** A folder with that Node, the package, and no other program of the machine's but npm and what npm needs. */
function install(node: string, tarball: string): Installed {
  const folder = newFolder();
  const program = installNode(join(folder, 'node'), { version: node });
  npm(folder, ['install', '--global', '--prefix', 'global', tarball]);
  const path = [dirname(program), join(folder, 'global/bin')];
  return { folder, env: { PATH: [...path, '/usr/bin', '/bin'].join(delimiter), HOME: folder } };
}

/** By npx, as the README says. */
function tryWithoutInstalling(tarball: string, { folder, env }: Installed): void {
  cpSync(tarball, join(folder, basename(tarball)));
  const shown = execFileSync('npx', ['--yes', `./${basename(tarball)}`, '--version'], {
    cwd: folder,
    env: { ...env, PATH: [env['PATH'], process.env['PATH']].join(delimiter) },
    encoding: 'utf8',
  });
  if (!tarball.includes(`-${shown.trim()}.tgz`)) throw new Error(`npx runs ${shown}`);
}

/** From a program that has the package among its own. */
function tryImport(tarball: string, { folder, env }: Installed): void {
  const program = join(folder, 'program');
  mkdirSync(program);
  writeFileSync(
    join(program, 'main.mjs'),
    "import * as api from 'pricesheet';\nconsole.log(Object.keys(api));\n",
  );
  npm(program, ['install', '--no-save', '--prefix', '.', tarball]);
  const shown = execFileSync('node', ['main.mjs'], { cwd: program, env, encoding: 'utf8' });
  for (const name of ['sync', 'diff', 'apply', 'undo', 'check', 'history'])
    if (!shown.includes(`'${name}'`)) throw new Error(`The package exports ${shown}, and not ${name}`);
}

function play([code, line, says]: (typeof STORY)[number], installed: Installed): void {
  const { status, stdout, stderr } = run(installed, line.split(' '), 'pricesheet');
  if (status === code && says.test(stdout + stderr)) return;
  throw new Error(
    `pricesheet ${line}: exit code ${status} instead of ${code}, or nothing like ${says}\n${stdout}${stderr}`,
  );
}

function run({ folder, env }: Installed, words: readonly string[], program: string) {
  const { argv, env: own } = splitSettings(words);
  return spawnSync(program, argv, {
    cwd: folder,
    env: { ...env, ...own },
    encoding: 'utf8',
    timeout: 120_000,
  });
}

function startSandbox({ folder, env }: Installed): {
  readonly process: ChildProcess;
  readonly url: Promise<string>;
} {
  const child = spawn('pricesheet', ['sandbox', '--port', '0', '--listings', '20', '--sheet', 'costs.csv'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { process: child, url: readUrl(child) };
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new TypeError('The sandbox has a standard output');
  for await (const line of createInterface({ input: stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The sandbox ended without an address');
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'pricesheet-install-'));
}

function sizeOf(folder: string): string {
  const [kilobytes = '0'] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t');
  return (Number(kilobytes) / 1024).toFixed(1);
}

const given = process.argv.slice(2);
await main(given.length > 0 ? given : [OLDEST, NEWEST]);
