import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Pool } from 'undici';
import { AUTHORIZATION, idOf, skuOf } from './account.ts';

/**
 * The requests of a run by the bare client: each SKU looked up, then each listing updated; answers read as text, and
 * nothing else. Prints updates per second, and the microseconds of processor time that each took.
 *
 *     undici-alone.ts ORIGIN COUNT CONNECTIONS
 */
const [origin = '', count = '', connections = ''] = process.argv.slice(2);
const pool = new Pool(origin, { connections: Number(connections) });
const headers = { authorization: AUTHORIZATION, accept: 'application/json', 'user-agent': 'yardstick' };

await sendAll('GET', (number) => `/v1/listings?sku=${skuOf(number)}&limit=100`);
const cpu = process.cpuUsage();
const start = performance.now();
await sendAll('POST', (number) => `/v1/listings/${idOf(number)}?currency=usd&cost=1234`);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${Number(count) / seconds} ${(user + system) / Number(count)}\n`);
await pool.close();

async function sendAll(method: 'GET' | 'POST', pathOf: (number: number) => string): Promise<void> {
  const numbers = Array.from({ length: Number(count) }, (_, number) => number).values();
  await Promise.all(
    Array.from({ length: Number(connections) }, async () => {
      for (const number of numbers) {
        const { body, statusCode } = await pool.request({ method, path: pathOf(number), headers });
        await body.text();
        if (statusCode !== 200) throw new Error(`${method} was answered ${statusCode}`);
      }
    }),
  );
}
