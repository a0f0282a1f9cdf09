import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { anAccount } from '../support/an-account.ts';
import { ROOT } from '../support/pages.ts';

/**
 * Makes `fixtures/versions/VERSION` with the built program: a folder of each kind of run, and the history of all, with the account as it
 * was afterwards. `versions.test.ts` has the current program read every one of them. A version that was released wrote what it wrote, so
 * an existing fixture is never overwritten. Takes a minute, since manual prices are followed for as long as a run does.
 */
const PROGRAM = join(ROOT, 'dist/bin.cjs');
const MACHINE = join(import.meta.dirname, 'fixed-machine.mjs');
const DONE = 0;
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

/** Those of the other runs, with the SKUs of each in no other one. */
const SHEETS: Readonly<Record<string, readonly string[]>> = {
  'cups.csv': [
    'sku,cost,currency',
    'CUP-01,5.25,usd',
    'CUP-02,5.50,usd',
    'CUP-03,5.75,usd',
    'CUP-04,6.00,usd',
    'CUP-05,6.25,usd',
  ],
  'jars.csv': ['sku,cost', 'JAR-01,5.25', 'JAR-02,5.50', 'JAR-03,5.75', 'JAR-04,6.00'],
  'pots.csv': ['sku,cost', 'POT-01,5.25', 'POT-02,7.00', 'POT-03,7.25'],
  'jugs.csv': ['sku,manual_price', 'JUG-01,16.00', 'JUG-02,17.00'],
};

const [MUGS, OTHERS] = [
  ['MUG-01', 'MUG-02', 'MUG-03', 'MUG-04'],
  Object.values(SHEETS).flatMap(([, ...rows]) => rows.map((row) => row.slice(0, row.indexOf(',')))),
];

/** Without repricing a manual price has no effect. */
const NOT_REPRICED = 'JUG-02';

/** Each run with the exit code that it ends with, in a folder of the name that comes first. */
const RUNS: readonly (readonly [name: string, code: number, argv: readonly string[]])[] = [
  // In parts, and joined.
  ['shard-1', DONE, ['sync', 'cups.csv', '--shard', '1/2', '--yes']],
  ['shard-2', DONE, ['sync', 'cups.csv', '--shard', '2/2', '--yes']],
  ['merged', DONE, ['merge', 'runs/shard-1', 'runs/shard-2']],
  ['ramped', DONE, ['sync', 'jars.csv', '--ramp', '1,100%', '--pause', '0s', '--yes']],
  ['held', DONE, ['sync', 'pots.csv', '--hold-over', '10%', '--yes']],
  // What is approved of it: see `approve`.
  ['approved', DONE, ['apply', 'runs/held', '--only', 'runs/held/review.csv', '--yes']],
  ['taken-back', DONE, ['undo', 'runs/approved', '--yes']],
  ['followed', DONE, ['sync', 'jugs.csv', '--follow-up', '--yes']],
];

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
    play(['sync', 'costs.csv', '--yes', '--out', 'runs/sent'], ATTENTION, { folder, url });
    writeSheet(folder, SECOND_SHEET);
    play(['diff', 'costs.csv', '--out', 'runs/reviewed'], ATTENTION, { folder, url });
    for (const [name, lines] of Object.entries(SHEETS)) writeSheet(folder, lines, name);
    for (const [name, code, argv] of RUNS) {
      play([...argv, '--out', `runs/${name}`], code, { folder, url });
      if (name === 'held') approve(folder, 'POT-02');
    }
  } finally {
    sandbox.kill('SIGTERM');
    await once(sandbox, 'close');
  }
  // What nothing but a person in a browser reads.
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  for (const name of ['before.json', ...pages]) rmSync(join(folder, name));
  cpSync(folder, target, { recursive: true });
  rmSync(folder, { recursive: true });
  process.stdout.write(`fixtures/versions/${version} is there; read it through before it is committed\n`);
}

function account() {
  return anAccount(
    [...MUGS, ...OTHERS].map((sku) => ({
      sku,
      repricing: sku !== NOT_REPRICED,
      cost: 500,
      minimum_price: 900,
      maximum_price: 2000,
    })),
  );
}

function startSandbox(folder: string): ChildProcess {
  // So fast that the first reading after a manual price shows it.
  const flags = ['--catalogue', 'before.json', '--save', 'account.json', '--speed', '10'];
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

function writeSheet(folder: string, lines: readonly string[], name = 'costs.csv'): void {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}

/** Writes yes beside one row, as a person does. */
function approve(folder: string, sku: string): void {
  const path = join(folder, 'runs/held/review.csv');
  const review = readFileSync(path, 'utf8');
  const approved = review.replace(new RegExp(`^,(?=\\d+,${sku},)`, 'm'), 'yes,');
  if (approved === review) throw new Error(`${path} has no row of ${sku}`);
  writeFileSync(path, approved);
}

function play(
  argv: readonly string[],
  code: number,
  place: { readonly folder: string; readonly url: string },
): void {
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
  if (status !== code) throw new Error(`pricesheet ${argv.join(' ')}: ${status}\n${stdout}${stderr}`);
}

await main();
