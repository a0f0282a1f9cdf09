import { join } from 'node:path';
import { writeSheet } from './account.ts';
import { type BenchContext, compare, type Group, type Line } from './figure.ts';
import { measured } from './measure.ts';
import { runPricesheet } from './pricesheet.ts';
import { startService } from './start-service.ts';

const LIMITS = [20, 100, 400];
const SECONDS = { quick: 60, full: 600 };
/** What can be used up of it before the work runs out, when the pace is as good as it should be. */
const WORK_SHARE = 0.97;

/**
 * G4: `--rate auto` against a limit that nobody tells it, a token bucket with a second of burst: how much of the limit
 * was used from the first request to the last, and how many of the requests were refused. The program knows nothing from
 * an earlier run.
 */
export const learnRate: Group = {
  ids: ['G4'],
  // At once: together they take a fraction of a core.
  measure: async (context) => (await Promise.all(LIMITS.map((limit) => measureLimit(limit, context)))).flat(),
};

async function measureLimit(limit: number, { full, folder }: BenchContext): Promise<readonly Line[]> {
  const seconds = full ? SECONDS.full : SECONDS.quick;
  const rows = Math.round(limit * seconds * WORK_SHARE);
  const named = (what: string) => ({
    id: 'G4',
    name: `${seconds} s at an unknown limit of ${limit}/s: ${what}`,
  });
  const used = { ...named('used'), must: { least: 0.97 }, aim: { least: 0.99 } };
  const turnedDown = { ...named('refused'), must: { most: 0.01 }, aim: { most: 0.005 } };
  const sheet = join(folder, `unknown-${limit}.csv`);
  writeSheet(sheet, { rows, changeEvery: 1_000_000 });
  const service = await startService({ listings: rows, limit: { perSecond: limit, burst: limit } });
  try {
    const argv = ['diff', sheet, '--resolve', 'sku', '--rate', 'auto', '--concurrency', '32'];
    await runPricesheet(argv, {
      home: join(folder, `unknown-${limit}`),
      url: service.url,
      timeoutMs: 3 * seconds * 1000,
    });
    const { all, refused } = await service.stats();
    const capacity = (limit * all.spanMs) / 1000;
    return [
      compare({
        ...used,
        ours: measured(all.count),
        yardstick: measured(capacity),
        against: 'allowed',
        unit: 'requests',
      }),
      compare({
        ...turnedDown,
        ours: measured(refused),
        yardstick: measured(all.count + refused),
        against: 'sent',
        unit: 'requests',
      }),
    ];
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    const none = { ours: 'none', yardstick: `limit ${limit}/s`, failed };
    return [
      { ...used, ...none },
      { ...turnedDown, ...none },
    ];
  } finally {
    service.stop();
  }
}
