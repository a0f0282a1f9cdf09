import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { anyListing } from '../support/any-scene.ts';
import { NAUGHTY_SKUS, UNUSABLE_SKUS } from '../support/naughty-text.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { runProgram } from '../support/run-program.ts';
import { runs } from '../support/runs.ts';
import { modeOf, tempFolder } from '../support/temp-folder.ts';
import {
  AMAZON_CHANNEL,
  anAccount,
  BUY_BOX,
  envOf,
  testSandbox,
  WALMART_CHANNEL,
  WALMART_LOWEST,
} from '../support/test-sandbox.ts';

const ON_WALMART = { platform: 'walmart', channel: WALMART_CHANNEL } as const;
const NOTHING_SET = {
  cost: null,
  minimum_price: null,
  maximum_price: null,
  strategy: null,
  manual_price: null,
} as const;

function recordsIn(text: string): readonly (readonly string[])[] {
  return parse(text, { relax_column_count: false });
}

describe('pricesheet export', () => {
  it('writes listings as a sheet', async () => {
    const { run } = await openStage([
      { sku: 'MUG', strategy: BUY_BOX, manual_price: 0 },
      { sku: '=1+1', ...ON_WALMART, currency: 'eur', ...NOTHING_SET, repricing: false },
      { sku: 'a "b", c', cost: 5 },
    ]);
    const { code, stdout, stderr } = await run('export');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/(^|\n)3 listings exported\n$/)]);
    expect(stdout).toBe(
      [
        'sku,listing_id,platform,channel,currency,cost,minimum_price,maximum_price,strategy,repricing,manual_price',
        `MUG,00000000-0000-4000-8000-000000000001,amazon,${AMAZON_CHANNEL},usd,6.00,10.00,20.00,${BUY_BOX},true,0.00`,
        `'=1+1,00000000-0000-4000-8000-000000000002,walmart,${WALMART_CHANNEL},eur,,,,,false,`,
        `"a ""b"", c",00000000-0000-4000-8000-000000000003,amazon,${AMAZON_CHANNEL},usd,0.05,10.00,20.00,,true,`,
        '',
      ].join('\n'),
    );
  });

  it('writes amounts in cents where a cent is no hundredth, says so, and is taken back unchanged', async () => {
    const { cwd, run, posts } = await openStage([
      { sku: 'yen', currency: 'jpy', cost: 600 },
      { sku: 'dinar', currency: 'kwd', cost: 1234, manual_price: 1500 },
      { sku: 'dollar', cost: 1 },
    ]);
    const { code, stdout, stderr } = await run('export', '--fields', 'cost,manual_price');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'All amounts are in cents, and the headers say so, because a cent is not a hundredth of jpy, kwd;',
    );
    const [header, ...rows] = recordsIn(stdout);
    expect(header?.slice(5)).toEqual(['cost_cents', 'manual_price_cents']);
    const amounts = rows.map((cells) => cells.slice(4).join(','));
    expect(amounts).toEqual(['jpy,600,', 'kwd,1234,1500', 'usd,1,']);
    writeFileSync(join(cwd, 'sheet.csv'), stdout);
    const synced = await run('sync', 'sheet.csv', '--out', 'run');
    expect([synced.code, posts()]).toEqual([0, []]);
    expect(readRun(join(cwd, 'run')).summary.counts.by_status).toMatchObject({ unchanged: 3 });
    const bounds = await run('export', '--fields', 'strategy');
    expect(bounds.stderr).not.toContain('cents');
    const usd = await run('export', '--sku', 'dollar', '--money', 'cents');
    expect(recordsIn(usd.stdout)[1]?.slice(4)).toEqual(['usd', '1', '1000', '2000', '', 'true', '']);
  });

  it('leaves out what no sheet can hold, names it, and exits 3; JSON has it', async () => {
    const skus = [...UNUSABLE_SKUS, ' padded', 'Total', '***', '', '="0005"', '<missing>'];
    const { cwd, run, posts } = await openStage([...skus.map((sku) => ({ sku })), { sku: 'fine' }]);
    const { code, stdout, stderr } = await run('export');
    expect(code).toBe(3);
    expect(recordsIn(stdout).map(([sku]) => sku)).toEqual(['sku', 'fine']);
    expect(reasonIn(stderr)).toBe(
      `${skus.length} listings are left out because a sheet can't hold the SKU; export --json names them`,
    );
    writeFileSync(join(cwd, 'sheet.csv'), stdout);
    expect((await run('sync', 'sheet.csv')).code).toBe(0);
    expect(posts()).toEqual([]);
    const json = await run('export', '--json');
    expect([json.code, json.stderr]).toEqual([0, expect.not.stringContaining('left out')]);
    expect(JSON.parse(json.stdout).listings.map(({ sku }: Listing) => sku)).toEqual([...skus, 'fine']);
    const summary = await run('export', '--json', '--out', 'whole.csv', '--quiet');
    expect([summary.code, reasonIn(summary.stderr)]).toEqual([3, expect.stringContaining('left out')]);
    expect(JSON.parse(summary.stdout)).toMatchObject({ version: 1, exit_code: 3, exported: 1 });
    expect(JSON.parse(summary.stdout).left_out).toHaveLength(skus.length);
  });

  it('leaves cells blank that a sheet could not say: a strategy that is not listed, a channel that is gone', async () => {
    const gone = { id: BUY_BOX, object: 'strategy', name: 'x', type: null, platform: 'walmart' };
    const list = (...data: readonly object[]) => ({
      status: 200,
      body: { object: 'list', has_more: false, data },
    });
    const rules = [
      { match: { path: '/strategies' }, answer: list(gone) },
      { match: { path: '/channels' }, answer: list() },
    ];
    const listings = [{ sku: 'A', strategy: BUY_BOX }, { sku: 'B' }];
    const { cwd, run, posts } = await openStage(listings, undefined, { faults: { rules } });
    const { stderr } = await run('export', '--out', 'sheet.csv');
    expect(stderr).toContain(
      '1 listing has a strategy that the account does not list for the platform: the cell is blank\n',
    );
    const [, a] = recordsIn(readFileSync(join(cwd, 'sheet.csv'), 'utf8'));
    expect(a?.slice(2)).toEqual(['amazon', '', 'usd', '6.00', '10.00', '20.00', '', 'true', '']);
    expect((await run('sync', 'sheet.csv')).code).toBe(0);
    expect(posts()).toEqual([]);
  });

  it.each([
    ['--platform walmart', 'W'],
    [`--channel ${AMAZON_CHANNEL}`, 'A B B'],
    ['--status inactive', 'B'],
    ['--sku B', 'B B'],
    ['--sku B --status active', 'B'],
    ['--sku none', ''],
    ['--platform amazon --status active', 'A B'],
  ])('exports with %j only what fits', async (filters, skus) => {
    const inactive = { sku: 'B', status: 'inactive' } as const;
    const { run } = await openStage([{ sku: 'A' }, inactive, { sku: 'W', ...ON_WALMART }, { sku: 'B' }]);
    const { code, stdout } = await run('export', ...filters.split(' '), '--quiet');
    const found = recordsIn(stdout).slice(1);
    expect([code, found.map(([sku]) => sku).join(' ')]).toEqual([0, skus]);
  });

  it('writes the sheet as the same settings read it', async () => {
    const { cwd, run, posts } = await openStage([
      { sku: 'A', cost: 123_456, strategy: BUY_BOX },
      { sku: 'B', ...ON_WALMART, strategy: WALMART_LOWEST },
    ]);
    writeFileSync(join(cwd, 'pricesheet.json'), JSON.stringify({ decimal: ',', 'clear-token': 'Lowest' }));
    const { stdout } = await run('export', 'PRICESHEET_STRATEGY_NAMES=true', '--fields', 'cost,STRATEGY,min');
    expect(stdout).toBe(
      [
        'sku;listing_id;platform;channel;currency;cost;minimum_price;strategy',
        `A;00000000-0000-4000-8000-000000000001;amazon;${AMAZON_CHANNEL};usd;1234,56;10,00;Buy Box`,
        `B;00000000-0000-4000-8000-000000000002;walmart;${WALMART_CHANNEL};usd;6,00;10,00;${WALMART_LOWEST}`,
        '',
      ].join('\n'),
    );
    writeFileSync(join(cwd, 'sheet.csv'), stdout);
    expect((await run('sync', 'sheet.csv')).code).toBe(0);
    expect(posts()).toEqual([]);
  });

  it('refuses to write over a file, unless it is forced to, and leaves nothing beside it', async () => {
    const { sandbox, cwd, run } = await openStage([{}]);
    writeFileSync(join(cwd, 'sheet.csv'), 'mine');
    const refused = await run('export', '--out', 'sheet.csv');
    expect([refused.code, refused.stdout, reasonIn(refused.stderr)]).toEqual([
      2,
      '',
      'Cannot export to "sheet.csv": it is there already. Name another file with --out, or pass --force to write over it',
    ]);
    expect(sandbox.requests).toEqual([]);
    expect(readFileSync(join(cwd, 'sheet.csv'), 'utf8')).toBe('mine');
    expect((await run('export', '--out', 'sheet.csv', '--force')).code).toBe(0);
    expect(recordsIn(readFileSync(join(cwd, 'sheet.csv'), 'utf8'))).toHaveLength(2);
    expect(modeOf(join(cwd, 'sheet.csv'))).toBe(0o600);
    mkdirSync(join(cwd, 'folder'));
    expect(await run('export', '--out', 'folder', '--force')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot export to "folder": it is not a file (exit code 2)\n'),
    });
    expect(readdirSync(cwd)).toEqual(['folder', 'sheet.csv']);
  });

  it.each([
    ['the service fails on the way', { status: 500 }, 1, /GET \/listings: .*after 1 attempt/],
    ['the key is refused', { status: 401 }, 5, /answered 401/],
  ] as const)('writes nothing where %s', async (_, answer, exitCode, message) => {
    const faults = { rules: [{ match: { path: '/listings' }, skip: 2, answer }] };
    const listings = Array.from({ length: 350 }, () => ({}));
    const { cwd, run } = await openStage(listings, undefined, { faults });
    const { code, stdout, stderr } = await run('export', 'PRICESHEET_RETRIES=0');
    expect([code, stdout, stderr]).toEqual([exitCode, '', expect.stringMatching(message)]);
    expect((await run('export', 'PRICESHEET_RETRIES=0', '--out', 'sheet.csv')).code).toBe(exitCode);
    expect(existsSync(join(cwd, 'sheet.csv'))).toBe(false);
    const json = await run('export', 'PRICESHEET_RETRIES=0', '--json', '--quiet');
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, exit_code: exitCode });
  });

  it('prints JSON with the requested fields, in the units of the service', async () => {
    const { run } = await openStage([{ sku: 'é\u202e', currency: 'jpy' }]);
    const { code, stdout, stderr } = await run('export', '--json', '--quiet', '--fields', 'max,cost');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('\u202e');
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      exit_code: 0,
      notices: [],
      listings: [
        {
          listing_id: '00000000-0000-4000-8000-000000000001',
          sku: 'é\u202e',
          platform: 'amazon',
          channel: AMAZON_CHANNEL,
          status: 'active',
          currency: 'jpy',
          cost: 600,
          maximum_price: 2000,
        },
      ],
    });
    const none = await run('export', '--json', '--quiet', '--sku', 'none');
    expect(JSON.parse(none.stdout)).toMatchObject({
      listings: [],
      notices: ['No listing has the SKU "none"'],
    });
  });
});

