import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OnProgress } from '../../src/domain/ports.ts';
import type { ListingPatch } from '../../src/sandbox/catalogue.ts';
import type { Faults } from '../../src/sandbox/faults.ts';
import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import { inShort, keepJournal, muchLater, openShop, readCsv } from './support.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const SHEET = 'sku,cost\nSKU-1,6.50\n';
/** Each listing is read again right before its update. */
const ALWAYS = { rereadAfterMs: 0, service: { concurrency: 1 } } as const;
/** The service asks for a pause that is longer than a reading is relied on. */
const PUT_OFF: Faults = {
  rules: [
    { match: { method: 'POST' }, times: 1, answer: { status: 429, headers: { 'retry-after': '400' } } },
  ],
};

const isPost = ({ method }: RequestEntry) => method === 'POST';

/** A shop of one listing, which somebody else changes with the first request of a kind. */
async function openBusyShop(
  when: (entry: RequestEntry) => boolean,
  patch: ListingPatch,
  faults: Faults = { rules: [] },
) {
  let seen = 0;
  const shop = await openShop({
    listings: [{}],
    faults,
    onRequest: (entry) => {
      if (when(entry) && ++seen === 1) shop.sandbox.changeListing(ID, patch);
    },
  });
  const held = () => shop.sandbox.snapshot().listings[0];
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
    const shop = await openBusyShop(isPost, { cost: 650, maximum_price: 2100 }, PUT_OFF);
    const run = await shop.sync(SHEET);
    expect(inShort(run)).toEqual(['2 conflict changed_meanwhile']);
    expect(journalOf(run)).toContain('"attempts":1,"httpStatus":429');
    expect(readCsv(join(run.folder, 'undo.csv')).map((row) => row['cost'])).toEqual(['6.50']);
    expect(inShort(await shop.undo(run.folder))).toEqual(['2 unconfirmed may_arrive']);
    expect(inShort(await shop.undo(run.folder, { host: muchLater() }))).toEqual(['2 unchanged']);
    expect(shop.held()).toMatchObject({ cost: 650, maximum_price: 2100 });
  });

  it('is none of the run’s where they set exactly what was planned', async () => {
    const shop = await openBusyShop(isPost, { cost: 650 }, PUT_OFF);
    const run = await shop.sync(SHEET);
    expect(inShort(run)).toEqual(['2 updated already_updated']);
    expect(run.digest).toMatchObject({ own: 0, alreadyCorrect: 1 });
    expect(inShort(await shop.undo(run.folder))).toEqual([]);
    expect(shop.held()).toMatchObject({ cost: 650 });
  });

  it('may still arrive where the listing can not be read again', async () => {
    const unreadable = { match: { method: 'GET', query: { sku: true } }, answer: { status: 404 } } as const;
    const shop = await openBusyShop(() => false, {}, { rules: [...(PUT_OFF.rules ?? []), unreadable] });
    const run = await shop.sync(SHEET, { settings: { resolve: 'scan' } });
    expect(inShort(run)).toEqual(['2 unconfirmed answer_lost']);
    expect(journalOf(run)).toContain('"mayArrive":true');
  });
});

describe('a listing that somebody else has cleared before its clear was sent', () => {
  it('does not show how the service takes a clear', async () => {
    const shop = await openShop({
      listings: Array.from({ length: 6 }, () => ({ manual_price: 1500 })),
      nulls: 'zero',
    });
    const host = atSending(() => shop.sandbox.changeListing(ID, { manual_price: null }));
    const rows = [1, 2, 3, 4, 5, 6].map((number) => `SKU-${number},null\n`).join('');
    const run = await shop.sync(`sku,manual_price\n${rows}`, {
      settings: { rereadAfterMs: 0, service: { concurrency: 6 } },
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
    const shop = await openBusyShop(() => false, {}, LOST);
    const run = await shop.sync(SHEET, { settings: ONCE });
    expect(inShort(run)).toEqual(['2 unconfirmed answer_lost']);
    const looked = await shop.apply(run.folder, { settings: { dryRun: true } });
    const applied = await shop.apply(looked.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(inShort(await shop.undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
  });

  it('is remembered by an apply of an apply that found it arrived, and others have given it back since', async () => {
    const shop = await openBusyShop(() => false, {}, LOST);
    const run = await shop.sync(SHEET, { settings: ONCE });
    shop.sandbox.changeListing(ID, { cost: 650 });
    const looked = await shop.apply(run.folder);
    expect(inShort(looked)).toEqual(['2 updated already_updated']);
    shop.sandbox.changeListing(ID, { cost: 600 });
    const applied = await shop.apply(looked.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(inShort(await shop.undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
  });

  it('is what a killed run may have sent, for an apply of it and an undo of that', async () => {
    const shop = await openBusyShop(() => false, {});
    const run = await shop.sync(SHEET);
    shop.sandbox.changeListing(ID, { cost: 600 });
    keepJournal(run, 0);
    const applied = await shop.apply(run.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(journalOf(applied)).toContain('"mayArrive":true');
    expect(inShort(await shop.undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
  });

  it('leaves an undo in doubt whose listing somebody else has given back', async () => {
    const shop = await openBusyShop(() => false, {}, LOST);
    const run = await shop.sync(SHEET, { settings: { service: { retries: 1 } } });
    expect(inShort(run)).toEqual(['2 updated']);
    const host = atSending(() => shop.sandbox.changeListing(ID, { cost: 600 }));
    const undone = await shop.undo(run.folder, { settings: ALWAYS, host });
    expect(inShort(undone)).toEqual(['2 unconfirmed may_arrive']);
  });

  it('is not taken for arrived where somebody else has set one of its values', async () => {
    const shop = await openBusyShop(isPost, { cost: 650 }, LOST);
    const run = await shop.sync('sku,cost,minimum_price\nSKU-1,6.50,11.00\n', { settings: ONCE });
    expect(inShort(run)).toEqual(['2 conflict changed_meanwhile']);
    expect(inShort(await shop.undo(run.folder))).toEqual(['2 unconfirmed may_arrive']);
  });
});

describe('a guard rule that an answer breaks', () => {
  it('is no failed update, however many there are', async () => {
    const shop = await openShop({ listings: [{}, {}, {}, {}] });
    const host = atSending(() => {
      for (const { id } of shop.sandbox.snapshot().listings) shop.sandbox.changeListing(id, { cost: 900 });
    });
    const rows = [1, 2, 3, 4].map((number) => `SKU-${number},8.00\n`).join('');
    const run = await shop.sync(`sku,minimum_price\n${rows}`, {
      settings: { maxFailures: { kind: 'count', count: 2 }, service: { concurrency: 1 } },
      host,
    });
    expect(inShort(run)).toEqual([2, 3, 4, 5].map((line) => `${line} unconfirmed below_cost`));
    expect(run.stop).toBeUndefined();
  });
});
