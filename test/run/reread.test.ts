import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListingPatch } from '../../src/sandbox/catalogue.ts';
import { idOf } from '../support/test-sandbox.ts';
import { createStillClock, inShort, openShop, readResults } from './support.ts';

const SPAN_MS = 300_000;
const sheetOf = (numbers: readonly number[]) =>
  `sku,cost\n${numbers.map((number) => `SKU-${number},6.50\n`).join('')}`;
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** One request at a time, and so slow that the fourth update is sent after five minutes. */
const SLOW = { ratePerSecond: 0.01, concurrency: 1 } as const;

/** A shop in which somebody else changes a listing once the first update was answered. */
async function openBusyShop(count: number, patches: Readonly<Record<number, ListingPatch | 'remove'>>) {
  let posts = 0;
  let act = (): void => {};
  const shop = await openShop({
    listings: range(count).map(() => ({})),
    onRequest: ({ method }) => {
      if (method === 'POST' && ++posts === 1) act();
    },
  });
  act = () => {
    for (const [number, patch] of Object.entries(patches))
      if (patch === 'remove') shop.sandbox.removeListing(idOf(Number(number)));
      else shop.sandbox.changeListing(idOf(Number(number)), patch);
  };
  return shop;
}

function costOf(shop: Awaited<ReturnType<typeof openShop>>, number: number): unknown {
  return shop.sandbox.snapshot().listings.find(({ id }) => id === idOf(number))?.cost;
}

describe('a listing that somebody else changes while updates are sent', () => {
  it('is left alone once its reading is older than the span', async () => {
    const shop = await openBusyShop(6, { 5: { cost: 777 }, 6: { maximum_price: 2100 } });
    const report = await shop.sync(sheetOf(range(6)), { settings: { service: SLOW } });
    const ends = readResults(report).map(({ status }) => status);
    expect(ends).toEqual([...Array(4).fill('updated'), 'conflict', 'conflict']);
    expect([costOf(shop, 5), costOf(shop, 6)]).toEqual([777, 600]);
    expect(readResults(report)[4]).toMatchObject({
      message:
        'Not sent: somebody else has changed the listing since the plan was made: cost was 6.00 and is 7.77',
      attempts: '0',
    });
    expect(report.exitCode).toBe(3);
  });

  it('stays out of undo, and apply finds the same', async () => {
    const shop = await openBusyShop(2, { 2: { cost: 777 } });
    const settings = { rereadAfterMs: 0, service: { concurrency: 1 } } as const;
    const report = await shop.sync(sheetOf(range(2)), { settings });
    const journal = readFileSync(join(report.folder, 'outcomes.ndjson'), 'utf8');
    expect(journal).toContain('"status":"conflict","reason":"changed_meanwhile"');
    const applied = await shop.apply(report.folder, { settings });
    expect(inShort(applied)).toEqual(['2 updated already_updated', '3 conflict changed_meanwhile']);
    // As if it were ours by now: it was never sent, so that undo has no say in it.
    shop.sandbox.changeListing(idOf(2), { cost: 650 });
    const undone = await shop.undo(report.folder);
    expect(inShort(undone)).toEqual(['2 updated', '3 conflict held_though_unsent']);
    expect([costOf(shop, 1), costOf(shop, 2)]).toEqual([600, 650]);
  });

  it.each(['apply', 'undo'] as const)('is left alone by %s too', async (command) => {
    const patches: Record<number, ListingPatch> = {};
    const shop = await openBusyShop(3, patches);
    const settings = { service: { concurrency: 1 } } as const;
    const planned = await shop.sync(sheetOf(range(3)), {
      settings: { ...settings, dryRun: command === 'apply' },
    });
    let posts = 0;
    const again = await shop[command](planned.folder, {
      settings: { rereadAfterMs: 0, ...settings },
      host: {
        onProgress: ({ phase, done }) => {
          if (phase === 'update' && done === 1 && posts++ === 0)
            shop.sandbox.changeListing(idOf(3), { cost: 777 });
        },
      },
    });
    expect(inShort(again)[2]).toBe('4 conflict changed_meanwhile');
    expect(costOf(shop, 3)).toBe(777);
  });
});

describe('reading again', () => {
  it('takes the wait for an answer into account', async () => {
    const shop = await openShop({ listings: [{}, {}] });
    const { clock, pass } = createStillClock();
    const report = await shop.sync(sheetOf([1, 2]), {
      host: {
        clock,
        confirm: async () => {
          pass(SPAN_MS + 1);
          shop.sandbox.changeListing(idOf(2), { cost: 777 });
          return true;
        },
      },
    });
    expect(inShort(report)).toEqual(['2 updated', '3 conflict changed_meanwhile']);
  });
});
