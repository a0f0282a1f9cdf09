import { argv } from 'node:process';
import { openQueue } from './queue.ts';

/** Prints a line for each account and night of the last two weeks, by what its last run said; with `csv` for a spreadsheet. */
const queue = openQueue();
const lines = [];
for (const state of ['completed', 'failed', 'active', 'waiting', 'delayed'] as const)
  for (const job of await queue.getJobs(state)) {
    // The next night is delayed, too.
    if (state === 'delayed' && job.attemptsStarted === 0) continue;
    const row = job.progress || undefined;
    lines.push({
      account: job.name,
      started: row?.started ?? '',
      state,
      runs: job.attemptsStarted,
      exit_code: row?.exitCode,
      seconds: row?.seconds,
      rows: row?.rows,
      updated: row?.updated,
      attention: row?.attention,
      what: job.failedReason ?? row?.what,
    });
  }
lines.sort((one, other) => one.started.localeCompare(other.started));
if (argv[2] === 'csv') {
  const quote = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const [first = {}] = lines;
  console.log(
    [Object.keys(first), ...lines.map(Object.values)].map((cells) => cells.map(quote).join()).join('\n'),
  );
} else {
  console.table(lines);
}
await queue.close();
