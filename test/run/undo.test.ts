import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/domain/errors.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import type { Listing } from '../../src/sandbox/catalogue.ts';
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
  readResults,
  THREE,
} from './support.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
const POST = { method: 'POST' };
const SKU_1 = { ...POST, sku: 'SKU-1' };
const SKU_2 = { ...POST, sku: 'SKU-2' };

const NONE = someLimits({ maxUpdates: { kind: 'count', count: 0 } });
const ONE = ['2 updated'];
const ALL = ['2 updated', '3 updated', '4 updated'];

/** A run, what others do meanwhile and afterwards, and what comes of taking it back once nothing may arrive any more. */
interface Scene {
  readonly listings?: readonly Partial<Listing>[];
  /** Strategies work out the bounds from the cost. */
  readonly computes?: boolean;
  readonly rules?: readonly FaultRule[];
  readonly sheet?: string;
  readonly options?: Parameters<Shop['sync']>[1];
  readonly ends?: readonly string[];
  /** What the first listing has after the run. */
  readonly first?: Partial<Listing>;
  /** The run was killed: how many lines are left of its journal, and a part of the next one. */
  readonly journal?: readonly [lines: number, torn: string];
  /** A sheet of others; or of the run again: the update arrives, so to speak. */
  readonly later?: string;
  readonly undone?: readonly string[];
  /** What the listings have in the end otherwise than before, by SKU. */
  readonly kept?: Readonly<Record<string, Partial<Listing>>>;
}

function withStrategies(listings: readonly Partial<Listing>[]) {
  return withComputedBounds(anAccount(listings.map((listing) => ({ strategy: BUY_BOX, ...listing }))));
}

async function expectUndone(scene: Scene, bySheet: boolean): Promise<void> {
  const { listings = [{}], computes = false, rules = [], sheet = COST, options, ends = ONE } = scene;
  const catalogue = computes ? withStrategies(listings) : anAccount(listings);
  const { sync, undo, values } = await openShop({ catalogue, faults: { rules } });
  const before = values();
  const run = await sync(sheet, options);
  expect(inShort(run)).toEqual(ends);
  expect(values()).not.toEqual(before);
  expect(Object.values(values())[0]).toMatchObject(scene.first ?? {});
  if (scene.journal) keepJournal(run, ...scene.journal);
  if (scene.later) await sync(scene.later);
  const path = join(run.folder, 'undo.csv');
  // Where there is nothing to restore there is no such file.
  const undoSheet = existsSync(path) ? readFileSync(path, 'utf8') : 'listing_id,sku,currency\n';
  const undone = await (bySheet ? sync(undoSheet) : undo(run.folder, { host: muchLater() }));
  expect(inShort(undone)).toEqual(scene.undone ?? ends);
  expect(undone.exitCode).toBe(/conflict|unconfirmed/.test(inShort(undone).join()) ? 3 : 0);
  const kept = Object.entries(before).map(([name, listing]) => {
    const [sku = ''] = name.split(' ');
    return [name, { ...listing, ...scene.kept?.[sku] }];
  });
  expect(values()).toEqual(Object.fromEntries(kept));
}

const COST = 'sku,cost\nSKU-1,7.00\n';
const MINIMUM_TOO = 'sku,cost,minimum_price\nSKU-1,7.00,10.00\n';
const NO_STRATEGY = 'sku,cost,strategy\nSKU-1,7.00,null\n';
const COMPUTED = { cost: 700, minimum_price: 770, maximum_price: 1400 };
const TWINS = [{ sku: 'A' }, { sku: 'A', cost: 500 }, { sku: 'A' }];
const CONFLICT = ['2 conflict changed_meanwhile'];

const LOST = { match: POST, when: 'after', reset: true } as const;
const UNREADABLE = { match: { method: 'GET', path: '/listings', sku: 'SKU-2' }, answer: { status: 500 } };
const UNSURE = ['2 updated', '3 unconfirmed answer_lost', '4 updated'];
/** An update that may arrive after the run has given it up. */
const givenUp = (loss: Partial<FaultRule>): Scene => ({
  listings: THREE,
  rules: [{ match: SKU_2, ...loss, times: 3 }],
  sheet: RAISE,
  ends: UNSURE,
  later: 'sku,cost\nSKU-2,6.40\n',
  undone: ALL,
});

const RAISED = { minimum_price: 1400 };
/** Somebody raises the minimum as the update of the run, or that of the undo, is sent. */
const raising = (fault: Partial<FaultRule> = {}) => ({
  rules: [{ match: SKU_1, change: { set: RAISED }, times: 1, ...fault }],
  kept: { 'SKU-1': RAISED },
});
const THEIRS = { manual_price: 1750, repricing: false, minimum_price: 900 };
const TWELVE = 'sku,minimum_price\nSKU-1,12.00\n';

