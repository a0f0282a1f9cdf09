import { join } from 'node:path';
import { writeSheet } from './account.ts';
import { type BenchContext, compare, type Group, type Line } from './figures.ts';
import { runPricesheet } from './pricesheet.ts';
import { rateOf } from './service-stats.ts';
import { startService } from './start-service.ts';

const RATES = [20, 200, 1000];
const CONCURRENCY = '32';
const SECONDS = { quick: 4, full: 30 };
const SLACK_MS = 60_000;

/**
 * G3: requests per second by the service's clock while `--rate` says how many there may be, the reading and the sending
 * taken apart, the slower of the two. The service refuses what goes beyond the rate and a second of burst.
 */
export const keepRate: Group = {
  ids: ['G3'],
  measure: async (context) => {
    const lines: Line[] = [];
    // One after the other: each wants the clients' core for itself.
    for (const rate of RATES) lines.push(await measureRate(rate, context));
    return lines;
  },
};

async function measureRate(rate: number, { full, folder }: BenchContext): Promise<Line> {
  const seconds = full ? SECONDS.full : SECONDS.quick;
  const rows = rate * seconds;
  const sheet = join(folder, `rate-${rate}.csv`);
  writeSheet(sheet, { rows, changeEvery: 1 });
  const name = `requests per second at --rate ${rate}`;
  const service = await startService({ listings: rows, limit: { perSecond: rate, burst: rate } });
  try {
    const flags = ['--resolve', 'sku', '--rate', String(rate)];
    const argv = ['sync', sheet, ...flags, `PRICESHEET_CONCURRENCY=${CONCURRENCY}`];
    const home = join(folder, `rate-${rate}`);
    await runPricesheet(argv, { home, url: service.url, timeoutMs: 2 * seconds * 1000 + SLACK_MS });
    const { reads, writes, all, refused } = await service.stats();
    const line = compare({
      id: 'G3',
      name,
      must: { least: 0.99 },
      aim: { least: 0.999 },
      ours: [Math.min(rateOf(reads), rateOf(writes))],
      yardstick: [rate],
      against: 'allowed',
      unit: '/s',
      digits: 2,
      notes: [
        `At --rate ${rate}: reading ${rateOf(reads).toFixed(2)}/s, sending ${rateOf(writes).toFixed(2)}/s, at most ${all.busiestSecond} in any second, ${refused} refused.`,
      ],
    });
    return refused === 0 ? line : { ...line, failed: `${refused} of ${all.count + refused} were refused` };
  } finally {
    service.stop();
  }
}
