import { join } from 'node:path';
import process from 'node:process';
import { createCpuLog } from './cpu-log.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv } from './pricesheet.ts';
import { expectSuccess, runChild, TYPED } from './run-child.ts';

const QUICK = { rounds: 5, rows: 200_000 };
const FULL = { rounds: 5, rows: 1_000_000 };
const TIMEOUT_MS = 180_000;

/** G10: rows of results as CSV text, formulas defused, beside csv-stringify's stream that gets one row at a time. */
export const writeRows: Group = {
  ids: ['G10'],
  measure: async ({ full, folder }) => {
    const { rounds, rows } = full ? FULL : QUICK;
    const cpu = createCpuLog();
    let characters: number | undefined;
    const write = (how: string) => async (): Promise<number> => {
      const command = [
        process.execPath,
        ...TYPED,
        join(import.meta.dirname, 'write-alone.ts'),
        how,
        String(rows),
      ];
      const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
      const { stdout } = expectSuccess(await runChild(command, options), `writing (${how})`);
      const [ms = Number.NaN, cpuMs = Number.NaN, written] = stdout.split(' ').map(Number);
      characters ??= written;
      if (written !== characters)
        throw new Error(`${written} characters were written instead of ${characters}`);
      cpu.add(how, cpuMs);
      return ms;
    };
    const times = await alternate(rounds, { ours: write('ours'), stream: write('stream') });
    return [
      compare({
        id: 'G10',
        name: `write ${rows.toLocaleString('en-GB')} rows of results`,
        ours: times.ours,
        yardstick: times.stream,
        against: "csv-stringify's stream",
        unit: 'ms',
        must: { most: 0.8 },
        aim: { most: 0.6 },
        notes: cpu.tell(),
      }),
    ];
  },
};
