import { join } from 'node:path';
import { changedRows, writeSheet } from './account.ts';
import { type BenchContext, compare, type Group, type Line } from './figures.ts';
import { runPricesheet } from './pricesheet.ts';
import { type BenchService, startService } from './start-service.ts';

const PAGE_SIZE = 100;

interface Case {
  readonly listings: number;
  /** Every so-many-th row changes something. */
  readonly changeEvery: number;
  readonly rate: number;
  readonly latencyMs: number;
  /** What has to hold of the first and the second night. */
  readonly must: readonly [first: number, second: number];
}

const TABLE: readonly Case[] = [
  { listings: 20_000, changeEvery: 200, rate: 20, latencyMs: 60, must: [1.1, 1.05] },
  { listings: 40_000, changeEvery: 50, rate: 100, latencyMs: 120, must: [1.2, 1.06] },
  { listings: 40_000, changeEvery: 20, rate: 400, latencyMs: 120, must: [1.3, 1.12] },
];
const QUICK: readonly Case[] = TABLE.slice(1);
const FULL: readonly Case[] = [
  ...TABLE,
  { listings: 40_000, changeEvery: 50, rate: 100, latencyMs: 60, must: [1.2, 1.06] },
  { listings: 40_000, changeEvery: 20, rate: 400, latencyMs: 60, must: [1.3, 1.12] },
  { listings: 100_000, changeEvery: 20, rate: 1000, latencyMs: 60, must: [1.4, 1.25] },
  { listings: 40_000, changeEvery: 20, rate: 400, latencyMs: 250, must: [1.3, 1.2] },
];

const AIM = { first: { most: 1.1 }, second: { most: 1.03 } } as const;
const SLACK_MS = 120_000;

/**
 * G13: how long a user waits beside what the rate allows: the fewest requests there can be, at that rate. From the first request to the
 * last answer, by the clock of the service, with nothing set but `--rate`; on a first night, when nothing is known of the account, and
 * on a second one.
 */
export const bound: Group = {
  ids: ['G13'],
  measure: async (context) => {
    const lines: Line[] = [];
    // One after the other: each wants the clients' core for itself.
    for (const each of context.full ? FULL : QUICK) lines.push(...(await measureNights(each, context)));
    return lines;
  },
};

async function measureNights(each: Case, context: BenchContext): Promise<readonly Line[]> {
  const { listings, rate, latencyMs } = each;
  const service = await startService({ listings, latencyMs });
  const name = `${listings.toLocaleString('en-GB')} listings at ${rate}/s, ${latencyMs} ms`;
  context.say(name);
  try {
    const night = { ...each, name, service };
    return [await measureNight('first', night, context), await measureNight('second', night, context)];
  } finally {
    service.stop();
  }
}

interface Night extends Case {
  readonly name: string;
  readonly service: BenchService;
}

async function measureNight(
  night: 'first' | 'second',
  { name, listings, changeEvery, rate, latencyMs, must, service }: Night,
  { folder }: BenchContext,
): Promise<Line> {
  const sheet = join(folder, `bound-${listings}-${changeEvery}.csv`);
  const options = { rows: listings, changeEvery };
  writeSheet(sheet, options);
  const least = Math.ceil(listings / PAGE_SIZE) + 1 + changedRows(options);
  const boundMs = (least / rate) * 1000;
  const home = join(folder, `bound-${listings}-${rate}-${latencyMs}`);
  await service.reset();
  const request = { home, url: service.url, timeoutMs: 20 * boundMs + SLACK_MS };
  const { ms, summary } = await runPricesheet(['sync', sheet, '--rate', String(rate)], request);
  const { all, lookups } = await service.stats();
  const phases = summary.times.phases.map(({ phase, seconds }) => `${phase} ${seconds.toFixed(1)} s`);
  const tookMs = all.spanMs + latencyMs;
  return compare({
    id: 'G13',
    name: `${name}, ${night} night`,
    ours: [tookMs / 1000],
    yardstick: [boundMs / 1000],
    against: 'the rate allows it',
    unit: 's',
    digits: 1,
    must: { most: must[night === 'first' ? 0 : 1] },
    aim: AIM[night],
    notes: [
      `${name}, ${night} night: ${all.count} requests of at least ${least}, ${lookups} of them lookups, at most ${all.busiestSecond} in any second; ${((ms - tookMs) / 1000).toFixed(1)} s before the first and after the last. ${phases.join(', ')}.`,
    ],
  });
}
