import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemProbes } from '../../../src/run/lock/system-probes.ts';
import type { Listing } from '../../../src/sandbox/catalogue.ts';
import type { FaultRule } from '../../../src/sandbox/faults.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { AMAZON_CHANNEL, WALMART_CHANNEL } from '../../support/test-sandbox.ts';
import { inShort, openShop, readResults } from '../support.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

function some(count: number): readonly Partial<Listing>[] {
  return Array.from({ length: count }, (_, index) => ({ sku: `SKU-${index + 1}` }));
}

/** A sheet that raises the costs of the SKUs from the first to the last number. */
function raise(last: number, first = 1): string {
  const lines = Array.from({ length: last - first + 1 }, (_, index) => `SKU-${first + index},6.40`);
  return `sku,cost\n${lines.join('\n')}\n`;
}

/** Runs that remember what the one before has learned. */
function withMemory() {
  return { locks: { folder: join(tempFolder(), 'locks'), probes: systemProbes() } };
}

/** What the service was asked: pages of the account, SKUs, and updates. */
function asked({ sandbox: { requests } }: Shop) {
  const lists = requests.filter(({ path }) => path === '/listings');
  return {
    pages: lists.filter(({ sku }) => sku === undefined).length,
    skus: lists.filter(({ sku }) => sku !== undefined).length,
    updates: requests.filter(({ method }) => method === 'POST').length,
  };
}

const paging = (rule: FaultRule): FaultRule => ({
  ...rule,
  match: { method: 'GET', path: '/listings', query: { sku: false, ...rule.match?.query } },
});
const LATER = { query: { starting_after: true } };
const FIRST = { query: { starting_after: false } };

