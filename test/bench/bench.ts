import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { VERSION } from '../../src/package/version.ts';
import { findBrowser } from '../browser/open-browser.ts';
import { bound } from './bound.ts';
import { countRequests } from './count-requests.ts';
import { type BenchContext, type Group, type Line, renderTable } from './figures.ts';
import { keepRate } from './keep-rate.ts';
import { night } from './night.ts';
import { openReport } from './open-report.ts';
import { PYTHON } from './pricesheet.ts';
import { isPinned, pinClients } from './run-child.ts';
import { sendUpdates } from './send-updates.ts';
import { stall } from './stall.ts';
import { history, smallJob, startUp } from './whole-processes.ts';

/**
 * Measures the program beside its yardsticks and prints a table:
 *
 *     npm run bench                  every goal and the report, in a few minutes
 *     npm run bench -- G11 G12       some of them
 *     npm run bench -- bound         G13, what a user waits for
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
  openReport,
  stall,
];
const PAGE = resolve(import.meta.dirname, '../../docs/decisions/benchmarks.md');

const SMALLER =
  'A quick run: G7 and G8 are smaller here than what the goals are about; `--full` shows whether those hold.';
const BUSY =
  'The machine is BUSY with other work: only counts, processor times and memory can be relied on, no wall times.';

async function main(): Promise<number> {
  const { values, positionals: given } = parseArgs({
    options: { full: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const positionals = given.map((name) => (name === 'bound' ? 'G13' : name));
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
    writeFileSync(PAGE, renderPage(lines, machine));
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
 * What is measured on, a sentence each; nothing that says whose machine it is.
 *
 * Errors: a yardstick is not installed, or no browser.
 */
function describeMachine(): readonly string[] {
  findBrowser();
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
  ];
}

/** The first line that a command prints. */
function ask(command: string, ...argv: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, argv, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error('Cannot measure without the yardsticks: apt-get install nginx python3-aiohttp chromium');
  return `${stdout}${stderr}`.trim().split('\n')[0] ?? '';
}

/** `docs/decisions/benchmarks.md`: what the figures are about, for readers who have not measured them, and the table of a full run. */
function renderPage(lines: readonly Line[], machine: readonly string[]): string {
  return `# Benchmarks

What the program is measured by, each figure beside a yardstick in the same run, and what it means for a seller:

| figure | what it says | yardstick |
| --- | --- | --- |
| G1, G2 | how many requests a night takes, and whether any update was needless | counted: G\\* are the fewest reads there can be, min(SKUs, ⌈listings ÷ 100⌉ + 1), U the updates, R\\* = G\\* + U |
| G3 | how near the rate comes to the one that is allowed | the clock of the service |
| G13 | how long a user waits, beside what the rate allows: from the first request to the last answer | R\\* ÷ rate |
| G5, G6 | updates a second, and processor time for each, where nothing holds the program up | undici, the HTTP client, without anything around it |
| G7, G8, G11 | a night of a million rows, its memory, and a job of a hundred rows | the packages alone: the job by csv-parse, undici, zod, p-limit, pino and csv-stringify, without plan on disk, second reading, guard rules, journal and report |
| G14 | how long it takes to ask a year of nights about one SKU | what is wanted |
| G12 | \`--help\` as a whole process | \`node -e ''\` |
| report | opening \`report.html\` of 100,000 rows, and two steps of a person on it | what is wanted |

\`must\` is what has to hold, \`aim\` what would be good.

The last run of \`npm run bench -- --full\`, of ${new Date().toISOString().slice(0, 10)}. Times are medians of rounds in which the program and its
yardstick took turns; the ratio is that of the medians, and lowest and highest are those of single rounds. \`test/bench/\` has
everything that is compared with; [CONTRIBUTING.md](../../CONTRIBUTING.md) says how to measure again.

${machine.map((line) => `- ${line}`).join('\n')}

${renderTable(lines, { withNotes: false })}
`;
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