/** What undo and a sync of undo.csv do likewise. */
const BOTH_WAYS: Readonly<Record<string, Scene>> = {
  'gives back an update that arrives after the run has given it up': givenUp({ reset: true }),
  'gives back a part of an update that took effect, computed bounds included': {
    // The service takes the cost, computes the minimum, and breaks off.
    computes: true,
    rules: [{ match: SKU_1, ignore: ['minimum_price', 'repricing'], when: 'after', reset: true, times: 1 }],
    sheet: 'sku,cost,minimum_price,repricing\nSKU-1,7.00,11.00,off\n',
    ends: CONFLICT,
    first: COMPUTED,
    undone: ONE,
  },
  'leaves what others set during the run beside a field of its own': {
    listings: THREE,
    rules: [{ match: SKU_2, change: { set: THEIRS }, times: 1 }],
    sheet: 'sku,maximum_price\nSKU-1,21.00\nSKU-2,21.00\n',
    ends: ['2 updated', '3 updated'],
    kept: { 'SKU-2': THEIRS },
  },
  'leaves bounds that others set while the run sent the cost of a listing without a strategy': raising(),
  'leaves what others set where their change kept a lost update from being sent again': {
    computes: true,
    ...raising({ reset: true }),
    sheet: MINIMUM_TOO,
    ends: ['2 unconfirmed answer_lost'],
    undone: ['2 unchanged'],
  },
  'gives back what others had set where such an update arrived over it': {
    computes: true,
    ...raising({ reset: true }),
    sheet: MINIMUM_TOO,
    ends: ['2 unconfirmed answer_lost'],
    later: MINIMUM_TOO,
    undone: ONE,
  },
  'gives back the value that others had set where an update arrived over it': {
    rules: [{ match: SKU_1, reset: true, change: { set: { cost: 777 } }, times: 1 }],
    ends: CONFLICT,
    later: COST,
    undone: ONE,
    kept: { 'SKU-1': { cost: 777 } },
  },
};

const BY_UNDO: Readonly<Record<string, Scene>> = {
  'gives back all, nulls, zeros and currencies included': {
    listings: MIXED,
    sheet: MIXED_SHEET,
    ends: [...ALL, '5 updated', '6 unchanged'],
    undone: [...ALL, '5 updated'],
  },
  'gives back several listings of one SKU': {
    listings: TWINS,
    sheet: 'sku,cost\nA,5.00\n',
    options: { matching: { match: 'all' } },
    ends: ['2 updated', '2 unchanged', '2 updated'],
    undone: ['2 updated', '2 updated'],
  },
  'gives back a listing whose id is in capitals': {
    listings: [{ id: 'ABCDEF00-0000-4000-8000-00000000000A' }],
  },
  'gives back updates whose answers were lost': {
    listings: THREE,
    rules: [{ ...LOST, times: 2 }],
    sheet: RAISE,
    ends: ALL,
  },
  'gives back an update that took effect, which nobody could see': {
    listings: THREE,
    rules: [
      { ...LOST, match: SKU_2, times: 1 },
      { ...UNREADABLE, skip: 1, times: 3 },
    ],
    sheet: RAISE,
    options: { settings: { resolve: 'sku' } },
    ends: UNSURE,
    undone: ALL,
  },
  'gives back what breaks guard rules': {
    listings: [{ minimum_price: 0, cost: 90_000, maximum_price: null }],
    sheet: 'sku,cost,minimum_price,maximum_price\nSKU-1,6.00,10.00,20.00\n',
  },
  'gives back what strategies worked out from the cost, or as they were set': {
    computes: true,
    listings: [{}, { minimum_price: null }, { strategy: null }],
    sheet: 'sku,cost,strategy\nSKU-1,7.00,\nSKU-2,8.00,\nSKU-3,,Buy Box\n',
    first: COMPUTED,
    ends: ALL,
  },
  'gives back bounds that a strategy would work out again, though the run left them as they were': {
    computes: true,
    listings: [{ minimum_price: 770, maximum_price: 1400 }],
  },
  'gives back such bounds of a run that was killed before it could note them': {
    computes: true,
    listings: [{ minimum_price: 770, maximum_price: 1400 }, {}],
    sheet: 'sku,cost\nSKU-1,7.00\nSKU-2,7.00\n',
    ends: ['2 updated', '3 updated'],
    journal: [0, ''],
  },
  'gives back an update that a gateway answered with 524, and that arrives later': givenUp({
    answer: { status: 524 },
  }),
  'gives back an update that a proxy answered with 499, and that arrives later': givenUp({
    answer: { status: 499 },
  }),
  'gives back bounds that were computed since the service ignored a clear of the strategy': {
    computes: true,
    rules: [{ match: SKU_1, ignore: ['strategy'], times: 1 }],
    sheet: NO_STRATEGY,
    ends: ['2 unconfirmed clear_ignored'],
    first: { strategy: BUY_BOX, minimum_price: 770 },
    undone: ONE,
  },
  'touches no listing whose update was refused': {
    listings: THREE,
    rules: [{ match: SKU_2, answer: { status: 402 }, times: 1 }],
    sheet: RAISE,
    options: { settings: { service: { concurrency: 1 } } },
    ends: ['2 updated', '3 failed http_402', '4 updated'],
    undone: ['2 updated', '3 unchanged', '4 updated'],
  },
  'leaves the whole listing alone where others changed one field of the run': {
    sheet: 'sku,cost,minimum_price\nSKU-1,6.40,11.00\n',
    later: TWELVE,
    undone: CONFLICT,
    kept: { 'SKU-1': { cost: 640, minimum_price: 1200 } },
  },
  'leaves a field that others changed, and the run did not': {
    later: TWELVE,
    kept: { 'SKU-1': { minimum_price: 1200 } },
  },
  'leaves the whole listing alone where others set a bound after the run was killed': {
    journal: [0, ''],
    later: 'sku,minimum_price\nSKU-1,14.00\n',
    undone: CONFLICT,
    kept: { 'SKU-1': { cost: 700, ...RAISED } },
  },
  'reports a bound that others set while it sends the cost back': {
    ...raising({ skip: 1 }),
    undone: ['2 unconfirmed also_changed'],
  },
  'touches nothing where others changed a listing whose update was refused': {
    computes: true,
    ...raising({ answer: { status: 400 } }),
    sheet: MINIMUM_TOO,
    ends: ['2 failed http_400'],
    undone: ['2 unchanged'],
  },
  ...Object.fromEntries(
    (
      [
        ['before it could say that it had ended', [3, '']],
        ['before the last outcome was noted', [2, '']],
        ['while the last outcome was noted', [2, '{"kind":"outcome","n":2,"li']],
        ['before any outcome was noted', [0, '']],
        ['while the first outcome was noted', [0, '{"kin']],
      ] as const
    ).map(([when, journal]) => [
      `gives back all of a run that was killed ${when}`,
      { listings: THREE, sheet: RAISE, ends: ALL, journal },
    ]),
  ),
};

