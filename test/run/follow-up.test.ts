import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/domain/errors.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { idOf } from '../support/test-sandbox.ts';
import { createStillClock, linesOf, openShop, readResults, readSummary } from './support.ts';

const FOLLOW = { followUp: true } as const;
const sheetOf = (prices: readonly (number | string)[]) =>
  `sku,manual_price\n${prices.map((price, index) => `SKU-${index + 1},${price}\n`).join('')}`;

interface Stage {
  readonly listings: readonly Partial<Listing>[];
  /** When the nth listing shows its manual price, after the updates. Units: seconds. */
  readonly effects?: readonly (number | undefined)[];
  readonly onWait?: (nth: number) => void;
  readonly onRequest?: (entry: RequestEntry) => void;
}

/** A shop whose prices change when the test says so. */
async function onStage({ listings, effects = [], onWait, onRequest = () => {} }: Stage) {
  const { clock, waits, onTime } = createStillClock(onWait);
  const shop = await openShop({ listings, onRequest });
  onTime(() => {
    for (const [index, seconds] of effects.entries()) {
      const listing = shop.sandbox.snapshot().listings.find(({ id }) => id === idOf(index + 1));
      if (!listing?.manual_price || seconds === undefined || clock.monotonic() < seconds * 1000) continue;
      const shipping = listing.platform === 'amazon' ? (listing.current_shipping ?? 0) : 0;
      shop.sandbox.changeListing(listing.id, { current_price: listing.manual_price - shipping });
    }
  });
  /** Reads after the last update. */
  const reads = () => {
    const { requests } = shop.sandbox;
    const last = requests.findLastIndex(({ method }) => method === 'POST');
    return requests
      .slice(last + 1)
      .map(({ method, query }) => [method, new Map(query).get('sku') ?? 'page'].join(' '));
  };
  return { shop, clock, waits, reads };
}

const followUps = (report: Parameters<typeof readResults>[0]) =>
  readResults(report).map(({ status, follow_up }) => [status, follow_up].join(' ').trim());

describe('manual prices that were sent', () => {
  it('are pending where the price never shows them, which changes no status and no exit code', async () => {
    const { shop, clock, waits } = await onStage({ listings: [{}] });
    const report = await shop.sync(sheetOf([17]), { settings: FOLLOW, host: { clock } });
    expect(followUps(report)).toEqual(['updated pending']);
    expect(waits).toEqual([45, 45, 90, 120]);
    expect([report.exitCode, report.notices]).toEqual([0, []]);
    expect(readSummary(report)).toMatchObject({
      follow_up: { reflected: 0, pending: 1, no_effect: 0 },
      times: { phases: expect.arrayContaining([expect.objectContaining({ phase: 'follow', requests: 4 })]) },
    });
    expect(readResults(report)[0]).toMatchObject({ reason: '', message: '' });
  });

  it('are followed up by apply and undo too', async () => {
    const { shop, clock } = await onStage({ listings: [{ manual_price: 1600 }], effects: [0] });
    const planned = await shop.sync(sheetOf([17]), { settings: { dryRun: true }, host: { clock } });
    const applied = await shop.apply(planned.folder, { settings: FOLLOW, host: { clock } });
    expect(followUps(applied)).toEqual(['updated reflected']);
    const undone = await shop.undo(applied.folder, { settings: FOLLOW, host: { clock } });
    expect(followUps(undone)).toEqual(['updated reflected']);
    expect(shop.sandbox.snapshot().listings[0]).toMatchObject({ manual_price: 1600, current_price: 1600 });
  });

  it('are waited for once plan and journal are whole, under the lock of the run', async () => {
    const locks = { folder: join(tempFolder(), 'locks'), probes: systemProbes() };
    const seen: unknown[] = [];
    let folder = '';
    const { shop, clock } = await onStage({
      listings: [{}],
      effects: [10],
      onWait: () => {
        const ends = (['plan', 'outcomes'] as const).map((file) => linesOf({ folder }, file).at(-1));
        seen.push(...ends.map((line = '') => JSON.parse(line).kind), readdirSync(locks.folder).length);
      },
    });
    const onFolder = (path: string): void => {
      folder = path;
    };
    await shop.sync(sheetOf([17]), { settings: FOLLOW, host: { clock, locks, onFolder } });
    expect(seen).toEqual(['end', 'end', 1]);
    expect(readdirSync(locks.folder)).toEqual([]);
  });
});

describe('a follow-up that is interrupted', () => {
  it('ends at once, with every file and what is known', async () => {
    const controller = new AbortController();
    const onWait = (nth: number) => {
      if (nth === 2) controller.abort(new InterruptedError('SIGINT'));
    };
    const listings = [{}, {}, { repricing: false }];
    const { shop, clock, waits, reads } = await onStage({ listings, effects: [10], onWait });
    const host = { clock, signal: controller.signal };
    const report = await shop.sync(sheetOf([17, 17, 17]), { settings: FOLLOW, host });
    expect(followUps(report)).toEqual([
      'updated reflected',
      'updated pending',
      'updated no_effect: repricing is off',
    ]);
    expect([waits.length, reads().length]).toEqual([2, 1]);
    expect([report.exitCode, report.stop]).toEqual([0, undefined]);
    expect(report.notices).toContain(
      'Checking manual prices was interrupted: 1 manual price is pending in results.csv; nothing was left to send',
    );
    expect(linesOf(report).at(-1)).toContain('"kind":"end"');
    expect(readSummary(report)).toMatchObject({ exit_code: 0, stopped: null, counts: { attention: 0 } });
    expect(readFileSync(join(report.folder, 'undo.csv'), 'utf8').split('\n')).toHaveLength(5);
  });

  it('does not begin where the updates were cut short', async () => {
    const controller = new AbortController();
    const { shop, clock, waits } = await onStage({
      listings: [{}, {}],
      onRequest: ({ method }) => {
        if (method === 'POST') controller.abort(new InterruptedError('SIGINT'));
      },
    });
    const run = await shop.sync(sheetOf([17, 17]), {
      settings: { ...FOLLOW, service: { concurrency: 1 } },
      host: { clock, signal: controller.signal },
    });
    expect(run.exitCode).toBe(130);
    expect(followUps(run)).toEqual(['updated pending', 'skipped']);
    expect(waits).toEqual([]);
    expect(shop.posts()).toHaveLength(1);
  });
});
