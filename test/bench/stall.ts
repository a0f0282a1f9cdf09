import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { KEY, writeSheet } from './account.ts';
import { alternate, type BenchContext, type Group, group, type Line, wanted } from './figures.ts';
import { cleanEnv } from './pricesheet.ts';
import { expectSuccess, runChild, TELLING, TYPED } from './run-child.ts';
import { startService } from './start-service.ts';

const LIBRARY = resolve(import.meta.dirname, '../../dist/index.mjs');
const WANTED_MS = 250;
const FULL = { rows: 1_000_000, timeoutMs: 900_000 };
const QUICK = { rows: 100_000, timeoutMs: 120_000 };
const CALLS = [
  { command: 'sync', changeEvery: 20, name: 'sync of {} rows, 5 % change' },
  { command: 'diff', changeEvery: 1, name: 'diff of {} rows, all would change' },
] as const;

/** G15: how long a call of the library keeps its process from anything else at most, beside what the heartbeat of a worker can bear. */
export const stall: Group = {
  ids: ['G15'],
  measure: async (context) => {
    const { rows } = context.full ? FULL : QUICK;
    const service = await startService({ listings: rows });
    try {
      const lines: Line[] = [];
      for (const call of CALLS) lines.push(await measureCall(call, service.url, context));
      return lines;
    } finally {
      service.stop();
    }
  },
};

async function measureCall(
  { command, changeEvery, name }: (typeof CALLS)[number],
  baseUrl: string,
  { folder, full }: BenchContext,
): Promise<Line> {
  const { rows, timeoutMs } = full ? FULL : QUICK;
  const cwd = join(folder, 'stall');
  const notes: string[] = [];
  async function measure(): Promise<number> {
    mkdirSync(cwd);
    const sheet = join(cwd, 'costs.csv');
    writeSheet(sheet, { rows, changeEvery });
    const account = { cwd, baseUrl, apiKey: KEY, rate: 100_000, concurrency: 64 };
    const options = JSON.stringify({ ...account, allow: ['unsettled'] });
    const script = join(import.meta.dirname, 'run-library.ts');
    const argv = [process.execPath, ...TYPED, ...TELLING, script, LIBRARY, command, sheet, options];
    const ended = await runChild(argv, { cwd, env: cleanEnv(cwd), timeoutMs });
    const { stdout, usage } = expectSuccess(ended, `${command} through the library`);
    const { exit_code, stallMs, pauseMs } = JSON.parse(stdout);
    if (exit_code !== 0) throw new Error(`${command} ended with ${exit_code}`);
    rmSync(cwd, { recursive: true });
    const [cpu, peak] = [(usage?.cpuMs ?? 0) / 1000, (usage?.peakBytes ?? 0) / 1e6];
    notes.push(
      `${command} of ${group(rows)} rows: the longest pause of the collector was ${pauseMs.toFixed(0)} ms; ${cpu.toFixed(1)} s of processor time, ${peak.toFixed(0)} MB`,
    );
    return stallMs;
  }
  const { ours } = await alternate(1, { ours: measure }, { warmUp: false });
  return wanted(WANTED_MS, {
    id: 'G15',
    name: `longest stall in a ${name.replace('{}', group(rows))}`,
    ours,
    aim: { most: 0.5 },
    notes,
  });
}
