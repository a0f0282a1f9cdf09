import { join } from 'node:path';
import process from 'node:process';
import { writeSheet } from './account.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv } from './pricesheet.ts';
import { expectSuccess, runChild, TYPED } from './run-child.ts';
import { PYTHON, whatLacks } from './tools.ts';

const QUICK = { rounds: 3, rows: 200_000 };
const FULL = { rounds: 5, rows: 1_000_000 };
const TIMEOUT_MS = 180_000;

/** G9: a sheet of eight columns to typed cells, beside Python's rows as dicts of text; without the start of either. */
export const readRows: Group = {
  ids: ['G9'],
  measure: async ({ full, folder }) => {
    const { rounds, rows } = full ? FULL : QUICK;
    const sheet = join(folder, 'rows.csv');
    writeSheet(sheet, { rows, changeEvery: 100 });

    const read = async (command: readonly string[], what: string): Promise<number> => {
      const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
      const { stdout } = expectSuccess(await runChild([...command, sheet], options), what);
      const [ms, seen] = stdout.split(' ').map(Number);
      if (seen !== rows) throw new Error(`${what} read ${seen} rows of ${rows}`);
      return ms ?? Number.NaN;
    };
    const missing = whatLacks('python');
    const times = await alternate(rounds, {
      ours: () =>
        read([process.execPath, ...TYPED, join(import.meta.dirname, 'scan-alone.ts')], 'the sheet reader'),
      python: missing
        ? { missing }
        : () => read([PYTHON, join(import.meta.dirname, 'yardsticks/read_rows.py')], 'csv.DictReader'),
    });
    return [
      compare({
        id: 'G9',
        name: `read ${rows.toLocaleString('en-GB')} rows of eight columns to typed cells`,
        ours: times.ours,
        yardstick: times.python,
        against: 'csv.DictReader',
        unit: 'ms',
        must: { most: 1.5 },
        aim: { most: 1 },
      }),
    ];
  },
};
