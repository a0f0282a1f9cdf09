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

/**
 * The whole tool in a minute, without a key: a local service in this process, a dry run, a real run, and its undo, in a
 * folder with nothing else in it. The files it leaves are the ones a real run leaves.
 */
const FIXTURES = fileURLToPath(new URL('../fixtures/demo', import.meta.url));
const FILES = ['costs.csv', 'pricesheet.json'];
const ROWS = 80;
const STDIO = showAll(processStdio());
const ATTENTION = 3;

async function demo(): Promise<number> {
  const catalogue = parseCatalogue(readJson('account.json'));
  const sandbox = await startSandbox({ catalogue, faults: parseFaults(readJson('faults.json')) });
  try {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const folder = join('runs', `demo-${stamp}Z`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of FILES) copyFileSync(join(FIXTURES, file), join(folder, file));
    const place = { cwd: resolve(folder), url: sandbox.url };
    say(
      `A local service with ${catalogue.listings.length} listings stands in for the real one.`,
      'First a dry run: what would this sheet change?',
    );
    await run('diff costs.csv --out runs/diff', place);
    say('The plan looks right, and the rows that need attention are left out. Now for real.');
    await run('sync costs.csv --yes --out runs/sync', place);
    say(
      'Every run can be taken back: each listing gets its earlier values, unless somebody else has changed it since.',
    );
    await run('undo runs/sync --yes --out runs/undo', place);
    say(
      'Everything above is in these folders; results.csv has every row:',
      ...['diff', 'sync', 'undo'].map((step) => `  ${join(folder, 'runs', step)}`),
      'The local service has stopped, so the commands behind "Next" above no longer work. In a run of your own they do.',
    );
    return 0;
  } finally {
    await sandbox.close();
  }
}

/** Runs a command line as the shell would. A demo in which a command fails is a failed demo. */
async function run(
  line: string,
  { cwd, url }: { readonly cwd: string; readonly url: string },
): Promise<void> {
  STDIO.stdout.write(`\n$ pricesheet ${line}\n\n`);
  const env = {
    ...withoutSettings(STDIO.env),
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY: 'sandbox-key',
  };
  const code = await main(line.split(' '), { ...STDIO, cwd, env });
  STDIO.stdout.write(`\n(exit code ${code})\n`);
  if (code !== 0 && code !== ATTENTION) throw new Error(`The demo's command ended with exit code ${code}`);
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

process.exitCode = await demo();
