import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROW_RULES, RUN_RULES } from '../../src/plan/guard-rules.ts';
import type { Listing, ListingPatch } from '../../src/sandbox/catalogue.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, idOf, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 10 }, (_, index) => `SKU-${index + 1}`);

interface Scene {
  /** Of every listing. */
  readonly listing?: Partial<Listing>;
  /** Of single listings, in their order. */
  readonly listings?: readonly Partial<Listing>[];
  readonly sheet: string;
  /** When the sheet was last modified. */
  readonly modified?: string;
  readonly flags?: readonly string[];
  /** The sheet of the night before. */
  readonly lastNight?: { readonly sheet: string; readonly modified?: string };
  /** What somebody else changed of the first listing since. */
  readonly meddled?: ListingPatch;
}

async function onStage({ listing = {}, listings = [], flags = [], lastNight, meddled, ...tonight }: Scene) {
  const skus = listings.length > SKUS.length ? listings.map((_listing, index) => `SKU-${index + 1}`) : SKUS;
  const account = anAccount(skus.map((sku, index) => ({ sku, ...listing, ...listings[index] })));
  const sandbox = await testSandbox({ catalogue: account });
  const cwd = tempFolder();
  const write = ({ sheet, modified }: NonNullable<Scene['lastNight']>) => {
    writeFileSync(join(cwd, 'costs.csv'), sheet);
    if (modified !== undefined) utimesSync(join(cwd, 'costs.csv'), new Date(modified), new Date(modified));
  };
  let runs = 0;
  const story = async (command: 'sync' | 'diff', more: readonly string[] = []) => {
    const out = `run${++runs}`;
    const argv = [command, 'costs.csv', '--out', out, ...flags, ...more];
    const ended = await runInProcess(argv, { cwd, env: envOf(sandbox) });
    return { ...ended, ...readRun(join(cwd, out)) };
  };
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  /** The costs that were sent. */
  const costs = () =>
    sandbox.requests
      .filter(({ method }) => method === 'POST')
      .flatMap(({ query }) => query.filter(([name]) => name === 'cost').map(([, value]) => value));
  const requests = () => sandbox.requests.length;
  const allPosts = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
  let lastRun: string | undefined;
  if (lastNight) {
    write(lastNight);
    const { code, summary } = await story('sync');
    expect(code).toBe(0);
    lastRun = summary.times.started_at;
  }
  if (meddled) sandbox.changeListing(idOf(1), meddled);
  write(tonight);
  const before = allPosts();
  const posts = () => allPosts() - before;
  const sync = (...more: readonly string[]) => story('sync', more);
  const diff = () => story('diff');
  return { sync, diff, posts, run, costs, requests, lastRun };
}

/** A sheet with the same cells for the first SKUs, and further rows. */
function sheetOf(header: string, cells: string, { rows = SKUS.length, more = '' } = {}): string {
  return `sku,${header}\n${SKUS.slice(0, rows)
    .map((sku) => `${sku},${cells}\n`)
    .join('')}${more}`;
}

/** Listings that sell for 4.99 to 103.99 and have no bounds. */
const SOLD_FOR_MANY_PRICES = Array.from({ length: 24 }, (_, index) => ({
  current_price: 499 + ((index * 7) % 23) * 450,
  cost: null,
  minimum_price: null,
  maximum_price: null,
}));

/** The largest stock of each of them, under a name that means a price as well. */
const LARGEST_STOCKS = `sku,max\n${SOLD_FOR_MANY_PRICES.map(
  (_listing, index) => `SKU-${index + 1},${((index * index) % 13) * 5 + 5}\n`,
).join('')}`;

