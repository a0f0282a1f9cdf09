import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { parseCsv } from '../support/parse-csv.ts';

/** Every kind of export in `fixtures/erp`, from the file to the cents that the service holds afterwards. */
const FIXTURES = resolve(import.meta.dirname, '../../fixtures/erp');
const ENDING = '.expected.json';

/** See `fixtures/erp/README.md`. */
interface Expected {
  readonly flags: readonly string[];
  readonly currency: string;
  readonly rows: Readonly<Record<string, Wishes>>;
  readonly unchanged: readonly string[];
  readonly ignored: readonly number[];
  readonly invalid: Readonly<Record<string, string>>;
}

type Wishes = Partial<Pick<Listing, keyof typeof EMPTY | 'repricing'>>;

const names = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort();

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(FIXTURES, name + ENDING), 'utf8'));
}

/** What a listing holds before: no amounts, so that each amount is an update and none moves by too much. */
const EMPTY = { cost: null, minimum_price: null, maximum_price: null, manual_price: null } as const;

/** What an export has to say may be odd; that is for the guard rules, and not what these tests are about. */
const ALLOWED = [
  ...['unsettled', 'implausible_column', 'scale_slip', 'below_cost', 'min_above_max'],
  ...['manual_out_of_bounds', 'zero_price', 'zero_cost', 'max_invalid'],
].join(',');

function listingsFor({ rows, unchanged, currency }: Expected): readonly Partial<Listing>[] {
  return [
    ...Object.entries(rows).map(([sku, { repricing }]) => ({
      ...EMPTY,
      sku,
      currency,
      // A first price is compared with nothing.
      current_price: null,
      repricing: repricing !== true,
    })),
    ...unchanged.map((sku, index) => ({ ...EMPTY, sku, currency, cost: 4211 + index, minimum_price: 5000 })),
    // A name that is in no file: nothing may touch it.
    { ...EMPTY, sku: 'not in the sheet', currency, cost: 1234 },
  ];
}

function heldBy(listing: Partial<Listing>): readonly unknown[] {
  const { sku, currency, cost, minimum_price, maximum_price, manual_price, repricing, strategy } = listing;
  return [sku, currency, cost, minimum_price, maximum_price, manual_price, repricing, strategy];
}

async function syncTwice(name: string) {
  const expected = expectedOf(name);
  const { sandbox, cwd, run, write } = await openStage(listingsFor(expected));
  write(readFileSync(join(FIXTURES, name)), name);
  const before = sandbox.snapshot().listings;
  const sync = async (out: string) => {
    const seen = sandbox.requests.length;
    const argv = ['sync', name, ...expected.flags, '--out', out, '--allow', ALLOWED];
    const { code, stdout, stderr } = await run(...argv);
    const posts = sandbox.requests.slice(seen).filter(({ method }) => method === 'POST');
    // Not the other files: those that are written in the dialect of the sheet take another reader.
    const results: Result[] = code === 0 || code === 3 ? readResults(join(cwd, out, 'results.csv')) : [];
    return { code, said: stdout + stderr, posts, results };
  };
  const first = await sync('first');
  const after = sandbox.snapshot().listings;
  return { expected, before, first, after, second: await sync('second') };
}

type Result = ReturnType<typeof readResults>[number];

/** What a spreadsheet would run as a formula has an apostrophe in front. */
function readResults(path: string) {
  const records = parseCsv(readFileSync(path, 'utf8'));
  const toSku = (cell: string) => cell.replace(/^'(?='*[=+\-@])/, '');
  return records.map(({ line, sku = '', status = '' }) => ({ line: Number(line), sku: toSku(sku), status }));
}

describe('the exports of fixtures/erp', () => {
  it('are each in the README of their folder', () => {
    const files = readdirSync(FIXTURES).filter((name) => !name.endsWith(ENDING) && name !== 'README.md');
    expect(files.sort()).toEqual(names);
    const readme = readFileSync(join(FIXTURES, 'README.md'), 'utf8');
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(names)('%s reaches the service to the cent, line by line, and once', async (name) => {
    const { expected, before, first, after, second } = await syncTwice(name);
    const { rows, unchanged, ignored, invalid } = expected;
    const code = Object.keys(invalid).length > 0 ? 3 : 0;
    expect(first.code, first.said).toBe(code);

    const wanted = before.map((listing) => ({ ...listing, ...rows[listing.sku] }));
    expect(after.map(heldBy)).toEqual(wanted.map(heldBy));
    expect(first.posts).toHaveLength(Object.keys(rows).length);

    const { results } = first;
    const having = (status: string) => results.filter((result) => result.status === status);
    expect(skusOf(having('updated'))).toEqual(Object.keys(rows).sort());
    expect(skusOf(having('unchanged'))).toEqual([...unchanged].sort());
    expect(linesOf(having('ignored'))).toEqual(ignored);
    expect(linesOf(having('invalid'))).toEqual(Object.keys(invalid).map(Number));
    const spoken = [rows, unchanged, ignored, invalid].map((part) => Object.keys(part).length);
    expect(results).toHaveLength(spoken.reduce((sum, count) => sum + count));

    expect(second.posts).toEqual([]);
    expect(second.code, second.said).toBe(code);
    const held = (status: string) => (status === 'updated' ? 'unchanged' : status);
    expect(second.results.map(({ line, status }) => [line, status])).toEqual(
      results.map(({ line, status }) => [line, held(status)]),
    );
  });
});

function skusOf(results: readonly Result[]): readonly string[] {
  return results.map(({ sku }) => sku).sort();
}

function linesOf(results: readonly Result[]): readonly number[] {
  return results.map(({ line }) => line);
}
