import { join } from 'node:path';
import process from 'node:process';
import { changedRows, KEY, writeSheet } from './account.ts';
import { bundleAlone } from './bundle-alone.ts';
import { cpuMsOfChildren, createCpuLog } from './cpu-log.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv, runPricesheet, UNPACED } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild } from './run-child.ts';
import { startService } from './start-service.ts';

const LISTINGS = 5000;
const SHEET = { rows: 100, changeEvery: 10 };
const TIMEOUT_MS = 60_000;
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
    const cpu = createCpuLog();
    const play = async (name: string, run: () => Promise<Ended>): Promise<number> => {
      await service.reset();
      const before = cpuMsOfChildren();
      const { ms } = await run();
      cpu.add(name, cpuMsOfChildren() - before);
      const { writes } = await service.stats();
      if (writes.count !== changedRows(SHEET)) throw new Error(`${name} sent ${writes.count} updates`);
      return ms;
    };
    const results = join(folder, 'small-results.csv');
    const given = [service.url, KEY, sheet, results, '--by'];
    const alone = [process.execPath, await bundleAlone(folder), ...given];
    const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
    const run = { home, url: service.url, timeoutMs: TIMEOUT_MS, isTelling: false };
    try {
      const times = await alternate(full ? 15 : 7, {
        ours: () => play('ours', () => runPricesheet(['sync', sheet, ...UNPACED], run)),
        packages: () =>
          play('packages', async () => expectSuccess(await runChild([...alone, 'sku'], options), PACKAGES)),
      });
      const line = { id: 'G11', name: 'a job of 100 rows, whole process', ours: times.ours, unit: 'ms' };
      return [
        compare({
          ...line,
          yardstick: times.packages,
          against: PACKAGES,
          must: { most: 1.3 },
          aim: { most: 1.1 },
          notes: cpu.tell(),
        }),
      ];
    } finally {
      service.stop();
    }
  },
};
