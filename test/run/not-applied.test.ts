import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OnProgress } from '../../src/domain/ports.ts';
import type { ListingPatch } from '../../src/sandbox/catalogue.ts';
import type { Faults } from '../../src/sandbox/faults.ts';
import { idOf } from '../support/test-sandbox.ts';
import {
  createStillClock,
  inShort,
  keepJournal,
  muchLater,
  openShop,
  readCsv,
  readResults,
} from './support.ts';

/** Each listing is read again right before its update. */
const ALWAYS = { reread: 0, service: { concurrency: 1 } } as const;
/** The service asks for a pause that is longer than a reading is relied on. */
const PAUSE = { status: 429, headers: { 'retry-after': '400' } };
const PUT_OFF: Faults = { rules: [{ match: { method: 'POST' }, times: 1, answer: PAUSE }] };

const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const sheetOf = (count: number) =>
  ['sku,cost', ...range(count).map((nth) => `SKU-${nth},6.50`), ''].join('\n');

interface Busy {
  /** Of listings. */
  readonly count?: number;
  /** What somebody else does to the nth listing as the first update is answered. */
  readonly patches?: Readonly<Record<number, ListingPatch>>;
  readonly faults?: Faults;
}

async function openBusyShop({ count = 1, patches = {}, faults = { rules: [] } }: Busy = {}) {
  let posts = 0;
  const shop = await openShop({
    listings: range(count).map(() => ({})),
    faults,
    onRequest: ({ method }) => {
      if (method !== 'POST' || ++posts > 1) return;
      for (const [nth, patch] of Object.entries(patches))
        shop.sandbox.changeListing(idOf(Number(nth)), patch);
    },
  });
  const held = (nth = 1) => shop.sandbox.snapshot().listings.find(({ id }) => id === idOf(nth));
  return { ...shop, held };
}

/** Somebody else acts between the plan and the first update. */
function atSending(act: () => void): { readonly onProgress: OnProgress } {
  let begun = false;
  const onProgress: OnProgress = ({ phase }) => {
    if (phase !== 'update' || begun) return;
    begun = true;
    act();
  };
  return { onProgress };
}

function journalOf({ folder }: { readonly folder: string }): string {
  return readFileSync(join(folder, 'outcomes.ndjson'), 'utf8');
}

describe('an update that was put off, whose listing others have changed by the time of its next turn', () => {
  it('is a conflict, and an undo leaves what they set, be it what was planned', async () => {
    const shop = await openBusyShop({ patches: { 1: { cost: 650, maximum_price: 2100 } }, faults: PUT_OFF });
    const run = await shop.sync(sheetOf(1));
    expect(inShort(run)).toEqual(['2 conflict changed_meanwhile']);
    expect(journalOf(run)).toContain('"attempts":1,"httpStatus":429');
    expect(readCsv(join(run.folder, 'undo.csv')).map((row) => row['cost'])).toEqual(['6.50']);
    expect(inShort(await shop.undo(run.folder))).toEqual(['2 unconfirmed may_arrive']);
    expect(inShort(await shop.undo(run.folder, { host: muchLater() }))).toEqual(['2 unchanged']);
    expect(shop.held()).toMatchObject({ cost: 650, maximum_price: 2100 });
  });

  it('is none of the run’s where they set exactly what was planned', async () => {
    const shop = await openBusyShop({ patches: { 1: { cost: 650 } }, faults: PUT_OFF });
    const run = await shop.sync(sheetOf(1));
    expect(inShort(run)).toEqual(['2 updated already_updated']);
    expect(run.digest).toMatchObject({ own: 0, alreadyCorrect: 1 });
    expect(inShort(await shop.undo(run.folder))).toEqual([]);
    expect(shop.held()).toMatchObject({ cost: 650 });
  });

  it('may still arrive where the listing can not be read again', async () => {
    const unreadable = { match: { method: 'GET', query: { sku: true } }, answer: { status: 404 } } as const;
    const shop = await openBusyShop({ faults: { rules: [...(PUT_OFF.rules ?? []), unreadable] } });
    const run = await shop.sync(sheetOf(1), { settings: { resolve: 'scan' } });
    expect(inShort(run)).toEqual(['2 unconfirmed answer_lost']);
    expect(journalOf(run)).toContain('"mayArrive":true');
  });
});

describe('a listing that somebody else has cleared before its clear was sent', () => {
  it('does not show how the service takes a clear', async () => {
    const shop = await openShop({ listings: range(6).map(() => ({ manual_price: 1500 })), nulls: 'zero' });
    const host = atSending(() => shop.sandbox.changeListing(idOf(1), { manual_price: null }));
    const run = await shop.sync(sheetOf(6).replace('cost', 'manual_price').replaceAll('6.50', 'null'), {
      settings: { reread: 0, service: { concurrency: 6 } },
      host,
    });
    expect(inShort(run).slice(0, 2)).toEqual(['2 updated already_updated', '3 unconfirmed clear_ignored']);
    expect(run.digest.byStatus.skipped).toBe(4);
    expect(shop.posts()).toEqual(['SKU-2']);
  });
});

