import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/domain/errors.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { someLimits } from '../plan/support.ts';
import { anAccount, BUY_BOX, idOf, withComputedBounds } from '../support/test-sandbox.ts';
import {
  cutShort,
  inShort,
  keepJournal,
  MIXED,
  MIXED_SHEET,
  muchLater,
  openShop,
  RAISE,
  readCsv,
  readResults,
  THREE,
} from './support.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
const POST = { method: 'POST' };
const SKU_1 = { ...POST, sku: 'SKU-1' };
const SKU_2 = { ...POST, sku: 'SKU-2' };

type SyncOptions = NonNullable<Parameters<Shop['sync']>[1]>;

const NONE = someLimits({ maxUpdates: { kind: 'count', count: 0 } });
const ALL = ['2 updated', '3 updated', '4 updated'];
const TWINS = [{ sku: 'A' }, { sku: 'A', cost: 500 }, { sku: 'A' }];
const TWINS_ENDS = ['2 updated', '2 unchanged', '2 updated'];
const MIXED_ENDS = [...ALL, '5 updated', '6 unchanged'];
const EACH = { matching: { match: 'all' } } as const;
const CAPITALS = 'ABCDEF00-0000-4000-8000-00000000000A';
/** It breaks guard rules, and the sheet makes it good. */
const ODD = { minimum_price: 0, cost: 90_000, maximum_price: null };
const EVEN_SHEET = 'sku,cost,minimum_price,maximum_price\nSKU-1,6.00,10.00,20.00\n';

const BOTH_WAYS = [
  ['by its undo', false],
  ['by its undo.csv', true],
] as const;

/** Once nothing that was sent may arrive any more. */
function takeBack({ sync, undo }: Shop, { folder }: Pick<RunReport, 'folder'>, bySheet: boolean) {
  const path = join(folder, 'undo.csv');
  // Where there is nothing to restore there is no such file.
  if (bySheet) return sync(existsSync(path) ? readFileSync(path, 'utf8') : 'listing_id,sku,currency\n');
  return undo(folder, { host: muchLater() });
}

/** An account whose strategies work out the bounds from the cost. */
function withRecompute(listings: readonly Partial<Listing>[]): Catalogue {
  return withComputedBounds(anAccount(listings.map((listing) => ({ strategy: BUY_BOX, ...listing }))));
}

