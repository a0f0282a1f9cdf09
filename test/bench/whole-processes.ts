import { join } from 'node:path';
import process from 'node:process';
import { toCents } from '../../src/domain/cents.ts';
import { listingId } from '../support/builders.ts';
import { PROGRAM } from '../support/run-program.ts';
import { aChange, aRecord, writeRun } from '../support/some-history.ts';
import { changedRows, KEY, writeSheet } from './account.ts';
import { bundleAlone } from './bundle-alone.ts';
import { alternate, compare, type Group } from './figures.ts';
import { cleanEnv, runPricesheet, UNPACED } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild } from './run-child.ts';
import { startService } from './start-service.ts';

const TIMEOUT_MS = 120_000;

/** Starts a Node process in a folder, and gives back how long it took. */
const start =
  (name: string, folder: string, argv: readonly string[], says = '') =>
  async (): Promise<number> => {
    const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
    const { ms, stdout } = expectSuccess(await runChild([process.execPath, ...argv], options), name);
    if (!stdout.includes(says)) throw new Error(`${name} printed no "${says}"`);
    return ms;
  };

const LISTINGS = 5000;
const SHEET = { rows: 100, changeEvery: 10 };
const PACKAGES = 'the packages alone';

/**
 * G11: a job of 100 rows, ten of which change something, as whole processes from start to end, in an account of 5,000
 * listings. The packages alone look each SKU up, as one would write it for so few; ours pages the account, which takes half as
 * many requests.
 */
export const smallJob: Group = {
  ids: ['G11'],
  measure: async ({ full, folder }) => {
    const home = join(folder, 'small');
    const sheet = join(folder, 'small.csv');
    writeSheet(sheet, SHEET);
    const service = await startService({ listings: LISTINGS });
    const play = async (name: string, run: () => Promise<Ended>): Promise<number> => {
      await service.reset();
      const { ms } = await run();
      const { writes } = await service.stats();
      if (writes.count !== changedRows(SHEET)) throw new Error(`${name} sent ${writes.count} updates`);
      return ms;
    };
    const given = [service.url, KEY, sheet, join(folder, 'small-results.csv'), '--by', 'sku'];
    const alone = [process.execPath, await bundleAlone(folder), ...given];
    const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
    const run = { home, url: service.url, timeoutMs: TIMEOUT_MS, isTelling: false };
    try {
      const { ours, packages } = await alternate(full ? 15 : 7, {
        ours: () => play('ours', () => runPricesheet(['sync', sheet, ...UNPACED], run)),
        packages: () => play('packages', async () => expectSuccess(await runChild(alone, options), PACKAGES)),
      });
      const bounds = { must: { most: 1.6 }, aim: { most: 1.2 } };
      const name = 'a job of 100 rows, whole process';
      return [
        compare({ id: 'G11', name, ours, yardstick: packages, against: PACKAGES, unit: 'ms', ...bounds }),
      ];
    } finally {
      service.stop();
    }
  },
};

/** G12: `--help` as a whole process, beside a Node that does nothing. */
export const startUp: Group = {
  ids: ['G12'],
  measure: async ({ full, folder }) => {
    const { ours, node } = await alternate(full ? 41 : 15, {
      ours: start('ours', folder, [PROGRAM, '--help']),
      node: start("node -e ''", folder, ['-e', '']),
    });
    const bounds = { must: { most: 1.4 }, aim: { most: 1.2 } };
    const line = { id: 'G12', name: '--help, whole process', unit: 'ms', ...bounds };
    return [compare({ ...line, ours, yardstick: node, against: "node -e ''" })];
  },
};

const NIGHTS = 365;
const CHANGES = 5000;
const SKUS = 20_000;
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2025-11-24T02:15:00Z');
/** It changes in every hundredth night. */
const SKU = 'SKU-004711';
const WANTED_MS = 1000;

/** G14: the history of one SKU over a year of nights. */
export const history: Group = {
  ids: ['G14'],
  measure: async ({ full, folder, say }) => {
    say(`writing a history of ${NIGHTS} nights with ${CHANGES} changes each`);
    const place = join(folder, 'year');
    for (let night = 0; night < NIGHTS; night++) writeNight(place, night);
    const argv = [PROGRAM, 'history', 'sku', SKU, '--history', place];
    const { ours } = await alternate(full ? 11 : 5, { ours: start('ours', folder, argv, SKU) });
    const name = `history of a SKU over ${NIGHTS} nights of ${CHANGES} changes, whole process`;
    const bounds = { must: { most: 1 }, aim: { most: 0.5 } };
    const yardstick = ours.map(() => WANTED_MS);
    return [compare({ id: 'G14', name, ours, yardstick, against: 'wanted', unit: 'ms', ...bounds })];
  },
};

function writeNight(folder: string, night: number): void {
  const started_at = new Date(FIRST + night * DAY_MS).toISOString();
  const changes = Array.from({ length: CHANGES }, (_, n) => {
    const sku =
      night % 100 === 0 && n === 7 ? SKU : `ITEM-${String((night * 31 + n) % SKUS).padStart(6, '0')}`;
    const is = toCents(600 + ((night * 7 + n) % 400));
    return aChange({ at: started_at, line: n + 2, sku, listing_id: listingId(n + 1), is });
  });
  writeRun({ folder }, aRecord({ started_at }), { changes });
}