describe('undo', () => {
  it.each(Object.entries({ ...BOTH_WAYS, ...BY_UNDO }))('%s', (_what, scene) => expectUndone(scene, false));

  it.each(Object.entries(BOTH_WAYS))('by its undo.csv, too: %s', (_what, scene) => expectUndone(scene, true));

  it('does not touch what was unchanged, blocked or not found', async () => {
    const { sync, undo, posts } = await openShop({ listings: THREE });
    const csv = 'sku,cost\nSKU-1,6.40\nSKU-2,6.00\nSKU-3,0.06\nNOPE,1\n,1\n';
    const run = await sync(csv, { request: { limits: someLimits({ maxChange: 50 }) } });
    const ends = readResults(run).map(({ status }) => status);
    expect(ends).toEqual(['updated', 'unchanged', 'blocked', 'not_found', 'invalid']);
    await undo(run.folder);
    expect(posts()).toEqual(['SKU-1', 'SKU-1']);
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

    it.each([
      ['failed http_402', 'sku,cost', '6.40', { match: SKU_2, answer: { status: 402 } }],
      ['skipped clears_ignored', 'sku,manual_price', 'null', { match: POST, ignore: ['manual_price'] }],
    ])('of an update that %s, where somebody else has set the same', async (end, header, cell, rule) => {
      const listings = THREE.map(() => ({ manual_price: 1500 }));
      const { sandbox, sync, undo, values } = await openShop({ listings, faults: { rules: [rule] } });
      const sheet = [header, ...[1, 2, 3].map((number) => `SKU-${number},${cell}`), ''].join('\n');
      const run = await sync(sheet, { settings: { service: { concurrency: 1 } } });
      expect(inShort(run)[1]).toBe(`3 ${end}`);
      sandbox.changeListing(idOf(2), { cost: 640, manual_price: null });
      expect(inShort(await undo(run.folder))[1]).toBe('3 conflict held_though_unsent');
      expect(values()['SKU-2 0002']).toMatchObject({ cost: 640, manual_price: null });
    });

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

  it('gives back a strategy that the run took away together with a new cost, and takes it away again', async () => {
    const { sync, undo, values } = await openShop({ catalogue: withStrategies([{}]) });
    const before = values();
    const run = await sync('sku,cost,strategy\nSKU-1,7.00,null\n');
    expect(values()['SKU-1 0001']).toMatchObject({ cost: 700, strategy: null, minimum_price: 1000 });
    const undone = await undo(run.folder);
    expect(values()).toEqual(before);
    await undo(undone.folder);
    expect(values()['SKU-1 0001']).toMatchObject({ cost: 700, strategy: null, minimum_price: 1000 });
  });

  describe('of a run that was killed', () => {
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
