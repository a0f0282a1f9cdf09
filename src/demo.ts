import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { main } from './cli/main.ts';
import { processStdio } from './cli/process-stdio.ts';
import type { Stdio } from './cli/terminal/stdio.ts';
import { parseCatalogue } from './sandbox/catalogue.ts';
import { parseFaults } from './sandbox/faults.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/demo', import.meta.url));
const ROWS = 80;
const STDIO = showAll(processStdio());
/** Exit code 3, of rows that need attention, is a part of the demo of faults. */
const ATTENTION = 3;

interface Scene {
  readonly cwd: string;
  readonly url: string;
}

/**
 * The whole tool in a minute, without a key: a local service in this process, and commands in a folder with nothing else in it. The files they leave are
 * the ones that real runs leave. With `--faults` the service misbehaves, and the sheet has a row for each outcome.
 */
async function demo(hasFaults: boolean): Promise<number> {
  const faults = hasFaults ? parseFaults(readJson('faults.json')) : {};
  const sandbox = await startSandbox({ catalogue: parseCatalogue(readJson('account.json')), faults });
  try {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const folder = join('runs', `demo-${stamp}Z`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const scene = { cwd: resolve(folder), url: sandbox.url };
    await (hasFaults ? playFaults(scene) : playFirstDay(scene));
    say(`Every run's files are in ${join(folder, 'runs')}: results.csv has every row, report.html shows it`);
    return 0;
  } finally {
    await sandbox.close();
  }
}

/** What a first day is: nothing goes wrong. */
async function playFirstDay(scene: Scene): Promise<void> {
  copyFileSync(join(FIXTURES, 'prices.csv'), join(scene.cwd, 'prices.csv'));
  say(
    'A local service stands in for the real one. Set the folder up: address, key and the columns of the sheet',
  );
  await run(`init prices.csv --base-url ${scene.url} --quiet`, scene);
  say('What would the sheet change? Nothing is sent');
  await run('diff prices.csv --out runs/diff', scene);
  say('Send it');
  await run('sync prices.csv --yes --out runs/sync', scene);
  say('Take it back: each listing gets its earlier values');
  await run('undo runs/sync --yes --out runs/undo', scene);
}

/** A sheet with a row for each outcome, on a service that loses answers and refuses updates. */
async function playFaults(scene: Scene): Promise<void> {
  for (const file of ['costs.csv', 'pricesheet.json'])
    copyFileSync(join(FIXTURES, file), join(scene.cwd, file));
  for (const line of [
    'diff costs.csv --out runs/diff',
    'sync costs.csv --yes --out runs/sync',
    'undo runs/sync --yes --out runs/undo',
  ])
    await run(line, scene);
}

/** Runs a command line as the shell would. A demo in which a command fails is a failed demo. */
async function run(line: string, { cwd, url }: Scene): Promise<void> {
  STDIO.stdout.write(`\n$ pricesheet ${line}\n`);
  const env = {
    ...withoutSettings(STDIO.env),
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY: 'sandbox-key',
  };
  const code = await main(line.split(' '), { ...STDIO, cwd, env });
  if (code === ATTENTION) STDIO.stdout.write(`(exit code ${code})\n`);
  else if (code !== 0) throw new Error(`The demo's command ended with exit code ${code}`);
}

/** Screens are cut to the rows of a terminal; these are to be read from the top, one below the other. */
function showAll(stdio: Stdio): Stdio {
  const stdout = new Proxy(stdio.stdout, {
    get: (stream, name) => {
      if (name === 'rows') return ROWS;
      const value: unknown = Reflect.get(stream, name);
      return typeof value === 'function' ? value.bind(stream) : value;
    },
  });
  return { ...stdio, stdout };
}

/** The demo is not to reach for a real account because its key is in the environment. */
function withoutSettings(env: Stdio['env']): Stdio['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PRICESHEET_')));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(FIXTURES, file), 'utf8'));
}

function say(...lines: readonly string[]): void {
  STDIO.stdout.write(`\n${lines.join('\n')}\n`);
}

process.exitCode = await demo(process.argv.includes('--faults'));
