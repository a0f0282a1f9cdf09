import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { changedRows, KEY, type SheetOptions, writeSheet } from './account.ts';
import { bundleAlone } from './bundle-alone.ts';
import { alternate, type BenchContext, compare, type Group, group, type Line } from './figures.ts';
import { cleanEnv, PYTHON, runPricesheet, UNPACED } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild, TELLING, usageOf } from './run-child.ts';
import { type BenchService, startService } from './start-service.ts';

const FULL = { rows: 1_000_000, lookups: 1_000_000, fewer: 100_000, rounds: 3, timeoutMs: 900_000 };
const QUICK = { rows: 50_000, lookups: 100_000, fewer: 10_000, rounds: 3, timeoutMs: 120_000 };
const CHANGE_EVERY = 100;
const PACKAGES = 'the packages alone';

/**
 * G7: the wall time of a whole night, a sheet with a row for every listing of the account, one in a hundred of which
 * changes something. G8: the most memory that it holds, and the same with each SKU looked up, in a long and a short sheet.
 */
export const night: Group = {
  ids: ['G7', 'G8'],
  measure: async (context) => {
    const { full, wants } = context;
    const size = full ? FULL : QUICK;
    const nights = await withService(size.rows, (service) => measureNights(service, context));
    if (!wants('G8')) return nights;
    return [...nights, ...(await withService(size.lookups, (service) => measureLookups(service, context)))];
  },
};

async function withService<T>(listings: number, work: (service: BenchService) => Promise<T>): Promise<T> {
  const service = await startService({ listings });
  try {
    return await work(service);
  } finally {
    service.stop();
  }
}

interface NightSheet extends SheetOptions {
  readonly path: string;
}

function writeSheetOf(rows: number, { folder }: BenchContext): NightSheet {
  const path = join(folder, `night-${rows}.csv`);
  const options = { rows, changeEvery: CHANGE_EVERY };
  writeSheet(path, options);
  return { path, ...options };
}

async function measureNights(service: BenchService, context: BenchContext): Promise<readonly Line[]> {
  const { folder, full } = context;
  const { rows: size, rounds, timeoutMs } = full ? FULL : QUICK;
  const sheet = writeSheetOf(size, context);
  const play = (name: string, run: () => Promise<Ended>) => async (): Promise<Ended> => {
    await service.reset();
    const ended = await run();
    const { writes } = await service.stats();
    if (writes.count !== changedRows(sheet))
      throw new Error(`${name} sent ${writes.count} updates instead of ${changedRows(sheet)}`);
    return ended;
  };
  const script = (name: string, command: readonly string[]) =>
    play(name, async () => {
      const results = join(folder, 'script-results.csv');
      const argv = [...command, service.url, KEY, sheet.path, results, '--by', 'scan'];
      const ended = await runChild(argv, { cwd: folder, env: cleanEnv(folder), timeoutMs });
      rmSync(results, { force: true });
      return expectSuccess(ended, name);
    });
  const python = join(import.meta.dirname, 'yardsticks/sync_aiohttp.py');
  const run = { home: join(folder, 'night'), url: service.url, timeoutMs };
  const nights = await alternate(
    rounds,
    {
      ours: play('ours', () => runPricesheet(['sync', sheet.path, '--resolve', 'auto', ...UNPACED], run)),
      packages: script(PACKAGES, [process.execPath, ...TELLING, await bundleAlone(folder)]),
      aiohttp: script('aiohttp', [PYTHON, python]),
    },
    { warmUp: false },
  );
  const rows = group(sheet.rows);
  const seconds = (ended: readonly Ended[]) => ended.map(({ ms }) => ms / 1000);
  const name = `a night of ${rows} rows, 1 % updates`;
  const time = { id: 'G7', name, ours: seconds(nights.ours), unit: 's', digits: 1 };
  const bounds = { must: { most: 1.8 }, aim: { most: 1.5 } };
  return [
    compare({ ...time, yardstick: seconds(nights.aiohttp), against: 'aiohttp' }),
    compare({ ...time, yardstick: seconds(nights.packages), against: PACKAGES, ...bounds }),
    compare({
      id: 'G8',
      name: `most memory in a night of ${rows} rows`,
      ours: nights.ours.map(megabytesOf),
      yardstick: nights.aiohttp.map(megabytesOf),
      against: 'aiohttp',
      unit: 'MB',
      must: { most: 1.3 },
      aim: { most: 1 },
    }),
  ];
}

/** Once each: the most memory of a process varies far less than its time. */
async function measureLookups(service: BenchService, context: BenchContext): Promise<readonly Line[]> {
  const { lookups: rows, fewer, timeoutMs } = context.full ? FULL : QUICK;
  const many = writeSheetOf(rows, context);
  const few = writeSheetOf(fewer, context);
  const peakOf = async (sheet: NightSheet): Promise<number> => {
    const argv = ['sync', sheet.path, '--resolve', 'sku', ...UNPACED];
    const run = { home: join(context.folder, 'lookups'), url: service.url, timeoutMs };
    return megabytesOf(await runPricesheet(argv, run));
  };
  return [
    compare({
      id: 'G8',
      name: `most memory, each of ${group(rows)} SKUs looked up`,
      ours: [await peakOf(many)],
      yardstick: [await peakOf(few)],
      against: `itself, ${group(fewer)} SKUs`,
      unit: 'MB',
      must: { most: 1.3 },
      aim: { most: 1.1 },
    }),
  ];
}

function megabytesOf(ended: Ended): number {
  return usageOf(ended).peakBytes / 1e6;
}
