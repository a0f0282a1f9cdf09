import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, parseCatalogue } from '../../src/sandbox/catalogue.ts';
import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { anAccount } from '../support/an-account.ts';
import {
  CHANNEL,
  costOf,
  KEY,
  listingOf,
  maximumOf,
  minimumOf,
  numberOf,
  STRATEGY,
  skuOf,
} from './account.ts';
import { type BenchContext, compare, type Group, type Line } from './figures.ts';
import { runPricesheet, UNPACED } from './pricesheet.ts';

interface Shape {
  /** Distinct SKUs in the sheet, one a row. */
  readonly rows: number;
  readonly listings: number;
  /** Rows that change something. */
  readonly updates: number;
}

const QUICK: readonly Shape[] = [
  { rows: 20, listings: 5000, updates: 10 },
  { rows: 2030, listings: 2000, updates: 100 },
  { rows: 20_000, listings: 1000, updates: 50 },
];
const FULL: readonly Shape[] = [
  { rows: 20, listings: 5000, updates: 10 },
  { rows: 10_050, listings: 10_000, updates: 500 },
  { rows: 100_000, listings: 5000, updates: 250 },
];
const PAGE = 100;
const TIMEOUT_MS = 300_000;

/**
 * G1: requests beside the fewest that there can be, R* = min(N, ⌈L/100⌉ + 1) + U, as the sandbox counts them; the lists of
 * strategies and channels apart, and the lookups that confirm after a scan that a SKU is not listed, up to their cap.
 * G2: updates beside the listings that differ, and in a second run of the same sheet.
 */
export const countRequests: Group = {
  ids: ['G1', 'G2'],
  measure: async (context) => {
    const lines: Line[] = [];
    for (const shape of context.full ? FULL : QUICK) lines.push(...(await playShape(shape, context)));
    return lines.sort((a, b) => a.id.localeCompare(b.id));
  },
};

async function playShape(shape: Shape, { folder, say }: BenchContext): Promise<readonly Line[]> {
  const { rows, listings, updates } = shape;
  const name = `${rows.toLocaleString('en-GB')} SKUs, ${listings.toLocaleString('en-GB')} listings`;
  say(name);
  const home = join(folder, `count-${rows}-${listings}`);
  mkdirSync(home, { recursive: true });
  let seen: RequestEntry[] = [];
  const sandbox = await startSandbox({
    catalogue: makeCatalogue(listings),
    apiKey: KEY,
    keepsRequests: false,
    onRequest: (entry) => seen.push(entry),
  });
  const play = async (centsMore: number): Promise<Count> => {
    const sheet = join(home, 'sheet.csv');
    writeFileSync(sheet, makeSheet(shape, centsMore));
    seen = [];
    const argv = ['sync', sheet, '--missing', 'ok', ...UNPACED];
    await runPricesheet(argv, { home, url: sandbox.url, timeoutMs: TIMEOUT_MS });
    return count(seen, listings);
  };
  try {
    const unknown = await play(1);
    const known = await play(2);
    const again = await play(2);
    const least = Math.min(rows, Math.ceil(listings / PAGE) + 1);
    type Figure = Pick<Line, 'id' | 'must'> & { readonly unit: string; readonly against: string };
    const line = (what: string, [ours, yardstick]: readonly [number, number], figure: Figure) =>
      compare({ ...figure, name: `${name}, ${what}`, ours: [ours], yardstick: [yardstick] });
    const requests = { id: 'G1', unit: 'requests', against: 'R*', must: { most: 1 } };
    const writes = { id: 'G2', unit: 'updates', against: 'listings that differ', must: { exactly: 1 } };
    const repeated = { ...writes, against: 'first time', must: { exactly: 0 } };
    return [
      // Beginning at several places takes some, and making sure of an end that nobody has seen before takes one.
      line('first run', [unknown.total, 2 * least + updates], { ...requests, against: '2 G* + U' }),
      line('number of listings known', [known.total, least + updates], requests),
      line('nothing to change', [again.total, least], requests),
      line('updates', [unknown.writes + known.writes, 2 * updates], writes),
      line('updates of the same again', [again.writes, updates], repeated),
    ];
  } finally {
    await sandbox.close();
  }
}

function makeCatalogue(listings: number): Catalogue {
  const { channels, strategies } = anAccount([]);
  return parseCatalogue({
    listings: Array.from({ length: listings }, (_, number) => JSON.parse(listingOf(number))),
    strategies: strategies.slice(0, 1).map((strategy) => ({ ...strategy, id: STRATEGY })),
    channels: channels.slice(0, 1).map((channel) => ({ ...channel, id: CHANNEL })),
  });
}

/** SKUs from all over the account; those beyond it are not listed. */
function makeSheet({ rows, listings, updates }: Shape, centsMore: number): string {
  const listed = Math.min(rows, listings);
  const lines = Array.from({ length: rows }, (_, row) => {
    const number = row < listed ? Math.floor((row * listings) / listed) : row;
    const cost = costOf(number) + (row < updates ? centsMore : 0);
    const money = [cost, minimumOf(number), maximumOf(number)]
      .map((cents) => (cents / 100).toFixed(2))
      .join(',');
    return `${skuOf(number)},${money},USD\n`;
  });
  return `sku,cost,minimum_price,maximum_price,currency\n${lines.join('')}`;
}

interface Count {
  readonly writes: number;
  /** All but the lists of strategies and channels, and up to their cap the lookups of SKUs that are not listed, after a scan. */
  readonly total: number;
}

function count(entries: readonly RequestEntry[], listings: number): Count {
  const reads = entries.filter(({ method, path }) => method === 'GET' && path.endsWith('/listings'));
  const skus = reads.flatMap(({ query }) =>
    query.flatMap(([name, value]) => (name === 'sku' ? [value] : [])),
  );
  const writes = entries.filter(({ method }) => method === 'POST').length;
  const isScan = reads.length > skus.length;
  const unlisted = skus.filter((sku) => !(numberOf(sku) < listings)).length;
  const cap = Math.max(100, Math.floor(reads.length / 100));
  const confirmations = isScan ? Math.min(cap, unlisted) : 0;
  return { writes, total: reads.length + writes - confirmations };
}
