import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify';
import { Pool } from 'undici';
import { foreseeOutcome } from '../../src/domain/foresee-outcome.ts';
import { renderResults } from '../../src/report/render-results.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { scanSheet } from '../../src/sheet/read-sheet.ts';
import { fromMemory } from '../../src/sheet/read-source.ts';
import { aListing, anUpdate, cents } from '../support/builders.ts';
import { benchLargeSheet } from './large-sheet.ts';
import { compare, type Measurement, time } from './measure.ts';

/**
 * Each figure beside its yardstick, measured in the same run.
 *
 * `npm run bench` measures what takes a minute or so together; `npm run bench -- NAME…` only those named. `large`, a
 * sheet of 200 MB, takes two minutes and has to be named: `npm run bench -- large`.
 */
const PROGRAM = resolve(import.meta.dirname, '../../dist/bin.js');
const KEY = 'sandbox-key';
const run = promisify(execFile);

const BENCHES: Readonly<Record<string, () => Promise<Measurement>>> = {
  read: benchRead,
  write: benchWrite,
  sync: benchSync,
  lookup: benchLookup,
  start: benchStart,
  large: benchLargeSheet,
};
/** Only where they are named. */
const SLOW = new Set(['large']);

const READ_ROWS = 100_000;

async function benchRead(): Promise<Measurement> {
  const header = 'sku,title,cost,min,max,strategy,repricing,note';
  const lines = Array.from(
    { length: READ_ROWS },
    (_, index) => `SKU-${index},"A thing, no. ${index}",${index % 90}.50,10.00,99.90,Buy Box,yes,`,
  );
  const text = `${header}\n${lines.join('\n')}\n`;
  const source = await fromMemory({ path: 'x', name: 'x', chunks: [Buffer.from(text)] });
  const options = { map: new Map(), moneyUnit: 'major', clearToken: 'null', duplicates: 'error' } as const;
  const times = await compare(
    5,
    () => time(() => scanSheet(source, options, () => {})),
    () => time(() => parse(text)),
  );
  return { name: `read ${READ_ROWS} rows to typed cells`, ...times, unit: 'ms', against: 'csv-parse alone' };
}

const WRITE_ROWS = 100_000;

async function benchWrite(): Promise<Measurement> {
  const outcomes = Array.from({ length: WRITE_ROWS }, () =>
    foreseeOutcome(anUpdate({ cost: cents(700) }, aListing())),
  );
  const records = outcomes.map(() => Array.from({ length: 24 }, (_, index) => `cell ${index}`));
  const oneByOne = () =>
    new Promise<void>((done, fail) => {
      const stream = stringify();
      stream.on('data', () => {});
      stream.on('end', done);
      stream.on('error', fail);
      for (const record of records) stream.write(record);
      stream.end();
    });
  const times = await compare(
    5,
    () => time(() => Array.from(renderResults(outcomes)).length),
    () => time(oneByOne),
  );
  return {
    name: `write ${WRITE_ROWS} rows of results`,
    ...times,
    unit: 'ms',
    against: "csv-stringify's stream, row by row",
  };
}

const SYNC_ROWS = 10_000;
const SYNC_CONCURRENCY = 32;

