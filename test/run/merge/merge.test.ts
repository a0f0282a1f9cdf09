import * as disk from 'node:fs';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFolderError } from '../../../src/domain/errors.ts';
import type { Shard } from '../../../src/domain/shard.ts';
import { renderMergeScreen } from '../../../src/report/screen/render-merge-screen.ts';
import { ASCII } from '../../../src/report/text/glyphs.ts';
import { createPaint } from '../../../src/report/text/paint.ts';
import { readJournal } from '../../../src/run/folder/journal.ts';
import { readPlan } from '../../../src/run/folder/read-plan.ts';
import { merge } from '../../../src/run/merge/merge.ts';
import { allow, someLimits } from '../../plan/support.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { listRuns } from '../../support/list-runs.ts';
import { readPage } from '../../support/read-page.ts';
import { readRun } from '../../support/read-run.ts';
import { recordingDisk } from '../../support/recording-disk.ts';
import { inShort, openShop, readResults, readSummary } from '../support.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
type SyncOptions = NonNullable<Parameters<Shop['sync']>[1]>;

const LIMITS = someLimits({ allow: allow('mixed_currencies', 'scale_slip', 'max_invalid', 'max_change') });
const SHEET = [
  'sku,cost',
  ...Array.from({ length: 12 }, (_, index) => `SKU-${index + 1},6.${index + 10}`),
  'GONE,1.00',
  '',
].join('\n');
const LISTINGS = Array.from({ length: 12 }, (_, index) => ({ sku: `SKU-${index + 1}` }));

const toStepFlags = (flags: readonly string[]) => ({
  retryFlags: flags,
  applyFlags: flags,
  undoFlags: flags,
});

/** The runs of both shards of a sheet, and what can be done with them. */
async function twoShards({
  csv = SHEET,
  listings = LISTINGS,
  first = {},
  second = {},
  both = {},
}: {
  readonly csv?: string;
  readonly listings?: Parameters<typeof openShop>[0]['listings'];
  readonly first?: SyncOptions;
  readonly second?: SyncOptions;
  readonly both?: SyncOptions;
} = {}) {
  const shop = await openShop({ listings: listings ?? [] });
  const runShard = (shard: Shard, options: SyncOptions = {}) =>
    shop.sync(csv, {
      ...both,
      ...options,
      request: { limits: LIMITS, shard, ...both.request, ...options.request },
      settings: { ...both.settings, ...options.settings },
    });
  const runs = [await runShard({ index: 1, of: 2 }, first), await runShard({ index: 2, of: 2 }, second)];
  const clock = createFakeClock(1_800_000_000_000);
  return {
    shop,
    runShard,
    runs,
    folders: runs.map(({ folder }) => folder),
    merge: (folders: readonly string[] = runs.map(({ folder }) => folder), out?: string) =>
      merge({ runs: folders, out, toStepFlags, shell: 'posix' }, { cwd: shop.cwd, clock, disk }),
  };
}

function refusalOf(act: () => unknown): { readonly message: string; readonly hint: string | undefined } {
  try {
    act();
  } catch (error) {
    if (error instanceof RunFolderError) return { message: error.message, hint: error.hint };
    throw error;
  }
  return expect.fail('It was not refused');
}

