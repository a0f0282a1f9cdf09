import { join } from 'node:path';
import process from 'node:process';
import { writeSheet } from './account.ts';
import { alternate, type BenchContext, compare, type Group, type Line } from './figures.ts';
import { cleanEnv, type ProgramRun, runPricesheet, UNPACED } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild, TYPED, usageOf } from './run-child.ts';
import { rateOf } from './service-stats.ts';
import { type Nginx, startNginx } from './start-nginx.ts';

const CONNECTIONS = 64;
const TIMEOUT_MS = 180_000;

interface Size {
  readonly rounds: number;
  readonly rows: number;
}

const QUICK: Size = { rounds: 3, rows: 15_000 };
const FULL: Size = { rounds: 7, rows: 100_000 };

/**
 * G5: updates per second with all layers, from the first to the last by nginx's clock.
 *
 * G6: processor time per update with everything that is done for it from the plan to the results, which is that of a
 * `sync` less that of a `diff` of the same sheet.
 */
export const sendUpdates: Group = {
  ids: ['G5', 'G6'],
  measure: async (context) => {
    const nginx = await startNginx(context.folder);
    try {
      return await measureWith(nginx, context);
    } finally {
      nginx.stop();
    }
  },
};

async function measureWith(nginx: Nginx, { full, folder, wants }: BenchContext): Promise<readonly Line[]> {
  const size = full ? FULL : QUICK;
  const home = join(folder, 'updates');
  const sheet = join(folder, 'updates.csv');
  writeSheet(sheet, { rows: size.rows, changeEvery: 1 });
  const play = async (command: 'sync' | 'diff'): Promise<ProgramRun> => {
    const argv = [command, sheet, '--resolve', 'sku', ...UNPACED];
    const played = await runPricesheet(argv, { home, url: nginx.url, timeoutMs: TIMEOUT_MS });
    const { by_status } = played.summary.counts;
    if (by_status[command === 'sync' ? 'updated' : 'planned'] !== size.rows)
      throw new Error(`pricesheet told ${JSON.stringify(by_status)} of ${size.rows} updates`);
    return played;
  };
  const undici = async (): Promise<string> => {
    const script = join(import.meta.dirname, 'undici-alone.ts');
    const argv = [new URL(nginx.url).origin, String(size.rows), String(CONNECTIONS)];
    const options = { cwd: folder, env: cleanEnv(home), timeoutMs: TIMEOUT_MS };
    const ended = await runChild([process.execPath, ...TYPED, script, ...argv], options);
    return expectSuccess(ended, 'undici alone').stdout;
  };

  const { ours, yardstick } = await alternate(size.rounds, {
    ours: async () => {
      const sent = cpuMicrosOf(await play('sync'));
      const rate = rateOf(await nginx.takePosts(size.rows));
      const planned = wants('G6') ? cpuMicrosOf(await play('diff')) : Number.NaN;
      return { rate, microsEach: (sent - planned) / size.rows };
    },
    yardstick: async () => {
      const [rate = Number.NaN, microsEach = Number.NaN] = (await undici()).split(' ').map(Number);
      return { rate, microsEach };
    },
  });
  const of = (figure: 'rate' | 'microsEach') => ({
    ours: ours.map((each) => each[figure]),
    yardstick: yardstick.map((each) => each[figure]),
    against: 'undici alone',
  });
  const fast = { unit: '/s', must: { least: 0.36 }, aim: { least: 0.5 } };
  const cheap = { unit: 'µs', digits: 1, must: { most: 3 }, aim: { most: 2 } };
  return [
    compare({ ...of('rate'), ...fast, id: 'G5', name: 'updates per second, all layers' }),
    compare({
      ...of('microsEach'),
      ...cheap,
      id: 'G6',
      name: 'processor time per update, from the plan to the results',
    }),
  ];
}

function cpuMicrosOf(ended: Ended): number {
  return usageOf(ended).cpuMs * 1000;
}