describe('an attempt that may still arrive', () => {
  const LOST: Faults = { rules: [{ match: { method: 'POST' }, times: 1, answer: { status: 503 } }] };
  const ONCE = { service: { retries: 0 } } as const;

  it('is remembered by an apply of an apply', async () => {
    const shop = await openBusyShop({ faults: LOST });
    const run = await shop.sync(sheetOf(1), { settings: ONCE });
    expect(inShort(run)).toEqual(['2 unconfirmed answer_lost']);
    const looked = await shop.apply(run.folder, { settings: { dryRun: true } });
    const applied = await shop.apply(looked.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(inShort(await shop.undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
  });

  it('is remembered by an apply of an apply that found it arrived, and others have given it back since', async () => {
    const shop = await openBusyShop({ faults: LOST });
    const run = await shop.sync(sheetOf(1), { settings: ONCE });
    shop.sandbox.changeListing(idOf(1), { cost: 650 });
    const looked = await shop.apply(run.folder);
    expect(inShort(looked)).toEqual(['2 updated already_updated']);
    shop.sandbox.changeListing(idOf(1), { cost: 600 });
    const applied = await shop.apply(looked.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(inShort(await shop.undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
  });

  it('is what a killed run may have sent, for an apply of it and an undo of that', async () => {
    const shop = await openBusyShop();
    const run = await shop.sync(sheetOf(1));
    shop.sandbox.changeListing(idOf(1), { cost: 600 });
    keepJournal(run, 0);
    const applied = await shop.apply(run.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(journalOf(applied)).toContain('"mayArrive":true');
    expect(inShort(await shop.undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
  });

  it('leaves an undo in doubt whose listing somebody else has given back', async () => {
    const shop = await openBusyShop({ faults: LOST });
    const run = await shop.sync(sheetOf(1), { settings: { service: { retries: 1 } } });
    expect(inShort(run)).toEqual(['2 updated']);
    const host = atSending(() => shop.sandbox.changeListing(idOf(1), { cost: 600 }));
    const undone = await shop.undo(run.folder, { settings: ALWAYS, host });
    expect(inShort(undone)).toEqual(['2 unconfirmed may_arrive']);
  });

  it('is not taken for arrived where somebody else has set one of its values', async () => {
    const shop = await openBusyShop({ patches: { 1: { cost: 650 } }, faults: LOST });
    const run = await shop.sync('sku,cost,minimum_price\nSKU-1,6.50,11.00\n', { settings: ONCE });
    expect(inShort(run)).toEqual(['2 conflict changed_meanwhile']);
    expect(inShort(await shop.undo(run.folder))).toEqual(['2 unconfirmed may_arrive']);
  });
});

describe('a guard rule that an answer breaks', () => {
  it('is no failed update, however many there are', async () => {
    const shop = await openBusyShop({ count: 4 });
    const host = atSending(() => {
      for (const { id } of shop.sandbox.snapshot().listings) shop.sandbox.changeListing(id, { cost: 900 });
    });
    const run = await shop.sync(sheetOf(4).replace('cost', 'minimum_price').replaceAll('6.50', '8.00'), {
      settings: { maxFailures: { kind: 'count', count: 2 }, service: { concurrency: 1 } },
      host,
    });
    expect(inShort(run)).toEqual([2, 3, 4, 5].map((line) => `${line} unconfirmed below_cost`));
    expect(run.stop).toBeUndefined();
  });
});

describe('a listing that somebody else changes while updates are sent', () => {
  it('is left alone once its reading is older than the span', async () => {
    const shop = await openBusyShop({ count: 6, patches: { 5: { cost: 777 }, 6: { maximum_price: 2100 } } });
    // So slow that the fourth update is sent after five minutes.
    const service = { ratePerSecond: 0.01, concurrency: 1 };
    const run = await shop.sync(sheetOf(6), { settings: { service } });
    const ends = readResults(run).map(({ status }) => status);
    expect(ends).toEqual([...Array(4).fill('updated'), 'conflict', 'conflict']);
    expect([shop.held(5), shop.held(6)]).toMatchObject([{ cost: 777 }, { cost: 600 }]);
    expect(readResults(run)[4]).toMatchObject({
      message:
        'Not sent: somebody else has changed the listing since the plan was made: cost was 6.00 and is 7.77',
      attempts: '0',
    });
    expect(run.exitCode).toBe(3);
  });

  it.each(['apply', 'undo'] as const)('is left alone by %s too', async (command) => {
    const shop = await openBusyShop({ count: 3 });
    const planned = await shop.sync(sheetOf(3), { settings: { dryRun: command === 'apply' } });
    const host = atSending(() => shop.sandbox.changeListing(idOf(3), { cost: 777 }));
    const again = await shop[command](planned.folder, { settings: ALWAYS, host });
    expect(inShort(again)[2]).toBe('4 conflict changed_meanwhile');
    expect(shop.held(3)).toMatchObject({ cost: 777 });
  });

  it('is left alone where it changed while somebody was asked', async () => {
    const shop = await openBusyShop({ count: 2 });
    const { clock, pass } = createStillClock();
    const confirm = async () => {
      pass(300_001);
      shop.sandbox.changeListing(idOf(2), { cost: 777 });
      return true;
    };
    const run = await shop.sync(sheetOf(2), { host: { clock, confirm } });
    expect(inShort(run)).toEqual(['2 updated', '3 conflict changed_meanwhile']);
  });
});