describe('manual prices of shards', () => {
  const csv = `sku,manual_price\n${LISTINGS.map(({ sku }) => `${sku},17`).join('\n')}\n`;
  const listings = LISTINGS.map(({ sku }, index) => ({ sku, repricing: index > 2 }));
  const repricingOff = 3;

  it('are joined line by line, and counted together', async () => {
    const { merge, runs } = await twoShards({ csv, listings, both: { settings: { followUp: true } } });
    const merged = merge();
    const followUps = readResults({ folder: merged.summary.folder }).map(({ follow_up }) => follow_up);
    expect(followUps).toEqual([
      ...Array(repricingOff).fill('no_effect: repricing is off'),
      ...Array(LISTINGS.length - repricingOff).fill('pending'),
    ]);
    const counts = { reflected: 0, pending: LISTINGS.length - repricingOff, no_effect: repricingOff };
    expect(merged.summary.follow_up).toEqual(counts);
    const style = { paint: createPaint(false), glyphs: ASCII, verbose: false, width: 80 };
    expect(renderMergeScreen(merged.facts, { ...merged.stepOptions, ...style })).toContain(
      'Follow-up 9 manual prices pending, 3 no_effect\n',
    );
    const ofShards = runs.flatMap(({ folder }) => messagesOf(folder));
    expect(messagesOf(merged.summary.folder).sort()).toEqual(ofShards.sort());
    expect(new Set(ofShards)).toEqual(
      new Set([
        'The listing is not repriceable, so the manual price has no effect for now; Manual price without effect: repricing is off',
        'Manual price pending: the current price does not show it yet',
      ]),
    );
  });
});

/** What the page says of each row. */
function messagesOf(folder: string): string[] {
  return readPage(readFileSync(join(folder, 'report.html'), 'utf8')).rows.map(({ message }) => message);
}

describe('sync of a shard', () => {
  it('does its own rows alone, in a folder that names it, and says which it is in its plan and summary', async () => {
    const { runs, folders } = await twoShards();
    const lines = runs.map((run) => inShort(run).map((text) => Number.parseInt(text, 10)));
    expect(lines.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, index) => index + 2));
    for (const [index, folder] of folders.entries()) {
      const shard = { index: index + 1, of: 2 };
      expect(basename(folder)).toMatch(new RegExp(`-sheet-${index + 1}-${index + 1}of2$`));
      expect(readSummary({ folder })).toMatchObject({ shard, sheet: { rows: lines[index]?.length } });
      const [head = ''] = readFileSync(join(folder, 'plan.ndjson'), 'utf8').split('\n');
      expect(JSON.parse(head)).toMatchObject({ shard });
    }
  });

  it('is refused where rows with amounts name no currency, since the shards would not see each other’s', async () => {
    const limits = someLimits();
    const shard = { index: 1, of: 2 };
    const shop = await openShop({ listings: LISTINGS });
    const refused = shop.sync('sku,cost,repricing\nSKU-1,,yes\nSKU-2,6.50,\n', {
      request: { limits, shard },
    });
    await expect(refused).rejects.toMatchObject({
      code: 'sheet',
      message: expect.stringContaining("line 3 has no currency, and a shard can't check"),
      hint: expect.stringContaining('--currency'),
    });
    expect(shop.sandbox.requests).toEqual([]);
    await shop.sync('sku,cost,currency\nSKU-2,6.50,usd\n', { request: { limits, shard } });
    await shop.sync('sku,cost\nSKU-2,6.50\n', { request: { limits, shard, currency: 'usd' } });
    await shop.sync('sku,repricing\nSKU-2,yes\n', { request: { limits, shard } });
    await shop.sync('sku,cost\nSKU-2,6.50\n', { request: { limits, shard: { index: 1, of: 1 } } });
  });

  it('stops in every shard where too many rows of the whole sheet are invalid', async () => {
    const csv = SHEET.replaceAll(/(SKU-[123]),\d/g, '$1,x');
    const both = {
      request: { limits: someLimits({ allow: allow('mixed_currencies', 'scale_slip', 'max_change') }) },
    };
    const { runs, shop } = await twoShards({ csv, both });
    for (const { stop, exitCode } of runs) {
      expect([stop?.rules, exitCode]).toEqual([['max_invalid'], 4]);
      expect(stop?.message).toContain('of 13 rows are invalid');
    }
    expect(shop.posts()).toEqual([]);
  });

  it('is undone and applied as the shard that it was', async () => {
    const { shop, folders } = await twoShards();
    const [folder = ''] = folders;
    expect(readSummary(await shop.undo(folder))).toMatchObject({ shard: { index: 1, of: 2 } });
    expect(readSummary(await shop.apply(folder))).toMatchObject({ shard: { index: 1, of: 2 } });
  });
});