describe('undo', () => {
  describe('gives back everything that a run changed', () => {
    const lost = { match: POST, when: 'after', reset: true } as const;
    const unreadable = { match: { method: 'GET', path: '/listings', sku: 'SKU-2' }, answer: { status: 500 } };

    it.each<readonly [string, Parameters<typeof openShop>[0], string, SyncOptions, readonly string[]]>([
      ['nulls, zeros and currencies included', { listings: MIXED }, MIXED_SHEET, {}, MIXED_ENDS],
      ['where several listings have one SKU', { listings: TWINS }, 'sku,cost\nA,5.00\n', EACH, TWINS_ENDS],
      [
        'where ids are in capitals',
        { listings: [{ id: CAPITALS }] },
        'sku,cost\nSKU-1,6.40\n',
        {},
        ['2 updated'],
      ],
      [
        'where answers were lost',
        { listings: THREE, faults: { rules: [{ ...lost, times: 2 }] } },
        RAISE,
        {},
        ALL,
      ],
      [
        // The update takes effect, its answer is lost, and the listing can't be read back.
        'where nobody knows whether an update took effect',
        {
          listings: THREE,
          faults: {
            rules: [
              { ...lost, match: SKU_2, times: 1 },
              { ...unreadable, skip: 1, times: 3 },
            ],
          },
        },
        RAISE,
        { settings: { resolve: 'sku' } },
        ['2 updated', '3 unconfirmed answer_lost', '4 updated'],
      ],
      ['whatever a guard rule says of what was there', { listings: [ODD] }, EVEN_SHEET, {}, ['2 updated']],
    ])('%s', async (_name, options, sheet, how, outcomes) => {
      const { sync, undo, values } = await openShop(options);
      const before = values();
      const run = await sync(sheet, how);
      expect(inShort(run)).toEqual(outcomes);
      expect(values()).not.toEqual(before);
      const undone = await undo(run.folder, { host: muchLater() });
      expect(undone).toMatchObject({ command: 'undo', exitCode: 0 });
      expect(inShort(undone).every((line) => line.endsWith(' updated'))).toBe(true);
      expect(values()).toEqual(before);
    });

    it('and nothing else: what was unchanged, blocked or not found is not touched', async () => {
      const { sync, undo, posts } = await openShop({ listings: THREE });
      const csv = 'sku,cost\nSKU-1,6.40\nSKU-2,6.00\nSKU-3,0.06\nNOPE,1\n,1\n';
      const run = await sync(csv, { request: { limits: someLimits({ maxChange: 50 }) } });
      const ends = readResults(run).map(({ status }) => status);
      expect(ends).toEqual(['updated', 'unchanged', 'blocked', 'not_found', 'invalid']);
      await undo(run.folder);
      expect(posts()).toEqual(['SKU-1', 'SKU-1']);
    });

    it('fields included that a strategy worked out by itself', async () => {
      const catalogue = withRecompute([{}, { minimum_price: null }, { strategy: null }]);
      const { sync, undo, values } = await openShop({ catalogue });
      const before = values();
      const run = await sync('sku,cost,strategy\nSKU-1,7.00,\nSKU-2,8.00,\nSKU-3,,Buy Box\n');
      expect(values()['SKU-1 0001']).toMatchObject({ cost: 700, minimum_price: 770, maximum_price: 1400 });
      expect(values()['SKU-3 0003']).toMatchObject({ minimum_price: 660, maximum_price: 1200 });
      expect((await undo(run.folder)).exitCode).toBe(0);
      expect(values()).toEqual(before);
    });

    it.each([
      ['as the run had seen it do', 2],
      ['which the run was killed before it could note', 0],
    ])(
      'fields included that a strategy works out by itself, %s, and would work out again',
      async (_name, noted) => {
        // Bounds that the run itself left as they were, and bounds that it moved.
        const listings = [{ minimum_price: 770, maximum_price: 1400 }, {}];
        const { sync, undo, values } = await openShop({ catalogue: withRecompute(listings) });
        const before = values();
        const run = await sync('sku,cost\nSKU-1,7.00\nSKU-2,7.00\n');
        if (noted === 0) keepJournal(run, 0);
        await undo(run.folder);
        expect(values()).toEqual(before);
      },
    );

    it.each([
      ['that had no answer', { reset: true }],
      ['behind a gateway that answers 524', { answer: { status: 524 } }],
      ['behind a proxy that answers 499', { answer: { status: 499 } }],
    ] as const)('where an update arrives after the run has given it up, %s', async (_name, loss) => {
      const rules = [{ match: SKU_2, ...loss, times: 3 } as const];
      const { sync, undo, values } = await openShop({ listings: THREE, faults: { rules } });
      const before = values();
      const run = await sync(RAISE);
      expect(inShort(run)).toEqual(['2 updated', '3 unconfirmed answer_lost', '4 updated']);
      expect(readCsv(join(run.folder, 'undo.csv'))).toHaveLength(3);
      expect(values()['SKU-2 0002']).toMatchObject({ cost: 600 });
      await sync('sku,cost\nSKU-2,6.40\n');
      const undone = await undo(run.folder, { host: muchLater() });
      expect(inShort(undone)).toEqual(['2 updated', '3 updated', '4 updated']);
      expect(values()).toEqual(before);
    });

    it.each(BOTH_WAYS)(
      'where a part of an update took effect, computed bounds included, %s',
      async (_name, bySheet) => {
        // The service takes the cost, computes the minimum, and breaks off.
        const part = { ignore: ['minimum_price', 'repricing'], when: 'after', reset: true } as const;
        const rules = [{ match: SKU_1, ...part, times: 1 }];
        const catalogue = withRecompute([{}]);
        const shop = await openShop({ catalogue, faults: { rules } });
        const { sync, values } = shop;
        const before = values();
        const run = await sync('sku,cost,minimum_price,repricing\nSKU-1,7.00,11.00,off\n');
        expect(inShort(run)).toEqual(['2 conflict changed_meanwhile']);
        expect(values()['SKU-1 0001']).toMatchObject({ cost: 700, minimum_price: 770, maximum_price: 1400 });
        expect(inShort(await takeBack(shop, run, bySheet))).toEqual(['2 updated']);
        expect(values()).toEqual(before);
      },
    );
  });

  it('a second time finds nothing to do', async () => {
    const { sync, undo, posts } = await openShop({ listings: THREE });
    const run = await sync(RAISE);
    await undo(run.folder);
    const before = posts().length;
    const again = await undo(run.folder);
    expect(inShort(again)).toEqual(['2 unchanged', '3 unchanged', '4 unchanged']);
    expect({ exitCode: again.exitCode, posts: posts().length }).toEqual({ exitCode: 0, posts: before });
  });

  describe('does nothing', () => {
    it.each([
      ['a dry run', { settings: { dryRun: true } }, 'That run was a dry run and sent nothing'],
      ['a run that was declined', { host: { confirm: async () => false } }, 'That run sent nothing'],
      ['a run that a guard rule stopped', { request: { limits: NONE } }, 'That run sent nothing'],
    ] as const)('for %s, and says so', async (_name, options, notice) => {
      const { sync, undo, posts, values } = await openShop({ listings: THREE });
      const before = values();
      const run = await sync(RAISE, options);
      expect(existsSync(join(run.folder, RUN_FILES.outcomes))).toBe(false);
      const undone = await undo(run.folder);
      expect(undone).toMatchObject({ digest: { outcomes: 0 }, exitCode: 0, notices: [notice] });
      expect({ posts: posts(), values: values() }).toEqual({ posts: [], values: before });
    });

    it('for listings whose update was refused', async () => {
      const rules = [{ match: SKU_2, answer: { status: 402 }, times: 1 }];
      const { sync, undo, values, posts } = await openShop({ listings: THREE, faults: { rules } });
      const before = values();
      const run = await sync(RAISE, { settings: { service: { concurrency: 1 } } });
      expect(inShort(run)).toEqual(['2 updated', '3 failed http_402', '4 updated']);
      const undone = await undo(run.folder);
      expect(inShort(undone)).toEqual(['2 updated', '3 unchanged', '4 updated']);
      expect(values()).toEqual(before);
      expect(posts().filter((sku) => sku === 'SKU-2')).toHaveLength(1);
    });

    it.each([
      ['failed http_402', 'sku,cost', '6.40', { match: SKU_2, answer: { status: 402 } }],
      ['skipped clears_ignored', 'sku,manual_price', 'null', { match: POST, ignore: ['manual_price'] }],
    ])(
      'for a listing whose update %s, where somebody else has set what was planned',
      async (end, header, cell, rule) => {
        const listings = THREE.map(() => ({ manual_price: 1500 }));
        const { sandbox, sync, undo, values } = await openShop({ listings, faults: { rules: [rule] } });
        const sheet = [header, ...[1, 2, 3].map((number) => `SKU-${number},${cell}`), ''].join('\n');
        const run = await sync(sheet, { settings: { service: { concurrency: 1 } } });
        expect(inShort(run)[1]).toBe(`3 ${end}`);
        sandbox.changeListing(idOf(2), { cost: 640, manual_price: null });
        expect(inShort(await undo(run.folder))[1]).toBe('3 conflict held_though_unsent');
        expect(values()['SKU-2 0002']).toMatchObject({ cost: 640, manual_price: null });
      },
    );

    it('for listings that a stop kept from being sent, and says so where they now hold what was planned', async () => {
      const { shop, run: cut } = await cutShort({ listings: THREE });
      expect(inShort(cut)).toEqual(['2 updated', '3 skipped interrupted', '4 skipped interrupted']);
      // Somebody sets by hand what the run would have set: that is not the run's to take back.
      await shop.sync('sku,cost\nSKU-2,6.40\n');
      const undone = await shop.undo(cut.folder);
      expect(inShort(undone)).toEqual(['2 updated', '3 conflict held_though_unsent', '4 unchanged']);
      expect(undone.exitCode).toBe(3);
      expect(Object.values(shop.values()).map(({ cost }) => cost)).toEqual([600, 640, 600]);
    });
  });

  it('names the apply that sent the rest of the run, which takes an undo of its own', async () => {
    const { shop, run: cut, before } = await cutShort({ listings: THREE });
    const applied = await shop.apply(cut.folder);
    const undone = await shop.undo(cut.folder);
    expect(inShort(undone)).toEqual([
      '2 updated',
      '3 conflict held_though_unsent',
      '4 conflict held_though_unsent',
    ]);
    const [name] = applied.folder.match(/runs\/.*$/) ?? [];
    expect(undone.notices).toContain(
      `Updates of that run's plan were also sent by the apply "${name}"; if they were not taken back yet: pricesheet undo ${name}`,
    );
    const again = await shop.undo(applied.folder);
    expect(again.notices.join()).not.toContain('also sent');
    expect(shop.values()).toEqual(before);
  });

  describe('leaves alone what somebody else has changed since', () => {
    it('and the whole listing with it, not one field of it', async () => {
      const { sync, undo, values } = await openShop({ listings: [{}] });
      const run = await sync('sku,cost,minimum_price\nSKU-1,6.40,11.00\n');
      await sync('sku,minimum_price\nSKU-1,12.00\n');
      expect(inShort(await undo(run.folder))).toEqual(['2 conflict changed_meanwhile']);
      expect(values()['SKU-1 0001']).toMatchObject({ cost: 640, minimum_price: 1200 });
    });

    it('but not because of a field that the run did not change', async () => {
      const { sync, undo, values } = await openShop({ listings: [{}] });
      const run = await sync('sku,cost\nSKU-1,6.40\n');
      await sync('sku,minimum_price\nSKU-1,12.00\n');
      expect(inShort(await undo(run.folder))).toEqual(['2 updated']);
      expect(values()['SKU-1 0001']).toMatchObject({ cost: 600, minimum_price: 1200 });
    });

    it.each(BOTH_WAYS)('or changed during the run, %s', async (_name, bySheet) => {
      const theirs = { manual_price: 1750, repricing: false, minimum_price: 900 };
      const rules = [{ match: SKU_2, change: { set: theirs }, times: 1 }];
      const shop = await openShop({ listings: THREE, faults: { rules } });
      const { sync, values } = shop;
      const run = await sync('sku,maximum_price\nSKU-1,21.00\nSKU-2,21.00\n');
      expect(inShort(run)).toEqual(['2 updated', '3 updated']);
      expect(readResults(run)[1]?.['message']).toContain('Also changed: minimum_price 10.00 → 9.00');
      expect(inShort(await takeBack(shop, run, bySheet))).toEqual(['2 updated', '3 updated']);
      expect(values()['SKU-1 0001']).toMatchObject({ maximum_price: 2000 });
      expect(values()['SKU-2 0002']).toMatchObject({ maximum_price: 2000, ...theirs });
    });

    describe('bounds of a listing that has no strategy, which nothing computes', () => {
      const theirs = { minimum_price: 1400 };
      const duringTheUpdate = { match: SKU_1, change: { set: theirs }, times: 1 };

      it.each(BOTH_WAYS)('set while the run sent its cost, %s', async (_name, bySheet) => {
        const shop = await openShop({
          listings: [{}],
          faults: { rules: [duringTheUpdate] },
        });
        const { sync, values } = shop;
        const before = values()['SKU-1 0001'];
        const run = await sync('sku,cost\nSKU-1,7.00\n');
        expect(inShort(await takeBack(shop, run, bySheet))).toEqual(['2 updated']);
        expect(values()['SKU-1 0001']).toEqual({ ...before, ...theirs });
      });

      it('set after the run was killed: told, and left alone', async () => {
        const { sync, undo, values } = await openShop({ listings: [{}] });
        const before = values()['SKU-1 0001'];
        const run = await sync('sku,cost\nSKU-1,7.00\n');
        keepJournal(run, 0);
        await sync('sku,minimum_price\nSKU-1,14.00\n');
        const undone = await undo(run.folder);
        expect(inShort(undone)).toEqual(['2 conflict changed_meanwhile']);
        expect(readResults(undone)[0]?.['message']).toBe(
          'minimum_price is 14.00, expected 10.00 to stay 10.00',
        );
        expect(values()['SKU-1 0001']).toEqual({ ...before, cost: 700, ...theirs });
      });

      it('set while the undo sends the cost back: told, and left alone', async () => {
        const rules = [{ ...duringTheUpdate, skip: 1 }];
        const { sync, undo, values } = await openShop({ listings: [{}], faults: { rules } });
        const before = values()['SKU-1 0001'];
        const run = await sync('sku,cost\nSKU-1,7.00\n');
        expect(inShort(await undo(run.folder))).toEqual(['2 unconfirmed also_changed']);
        expect(values()['SKU-1 0001']).toEqual({ ...before, ...theirs });
      });
    });

    it('and gives back bounds that were computed since the service ignored a clear of the strategy', async () => {
      const match = SKU_1;
      const rules = [{ match, ignore: ['strategy'], times: 1 }];
      const { sync, undo, values } = await openShop({ catalogue: withRecompute([{}]), faults: { rules } });
      const before = values();
      const run = await sync('sku,cost,strategy\nSKU-1,7.00,null\n');
      expect(inShort(run)).toEqual(['2 unconfirmed clear_ignored']);
      expect(values()['SKU-1 0001']).toMatchObject({ strategy: BUY_BOX, minimum_price: 770 });
      expect(inShort(await undo(run.folder))).toEqual(['2 updated']);
      expect(values()).toEqual(before);
    });

    it('also where the run took the strategy away together with a new cost', async () => {
      const { sync, undo, values } = await openShop({ catalogue: withRecompute([{}]) });
      const before = values();
      const run = await sync('sku,cost,strategy\nSKU-1,7.00,null\n');
      expect(values()['SKU-1 0001']).toMatchObject({ cost: 700, strategy: null, minimum_price: 1000 });
      const undone = await undo(run.folder);
      expect(values()).toEqual(before);
      await undo(undone.folder);
      expect(values()['SKU-1 0001']).toMatchObject({ cost: 700, strategy: null, minimum_price: 1000 });
    });

    describe('where an update was not sent again because somebody else had changed the listing', () => {
      const theirs = { minimum_price: 1400 };
      const sheet = 'sku,cost,minimum_price\nSKU-1,7.00,10.00\n';

      /** The update does not arrive, and the minimum that it was to leave alone is raised. */
      async function meetOthers(fault: Partial<FaultRule>) {
        const match = SKU_1;
        const rules = [{ match, change: { set: theirs }, times: 1, ...fault }];
        const shop = await openShop({ catalogue: withRecompute([{}]), faults: { rules } });
        const before = shop.values()['SKU-1 0001'];
        const run = await shop.sync(sheet);
        expect(shop.posts()).toHaveLength(1);
        return { ...shop, before, run, takeBack: (bySheet: boolean) => takeBack(shop, run, bySheet) };
      }

      it.each(BOTH_WAYS)('leaves alone what the service was done with, %s', async (_name, bySheet) => {
        const { run, takeBack, values, before } = await meetOthers({ answer: { status: 400 } });
        expect(inShort(run)).toEqual(['2 failed http_400']);
        expect(inShort(await takeBack(bySheet))).toEqual(bySheet ? [] : ['2 unchanged']);
        expect(values()['SKU-1 0001']).toEqual({ ...before, ...theirs });
      });

      it.each(BOTH_WAYS)('finds nothing to do where it never arrived, %s', async (_name, bySheet) => {
        const { run, takeBack, values, before } = await meetOthers({ reset: true });
        expect(inShort(run)).toEqual(['2 unconfirmed answer_lost']);
        expect(inShort(await takeBack(bySheet))).toEqual(['2 unchanged']);
        expect(values()['SKU-1 0001']).toEqual({ ...before, ...theirs });
      });

      it.each(BOTH_WAYS)(
        'gives back what they had set where it arrived later, %s',
        async (_name, bySheet) => {
          const { sync, takeBack, values, before } = await meetOthers({ reset: true });
          await sync(sheet);
          expect(values()['SKU-1 0001']).toMatchObject({
            cost: 700,
            minimum_price: 1000,
            maximum_price: 1400,
          });
          expect(inShort(await takeBack(bySheet))).toEqual(['2 updated']);
          expect(values()['SKU-1 0001']).toEqual({ ...before, ...theirs });
        },
      );
    });

    it.each(BOTH_WAYS)(
      'but gives back their own value where the update arrived over it, %s',
      async (_name, bySheet) => {
        const match = SKU_1;
        const rules = [{ match, reset: true, change: { set: { cost: 777 } }, times: 1 } as const];
        const shop = await openShop({ listings: [{}], faults: { rules } });
        const { sync, undo, values } = shop;
        const before = values()['SKU-1 0001'];
        const run = await sync('sku,cost\nSKU-1,7.00\n');
        expect(inShort(run)).toEqual(['2 conflict changed_meanwhile']);
        expect(inShort(await undo(run.folder))).toEqual(['2 unconfirmed may_arrive']);
        // It arrives, so to speak.
        await sync('sku,cost\nSKU-1,7.00\n');
        expect(inShort(await takeBack(shop, run, bySheet))).toEqual(['2 updated']);
        expect(values()['SKU-1 0001']).toEqual({ ...before, cost: 777 });
      },
    );
  });

  describe('of a run that was killed', () => {
    it.each([
      ['before it could say that it had ended', 3, ''],
      ['before the last outcome was noted', 2, ''],
      ['while the last outcome was noted', 2, '{"kind":"outcome","n":2,"li'],
      ['before any outcome was noted', 0, ''],
      ['while the first outcome was noted', 0, '{"kin'],
    ])('%s: restores everything', async (_name, count, torn) => {
      const { sync, undo, values } = await openShop({ listings: THREE });
      const before = values();
      const run = await sync(RAISE);
      keepJournal(run, count, torn);
      const undone = await undo(run.folder, { host: muchLater() });
      expect(inShort(undone)).toEqual(['2 updated', '3 updated', '4 updated']);
      expect(values()).toEqual(before);
    });

    it('before all was sent: leaves alone what was not', async () => {
      const controller = new AbortController();
      const shop = await openShop({
        listings: THREE,
        onRequest: ({ method, sku }) => {
          if (method === 'POST' && sku === 'SKU-2') controller.abort(new InterruptedError('SIGINT'));
        },
      });
      const before = shop.values();
      const run = await shop.sync(RAISE, {
        settings: { service: { concurrency: 1 } },
        host: { signal: controller.signal },
      });
      keepJournal(run, 1);
      const undone = await shop.undo(run.folder, { host: muchLater() });
      expect(inShort(undone)).toEqual(['2 updated', '3 updated', '4 unchanged']);
      expect(shop.values()).toEqual(before);
    });

    it('a moment ago: says of what was not noted that it may still arrive', async () => {
      const { sync, undo, values } = await openShop({ listings: THREE });
      const before = values();
      const run = await sync(RAISE);
      keepJournal(run, 1);
      const undone = await undo(run.folder);
      expect(inShort(undone)).toEqual(['2 updated', '3 unconfirmed may_arrive', '4 unconfirmed may_arrive']);
      expect(values()).toEqual(before);
      const again = await undo(run.folder);
      expect(inShort(again)).toEqual(['2 unchanged', '3 unconfirmed may_arrive', '4 unconfirmed may_arrive']);
      const later = await undo(run.folder, { host: muchLater() });
      expect([inShort(later), later.exitCode]).toEqual([['2 unchanged', '3 unchanged', '4 unchanged'], 0]);
    });

    it('whose undo was killed too, is taken back by an apply of that, as unsure as long as it was', async () => {
      const { sync, undo, apply, values } = await openShop({ listings: THREE });
      const before = values();
      const run = await sync(RAISE);
      keepJournal(run, 0);
      const settings = { dryRun: true };
      const planned = await undo(run.folder, { settings });
      const early = await apply(planned.folder);
      expect(new Set(readResults(early).map(({ reason }) => reason))).toEqual(new Set(['may_arrive']));
      expect(values()).toEqual(before);
      await sync(RAISE);
      const late = await apply(planned.folder, { host: muchLater() });
      expect(inShort(late)).toEqual(['2 updated', '3 updated', '4 updated']);
      expect(values()).toEqual(before);
    });
  });
});
