import { join } from 'node:path';
import process from 'node:process';
import { AUTHORIZATION, idOf, KEY, writeSheet } from './account.ts';
import { type BenchContext, compare, type Group, type Line } from './figure.ts';
import { alternate, type Series, type Work } from './measure.ts';
import { cleanEnv, lookupBy, type ProgramRun, runPricesheet, UNPACED } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild, TELLING, TYPED } from './run-child.ts';
import { rateOf } from './service-stats.ts';
import { type Nginx, startNginx } from './start-nginx.ts';
import { PYTHON, type Tool, whatLacks } from './tools.ts';

const CONNECTIONS = 64;
/** Of the requests script: more of them wait for one another. */
const THREADS = '4';
const YARDSTICKS = join(import.meta.dirname, 'yardsticks');
/** A run of so few rows tells what a process takes whatever it does. */
const FEW_ROWS = 200;
const TIMEOUT_MS = 180_000;

interface Size {
  readonly rounds: number;
  readonly rows: number;
  readonly wrkSeconds: number;
  readonly aiohttp: number;
  readonly requests: number;
}

const QUICK: Size = { rounds: 3, rows: 15_000, wrkSeconds: 1, aiohttp: 4000, requests: 1500 };
const FULL: Size = { rounds: 7, rows: 100_000, wrkSeconds: 4, aiohttp: 20_000, requests: 6000 };

/**
 * G5: updates per second with all layers, from the first to the last by nginx's clock.
 *
 * G6: processor time per update with everything that is done for it from the plan to the results, which is that of a
 * `sync` less that of a `diff` of the same sheet; and per request, a lookup or an update, of a whole run with everything
 * that a row takes, less that of a run with few rows.
 */
export const sendUpdates: Group = {
  ids: ['G5', 'G6'],
  measure: async (context) => {
    const lacks = whatLacks('nginx');
    if (lacks !== undefined) {
      const none = { ours: 'none', yardstick: 'none', leftOut: lacks };
      return [
        {
          id: 'G5',
          name: 'updates per second, all layers',
          must: { least: 0.36 },
          aim: { least: 0.5 },
          ...none,
        },
        { id: 'G6', name: 'processor time per update', must: { most: 3 }, ...none },
      ];
    }
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
  const fewRows = join(folder, 'few-updates.csv');
  writeSheet(sheet, { rows: size.rows, changeEvery: 1 });
  writeSheet(fewRows, { rows: FEW_ROWS, changeEvery: 1 });
  const perUpdate = { ours: [] as number[], undici: [] as number[] };
  const perRequest = { ours: [] as number[], undici: [] as number[] };

  const play = async (command: 'sync' | 'diff', path: string, rows: number): Promise<ProgramRun> => {
    const argv = [command, path, ...lookupBy('sku'), ...UNPACED];
    const played = await runPricesheet(argv, { home, url: nginx.url, timeoutMs: TIMEOUT_MS });
    const { by_status } = played.summary.counts;
    if (by_status[command === 'sync' ? 'updated' : 'planned'] !== rows)
      throw new Error(`pricesheet told ${JSON.stringify(by_status)} of ${rows} updates`);
    return played;
  };
  const undici = async (count: number): Promise<Ended> => {
    const script = join(import.meta.dirname, 'undici-alone.ts');
    const argv = [new URL(nginx.url).origin, String(count), String(CONNECTIONS)];
    return run([process.execPath, ...TYPED, ...TELLING, script, ...argv], 'undici alone');
  };
  const run = async (command: readonly string[], what: string): Promise<Ended> =>
    expectSuccess(await runChild(command, { cwd: folder, env: cleanEnv(home), timeoutMs: TIMEOUT_MS }), what);
  const python = (script: string, tool: Tool, ...argv: readonly string[]): Work =>
    unless(wants('G5') ? whatLacks(tool) : 'not asked for', async () => {
      const command = [PYTHON, join(YARDSTICKS, script), nginx.url, KEY, idOf(0).slice(0, 24), ...argv];
      return Number((await run(command, tool)).stdout);
    });

  const rates = await alternate(size.rounds, {
    ours: async () => {
      const few = cpuOf(await play('sync', fewRows, FEW_ROWS));
      await nginx.takePosts(FEW_ROWS);
      const many = cpuOf(await play('sync', sheet, size.rows));
      const posts = await nginx.takePosts(size.rows);
      if (wants('G6')) perUpdate.ours.push((many - cpuOf(await play('diff', sheet, size.rows))) / size.rows);
      perRequest.ours.push((many - few) / (2 * (size.rows - FEW_ROWS)));
      return rateOf(posts);
    },
    undici: async () => {
      const few = cpuOf(await undici(FEW_ROWS));
      const many = await undici(size.rows);
      const [rate = Number.NaN, each = Number.NaN] = many.stdout.split(' ').map(Number);
      perUpdate.undici.push(each);
      perRequest.undici.push((cpuOf(many) - few) / (2 * (size.rows - FEW_ROWS)));
      return rate;
    },
    wrk: unless(wants('G5') ? whatLacks('wrk') : 'not asked for', async () => {
      const script = join(YARDSTICKS, 'post.lua');
      const command = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${size.wrkSeconds}s`, '-s', script, nginx.url];
      const { stdout } = await run([...command, '--', AUTHORIZATION, idOf(0).slice(0, 24)], 'wrk');
      if (/Non-2xx/.test(stdout)) throw new Error('wrk was refused');
      return Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]);
    }),
    aiohttp: python('post_aiohttp.py', 'aiohttp', String(size.aiohttp), String(CONNECTIONS)),
    requests: python('post_requests.py', 'requests', String(size.requests), THREADS),
  });

  const line = { id: 'G5', name: 'updates per second, all layers', ours: rates.ours, unit: '/s' };
  // The round that warms up is the first of them.
  const inRounds = (rate: Series, values: readonly number[]): Series =>
    rate.kind === 'measured' ? { kind: 'measured', values: values.slice(-size.rounds) } : rate;
  const shared = { id: 'G6', against: 'undici alone', unit: 'µs', digits: 1 };
  return [
    compare({ ...line, yardstick: rates.wrk, against: 'wrk' }),
    compare({ ...line, yardstick: rates.aiohttp, against: 'aiohttp' }),
    compare({
      ...line,
      yardstick: rates.requests,
      against: 'requests',
    }),
    compare({
      ...line,
      yardstick: rates.undici,
      against: 'undici alone',
      must: { least: 0.36 },
      aim: { least: 0.5 },
    }),
    compare({
      ...shared,
      name: 'processor time per update, from the plan to the results',
      ours: inRounds(rates.ours, perUpdate.ours),
      yardstick: inRounds(rates.undici, perUpdate.undici),
      must: { most: 3 },
      aim: { most: 2 },
    }),
    compare({
      ...shared,
      name: 'processor time per request, all that a run does',
      ours: inRounds(rates.ours, perRequest.ours),
      yardstick: inRounds(rates.undici, perRequest.undici),
    }),
  ];
}

function unless(lacks: string | undefined, work: () => Promise<number>): Work {
  return lacks === undefined ? work : { missing: lacks };
}

/** Microseconds. */
function cpuOf({ usage }: Ended): number {
  if (usage === undefined) throw new Error('A process told no usage');
  return usage.cpuMs * 1000;
}
