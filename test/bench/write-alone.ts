import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { stringify } from 'csv-stringify';
import { costOf, idOf, minimumOf, skuOf } from './account.ts';
import { importBuilt } from './built.ts';

/**
 * Writes rows as they stand in `results.csv`, in our way or one at a time through csv-stringify's stream, and only counts
 * what comes out. Prints milliseconds, those of them on a processor, and characters.
 *
 *     write-alone.ts ours|stream ROWS
 */
const [how, count] = process.argv.slice(2);
const { csvBlocks } = await importBuilt<typeof import('../../src/report/files/csv-blocks.ts')>(
  'report/files/csv-blocks.js',
);

const start = performance.now();
const cpu = process.cpuUsage();
const characters = how === 'ours' ? writeInBlocks() : await writeOneByOne();
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${performance.now() - start} ${(user + system) / 1000} ${characters}\n`);

function writeInBlocks(): number {
  let written = 0;
  for (const block of csvBlocks(records())) written += block.length;
  return written;
}

async function writeOneByOne(): Promise<number> {
  let written = 0;
  const stream = stringify();
  stream.setEncoding('utf8').on('data', (text: string) => {
    written += text.length;
  });
  for (const record of records()) if (!stream.write(record)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'end');
  return written;
}

/** One in a hundred was updated, and one in a thousand has a message. */
function* records(): Generator<string[]> {
  for (let number = 0; number < Number(count); number++) {
    const updated = number % 100 === 0;
    const invalid = number % 1000 === 7;
    yield [
      String(number + 2),
      skuOf(number),
      updated ? 'updated' : invalid ? 'invalid' : 'unchanged',
      invalid ? 'amount_unreadable' : '',
      invalid ? 'cost: "12,5O" is no amount, such as 12.50' : '',
      idOf(number),
      'amazon',
      '5a0c8f8e-7c51-4d0b-9c38-6d1d3a7f1c02',
      'usd',
      updated ? (costOf(number) / 100).toFixed(2) : '',
      updated ? (minimumOf(number) / 100).toFixed(2) : '',
      ...Array.from({ length: 10 }, () => ''),
      updated ? '1' : '0',
      updated ? '200' : '',
      updated ? '2026-11-20T02:10:31.408Z' : '',
    ];
  }
}