const ROW_CASES: readonly (readonly [(typeof ROW_RULES)[number], Scene, string])[] = [
  [
    'max_change',
    { sheet: 'sku,cost\nSKU-1,9.01\n' },
    'cost moves from 6.00 to 9.01 (+50.2 %), and more than 50 % up or down is blocked',
  ],
  [
    'min_above_max',
    { sheet: 'sku,min,max\nSKU-1,15.00,14.99\n' },
    'the minimum price 15.00 would be above the maximum price 14.99',
  ],
  ['below_cost', { sheet: 'sku,min\nSKU-1,5.99\n' }, 'minimum_price 5.99 would be under the cost 6.00'],
  [
    'manual_out_of_bounds',
    { sheet: 'sku,manual_price\nSKU-1,20.01\n' },
    'the manual price 20.01 would be above the maximum price 20.00',
  ],
  [
    'zero_price',
    { sheet: 'sku,max\nSKU-1,0\n', flags: ['--max-change', '100', '--allow', 'min_above_max'] },
    'maximum_price would be 0, and a price has to be above 0',
  ],
  [
    'zero_cost',
    { sheet: 'sku,cost\nSKU-1,0\n', listing: { cost: null } },
    'the cost would be 0.00 where none is set, and many programs write 0 for a cost that is not known',
  ],
  [
    'zero_cost',
    { sheet: 'sku,cost\nSKU-1,0.00\n', flags: ['--max-change', '100'] },
    'the cost would be 0.00 instead of 6.00, and many programs write 0 for a cost that is not known',
  ],
  [
    'zero_cost',
    { sheet: 'sku,cost\nSKU-1,0.004\n', listing: { cost: null } },
    'the cost would be 0.00 where none is set, and many programs write 0 for a cost that is not known',
  ],
];

