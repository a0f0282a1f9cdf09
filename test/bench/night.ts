import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { changedRows, KEY, type SheetOptions, writeSheet } from './account.ts';
import { bundleAlone } from './bundle-alone.ts';
import { createCpuLog } from './cpu-log.ts';
import { type BenchContext, compare, type Group, type Line } from './figure.ts';
import { alternate, type Series, type Work } from './measure.ts';
import { cleanEnv, lookupBy, runPricesheet, UNPACED } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild, TELLING } from './run-child.ts';
import { type BenchService, startService } from './start-service.ts';
import { PYTHON, whatLacks } from './tools.ts';

const FULL = { rows: 1_000_000, lookups: 1_000_000, fewer: 100_000, rounds: 3, timeoutMs: 900_000 };
const QUICK = { rows: 50_000, lookups: 100_000, fewer: 10_000, rounds: 3, timeoutMs: 120_000 };
/** Of fewer rows, what the history takes would be lost in what a start takes. */
const ROWS_OF_HISTORY = { full: 1_000_000, quick: 200_000 };
const CHANGE_EVERY = 100;
const MEGABYTE = 1e6;
const PACKAGES = 'the packages alone';

/**
 * G7: the wall time of a whole night, a sheet with a row for every listing of the account, one in a hundred of which
 * changes something. G8: the most memory that it holds, and the same with each SKU looked up, in a long and a short sheet.
 * `G7-history`: the wall time of such a night beside the same one that keeps no history.
 */
