import process from 'node:process';
import { Pool } from 'undici';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { AUTHORIZATION } from './account.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';

const LOOKUPS = 5000;
const MANY = 100_000;
const FEW = 100;
const CONNECTIONS = 32;

/** `lookup`: processor time of the sandbox for one SKU lookup, its client's included, in a large and in a small account. */
export const sandboxLookup: Group = {
  ids: ['lookup'],
  measure: async () => {
    const times = await alternate(1, { many: () => cpuPerLookup(MANY), few: () => cpuPerLookup(FEW) });
    return [
      compare({
        id: 'lookup',
        name: `sandbox: one SKU among ${MANY.toLocaleString('en-GB')}`,
        ours: times.many,
        yardstick: times.few,
        against: `among ${FEW}`,
        unit: 'ms CPU',
        digits: 3,
      }),
    ];
  },
};

async function cpuPerLookup(listings: number): Promise<number> {
  const catalogue = generateCatalogue({ listings, seed: 1 });
  const sandbox = await startSandbox({ catalogue, keepsRequests: false });
  const skus = Array.from(
    { length: LOOKUPS },
    (_, index) => catalogue.listings[(index * 7919) % listings]?.sku ?? '',
  );
  await fetchAll(sandbox.url, skus);
  const before = process.cpuUsage();
  await fetchAll(sandbox.url, skus);
  const { user, system } = process.cpuUsage(before);
  await sandbox.close();
  return (user + system) / 1000 / LOOKUPS;
}

async function fetchAll(url: string, skus: readonly string[]): Promise<void> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const queue = skus.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const sku of queue) {
        const path = `/listings?sku=${encodeURIComponent(sku)}&limit=100`;
        const { body } = await pool.request({
          method: 'GET',
          path,
          headers: { authorization: AUTHORIZATION },
        });
        await body.text();
      }
    }),
  );
  await pool.close();
}