const UNLIKELY = ['sku', 'cost', 'Total 5', '12,99', '12.99', '2024-01-01 10:00', 'Page 1 of 2'];
const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const listing = anyListing({
  sku: fc.oneof(fc.constantFrom(...NAUGHTY_SKUS, ...UNLIKELY), anyText),
  currency: fc.constantFrom('usd', 'usd', 'eur', 'jpy', 'kwd', 'isk'),
  status: fc.constantFrom('active', 'inactive'),
  manual_price: fc.option(fc.integer({ min: 0, max: 10_000_000 }), { freq: 3 }),
  repricing: fc.boolean(),
});

/** Every SKU that is naughty, and some that differ by their case or their channel alone. */
const NAUGHTY: readonly Partial<Listing>[] = [...NAUGHTY_SKUS, 'both', 'both', 'Both', 'BOTH'].map(
  (sku, at) => ({
    sku,
    ...(at % 3 === 0 && NOTHING_SET),
    ...(at % 5 === 0 && { ...ON_WALMART, strategy: WALMART_LOWEST }),
    ...(at % 7 === 0 && { minimum_price: 5000, manual_price: 0, maximum_price: 0 }),
  }),
);

describe('any export', () => {
  it('is taken back by sync with nothing sent and nothing that needs attention', async () => {
    const flags = ['', '--fields cost', 'PRICESHEET_STRATEGY_NAMES=true', '--decimal ,', '--money cents'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(listing, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...flags.map((words) => words.split(' ').filter(Boolean))),
        async (listings, words) => {
          const sandbox = await startSandbox({ catalogue: anAccount(listings) });
          try {
            const place = { cwd: tempFolder(), env: envOf(sandbox) };
            const exported = await runInProcess(['export', '--out', 'sheet.csv', '--json', ...words], place);
            const { exported: rows } = JSON.parse(exported.stdout);
            if (rows === 0) return;
            const reading = words[0] === '--decimal' ? words : [];
            const synced = await runInProcess(['sync', 'sheet.csv', '--json', ...reading], place);
            expect(synced.code, synced.stdout).toBe(0);
            expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
            expect(JSON.parse(synced.stdout).counts.by_status.unchanged).toBe(rows);
          } finally {
            await sandbox.close();
          }
        },
      ),
      { numRuns: runs(25, 7), examples: [[[...NAUGHTY], []]] },
    );
  });
});

describe('an export of 100,000 listings', { timeout: 300_000 }, () => {
  it('needs one request for each page and little memory, and is taken back unchanged', async () => {
    const catalogue = generateCatalogue({ listings: 100_000, seed: 3 });
    const sandbox = await testSandbox({ catalogue, keepsRequests: false });
    const cwd = tempFolder();
    const env = { ...envOf(sandbox), NODE_OPTIONS: '--max-old-space-size=64' };
    const { code, stderr } = await runProgram(['export', '--out', 'sheet.csv'], { cwd, env });
    expect([code, stderr]).toEqual([0, expect.stringContaining('100,000 listings exported to sheet.csv\n')]);
    const synced = await runInProcess(['sync', 'sheet.csv', '--json'], { cwd, env: envOf(sandbox) });
    const { counts, requests } = JSON.parse(synced.stdout);
    expect([synced.code, requests.writes, counts.attention]).toEqual([0, 0, 0]);
    expect(counts.by_status.unchanged).toBe(100_000);
  });
});
