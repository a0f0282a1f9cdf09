import { join } from 'node:path';
import { changedRows, KEY, writeSheet } from './account.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv, runPricesheet, UNPACED } from './pricesheet.ts';
import { expectSuccess, runChild } from './run-child.ts';
import { startService } from './start-service.ts';
import { PYTHON, whatLacks } from './tools.ts';

const LISTINGS = 5000;
const SHEET = { rows: 100, changeEvery: 10 };
const TIMEOUT_MS = 60_000;

/**
 * G11: a job of 100 rows, ten of which change something, as whole processes from start to end, in an account of 5,000
 * listings. The script looks each SKU up, as one would write it for so few.
 */
export const smallJob: Group = {
  ids: ['G11'],
  measure: async ({ full, folder }) => {
    const home = join(folder, 'small');
    const sheet = join(folder, 'small.csv');
    writeSheet(sheet, SHEET);
    const service = await startService({ listings: LISTINGS });
    const missing = whatLacks('requests');
    const expectWrites = async (what: string): Promise<void> => {
      const { writes } = await service.stats();
      if (writes.count !== changedRows(SHEET)) throw new Error(`${what} sent ${writes.count} updates`);
    };
    try {
      const times = await alternate(full ? 15 : 7, {
        ours: async () => {
          await service.reset();
          const { ms } = await runPricesheet(['sync', sheet, ...UNPACED], {
            home,
            url: service.url,
            timeoutMs: TIMEOUT_MS,
            isTelling: false,
          });
          await expectWrites('pricesheet');
          return ms;
        },
        requests: missing
          ? { missing }
          : async () => {
              await service.reset();
              const script = join(import.meta.dirname, 'yardsticks/sync_requests.py');
              const command = [
                PYTHON,
                script,
                service.url,
                KEY,
                sheet,
                join(folder, 'small-results.csv'),
                '--by',
                'sku',
              ];
              const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
              const { ms } = expectSuccess(await runChild(command, options), 'requests');
              await expectWrites('requests');
              return ms;
            },
      });
      return [
        compare({
          id: 'G11',
          name: 'a job of 100 rows, whole process',
          ours: times.ours,
          yardstick: times.requests,
          against: 'requests',
          unit: 'ms',
          must: { most: 1.3 },
          aim: { most: 1 },
        }),
      ];
    } finally {
      service.stop();
    }
  },
};
