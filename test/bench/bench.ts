import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bound } from './bound.ts';
import { countRequests } from './count-requests.ts';
import type { BenchContext, Group, Line } from './figure.ts';
import { keepRate } from './keep-rate.ts';
import { describeMachine } from './machine.ts';
import { night } from './night.ts';
import { openReport } from './open-report.ts';
import { renderPage } from './render-page.ts';
import { renderTable } from './render-table.ts';
import { pinClients } from './run-child.ts';
import { sendUpdates } from './send-updates.ts';
import { stall } from './stall.ts';
import { whatLacks } from './tools.ts';
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
  'A quick run: G7 and G8 are smaller here than what the goals are about; `--full` tells whether those hold.';
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
  const chosen =
    positionals.length > 0 ? GROUPS.filter(({ ids }) => ids.some((id) => positionals.includes(id))) : GROUPS;
  const lacks = whatLacks('nginx', 'aiohttp');
  if (lacks !== undefined) say(`Figures will be LEFT OUT: ${lacks}`);

  const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2;
  if (isBusy) say(BUSY);
  pinClients();
  const machine = describeMachine();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pricesheet-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const wants = (id: string) => positionals.length === 0 || positionals.includes(id);
  const context: BenchContext = { full: values.full, folder, wants, say: (text) => say(`  ${text}`) };
  const lines: Line[] = [];
  for (const group of chosen) lines.push(...(await measure(group, context)).filter(({ id }) => wants(id)));
  process.stdout.write(`\n${renderTable(lines, { withNotes: true })}\n`);
  if (!values.full) process.stdout.write(`\n${SMALLER}\n`);
  if (isBusy) say(BUSY);
  if (values.full && positionals.length === 0) {
    const table = `${renderTable(lines, { withNotes: false })}\n`;
    writeFileSync(PAGE, renderPage(table, { machine, date: new Date() }));
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
    return group.ids.map((id) => ({
      id,
      name: 'could not be measured',
      ours: 'none',
      yardstick: 'none',
      failed,
    }));
  } finally {
    say(`${group.ids.join(' ')} took ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
// Nothing that was started outlives this process: see `run-child.ts`.
process.exit(await main());