describe('openLookup', () => {
  describe('makes as few requests as there can be', () => {
    it.each([
      ['a page of listings', 60, 60, { pages: 1, skus: 0 }],
      ['several pages', 250, 250, { pages: 4, skus: 0 }],
      ['few SKUs of a large account, once that is known', 250, 3, { pages: 0, skus: 3 }],
    ])('where the count is known: %s', async (_name, listings, rows, reads) => {
      const shop = await openShop({ listings: some(listings) });
      const host = withMemory();
      await shop.sync(raise(listings), { settings: { dryRun: true }, host });
      const before = asked(shop);
      const report = await shop.sync(raise(rows), { host });
      const now = asked(shop);
      expect({
        pages: now.pages - before.pages,
        skus: now.skus - before.skus,
        updates: now.updates,
      }).toEqual({ ...reads, updates: rows });
      expect(report.exitCode).toBe(0);
      expect(report.lookup?.reads_expected).toBe(reads.pages + reads.skus);
    });

    it.each([
      ['one SKU', 250, 1, { pages: 0, skus: 1 }],
      ['fewer SKUs than pages', 450, 2, { pages: 2, skus: 2 }],
      ['more SKUs than pages', 250, 40, { pages: 5, skus: 0 }],
      ['an account of one page', 90, 40, { pages: 2, skus: 0 }],
    ])('at most twice as many where it is not known: %s', async (_name, listings, rows, reads) => {
      const shop = await openShop({ listings: some(listings) });
      const report = await shop.sync(raise(rows));
      expect(asked(shop)).toEqual({ ...reads, updates: rows });
      const fewest = Math.min(rows, Math.ceil(listings / 100) + 1);
      expect(report.requests.reads).toBeLessThanOrEqual(2 * fewest);
      expect(report.exitCode).toBe(0);
    });

    it('does not page an account a second time that was too large the first time', async () => {
      const shop = await openShop({ listings: some(450) });
      const host = withMemory();
      await shop.sync(raise(3), { host });
      expect(asked(shop)).toEqual({ pages: 3, skus: 3, updates: 3 });
      await shop.sync(raise(3), { host });
      expect(asked(shop)).toEqual({ pages: 3, skus: 6, updates: 3 });
    });

    it('pages only the channel that every row names', async () => {
      const listings = some(300).map((listing, index) =>
        index < 120 ? { ...listing, platform: 'walmart', channel: WALMART_CHANNEL } : listing,
      ) as readonly Partial<Listing>[];
      const shop = await openShop({ listings });
      const rows = Array.from({ length: 120 }, (_, index) => `SKU-${index + 1},6.40,${WALMART_CHANNEL}`);
      const report = await shop.sync(`sku,cost,channel\n${rows.join('\n')}\n`);
      expect(asked(shop)).toEqual({ pages: 4, skus: 0, updates: 120 });
      expect(report.exitCode).toBe(0);
    });
  });

  describe('confirms what paging did not find', () => {
    it('so that a row which could not be confirmed is not told to be missing', async () => {
      const rules = [
        { match: { method: 'GET', path: '/listings', sku: 'SKU-151' }, answer: { status: 400 } },
      ];
      const shop = await openShop({ listings: some(150), faults: { rules } });
      const report = await shop.sync(raise(152, 140), { settings: { missing: 'ok' } });
      expect(inShort(report).slice(-2)).toEqual(['13 failed lookup_failed', '14 not_found sku_not_listed']);
      expect(report.exitCode).toBe(3);
    });

    it('and says where a SKU is listed that the filters leave out', async () => {
      const listings = [
        ...some(150),
        { sku: 'ELSE', platform: 'walmart', channel: WALMART_CHANNEL } as const,
      ];
      const shop = await openShop({ listings });
      const sheet = `${raise(20)}ELSE,6.40\n`;
      const report = await shop.sync(sheet, { matching: { filters: { channel: AMAZON_CHANNEL } } });
      expect(inShort(report).at(-1)).toBe('22 not_found filtered_out');
      expect(readResults(report).at(-1)?.['message']).toContain(WALMART_CHANNEL);
      expect(asked(shop)).toEqual({ pages: 4, skus: 1, updates: 20 });
    });

    it('by asking for a few, where it is much', async () => {
      const shop = await openShop({ listings: some(150) });
      const report = await shop.sync(raise(300), { settings: { missing: 'ok' } });
      expect(asked(shop)).toEqual({ pages: 4, skus: 20, updates: 150 });
      expect(report).toMatchObject({ exitCode: 0, digest: { byStatus: { updated: 150, not_found: 150 } } });
      expect(report.notices).toContain(
        '150 SKUs are not among the 150 listings of the account, so they are taken for not listed; a few were looked up, and were not',
      );
    });

    it('and all of it, where one of the few was created since', async () => {
      const shop = await openShop({
        listings: some(150),
        onRequest: ({ sku }) => {
          // The first of those that are looked up goes ahead of the others.
          if (sku !== 'SKU-151') return;
          const [listing] = shop.sandbox.snapshot().listings;
          const id = '0000000a-0000-4000-8000-000000000000';
          if (listing) shop.sandbox.addListing({ ...listing, id, sku: 'SKU-160', created: 1_760_000_000 });
        },
      });
      const report = await shop.sync(raise(300), { settings: { missing: 'ok' } });
      expect(inShort(report)[159]).toBe('161 updated');
      expect(report.digest.byStatus).toMatchObject({ updated: 151, not_found: 149 });
    });

    it('and says of many that a few are listed in a part of the account that was not paged', async () => {
      const listings = Array.from({ length: 150 }, (_, index) => ({
        sku: `SKU-${index + 101}`,
        platform: 'walmart' as const,
        channel: WALMART_CHANNEL,
      }));
      const shop = await openShop({ listings: [...some(100), ...listings] });
      const settings = { resolve: 'scan', missing: 'ok' } as const;
      const report = await shop.sync(raise(250), {
        settings,
        matching: { filters: { channel: AMAZON_CHANNEL } },
      });
      expect(report.digest.byStatus).toMatchObject({ updated: 100, not_found: 150 });
      expect(report.notices).toEqual([
        `150 SKUs are not among the 100 listings with channel ${AMAZON_CHANNEL}, so they are taken for not listed there; of 20 that were looked up, 20 are listed elsewhere`,
      ]);
      expect(readResults(report).at(-1)?.['message']).toBe(
        `No listing of channel ${AMAZON_CHANNEL} has this SKU`,
      );
    });
  });

  describe('never tells a SKU to be missing after a scan that was not completed', () => {
    const empty = { object: 'list', has_more: true, data: [] };
    const issues: readonly (readonly [string, FaultRule])[] = [
      ['a page fails', paging({ match: LATER, skip: 1, answer: { status: 500 } })],
      ['a page is empty, with more to come', paging({ match: LATER, answer: { status: 200, body: empty } })],
      ['every page is the first one', paging({ match: LATER, ignore: ['starting_after'] })],
      ['a page is refused', paging({ match: LATER, answer: { status: 400 } })],
      ['the first page is cut short', paging({ truncate: { bytes: 300, contentLength: 'cut' } })],
      ['its head fails as it is read again', paging({ skip: 1, match: FIRST, answer: { status: 503 } })],
    ];

    it.each(issues)('but looks each SKU up, or stops where it may not: %s', async (_name, rule) => {
      const syncBy = async (resolve: 'auto' | 'scan') => {
        const shop = await openShop({ listings: some(350), faults: { rules: [rule] } });
        const report = await shop.sync(raise(40), { settings: { resolve } });
        return {
          report,
          asked: asked(shop),
          ends: new Set(inShort(report).map((line) => line.split(' ')[1])),
        };
      };
      const { report, ends } = await syncBy('auto');
      expect([ends, report.digest.outcomes]).toEqual([new Set(['updated']), 40]);
      expect(report.notices).toEqual([
        expect.stringMatching(
          /^The account could not be paged, so SKUs are looked up one by one: (Cannot|GET) /,
        ),
      ]);
      expect(report.lookup).toMatchObject({ by: 'sku', why: 'the account could not be paged' });
      const stopped = await syncBy('scan');
      expect(stopped).toMatchObject({
        report: { exitCode: 1, stop: { code: 'service' } },
        asked: { skus: 0, updates: 0 },
      });
      expect(stopped.report.stop?.hint).toContain('Pass --resolve auto');
      expect(stopped.ends).toEqual(new Set(['skipped']));
    });
  });

  describe('gives the same plan as looking each SKU up', () => {
    const SHEET = `${raise(420, 180)}MUG,6.40\nTWICE,6.40\nskU-5,6.40\nSKU-6,\n`;
    const LISTINGS = [...some(350), { sku: 'TWICE' }, { sku: 'SKU-5' }, { sku: 'TWICE' }, { sku: 'MUG' }];

    it.each(['one', 'all'] as const)('with --match %s', async (match) => {
      const shop = await openShop({ listings: LISTINGS });
      const matching = { match };
      const [scan, sku] = [
        await shop.sync(SHEET, { matching, settings: { resolve: 'scan', dryRun: true } }),
        await shop.sync(SHEET, { matching, settings: { resolve: 'sku', dryRun: true } }),
      ];
      expect(readResults(scan)).toEqual(readResults(sku));
      expect(scan.lookup?.by).toBe('scan');
    });
  });
});