async function benchSync(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'pricesheet-bench-'));
  const { listings } = generateCatalogue({
    listings: SYNC_ROWS,
    seed: 1,
    duplicateSkus: 0,
    skus: 'plain',
    currencies: ['usd'],
  });
  const sheet = listings.map(({ sku, cost }) => `${sku},${cost ?? 100}`).join('\n');
  writeFileSync(join(folder, 'sheet.csv'), `sku,cost_cents\n${sheet}\n`);
  const server = await startSandbox([
    '--listings',
    String(SYNC_ROWS),
    '--catalogue',
    await saveAccount(folder),
  ]);
  try {
    let round = 0;
    const times = await compare(
      5,
      () => {
        const argv = [
          'sync',
          'sheet.csv',
          '--quiet',
          '--out',
          `run-${round++}`,
          '--allow',
          'below_cost',
          '--concurrency',
          String(SYNC_CONCURRENCY),
        ];
        const env = {
          ...process.env,
          XDG_STATE_HOME: folder,
          PRICESHEET_BASE_URL: server.url,
          PRICESHEET_API_KEY: KEY,
          PRICESHEET_RATE: '100000',
        };
        return time(() =>
          run(process.execPath, [PROGRAM, ...argv], { cwd: folder, env }).catch(attentionIsFine),
        );
      },
      () =>
        time(() =>
          fetchAll(
            server.url,
            listings.map(({ sku }) => sku),
          ),
        ),
    );
    return {
      name: `look up ${SYNC_ROWS} SKUs, whole process`,
      ...times,
      unit: 'ms',
      against: 'undici alone, answers unread',
    };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  async function saveAccount(home: string): Promise<string> {
    const path = join(home, 'account.json');
    writeFileSync(
      path,
      JSON.stringify(
        generateCatalogue({
          listings: SYNC_ROWS,
          seed: 1,
          duplicateSkus: 0,
          skus: 'plain',
          currencies: ['usd'],
        }),
      ),
    );
    return path;
  }
}

function attentionIsFine(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 3) return;
  throw error;
}

/** The same lookups by the bare client: no pace, no retries, no schema. */
async function fetchAll(url: string, skus: readonly string[]): Promise<void> {
  const pool = new Pool(url, { connections: SYNC_CONCURRENCY });
  const authorization = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`;
  const queue = skus.values();
  await Promise.all(
    Array.from({ length: SYNC_CONCURRENCY }, async () => {
      for (const sku of queue) {
        const { body } = await pool.request({
          method: 'GET',
          path: `/listings?sku=${encodeURIComponent(sku)}&limit=100`,
          headers: { authorization },
        });
        await body.text();
      }
    }),
  );
  await pool.close();
}

async function startSandbox(
  argv: readonly string[],
): Promise<{ readonly url: string; readonly child: ChildProcess; stop(): void }> {
  const child = spawn(process.execPath, [PROGRAM, 'sandbox', '--json', ...argv], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((done) =>
    child.stdout.once('data', (chunk: Buffer) => done(chunk.toString())),
  );
  return { url: JSON.parse(line).base_url, child, stop: () => void child.kill() };
}

const LOOKUPS = 5000;
const LOOKUP_LISTINGS = 100_000;

/** Processor time of the sandbox for one SKU lookup among 100,000 listings, beside one among 100. */
async function benchLookup(): Promise<Measurement> {
  const [large, small] = await Promise.all([cpuPerLookup(LOOKUP_LISTINGS), cpuPerLookup(100)]);
  return {
    name: `sandbox: one SKU among ${LOOKUP_LISTINGS}`,
    ours: large,
    yardstick: small,
    unit: 'ms CPU',
    against: 'among 100',
  };
}

async function cpuPerLookup(listings: number): Promise<number> {
  const { startSandbox: start } = await import('../../src/sandbox/start-sandbox.ts');
  const catalogue = generateCatalogue({ listings, seed: 1 });
  const sandbox = await start({ catalogue, keepRequests: 0 });
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

async function benchStart(): Promise<Measurement> {
  const times = await compare(
    9,
    () => time(() => run(process.execPath, [PROGRAM, '--help'])),
    () => time(() => run(process.execPath, ['-e', ''])),
  );
  return { name: '--help, whole process', ...times, unit: 'ms', against: "node -e ''" };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`No such figure: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);

const notes: string[] = [];
print('| figure | ours | yardstick | ratio |');
print('| --- | ---: | ---: | ---: |');
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 ? !chosen.includes(name) : SLOW.has(name)) continue;
  const { name: figure, ours, yardstick, unit, against, notes: more = [] } = await bench();
  notes.push(...more);
  const digits = unit === 'ms CPU' ? 3 : 0;
  print(
    `| ${figure} | ${ours.toFixed(digits)} ${unit} | ${yardstick.toFixed(digits)} ${unit} (${against}) | ${(ours / yardstick).toFixed(2)} |`,
  );
}
if (notes.length > 0) print(`\n${notes.join('\n')}`);
