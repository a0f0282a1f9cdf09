import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import pLimit from 'p-limit';
import { pino } from 'pino';
import { Pool } from 'undici';
import { z } from 'zod';

/**
 * The job by the packages that the program is made of and nothing else: no plan, no journal, no guard rules, no report, no look at
 * what an answer shows. What it takes tells how much of a run's time is theirs, and how much the program's own; the Python script does
 * no more. It is bundled by `bundle-alone.ts`, as the program is.
 *
 *     packages-alone URL KEY SHEET RESULTS --by scan|sku
 */
const { values, positionals } = parseArgs({ options: { by: { type: 'string' } }, allowPositionals: true });
const [url = '', key = '', sheet = '', results = ''] = positionals;

interface Row {
  readonly line: number;
  readonly requested: Readonly<Record<Field, number>>;
  readonly currency: string;
  status: string;
  id: string;
  before: readonly (number | null)[];
}

const FIELDS = ['cost', 'minimum_price', 'maximum_price'] as const;
type Field = (typeof FIELDS)[number];

const amount = z.int().nullable();
const pageSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      sku: z.string(),
      currency: z.string(),
      cost: amount,
      minimum_price: amount,
      maximum_price: amount,
    }),
  ),
  has_more: z.boolean(),
});
type Listing = z.infer<typeof pageSchema>['data'][number];

const CONNECTIONS = 64;
const BLOCK_BYTES = 1024 * 1024;
const BLOCK_ROWS = 1000;
const NO_AMOUNTS = FIELDS.flatMap(() => ['', '']);

const { pathname, origin: host } = new URL(url);
const pool = new Pool(host, { connections: CONNECTIONS });
const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
const limit = pLimit(CONNECTIONS);
const log = pino({}, { write: () => {} });

void main();

async function main(): Promise<void> {
  const rows = await readSheet();
  log.info({ rows: rows.size }, 'sheet read');
  await (values.by === 'scan' ? scan(rows) : lookUp(rows));
  writeResults(rows);
  await pool.close();
}

async function readSheet(): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  const parser = createReadStream(sheet, { highWaterMark: BLOCK_BYTES }).pipe(
    parse({ record_delimiter: '\n' }),
  );
  let line = 0;
  parser.on('readable', () => {
    for (let cells: string[] | null = parser.read(); cells !== null; cells = parser.read())
      if (++line > 1) rows.set(cells[0] ?? '', toRow(cells, line));
  });
  await new Promise((done, fail) => parser.on('end', done).on('error', fail));
  return rows;
}

function toRow([, , cost, minimum, maximum, currency = '']: readonly string[], line: number): Row {
  const cents = (text: string | undefined) => Math.round(Number(text) * 100);
  const requested = { cost: cents(cost), minimum_price: cents(minimum), maximum_price: cents(maximum) };
  return { line, requested, currency: currency.toLowerCase(), status: 'not_found', id: '', before: [] };
}

async function scan(rows: ReadonlyMap<string, Row>): Promise<void> {
  const sent = new Set<Promise<void>>();
  let after = '';
  for (;;) {
    const { data, has_more } = pageSchema.parse(await ask('GET', `/listings?limit=100${after}`));
    for (const listing of data) {
      const row = rows.get(listing.sku);
      if (!row) continue;
      const update = send(row, listing)?.then(() => void (update && sent.delete(update)));
      if (update) sent.add(update);
      if (sent.size >= CONNECTIONS) await Promise.race(sent);
    }
    if (!has_more) break;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
  await Promise.all(sent);
}

async function lookUp(rows: ReadonlyMap<string, Row>): Promise<void> {
  const work = async ([sku, row]: readonly [string, Row]): Promise<void> => {
    const { data } = pageSchema.parse(await ask('GET', `/listings?limit=100&sku=${sku}`));
    for (const listing of data) await send(row, listing);
  };
  await Promise.all([...rows].map((row) => limit(work, row)));
}

function send(row: Row, listing: Listing): Promise<unknown> | undefined {
  const changed = FIELDS.filter((field) => row.requested[field] !== listing[field]);
  row.id = listing.id;
  row.status = changed.length === 0 ? 'unchanged' : 'updated';
  if (changed.length === 0) return undefined;
  row.before = FIELDS.map((field) => listing[field]);
  const query = changed.map((field) => `&${field}=${row.requested[field]}`).join('');
  return ask('POST', `/listings/${listing.id}?currency=${row.currency}${query}`);
}

async function ask(method: 'GET' | 'POST', path: string): Promise<unknown> {
  const { body, statusCode } = await pool.request({ method, path: pathname + path, headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${method} was answered ${statusCode}`);
  return JSON.parse(text);
}

function writeResults(rows: ReadonlyMap<string, Row>): void {
  const file = openSync(results, 'w');
  let block: (readonly string[])[] = [];
  for (const [sku, { line, status, id, before, requested }] of rows) {
    const amounts = FIELDS.flatMap((field, at) =>
      before.length === 0 ? [] : [before[at], requested[field]],
    );
    const cells = amounts.length === 0 ? NO_AMOUNTS : amounts.map((cents) => String(cents ?? ''));
    block.push([String(line), sku, status, id, ...cells]);
    if (block.length < BLOCK_ROWS) continue;
    writeSync(file, stringify(block));
    block = [];
  }
  writeSync(file, stringify(block));
  closeSync(file);
}
