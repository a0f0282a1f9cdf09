import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { main } from './cli/main.ts';
import { processStdio } from './cli/process-stdio.ts';
import type { Stdio } from './cli/terminal/stdio.ts';
import { parseCatalogue } from './sandbox/catalogue.ts';
import { parseFaults } from './sandbox/faults.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';

/**
 * The whole tool in a minute, without a key: a local service in this process, a dry run, a real run, and its undo. The
 * files it leaves are the ones a real run leaves.
 */
const FIXTURES = relative(process.cwd(), fileURLToPath(new URL('../fixtures/demo', import.meta.url)));
const STDIO = processStdio();
const ATTENTION = 3;

async function demo(): Promise<number> {
  const catalogue = parseCatalogue(readJson('account.json'));
  const sandbox = await startSandbox({ catalogue, faults: parseFaults(readJson('faults.json')) });
  try {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const folder = (step: string): string => `runs/demo-${stamp}Z-${step}`;
    say(
      `A local service with ${catalogue.listings.length} listings stands in for the real one.`,
      'First a dry run: what would this sheet change?',
    );
    await run(['diff', join(FIXTURES, 'costs.csv'), '--out', folder('diff')], sandbox.url);
    say('That looked right, but for the rows it names, so now for real.');
    await run(['sync', join(FIXTURES, 'costs.csv'), '--yes', '--out', folder('sync')], sandbox.url);
    say(
      'Every run can be taken back: each listing gets what it held before, unless somebody else changed it since.',
    );
    await run(['undo', folder('sync'), '--yes', '--out', folder('undo')], sandbox.url);
    say(
      'Everything above is in these folders; results.csv has every row:',
      ...['diff', 'sync', 'undo'].map((step) => `  ${folder(step)}`),
      'The local service is gone now, and what the screens above say to do next needs it: it is for a run of your own.',
    );
    return 0;
  } finally {
    await sandbox.close();
  }
}

/** Runs a command line as the shell would. A demo in which a command fails is a failed demo. */
async function run(argv: readonly string[], url: string): Promise<void> {
  STDIO.stdout.write(`\n$ pricesheet ${argv.join(' ')}\n\n`);
  const settings = [
    '--base-url',
    url,
    '--config',
    join(FIXTURES, 'pricesheet.json'),
    '--dotenv',
    join(FIXTURES, 'none.env'),
  ];
  const env = { ...withoutSettings(STDIO.env), PRICESHEET_API_KEY: 'sandbox-key' };
  const code = await main([...argv, ...settings], { ...STDIO, env });
  STDIO.stdout.write(`\n(exit code ${code})\n`);
  if (code !== 0 && code !== ATTENTION) throw new Error(`The demo's command ended with exit code ${code}`);
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
