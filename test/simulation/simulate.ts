import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { COUNTED, type Played, play } from './play.ts';

/** Violations of a seed follow from one another. */
const MAX_SHOWN = 20;

const USAGE = `npm run simulate -- [--seeds N] [--from SEED] [--rows N] [--jobs N] [--verbose]

Plays runs of the program against a service, a disk and a clock that are simulated, with faults drawn by a seed, and
checks after each that nothing was lost, nothing is wrong, and no status lies.

  --seeds N     how many seeds to play (300)
  --from SEED   the first of them (1)
  --rows N      rows of the sheet (200)
  --jobs N      processes (one per core)
  --about ID    also print all that happened to a listing; with --verbose
  --verbose     print every seed's faults`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    rows: { type: 'string', default: '200' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    about: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    /** Number of this process among the `jobs`: it plays its share of the seeds and prints a line of JSON for each. */
    part: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [seeds, from, rows, jobs] = [values.seeds, values.from, values.rows, values.jobs].map(Number) as [
  number,
  number,
  number,
  number,
];

if (values.help) say(USAGE);
else if ([seeds, from, rows, jobs].some((value) => !Number.isSafeInteger(value) || value < 1)) {
  process.stderr.write(`Every number has to be a whole one from 1 up\n\n${USAGE}\n`);
  process.exitCode = 2;
} else if (values.part !== undefined) await playPart(Number(values.part));
else process.exitCode = await playAll();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function playPart(part: number): Promise<void> {
  for (let seed = from + part; seed < from + seeds; seed += jobs) {
    const { violations, faults, counts } = await play(seed, { rows, about: values.about });
    const shown = values.verbose || violations.length > 0 ? faults : [];
    say(JSON.stringify({ seed, violations, faults: shown, counts }));
  }
}

async function playAll(): Promise<number> {
  const began = performance.now();
  const played: Played[] = [];
  const parts = Array.from({ length: Math.min(jobs, seeds) }, (_, part) => startPart(part));
  const ended = parts.map((part) => new Promise((resolve) => part.once('close', resolve)));
  for (const part of parts) {
    createInterface(part.stdout).on('line', (line) => {
      const seed: Played = JSON.parse(line);
      played.push(seed);
      if (values.verbose || seed.violations.length > 0) describeSeed(seed);
      if (process.stderr.isTTY) process.stderr.write(`\r${played.length} of ${seeds} seeds`);
    });
  }
  const codes = await Promise.all(ended);
  const failed = played.filter(({ violations }) => violations.length > 0);
  const sum = (name: (typeof COUNTED)[number]) =>
    played.reduce((total, { counts }) => total + counts[name], 0);
  const totals = COUNTED.map((name) => `${sum(name)} ${name}`).join(', ');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`\n${played.length} seeds of ${rows} rows in ${seconds} s: ${totals}`);
  say(
    failed.length === 0
      ? 'Everything held'
      : `${failed.length} seeds FAILED: ${failed.map(({ seed }) => seed)}`,
  );
  return failed.length === 0 && played.length === seeds && codes.every((code) => code === 0) ? 0 : 1;
}

function startPart(part: number) {
  const own = ['--jobs', String(jobs), '--part', String(part)];
  return spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1), ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function describeSeed({ seed, violations, faults }: Played): void {
  say(`\nSeed ${seed}: ${violations.length === 0 ? 'held' : 'FAILED'}`);
  for (const fault of faults) say(`  ${fault}`);
  for (const violation of violations.slice(0, MAX_SHOWN)) say(`  VIOLATED: ${violation}`);
  if (violations.length > MAX_SHOWN) say(`  and ${violations.length - MAX_SHOWN} more violations`);
  if (violations.length > 0)
    say(`  Again: npm run simulate -- --seeds 1 --from ${seed} --rows ${rows} --verbose`);
}
