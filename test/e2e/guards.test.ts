import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROW_RULES, RUN_RULES } from '../../src/plan/guard-rules.ts';
import type { Listing, ListingPatch } from '../../src/sandbox/catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { idOf } from '../support/test-sandbox.ts';

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
  const stage = await openStage(skus.map((sku, index) => ({ sku, ...listing, ...listings[index] })));
  const { cwd, sandbox, run } = stage;
  const write = ({ sheet, modified }: NonNullable<Scene['lastNight']>) => {
    stage.write(sheet);
    if (modified !== undefined) utimesSync(join(cwd, 'costs.csv'), new Date(modified), new Date(modified));
  };
  const sync = async (out = 'run') => {
    const ended = await run('sync', 'costs.csv', '--out', out, ...flags);
    return { ...ended, ...stage.readRun(out) };
  };
  if (lastNight) {
    write(lastNight);
    expect((await sync('last')).code).toBe(0);
  }
  if (meddled) sandbox.changeListing(idOf(1), meddled);
  write(tonight);
  const before = stage.sent().length;
  return { sync, run, posts: () => stage.sent().length - before };
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

/** A sheet that a rule of rows is against; what its message says is pinned in `test/plan/`. */
const ROW_CASES: readonly (readonly [(typeof ROW_RULES)[number], Scene])[] = [
  ['max_change', { sheet: 'sku,cost\nSKU-1,9.01\n' }],
  ['max_change', { sheet: 'sku,min\nSKU-1,0.01\n', listing: { cost: null, minimum_price: null } }],
  ['min_above_max', { sheet: 'sku,min,max\nSKU-1,15.00,14.99\n' }],
  ['below_cost', { sheet: 'sku,min\nSKU-1,5.99\n' }],
  ['manual_out_of_bounds', { sheet: 'sku,manual_price\nSKU-1,20.01\n' }],
  ['zero_price', { sheet: 'sku,max\nSKU-1,0\n', flags: ['--max-change', '100', '--allow', 'min_above_max'] }],
  ['zero_cost', { sheet: 'sku,cost\nSKU-1,0\n', listing: { cost: null } }],
  ['zero_cost', { sheet: 'sku,cost\nSKU-1,0.00\n', flags: ['--max-change', '100'] }],
  ['zero_cost', { sheet: 'sku,cost\nSKU-1,0.004\n', listing: { cost: null } }],
];

const EIGHT = sheetOf('cost', '6.50', { rows: 8 });
const TIMES_100 = sheetOf('cost', '600.00');
const [SAME, NIGHT, NEXT] = [sheetOf('cost', '6.00'), sheetOf('cost', '6.50'), sheetOf('cost', '6.60')];

const RUN_CASES: readonly (readonly [(typeof RUN_RULES)[number], Scene])[] = [
  ['nothing_to_set', { sheet: sheetOf('csot', '6.50') }],
  ['nothing_to_set', { sheet: sheetOf('price', '6.50'), flags: ['--map', 'sku=sku'] }],
  ['unsettled', { sheet: sheetOf('cost,UOM', '6.50,DZ') }],
  ['sheet_note', { sheet: `Prices per 12 pcs\n${NIGHT}` }],
  ['max_updates', { sheet: NIGHT, flags: ['--max-updates', '9'] }],
  ['max_updates', { sheet: NIGHT, flags: ['--max-updates', '50%'] }],
  ['max_clears', { sheet: sheetOf('max', 'null') }],
  ['max_invalid', { sheet: `${EIGHT}SKU-9,x\nSKU-10,y\n` }],
  ['max_missing', { sheet: `${EIGHT}NOPE-1,6.50\nNOPE-2,6.50\n`, flags: ['--max-missing', '15'] }],
  ['mixed_currencies', { sheet: NIGHT, listings: [{ currency: 'eur' }] }],
  ['implausible_column', { sheet: LARGEST_STOCKS, listings: SOLD_FOR_MANY_PRICES }],
  ['scale_slip', { sheet: TIMES_100, flags: ['--max-change', '100000', '--allow', 'below_cost'] }],
  ['scale_slip', { sheet: TIMES_100, listing: { cost: null }, flags: ['--allow', 'below_cost'] }],
  ['nothing_matched', { sheet: 'sku,cost\nNOPE-1,6.50\nNOPE-2,6.50\n' }],
  ['empty_sheet', { sheet: 'sku,cost\n' }],
  ['empty_sheet', { sheet: sheetOf('cost,valid_to', '6.50,2020-12-31') }],
  ['empty_sheet', { sheet: sheetOf('cost,Lager', '6.50,Main'), flags: ['--where', 'Lager=MAIN'] }],
  ['rows_dropped', { lastNight: { sheet: NIGHT }, sheet: sheetOf('cost', '6.50', { rows: 6 }) }],
  [
    'older_sheet',
    { lastNight: { sheet: NIGHT, modified: '2026-11-20' }, sheet: NEXT, modified: '2026-11-19' },
  ],
  ['totals_moved', { lastNight: { sheet: NIGHT }, sheet: sheetOf('cost', '7.80') }],
  [
    'max_drift',
    { lastNight: { sheet: SAME }, meddled: { cost: 620 }, sheet: SAME, flags: ['--drift', 'stop'] },
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

  it.each(ROW_CASES)('%s blocks the row, and its code is the way past it', async (rule, scene) => {
    const { sync, posts } = await onStage(scene);
    const { stdout, results, retry, code } = await sync();
    expect([code, posts()]).toEqual([3, 0]);
    expect(results[0]).toMatchObject({ status: 'blocked', reason: rule });
    const { message = '' } = results[0] ?? {};
    expect(stdout).toContain(message.replace('−', '-'));
    expect(retry[0]).toMatchObject({ reason: rule, message });
    const passed = await onStage({ ...scene, flags: allowing(scene.flags ?? [], rule) });
    expect([(await passed.sync()).code, passed.posts()]).toEqual([0, 1]);
  });
});