describe('merge', () => {
  it('joins two runs in any order: every row once, in the order of the sheet, and counts added up', async () => {
    const { merge, folders, runs } = await twoShards();
    const { summary } = merge([...folders].reverse());
    const merged = readRun(summary.folder);
    expect(merged.results.map(({ line }) => Number(line))).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 2),
    );
    expect(merged.retry.map(({ sku }) => sku)).toEqual(['GONE']);
    expect(merged.undo).toHaveLength(12);
    expect(summary).toMatchObject({
      exit_code: 3,
      shard: null,
      stopped: null,
      counts: { outcomes: 13, attention: 1, by_status: { updated: 12, not_found: 1 } },
      sheet: { rows: 13 },
      merged: folders.map((folder, index) => ({
        shard: `${index + 1}/2`,
        folder,
        exit_code: runs[index]?.exitCode,
      })),
    });
    expect(summary.requests.writes).toBe(12);
    expect(basename(summary.folder)).toMatch(/^2027-01-15T08-00-00Z-merged-sheet-1$/);
    expect(readdirSync(summary.folder).sort()).toEqual(
      [
        'outcomes.ndjson',
        'plan.ndjson',
        'report.html',
        'results.csv',
        'retry.csv',
        'summary.json',
        'undo.csv',
      ].sort(),
    );
  });

  it('gives a run that undo takes back whole, whatever shard it was sent by', async () => {
    const { shop, merge } = await twoShards();
    const { summary } = merge();
    const { plan, journal } = readRun(summary.folder);
    for (const { n, line, listing_id } of journal.slice(0, -1))
      expect(plan[Number(n)]).toMatchObject({ line, listing_id, status: 'planned' });
    await shop.undo(summary.folder);
    expect(Object.values(shop.values()).map(({ cost }) => cost)).toEqual(LISTINGS.map(() => 600));
  });

  it('has no journal where no shard sent anything, and apply sends all of it', async () => {
    const { shop, merge } = await twoShards({
      both: { request: { command: 'diff' }, settings: { dryRun: true } },
    });
    const { summary } = merge();
    expect(existsSync(join(summary.folder, 'outcomes.ndjson'))).toBe(false);
    expect(shop.posts()).toEqual([]);
    await shop.apply(summary.folder);
    expect(shop.posts()).toHaveLength(12);
  });

  it('counts rows, and not the listings of each, in the run that is made of it too', async () => {
    const { shop, merge } = await twoShards({
      listings: [...LISTINGS, ...LISTINGS],
      both: { request: { command: 'diff', match: 'all' }, settings: { dryRun: true } },
    });
    const { summary } = merge();
    const applied = await shop.apply(summary.folder);
    const undone = await shop.undo(applied.folder);
    expect([summary.sheet.rows, summary.counts.outcomes]).toEqual([13, 25]);
    expect([applied.sheet.rows, applied.digest.outcomes]).toEqual([13, 25]);
    expect([undone.sheet.rows, undone.digest.outcomes]).toEqual([12, 24]);
  });

  it('names what needs attention by reason, the notices, and the rules that apply would have to let pass', async () => {
    const limits = { ...LIMITS, maxUpdates: { kind: 'count', count: 2 } } as const;
    const csv = SHEET.replace('sku,cost', 'sku,title,cost').replaceAll(/^(SKU-\d+|GONE),/gm, '$1,x,');
    const { merge, shop } = await twoShards({ csv, both: { request: { limits } } });
    const { facts, stepOptions, summary } = merge();
    expect(facts.issues).toMatchObject({
      total: 13,
      skippedByStop: 12,
      groups: [{ status: 'not_found', reason: 'sku_not_listed', total: 1, first: [{ sku: 'GONE' }] }],
    });
    expect(facts.notices).toEqual(summary.notices);
    expect(summary.settings).not.toHaveProperty('out');
    const screen = renderMergeScreen(facts, {
      ...stepOptions,
      paint: createPaint(false),
      glyphs: ASCII,
      rows: 60,
    });
    expect(screen).toContain('Needs attention: 13 rows, all in results.csv\n');
    expect(screen).toContain('No listing has this SKU\n  and 12 skipped because the run stopped\n');
    expect(screen).toContain('\nNotices\n  Each shard: Unknown columns are ignored: "title"\n');
    expect(screen).toContain(
      `if this is intended: pricesheet apply ${stepOptions.folder} --allow max_updates\n`,
    );
    await shop.apply(summary.folder, { allow: new Set(['max_updates']) });
    expect(shop.posts()).toHaveLength(12);
  });

  it('makes remarks stand behind the widest row, and amounts be in cents where one shard has them so', async () => {
    const listings = [...LISTINGS, ...LISTINGS.map(({ sku }) => ({ sku: `J${sku}`, currency: 'jpy' }))];
    // Shards that differ: rows with more cells than the header, and a currency without hundredths.
    for (const extra of ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4']) {
      const csv = `sku,cost_cents,strategy\n${LISTINGS.map(({ sku }) => `${sku},${sku === extra ? '700,,,a,b' : '650,'}`).join('\n')}\nJ${extra},900,\n`;
      const { merge, shop } = await twoShards({ csv, listings });
      const { summary } = merge();
      const { retry, undo, results } = readRun(summary.folder);
      const whole = await openShop({ listings });
      const one = readRun((await whole.sync(csv, { request: { limits: LIMITS } })).folder);
      expect([retry, undo]).toEqual([one.retry, one.undo]);
      expect(results.length).toBe(one.results.length);
      expect(Object.keys(undo[0] ?? {})).toContain('cost_cents');
      expect(shop.posts()).toHaveLength(12);
    }
  });

  it('takes the most serious exit code, and says of which shard each stop is', async () => {
    const limits = { ...LIMITS, maxUpdates: { kind: 'count', count: 2 } } as const;
    const { merge, folders } = await twoShards({ second: { request: { limits } } });
    const { summary, head } = merge(folders);
    expect(summary.exit_code).toBe(4);
    expect(summary.stopped).toMatchObject({
      code: 'guard',
      rules: ['max_updates'],
      message: expect.stringMatching(
        /^Shard 2\/2: \d+ listings would be updated, and --max-updates is 1 for this shard, of 2 in all$/,
      ),
      apply: null,
    });
    expect(head.violations).toEqual([{ rule: 'max_updates', message: summary.stopped?.message }]);
    expect(summary.stopped?.hint).toBe('If this is intended, apply the merged run with --allow max_updates');
  });

  it('ends with 8 where a shard was declined, so that nobody takes the night for done', async () => {
    const { merge } = await twoShards({ second: { host: { confirm: async () => false } } });
    expect(merge().summary).toMatchObject({ exit_code: 8, declined: true, stopped: null });
  });

  it('does not send a merged plan that a guard rule is against in one shard', async () => {
    const limits = { ...LIMITS, maxUpdates: { kind: 'count', count: 2 } } as const;
    const { merge, shop } = await twoShards({
      both: { request: { command: 'diff' }, settings: { dryRun: true } },
      second: { request: { command: 'diff', limits } },
    });
    const { summary } = merge();
    expect((await shop.apply(summary.folder)).exitCode).toBe(4);
    expect(shop.posts()).toEqual([]);
  });

  it('holds nothing_matched against all shards only: one of few rows may match none by chance', async () => {
    const csv = 'sku,cost\nSKU-1,1.50\nGONE-1,1.00\nGONE-2,1.00\nGONE-3,1.00\nGONE-4,1.00\n';
    const { merge, runs } = await twoShards({ csv });
    expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([3, 4]);
    const { summary, head } = merge();
    expect([summary.exit_code, summary.stopped, head.violations]).toEqual([3, null, []]);
    const none = await twoShards({ csv, listings: [] });
    expect(none.merge().summary).toMatchObject({ exit_code: 4, stopped: { rules: ['nothing_matched'] } });
  });

  it.each([
    [
      'one shard alone',
      ([first = '']: readonly string[]) => [first],
      /shard 2\/2 is missing/,
      /run the missing ones/,
    ],
    [
      'a shard twice',
      ([first = '', second = '']: readonly string[]) => [first, second, first],
      /shard 1\/2 is there twice: ".+1of2" and ".+1of2"/,
      /all but the last/,
    ],
    [
      'a folder that is none',
      ([first = '']: readonly string[]) => [first, 'nowhere'],
      /"nowhere": there is no such folder/,
      /Name a run folder/,
    ],
  ])('refuses %s', async (_name, choose, message, hint) => {
    const { merge, folders, shop } = await twoShards();
    const refusal = refusalOf(() => merge(choose(folders)));
    expect(refusal.message).toMatch(message);
    expect(refusal.hint).toMatch(hint);
    expect(listRuns(shop.cwd)).toHaveLength(2);
  });

  it('refuses a run that was killed, and says what to do with it', async () => {
    const { merge, folders } = await twoShards();
    rmSync(join(folders[1] ?? '', 'results.csv'));
    expect(refusalOf(() => merge())).toEqual({
      message: expect.stringContaining(
        'the run of shard 2/2 is still under way, or was killed before it wrote its results',
      ),
      hint: expect.stringMatching(
        /^Run shard 2\/2 again with sync, .*undo of this folder takes back what it sent$/,
      ),
    });
  });

  it('refuses runs of other sheets, accounts, numbers of shards, commands and settings, and names the difference', async () => {
    const { merge, folders, runShard, shop } = await twoShards();
    const [first = ''] = folders;
    const shard = { index: 2, of: 2 };
    const other = await shop.sync(`${SHEET}\n`, { request: { limits: LIMITS, shard } });
    expect(refusalOf(() => merge([first, other.folder])).message).toMatch(
      /differ in the sheet, as its checksums show/,
    );
    const three = await runShard({ index: 2, of: 3 });
    expect(refusalOf(() => merge([first, three.folder])).message).toMatch(
      /differ in the number of shards: 2 and 3/,
    );
    const diff = await runShard(shard, { request: { command: 'diff' }, settings: { dryRun: true } });
    expect(refusalOf(() => merge([first, diff.folder])).message).toMatch(
      /differ in the command: sync and diff/,
    );
    const shown = {
      'max-change': { value: '90', from: '--max-change' },
      rate: { value: '5', from: '--rate' },
    };
    const set = await runShard(shard, { settings: { shown } });
    expect(refusalOf(() => merge([first, set.folder])).message).toMatch(
      /differ in the setting "max-change": none and "90"/,
    );
    const undone = await shop.undo(first);
    expect(refusalOf(() => merge([undone.folder])).message).toMatch(
      /it is the run of an undo, not of a sync or a diff/,
    );
    const whole = await shop.sync(SHEET, { request: { limits: LIMITS } });
    expect(refusalOf(() => merge([first, whole.folder])).message).toMatch(/it is not the run of a shard/);
    const away = await twoShards();
    expect(refusalOf(() => merge([first, away.folders[1] ?? ''])).message).toMatch(
      /differ in the account: http:.+\(key fingerprint /,
    );
  });

  it.each([
    [
      'a plan that was edited',
      'plan.ndjson',
      (text: string) => text.replace('"line":', '"line": '),
      /changed after it was written/,
    ],
    [
      'a plan without its end',
      'plan.ndjson',
      (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n'),
      /it is incomplete/,
    ],
    [
      'results with a row less',
      'results.csv',
      (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n').concat('\n'),
      /results.csv does not belong to the plan/,
    ],
    [
      'results with a row more',
      'results.csv',
      (text: string) => text.concat(text.trimEnd().split('\n').at(-1) ?? '', '\n'),
      /results.csv does not belong to the plan/,
    ],
    [
      'a retry file of another run',
      'retry.csv',
      (text: string) => text.concat('X,1.00,invalid,a,b\n'),
      /retry.csv does not belong to the plan/,
    ],
    [
      'an undo file of another run',
      'undo.csv',
      (text: string) => text.replace(/\n.*\n/, '\n'),
      /undo.csv does not belong to the plan/,
    ],
    [
      'a journal with a line left out',
      'outcomes.ndjson',
      (text: string) => text.replace(/\n.*\n/, '\n'),
      /outcomes.ndjson": line 2 was edited, or a line before it was removed/,
    ],
    [
      'an edited journal',
      'outcomes.ndjson',
      (text: string) => text.replace('"updated"', '"skipped"'),
      /outcomes.ndjson": it does not belong to the plan in the same folder, or line 1 was edited/,
    ],
    ['a summary that is none', 'summary.json', () => '{}', /Cannot use ".+summary.json"/],
  ])('refuses %s', async (_name, file, damage, message) => {
    const { merge, folders } = await twoShards();
    for (const folder of folders) {
      const copy = `${folder}-copy`;
      cpSync(folder, copy, { recursive: true });
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, damage(text));
      if (readFileSync(path, 'utf8') === text) throw new Error('Nothing was damaged');
      const runs = folders.map((each) => (each === folder ? copy : each));
      expect(refusalOf(() => merge(runs)).message).toMatch(message);
    }
  });

  it('chains the journals of all shards anew, to the plan that it makes of theirs', async () => {
    const { merge, shop } = await twoShards();
    const before = shop.values();
    const { summary } = merge();
    const { seal: start } = readPlan(join(summary.folder, 'plan.ndjson'), disk);
    const path = join(summary.folder, 'outcomes.ndjson');
    expect(start).toMatch(/^[0-9a-f]{64}$/);
    expect(readJournal(path, { start, disk })).toMatchObject({ ended: true });
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"updated"', '"skipped"'));
    await expect(shop.undo(summary.folder)).rejects.toThrow(RunFolderError);
    expect(shop.values()).toEqual(before);
    writeFileSync(path, text);
    expect((await shop.undo(summary.folder)).exitCode).toBe(0);
    expect(Object.values(shop.values()).every(({ cost }) => cost === 600)).toBe(true);
  });

  it('does not take over what somebody wrote into the journal of a shard', async () => {
    const { merge, folders } = await twoShards();
    const path = join(folders[1] ?? '', 'outcomes.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"updated"', '"skipped"'));
    expect(() => merge()).toThrow(
      /outcomes.ndjson": it does not belong to the plan in the same folder, or line 1 was edited/,
    );
  });

  it('has the journal on disk before the plan: without it, the plan would look as if nothing had been sent', async () => {
    const { folders, shop } = await twoShards();
    const steps: string[] = [];
    const host = { cwd: shop.cwd, clock: createFakeClock(0) };
    const noting = recordingDisk((step) => steps.push(step));
    merge({ runs: folders, out: undefined, toStepFlags, shell: 'posix' }, { ...host, disk: noting });
    const renames = steps.filter((step) => step.startsWith('rename'));
    expect(renames.slice(0, 2)).toEqual([
      'rename outcomes.ndjson.unfinished to outcomes.ndjson',
      'rename plan.ndjson.unfinished to plan.ndjson',
    ]);
  });

  it('refuses a run that sent something and whose journal is gone', async () => {
    const { merge, folders } = await twoShards();
    rmSync(join(folders[0] ?? '', 'outcomes.ndjson'));
    expect(refusalOf(() => merge()).message).toMatch(/the run sent updates, and its journal is gone/);
  });
});