const RUN_CASES: readonly (readonly [(typeof RUN_RULES)[number], Scene, string])[] = [
  [
    'nothing_to_set',
    { sheet: sheetOf('csot', '6.50') },
    'no column of the sheet sets anything; "csot" may be cost, and is not accepted without confirmation: --map cost=csot',
  ],
  [
    'nothing_to_set',
    { sheet: sheetOf('price', '6.50'), flags: ['--map', 'sku=sku'] },
    'no column of the sheet sets anything; "price" may be cost, minimum_price, maximum_price or manual_price, and is not accepted without confirmation: --map sku=sku,FIELD=price',
  ],
  [
    'unsettled',
    { sheet: sheetOf('cost,UOM', '6.50,DZ') },
    'nobody has settled what this column says about the amounts\n  "UOM" holds "DZ"',
  ],
  [
    'sheet_note',
    { sheet: `Prices per 12 pcs\n${sheetOf('cost', '6.50')}` },
    'line 1 says "Prices per 12 pcs", and the costs are taken for one piece; if the note is right, pass --cost-per 12; if the line changes no amount, settle it for all runs with: pricesheet check costs.csv --job costs --notes "Prices per 12 pcs" --save-mapping',
  ],
  [
    'max_updates',
    { sheet: sheetOf('cost', '6.50'), flags: ['--max-updates', '9'] },
    '10 listings would be updated, and --max-updates is 9',
  ],
  [
    'max_updates',
    { sheet: sheetOf('cost', '6.50'), flags: ['--max-updates', '50%'] },
    '10 listings would be updated in 10 rows, and --max-updates is 50 % of the rows',
  ],
  [
    'max_clears',
    { sheet: sheetOf('max', 'null') },
    '10 fields would be cleared in 10 rows, and --max-clears is 10 % of the rows',
  ],
  [
    'max_invalid',
    { sheet: sheetOf('cost', '6.50', { rows: 8, more: 'SKU-9,x\nSKU-10,y\n' }) },
    '2 of 10 rows are invalid (20.0 %), and --max-invalid is 10 %',
  ],
  [
    'max_missing',
    {
      sheet: sheetOf('cost', '6.50', { rows: 8, more: 'NOPE-1,6.50\nNOPE-2,6.50\n' }),
      flags: ['--max-missing', '15'],
    },
    '2 of 10 rows are not listed (20.0 %), and --max-missing is 15 %',
  ],
  [
    'mixed_currencies',
    { sheet: sheetOf('cost', '6.50'), listings: [{ currency: 'eur' }] },
    'rows that name no currency lead to listings in 2 currencies, first eur (line 2, sku "SKU-1"), usd (line 3, sku "SKU-2"); name it in a column "currency", or pass --currency with the rows of one currency',
  ],
  [
    'implausible_column',
    { sheet: LARGEST_STOCKS, listings: SOLD_FOR_MANY_PRICES },
    'the column taken for maximum_price looks wrong: the middle half of its 24 amounts goes from 1/3.2 to 1.2 times what the listings sell for, and they do not go up and down with it (correlation 0.02, and 0.80 is the least for amounts that lie so far apart); check --map maximum_price=…',
  ],
  [
    'scale_slip',
    { sheet: sheetOf('cost', '600.00'), flags: ['--max-change', '100000', '--allow', 'below_cost'] },
    '10 of 10 amounts are about 100 times what the listings hold, and the limit is half of them; if they are in cents, pass --money cents; if not, check --decimal',
  ],
  [
    'scale_slip',
    { sheet: sheetOf('cost', '600.00'), listing: { cost: null }, flags: ['--allow', 'below_cost'] },
    '10 of 10 amounts are about 100 times what the listings hold or sell for (first costs: 10 times or more), and the limit is half of them; if they are in cents, pass --money cents; if not, check --decimal',
  ],
  [
    'nothing_matched',
    { sheet: 'sku,cost\nNOPE-1,6.50\nNOPE-2,6.50\n' },
    'none of the SKUs that were looked up is listed (0 of 2); check the account, the filters and the SKU column',
  ],
  ['empty_sheet', { sheet: 'sku,cost\n' }, 'the sheet has 0 rows of data, and at least 1 is needed'],
  [
    'rows_dropped',
    { lastNight: { sheet: sheetOf('cost', '6.50') }, sheet: sheetOf('cost', '6.50', { rows: 6 }) },
    'the sheet sets 6 SKUs, and usually 10 (the last run): 60.0 %, and --min-rows is 70 %',
  ],
  [
    'older_sheet',
    {
      lastNight: { sheet: sheetOf('cost', '6.50'), modified: '2026-11-20T01:30:00Z' },
      sheet: sheetOf('cost', '6.60'),
      modified: '2026-11-19T01:30:00Z',
    },
    'the sheet is older than that of the run of LAST_RUN, whose file is of 2026-11-20 01:30 UTC: its file is of 2026-11-19 01:30 UTC',
  ],
  [
    'totals_moved',
    { lastNight: { sheet: sheetOf('cost', '6.50') }, sheet: sheetOf('cost', '7.80') },
    'cost: half of the amounts went up by 20.0 % or more since the last run (usually by 0.0 %), and the limit is 15.0 %',
  ],
  [
    'max_drift',
    {
      lastNight: { sheet: sheetOf('cost', '6.00') },
      meddled: { cost: 620 },
      sheet: sheetOf('cost', '6.00'),
      flags: ['--drift', 'stop'],
    },
    'somebody else changed 1 field since sheet and service last agreed, first cost of line 2 (sku "SKU-1"), and --drift is stop',
  ],
];

/** One `--allow` with all that is to be let pass. */
function allowing(flags: readonly string[], rule: string): readonly string[] {
  const at = flags.indexOf('--allow');
  return at < 0
    ? [...flags, '--allow', rule]
    : [...flags.slice(0, at), '--allow', `${flags[at + 1]},${rule}`];
}

describe('a row rule', () => {
  it('of every name is in the table below', () => {
    expect(new Set(ROW_CASES.map(([rule]) => rule))).toEqual(new Set(ROW_RULES));
  });

  it.each(ROW_CASES)(
    '%s says its figure and its limit, and its code is the way past it',
    async (rule, scene, message) => {
      const { sync, posts } = await onStage(scene);
      const { stdout, results, retry, code } = await sync();
      expect([code, posts()]).toEqual([3, 0]);
      expect(stdout).toContain(message);
      expect(results[0]).toMatchObject({ status: 'blocked', reason: rule, message });
      expect(retry[0]).toMatchObject({ reason: rule, message });
      const passed = await onStage({ ...scene, flags: allowing(scene.flags ?? [], rule) });
      expect([(await passed.sync()).code, passed.posts()]).toEqual([0, 1]);
    },
  );
});