describe('a row that breaks several row rules', () => {
  it('is shown by what is wrong in it, and not sent as long as one of them is against it', async () => {
    const sheet = 'sku,cost,min,max\nSKU-1,,0,\nSKU-2,0,,\nSKU-3,,19.00,9.00\nSKU-4,600,,\n';
    const { sync, run, posts } = await onStage({ sheet });
    const { results } = await sync();
    expect(results.map((row) => row['reason'])).toEqual([
      'zero_price;max_change;below_cost',
      'zero_cost;max_change',
      'min_above_max;max_change',
      'max_change;below_cost',
    ]);
    const { code, stdout } = await run('sync', 'run/retry.csv', '--allow', 'max_change');
    expect([code, posts()]).toEqual([3, 0]);
    for (const why of [
      'minimum_price would be 0',
      'the cost would be 0.00',
      'the minimum price 19.00',
      'minimum_price 10.00 would be under',
    ])
      expect(stdout).toContain(`blocked  ${why}`);
  });
});

describe('max_invalid', () => {
  it('stops a sheet, and not the retry file of its bad rows of which some are still to be repaired', async () => {
    const { run, cwd, write, sent } = await openStage(
      SKUS.map((sku) => ({ sku })),
      sheetOf('cost', 'x'),
    );
    expect((await run('sync', 'costs.csv', '--out', 'run')).code).toBe(4);
    const retry = readFileSync(join(cwd, 'run/retry.csv'), 'utf8');
    write(retry.replace(/^(SKU-[1-7]),x/gm, '$1,6.50'), 'run/retry.csv');
    // A limit that somebody gave counts here too.
    expect((await run('sync', 'run/retry.csv', '--max-invalid', '10%')).code).toBe(4);
    expect([(await run('sync', 'run/retry.csv')).code, sent().length]).toEqual([3, 7]);
  });
});

/** What is better than to let a rule pass. */
const HINTS: Readonly<Record<string, string>> = {
  mixed_currencies: `Add a column "currency" to the sheet; only if every amount is in its listing's own currency`,
};

describe('a run rule', () => {
  it('of every name is in the table below', () => {
    // A sheet has no key, and its age changes: rotated-key.test.ts and newest.test.ts have these.
    const ofSheets = RUN_RULES.filter((rule) => rule !== 'other_key' && rule !== 'sheet_age');
    expect(new Set(RUN_CASES.map(([rule]) => rule))).toEqual(new Set(ofSheets));
  });

  it.each(RUN_CASES)('%s stops the run, and its code is the way past it', async (rule, scene) => {
    const { sync, posts } = await onStage(scene);
    const { stdout, results, summary, code } = await sync();
    expect([code, posts()]).toEqual([4, 0]);
    expect(summary.stopped?.rules).toEqual([rule]);
    const { message = '', hint = '' } = summary.stopped ?? {};
    const [, command] =
      /^(?:Settle it for all runs|See how that column would be read) with: (.*)$/.exec(hint) ?? [];
    const isOpen = command !== undefined;
    expect(isOpen).toBe(rule === 'unsettled' || rule === 'nothing_to_set');
    if (isOpen) expect(stdout.replace(/^Next/m, '    ')).toContain(`: ${command}\n`);
    else expect(hint).toBe(`${HINTS[rule] ?? 'If this is intended'}, pass --allow ${rule}`);
    expect(stdout).toContain(`Refused by a guard rule (${rule}): ${message}\n`);
    const again = `(?:if this is intended|own currency|this run alone): pricesheet sync .*--allow \\S*${rule}\n`;
    expect(stdout).toMatch(new RegExp(again));
    const asCents = /if the amounts are in cents: pricesheet sync .*--money cents/.test(stdout);
    expect(asCents).toBe(rule === 'scale_slip');
    for (const row of results.filter(({ status }) => status === 'skipped'))
      expect(row).toMatchObject({ reason: rule, message: `Not sent: ${message.split('\n')[0]}` });
    const passed = await onStage({ ...scene, flags: allowing(scene.flags ?? [], rule) });
    expect([0, 3]).toContain((await passed.sync()).code);
  });
});

describe('nothing_to_set', () => {
  const sheet = sheetOf('csot', '6.50');

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
