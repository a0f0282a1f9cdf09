import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { VERSION } from '../../src/package/version.ts';
import { bound } from './bound.ts';
import { countRequests } from './count-requests.ts';
import { type BenchContext, type Group, type Line, renderTable } from './figures.ts';
import { keepRate } from './keep-rate.ts';
import { night } from './night.ts';
import { PYTHON } from './pricesheet.ts';
import { isPinned, pinClients } from './run-child.ts';
import { sendUpdates } from './send-updates.ts';
import { history, smallJob, startUp } from './whole-processes.ts';

/**
 * Measures the program beside its yardsticks and prints a table:
 *
 *     npm run bench                  every goal, in a few minutes
 *     npm run bench -- G11 G12       some of them
 *     npm run bench -- --full        at full size, half an hour; writes docs/decisions/benchmarks.md
 */
const GROUPS: readonly Group[] = [
  bound,
  countRequests,
  keepRate,
  sendUpdates,
  night,
  smallJob,
  startUp,
  history,
];
const PAGE = resolve(import.meta.dirname, '../../docs/decisions/benchmarks.md');
/** The heading of the page below which a full run writes. */
const FIGURES = '## Figures';

const SMALLER =
  'A quick run: G7 and G8 are smaller here than what the goals are about; `--full` shows whether those hold.';
const BUSY =
  'The machine is BUSY with other work: only counts, processor times and memory can be relied on, no wall times.';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { full: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const known = GROUPS.flatMap(({ ids }) => ids);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    say(`No such figure: ${unknown.join(', ')}; there are ${known.join(', ')}`);
    return 2;
  }
  const wants = (id: string) => positionals.length === 0 || positionals.includes(id);
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2;
  if (isBusy) say(BUSY);
  pinClients();
  const machine = describeMachine();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pricesheet-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const context: BenchContext = { full: values.full, folder, wants, say: (text) => say(`  ${text}`) };
  const lines: Line[] = [];
  for (const group of GROUPS.filter(({ ids }) => ids.some(wants)))
    lines.push(...(await measure(group, context)).filter(({ id }) => wants(id)));
  process.stdout.write(`\n${renderTable(lines, { withNotes: true })}\n`);
  if (!values.full) process.stdout.write(`\n${SMALLER}\n`);
  if (isBusy) say(BUSY);
  if (values.full && positionals.length === 0) {
    const [head] = readFileSync(PAGE, 'utf8').split(FIGURES);
    const measured = [`Measured on ${new Date().toISOString().slice(0, 10)}.`, '', ...machine].join('\n');
    writeFileSync(PAGE, [head + FIGURES, measured, renderTable(lines, { withNotes: false })].join('\n\n'));
    say('Written: docs/decisions/benchmarks.md');
  }
  return 0;
}

/** Whatever goes wrong with one figure, the others are measured all the same. */
async function measure(group: Group, context: BenchContext): Promise<readonly Line[]> {
  const start = performance.now();
  say(`${group.ids.join(' ')} …`);
  try {
    return await group.measure(context);
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    const none = { name: 'could not be measured', ours: 'none', yardstick: 'none', failed };
    return group.ids.map((id) => ({ id, ...none }));
  } finally {
    say(`${group.ids.join(' ')} took ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
}

/**
 * What is measured on, as a list; nothing that says whose machine it is.
 *
 * Errors: a yardstick is not installed.
 */
function describeMachine(): readonly string[] {
  const python = ask(
    PYTHON,
    '-c',
    'import aiohttp, platform as p; print(p.python_version(), aiohttp.__version__)',
  );
  const [pythonVersion, aiohttp] = python.split(' ');
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `pricesheet ${VERSION}`,
    `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${gigabytes} GiB of memory, ${process.platform}`,
    `Node ${process.versions.node}, Python ${pythonVersion}, aiohttp ${aiohttp}, ${ask('nginx', '-v').replace('nginx version: ', '')}`,
    isPinned()
      ? 'Clients ran on one core and servers on another'
      : 'Clients and servers shared the cores: taskset is missing, or there is one core only',
    `Load at the start: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(', ')}`,
  ].map((line) => `- ${line}`);
}

/** The first line that a command prints. */
function ask(command: string, ...argv: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, argv, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error('Cannot measure without the yardsticks: apt-get install nginx python3-aiohttp');
  return `${stdout}${stderr}`.trim().split('\n')[0] ?? '';
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
// Nothing that was started outlives this process: see `run-child.ts`.
process.exit(
  await main().catch((error: Error) => {
    say(error.message);
    return 1;
  }),
);
