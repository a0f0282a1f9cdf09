import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { anAccount } from '../support/an-account.ts';
import { ROOT } from '../support/pages.ts';

/**
 * Makes `fixtures/versions/VERSION` with the built program: the folders of a run that sent updates, of one that was reviewed and not sent, and the
 * history of both, with the account as it was afterwards. `versions.test.ts` has the current program read every one of them. A version that
 * was released wrote what it wrote, so an existing fixture is never overwritten.
 */
const PROGRAM = join(ROOT, 'dist/bin.cjs');
const MACHINE = join(import.meta.dirname, 'fixed-machine.mjs');
const ATTENTION = 3;

/** Plans and histories hold it, so it is a folder that says nothing of the machine. */
const FOLDER = '/tmp/prices';

/** Every kind of value that a plan can hold: amounts, a clear, a strategy, a switch; and rows that need attention. */
const FIRST_SHEET = [
  'sku,cost,minimum_price,maximum_price,strategy,repricing,currency',
  'MUG-01,6.50,9.90,19.90,,,usd',
  'MUG-02,7.00,null,,Buy Box,,usd',
  'MUG-03,,,,,false,usd',
  'MUG-04,5.00,,,,,usd',
  'GONE-01,1.00,,,,,usd',
];
const SECOND_SHEET = FIRST_SHEET.map((line) =>
  line.replace('MUG-01,6.50', 'MUG-01,6.75').replace('MUG-04,5.00', 'MUG-04,5.25'),
);

/** What nothing but a person in a browser reads. */
const PAGES = ['runs/index.html', 'runs/sent/report.html', 'runs/reviewed/report.html'];

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const target = join(ROOT, 'fixtures/versions', version);
  if (existsSync(target)) throw new Error(`fixtures/versions/${version} exists: it stays as it is`);
  const folder = FOLDER;
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'before.json'), JSON.stringify(account()));
  const sandbox = startSandbox(folder);
  try {
    const url = await readUrl(sandbox);
    writeSheet(folder, FIRST_SHEET);
    play(['sync', 'costs.csv', '--yes', '--out', 'runs/sent'], { folder, url });
    writeSheet(folder, SECOND_SHEET);
    play(['diff', 'costs.csv', '--out', 'runs/reviewed'], { folder, url });
  } finally {
    sandbox.kill('SIGTERM');
    await once(sandbox, 'close');
  }
  for (const name of ['before.json', ...PAGES]) rmSync(join(folder, name));
  cpSync(folder, target, { recursive: true });
  rmSync(folder, { recursive: true });
  process.stdout.write(`fixtures/versions/${version} is there; read it through before it is committed\n`);
}

function account() {
  return anAccount(
    ['MUG-01', 'MUG-02', 'MUG-03', 'MUG-04'].map((sku) => ({
      sku,
      cost: 500,
      minimum_price: 900,
      maximum_price: 2000,
    })),
  );
}

function startSandbox(folder: string): ChildProcess {
  const flags = ['--catalogue', 'before.json', '--save', 'account.json'];
  return spawn(process.execPath, [PROGRAM, 'sandbox', ...flags, '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new TypeError('The sandbox has a standard output');
  for await (const line of createInterface({ input: stdout })) {
    const [, url] = /^PRICESHEET_BASE_URL=(.+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The sandbox ended without an address');
}

function writeSheet(folder: string, lines: readonly string[]): void {
  writeFileSync(join(folder, 'costs.csv'), `${lines.join('\n')}\n`);
}

function play(argv: readonly string[], place: { readonly folder: string; readonly url: string }): void {
  const state = mkdtempSync(join(tmpdir(), 'pricesheet-state-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', MACHINE, PROGRAM, ...argv], {
    cwd: place.folder,
    env: {
      PATH: process.env['PATH'],
      XDG_STATE_HOME: state,
      PRICESHEET_BASE_URL: place.url,
      PRICESHEET_API_KEY: 'sandbox-key',
    },
    encoding: 'utf8',
  });
  rmSync(state, { recursive: true });
  if (status !== ATTENTION) throw new Error(`pricesheet ${argv.join(' ')}: ${status}\n${stdout}${stderr}`);
}

await main();
