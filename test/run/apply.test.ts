import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/domain/errors.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import { someLimits } from '../plan/support.ts';
import { READING } from '../support/some-run.ts';
import { anAccount, BUY_BOX, WALMART_CHANNEL, withComputedBounds } from '../support/test-sandbox.ts';
import {
  cutShort,
  inShort,
  keepJournal,
  linesOf,
  MIXED,
  MIXED_SHEET,
  openShop,
  RAISE,
  readCsv,
  readResults,
  THREE,
} from './support.ts';

const DRY = { settings: { dryRun: true } };

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Every POST with its whole query, in an order of its own. */
function updatesOf({ sandbox }: Shop): readonly string[] {
  return sandbox.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, query }) => JSON.stringify([path, query]))
    .sort();
}

describe('apply', () => {
  describe('of a diff', () => {
    it('sends what sync would have sent, request by request', async () => {
      const [direct, reviewed] = [await openShop({ listings: MIXED }), await openShop({ listings: MIXED })];
      const sent = await direct.sync(MIXED_SHEET);
      const run = await reviewed.sync(MIXED_SHEET, DRY);
      expect(reviewed.posts()).toEqual([]);
      const applied = await reviewed.apply(run.folder);
      expect(inShort(applied)).toEqual(['2 updated', '3 updated', '4 updated', '5 updated', '6 unchanged']);
      expect(inShort(applied)).toEqual(inShort(sent));
      expect(updatesOf(reviewed)).toEqual(updatesOf(direct));
      expect(reviewed.values()).toEqual(direct.values());
      expect(applied).toMatchObject({ command: 'apply', exitCode: 0 });
    });

    it('sends what was looked at, whatever became of the sheet', async () => {
      const { sync, apply, values, cwd } = await openShop({ listings: [{}] });
      const run = await sync('sku,cost\nSKU-1,6.40\n', DRY);
      writeFileSync(join(cwd, 'sheet-1.csv'), 'sku,cost\nSKU-1,7.00\n');
      await apply(run.folder);
      expect(values()['SKU-1 0001']).toMatchObject({ cost: 640 });
    });

    it('reads only the listings that it means to update', async () => {
      const { sync, apply, sandbox } = await openShop({ listings: THREE });
      const run = await sync('sku,cost\nSKU-1,6.40\nSKU-2,6.00\nNOPE,1\n,1\n', DRY);
      const before = sandbox.requests.length;
      await apply(run.folder);
      const asked = sandbox.requests.slice(before).map(({ method, sku }) => `${method} ${sku}`);
      expect(asked).toEqual(['GET SKU-1', 'POST SKU-1']);
    });

    it('tells every other row as the plan tells it, in order and once for each listing', async () => {
      const { sync, apply } = await openShop({ listings: [{}, { sku: 'A' }, { sku: 'A' }, {}, {}] });
      const csv = 'sku,cost\nNOPE,1\nSKU-1,6.40\n,1\nA,6.40\nSKU-4,600\nSKU-1,6.40\nSKU-5,6.00\ntotal,\n,,\n';
      const run = await sync(csv, {
        request: { limits: someLimits({ maxChange: 50, maxInvalid: 100 }) },
        settings: { dryRun: true },
      });
      const applied = await apply(run.folder);
      const told = (report: RunReport) =>
        readResults(report).map(
          ({ status = '', attempts: _attempts, http_status: _http, completed_at: _at, ...row }) => ({
            ...row,
            status: status.replace('planned', 'updated'),
          }),
        );
      expect(told(applied)).toEqual(told(run));
      // A row with two listings has two entries and is one row.
      expect([run.digest.outcomes, run.sheet.rows]).toEqual([9, 8]);
      expect([applied.digest.outcomes, applied.sheet.rows]).toEqual([9, 8]);
      const ends = 'ambiguous blocked duplicate ignored invalid not_found unchanged updated';
      expect([...new Set(readResults(applied).map(({ status }) => status))].sort().join(' ')).toBe(ends);
      expect(applied.exitCode).toBe(3);
    });

    it('leaves a retry file as useful as that of sync', async () => {
      const { sync, apply } = await openShop({ listings: [{}, { sku: 'A' }, { sku: 'A' }] });
      const csv = 'sku;note;cost\nNOPE;"a; b";1,00\nA;x;6,40\nSKU-1;y;6,40\nSKU-1;z\n';
      const reading = { ...READING, delimiter: ';', decimalSign: ',', duplicates: 'first' } as const;
      const run = await sync(csv, { request: { reading }, settings: { dryRun: true } });
      const allow = new Set(['unsettled'] as const);
      const applied = await apply(run.folder, { allow });
      const retryOf = ({ folder }: RunReport) => readFileSync(join(folder, RUN_FILES.retry), 'utf8');
      expect(retryOf(run)).toContain('NOPE;"a; b";1,00;;not_found');
      expect(retryOf(run).match(/^A;/gm)).toHaveLength(2);
      expect(retryOf(applied)).toBe(retryOf(run));
      expect(retryOf(await apply(applied.folder, { allow }))).toBe(retryOf(run));
    });
  });

  describe('of a run that was cut short', () => {
    it('sends what is left, and looks at what was done', async () => {
      const { shop, run } = await cutShort({ listings: THREE });
      expect(inShort(run)).toEqual(['2 updated', '3 skipped interrupted', '4 skipped interrupted']);
      const applied = await shop.apply(run.folder);
      expect(inShort(applied)).toEqual(['2 updated already_updated', '3 updated', '4 updated']);
      expect([...shop.posts()].sort()).toEqual(['SKU-1', 'SKU-2', 'SKU-3']);
      expect(applied.exitCode).toBe(0);
    });

    it('sends again what was undone since, and says of nothing that it is updated because it was once', async () => {
      const { sync, apply, undo, posts, values } = await openShop({ listings: THREE });
      const run = await sync(RAISE);
      const after = values();
      await undo(run.folder);
      const applied = await apply(run.folder);
      expect(inShort(applied)).toEqual(['2 updated', '3 updated', '4 updated']);
      expect({ posts: posts().length, values: values() }).toEqual({ posts: 9, values: after });
    });

    it.each([
      ['before any outcome was noted', 0, ''],
      ['while the first outcome was noted', 0, '{"kin'],
      ['after one outcome', 1, ''],
      ['while an outcome was noted', 1, '{"kind":"outcome","n":1,"li'],
      ['before it could say that it had ended', 3, ''],
    ])('and killed %s: sends nothing that has taken effect', async (_name, count, torn) => {
      const { sync, apply, posts, values } = await openShop({ listings: THREE });
      const run = await sync(RAISE);
      const after = values();
      keepJournal(run, count, torn);
      const applied = await apply(run.folder);
      const reasons = inShort(applied).map((line) => line.split(' ').slice(1).join(' '));
      expect(reasons).toEqual(Array.from({ length: 3 }, () => 'updated already_updated'));
      expect({ posts: posts().length, values: values() }).toEqual({ posts: 3, values: after });
      expect(applied.exitCode).toBe(0);
    });

    it('and killed after a strategy had computed bounds upon what was sent: sees that it is done', async () => {
      const catalogue = withComputedBounds(anAccount([{ strategy: BUY_BOX }]));
      const { sync, apply, posts, values } = await openShop({ catalogue });
      const run = await sync('sku,cost\nSKU-1,7.00\n');
      expect(values()['SKU-1 0001']).toMatchObject({ minimum_price: 770, maximum_price: 1400 });
      keepJournal(run, 0);
      expect(inShort(await apply(run.folder))).toEqual(['2 updated already_updated']);
      expect(posts()).toHaveLength(1);
    });

    it.each([
      ['failed', { status: 402 }],
      ['unconfirmed', undefined],
    ])('tries again what is journalled as %s', async (status, answer) => {
      const rule = answer ? { answer } : ({ when: 'before', reset: true } as const);
      const rules = [{ match: { method: 'POST', sku: 'SKU-2' }, ...rule, times: answer ? 1 : 3 }];
      const { sync, apply, values } = await openShop({ listings: THREE, faults: { rules } });
      const run = await sync(RAISE);
      expect(inShort(run)[1]).toContain(`3 ${status}`);
      expect(inShort(await apply(run.folder))[1]).toBe('3 updated');
      expect(Object.values(values()).map(({ cost }) => cost)).toEqual([640, 640, 640]);
    });

    it('goes on with an undo, pins and all', async () => {
      const { sync, undo, apply, values } = await openShop({ listings: MIXED });
      const before = values();
      const run = await sync(MIXED_SHEET);
      const plan = await undo(run.folder, DRY);
      const applied = await apply(plan.folder);
      expect(applied.exitCode).toBe(0);
      expect(values()).toEqual(before);
      expect(linesOf(applied, 'plan').join('\n')).toContain('"exact":true');
      expect(linesOf(applied, 'plan').map((line) => JSON.parse(line).pins)).toEqual(
        linesOf(plan, 'plan').map((line) => JSON.parse(line).pins),
      );
    });

    it('refuses one that was cut short before its plan was whole: no guard rule was asked', async () => {
      const controller = new AbortController();
      const { sync, apply, posts } = await openShop({
        listings: THREE,
        onRequest: ({ sku }) => {
          if (sku === 'SKU-2') controller.abort(new InterruptedError('SIGINT'));
        },
      });
      const run = await sync(RAISE, {
        settings: { resolve: 'sku', service: { concurrency: 1 } },
        host: { signal: controller.signal },
      });
      await expect(apply(run.folder)).rejects.toThrow(/ended before its plan was complete/);
      expect(posts()).toEqual([]);
    });
  });

  describe('leaves alone what is not as it was', () => {
    const CONFLICT = 'conflict changed_meanwhile';
    const HELD = 'The listing already holds what was planned, so nothing was sent';

    it.each([
      ['the field to be sent', 'cost\nSKU-2,7.77', CONFLICT, 'cost is 7.77, expected 6.00 to become 6.40'],
      ['another field', 'min\nSKU-2,9.00', CONFLICT, 'minimum_price is 9.00, expected 10.00 to stay 10.00'],
      ['all to what was planned', 'cost\nSKU-2,6.40', 'updated already_updated', HELD],
    ])('where somebody else has changed %s', async (_what, others, end, message) => {
      const { sync, apply, posts } = await openShop({ listings: THREE });
      const run = await sync(RAISE, DRY);
      await sync(`sku,${others}\n`);
      const applied = await apply(run.folder);
      for (const { sku, status, reason, message: said } of readResults(applied))
        expect([`${status} ${reason}`, said]).toEqual(sku === 'SKU-2' ? [end, message] : ['updated ', '']);
      expect(posts().filter((sku) => sku === 'SKU-2')).toHaveLength(1);
      expect(applied.exitCode).toBe(end === CONFLICT ? 3 : 0);
    });

    const moved = { ...anAccount(THREE).listings[1], channel: WALMART_CHANNEL };
    it.each([
      ['gone', [], 'not_found sku_not_listed'],
      ['in another channel', [moved], CONFLICT],
    ])('and tells a listing that is %s', async (_where, data, end) => {
      const answer = { status: 200, body: { object: 'list', has_more: false, data } };
      const rules = [{ match: { method: 'GET', path: '/listings', sku: 'SKU-2' }, skip: 1, answer }];
      const { sync, apply, sandbox } = await openShop({ listings: THREE, faults: { rules } });
      const run = await sync(RAISE, { ...DRY, settings: { ...DRY.settings, resolve: 'sku' } });
      const applied = await apply(run.folder, { settings: { resolve: 'sku' } });
      expect(inShort(applied)).toEqual(['2 updated', `3 ${end}`, '4 updated']);
      // The account's own SKU is not taken for a misspelt one.
      expect(sandbox.requests.filter(({ sku }) => sku === 'sku-2')).toEqual([]);
      expect(applied.exitCode).toBe(3);
    });
  });

  it('a second time sends nothing', async () => {
    const { sync, apply, posts } = await openShop({ listings: MIXED });
    const run = await sync(MIXED_SHEET, DRY);
    const first = await apply(run.folder);
    const before = posts().length;
    for (const folder of [run.folder, first.folder]) {
      const again = await apply(folder);
      expect(new Set(inShort(again).map((line) => line.split(' ')[1]))).toEqual(
        new Set(['updated', 'unchanged']),
      );
      expect({ exitCode: again.exitCode, posts: posts().length }).toEqual({ exitCode: 0, posts: before });
      expect(existsSync(join(again.folder, RUN_FILES.outcomes))).toBe(false);
    }
  });

  it('is taken back by undo: what it sent, and nothing that it found done', async () => {
    const { sync, apply, undo, values } = await openShop({ listings: MIXED });
    const run = await sync(MIXED_SHEET, DRY);
    await sync('sku,currency,cost_cents,manual_price_cents\nSKU-4,jpy,65000,80000\n');
    const before = values();
    const applied = await apply(run.folder);
    expect(inShort(applied)[3]).toBe('5 updated already_updated');
    expect(values()).not.toEqual(before);
    expect(readCsv(join(applied.folder, RUN_FILES.undo))).toHaveLength(3);
    expect(inShort(await undo(applied.folder))).toEqual(['2 updated', '3 updated', '4 updated']);
    expect(values()).toEqual(before);
  });

  it('knows strategies by name', async () => {
    const { sync, apply } = await openShop({ listings: [{}] });
    const run = await sync('sku,strategy\nSKU-1,Buy Box\n', DRY);
    const dry = await apply(run.folder, DRY);
    expect(dry.strategyNames.get(BUY_BOX)).toBe('Buy Box');
  });

  describe('of a plan that a guard rule stopped', () => {
    const limits = someLimits({ maxUpdates: { kind: 'count', count: 0 } });

    it('does not forget the rules by being applied, and is sent once they are let pass', async () => {
      const { sync, apply, posts } = await openShop({ listings: THREE });
      const run = await sync(RAISE, { request: { limits } });
      const refused = await apply(run.folder);
      expect((await apply(refused.folder)).exitCode).toBe(4);
      expect(posts()).toEqual([]);
      const allow = new Set(['max_updates'] as const);
      expect((await apply(refused.folder, { allow })).exitCode).toBe(0);
      expect(posts()).toHaveLength(3);
    });
  });

  describe('refuses', () => {
    it('another service’s run, and names it', async () => {
      const [first, second] = [await openShop({ listings: THREE }), await openShop({ listings: THREE })];
      const run = await first.sync(RAISE, DRY);
      await expect(second.apply(run.folder)).rejects.toThrow(`"${first.sandbox.url}"`);
      expect(second.sandbox.requests).toEqual([]);
    });
  });
});