export const night: Group = {
  ids: ['G7', 'G8', 'G7-history'],
  measure: async (context) => {
    const { full, wants } = context;
    const size = full ? FULL : QUICK;
    const lines: Line[] = [];
    if (wants('G7') || wants('G8'))
      lines.push(...(await withService(size.rows, (service) => measureNights(service, context))));
    if (wants('G8'))
      lines.push(...(await withService(size.lookups, (service) => measureLookups(service, context))));
    if (wants('G7-history')) {
      const rows = full ? ROWS_OF_HISTORY.full : ROWS_OF_HISTORY.quick;
      lines.push(...(await withService(rows, (service) => measureHistory(service, rows, context))));
    }
    return lines;
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
  const none: readonly number[] = [];
  const peaks = { ours: [...none], packages: [...none], aiohttp: [...none], requests: [...none] };
  const cpu = createCpuLog();
  const requests = { ours: '', packages: '', aiohttp: '', requests: '' };
  const play = async (name: keyof typeof peaks, run: () => Promise<Ended>): Promise<number> => {
    await service.reset();
    const { ms, usage } = await run();
    const { reads, writes } = await service.stats();
    if (writes.count !== changedRows(sheet))
      throw new Error(`${name} sent ${writes.count} updates instead of ${changedRows(sheet)}`);
    if (usage) {
      peaks[name].push(usage.peakBytes / MEGABYTE);
      cpu.add(name, usage.cpuMs);
    }
    requests[name] =
      `${reads.count.toLocaleString('en-GB')} reads, ${writes.count.toLocaleString('en-GB')} updates`;
    return ms / 1000;
  };
  const script = (name: Exclude<keyof typeof peaks, 'ours'>, command: readonly string[]): Promise<number> =>
    play(name, async () => {
      const results = join(folder, `${name}-results.csv`);
      const argv = [...command, service.url, KEY, sheet.path, results, '--by', 'scan'];
      const ended = await runChild(argv, { cwd: folder, env: cleanEnv(folder), timeoutMs });
      rmSync(results, { force: true });
      return expectSuccess(ended, `the ${name} script`);
    });
  const python = (name: 'aiohttp' | 'requests'): Work => {
    const missing = whatLacks(name);
    if (missing !== undefined) return { missing };
    return () => script(name, [PYTHON, join(import.meta.dirname, `yardsticks/sync_${name}.py`)]);
  };
  const alone = await bundleAlone(folder);
  const times = await alternate(
    rounds,
    {
      ours: () =>
        play('ours', () =>
          runPricesheet(['sync', sheet.path, ...lookupBy('auto'), ...UNPACED], {
            home: join(folder, 'night'),
            url: service.url,
            timeoutMs,
          }),
        ),
      packages: () => script('packages', [process.execPath, ...TELLING, alone]),
      aiohttp: python('aiohttp'),
      requests: python('requests'),
    },
    { warmUp: false },
  );
  const rows = sheet.rows.toLocaleString('en-GB');
  const line = {
    id: 'G7',
    name: `a night of ${rows} rows, 1 % updates`,
    ours: times.ours,
    unit: 's',
    digits: 1,
  };
  const peakOf = (name: keyof typeof peaks): Series =>
    times[name].kind === 'measured' ? { kind: 'measured', values: peaks[name] } : times[name];
  return [
    compare({
      ...line,
      yardstick: times.aiohttp,
      against: 'aiohttp',
    }),
    compare({
      ...line,
      yardstick: times.requests,
      against: 'requests',
      notes: [
        `A night of ${rows} rows: ${Object.entries(requests)
          .filter(([, told]) => told !== '')
          .map(([name, told]) => `${name} ${told}`)
          .join('; ')}.`,
        ...cpu.tell(),
      ],
    }),
    compare({
      ...line,
      yardstick: times.packages,
      against: PACKAGES,
      must: { most: 2 },
      aim: { most: 1.5 },
    }),
    compare({
      ...line,
      name: `the same by ${PACKAGES}, with nothing of the program`,
      ours: times.packages,
      yardstick: times.aiohttp,
      against: 'aiohttp',
    }),
    compare({
      id: 'G8',
      name: `most memory in a night of ${rows} rows`,
      ours: peakOf('ours'),
      yardstick: peakOf('aiohttp'),
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
  const peakOf = (sheet: NightSheet) => async (): Promise<number> => {
    const argv = ['sync', sheet.path, ...lookupBy('sku'), ...UNPACED];
    const run = { home: join(context.folder, 'lookups'), url: service.url, timeoutMs };
    const { usage } = await runPricesheet(argv, run);
    return (usage?.peakBytes ?? Number.NaN) / MEGABYTE;
  };
  const peaks = await alternate(1, { ours: peakOf(many), itself: peakOf(few) }, { warmUp: false });
  return [
    compare({
      id: 'G8',
      name: `most memory, each of ${rows.toLocaleString('en-GB')} SKUs looked up`,
      ours: peaks.ours,
      yardstick: peaks.itself,
      against: `itself, ${fewer.toLocaleString('en-GB')} SKUs`,
      unit: 'MB',
      must: { most: 1.3 },
      aim: { most: 1.1 },
    }),
  ];
}

/** A night of a job that knows the account and, with a history, what every listing was agreed to hold the night before. */
async function measureHistory(
  service: BenchService,
  rows: number,
  context: BenchContext,
): Promise<readonly Line[]> {
  const sheet = writeSheetOf(rows, context);
  const before = join(context.folder, 'the night before');
  const history = join(context.folder, 'history');
  const run = (path: string, name: string, argv: readonly string[]) =>
    runPricesheet(['sync', path, ...lookupBy('auto'), ...UNPACED, ...argv], {
      home: join(context.folder, name),
      url: service.url,
      timeoutMs: FULL.timeoutMs,
    });
  mkdirSync(before);
  const yesterday = join(before, basename(sheet.path));
  writeSheet(yesterday, { rows, changeEvery: rows });
  for (const name of ['with history', 'without'])
    await run(yesterday, name, ['--history', join(before, 'history')]);
  const cpu = createCpuLog();
  const nightOf = (name: string, argv: readonly string[]) => async (): Promise<number> => {
    await service.reset();
    rmSync(history, { recursive: true, force: true });
    cpSync(join(before, 'history'), history, { recursive: true });
    const { ms, usage } = await run(sheet.path, name, argv);
    if (usage) cpu.add(name, usage.cpuMs);
    return ms / 1000;
  };
  const times = await alternate(
    3,
    {
      ours: nightOf('with history', ['--history', history]),
      without: nightOf('without', ['--history', 'off']),
    },
    { warmUp: false },
  );
  return [
    compare({
      id: 'G7-history',
      name: `a night of ${rows.toLocaleString('en-GB')} rows, 1 % updates, its history kept`,
      ours: times.ours,
      yardstick: times.without,
      against: '`--history off`',
      unit: 's',
      digits: 1,
      must: { most: 1.1 },
      notes: cpu.tell(),
    }),
  ];
}