/** What is better than to let a rule pass. */
const HINTS: ReadonlyMap<string, string> = new Map([
  [
    'mixed_currencies',
    `Add a column "currency" to the sheet; only if every amount is in its listing's own currency`,
  ],
]);

describe('a run rule', () => {
  it('of every name is in the table below', () => {
    // A sheet has no key, and its age changes: rotated-key.test.ts and newest.test.ts have these.
    const ofSheets = RUN_RULES.filter((rule) => rule !== 'other_key' && rule !== 'sheet_age');
    expect(new Set(RUN_CASES.map(([rule]) => rule))).toEqual(new Set(ofSheets));
  });

  it.each(RUN_CASES)(
    '%s says its figure and its limit, and its code is the way past it',
    async (rule, scene, said) => {
      const { sync, posts, lastRun } = await onStage(scene);
      const message = said.replace('LAST_RUN', `${lastRun?.slice(0, 16).replace('T', ' ')} UTC`);
      const { stdout, results, summary, code } = await sync();
      expect([code, posts()]).toEqual([4, 0]);
      const shown = String(Object(summary.stopped).hint);
      const [, command] =
        /^(?:Settle it for all runs|See how that column would be read) with: (.*)$/.exec(shown) ?? [];
      const isOpen = command !== undefined;
      expect(isOpen).toBe(rule === 'unsettled' || rule === 'nothing_to_set');
      const hint = isOpen ? shown : `${HINTS.get(rule) ?? 'If this is intended'}, pass --allow ${rule}`;
      expect(stdout).toContain(`Refused by a guard rule (${rule}): ${message}\n`);
      if (isOpen) expect(stdout.replace(/^Next/m, '    ')).toContain(`: ${command}\n`);
      expect(stdout).toMatch(
        new RegExp(
          `(?:if this is intended|own currency|this run alone): pricesheet sync .*--allow \\S*${rule}\n`,
        ),
      );
      const asCents = /if the amounts are in cents: pricesheet sync .*--money cents/.test(stdout);
      expect(asCents).toBe(rule === 'scale_slip');
      expect(summary.stopped).toMatchObject({
        rules: [rule],
        message,
        hint,
      });
      for (const row of results.filter(({ status }) => status === 'skipped'))
        expect(row).toMatchObject({ reason: rule, message: `Not sent: ${message.split('\n')[0]}` });
      const passed = await onStage({ ...scene, flags: allowing(scene.flags ?? [], rule) });
      expect([0, 3]).toContain((await passed.sync()).code);
    },
  );
});

describe('nothing_to_set', () => {
  const sheet = sheetOf('csot', '6.50');

  it('is still said where it is let pass', async () => {
    const { sync, posts } = await onStage({ sheet, flags: ['--allow', 'nothing_to_set'] });
    const { code, stdout } = await sync();
    expect([code, posts()]).toEqual([0, 0]);
    expect(stdout).toContain('Allowed by --allow nothing_to_set: no column of the sheet sets anything');
  });

  it('is of the header: a column of blank cells sets nothing, which is said and stops nothing', async () => {
    const { run } = await onStage({ sheet: sheetOf('cost,min', ',') });
    const { code, stdout } = await run('sync', 'costs.csv', '--quiet');
    expect([code, stdout.replace(/^pricesheet: \S+\/costs: /, '')]).toEqual([
      0,
      'Nothing is set, because every cell of "cost", "min" is blank (10 rows); check the export of the sheet\n',
    ]);
  });

  it('check says it first, and ends with exit code 3; --save-mapping keeps nothing', async () => {
    const { run } = await onStage({ sheet });
    const { code, stdout } = await run('check', 'costs.csv');
    expect(code).toBe(3);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'costs.csv: 10 rows, none of them invalid; nothing to set',
      '',
      'A run would stop (nothing_to_set): no column of the sheet sets anything; "csot" may be cost, and is not accepted without confirmation: --map cost=csot',
    ]);
    expect(stdout.match(/"csot"/g)).toHaveLength(1);
    expect((await run('check', 'costs.csv', '--save-mapping')).code).toBe(2);
  });
});
