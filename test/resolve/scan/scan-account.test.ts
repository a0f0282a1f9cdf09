import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { hashText } from '../../../src/domain/hash-text.ts';
import type { ListingId, Sku } from '../../../src/domain/listing.ts';
import type { ListingPage } from '../../../src/domain/ports.ts';
import { createIdTable } from '../../../src/resolve/id-table.ts';
import { type ScanOptions, scanAccount } from '../../../src/resolve/scan/scan-account.ts';
import type { PageEnd } from '../../../src/resolve/scan/scan-record.ts';
import { goneCursorStyles } from '../../../src/sandbox/service.ts';
import { aListing } from '../../support/builders.ts';
import { turn } from '../../support/gate.ts';
import { runs } from '../../support/runs.ts';
import { idOf, type PagedAccount, pagedAccount } from './paged-account.ts';

const signal = new AbortController().signal;

function scan(
  { listListings }: Pick<PagedAccount, 'listListings'>,
  wanted: readonly string[],
  options: Partial<ScanOptions> = {},
) {
  return scanAccount({
    listListings,
    filters: {},
    ids: createIdTable(),
    isWanted: (sku: Sku) => wanted.includes(sku),
    isNamed: () => false,
    ends: [],
    probes: undefined,
    knownEnd: undefined,
    width: () => 1,
    maxPages: Number.POSITIVE_INFINITY,
    signal,
    onPage: () => {},
    ...options,
  });
}

/** `SKU-1` and so on, newest first, with ids that count up. */
function some(count: number) {
  return Array.from({ length: count }, (_, index) => ({ sku: `SKU-${index + 1}` }));
}

/** An account of so many, ten of them on a page. */
function accountOf(count: number, options: Parameters<typeof pagedAccount>[1] = {}): PagedAccount {
  return pagedAccount(some(count), { pageSize: 10, ...options });
}

function skusOf(count: number): readonly string[] {
  return some(count).map(({ sku }) => sku);
}

async function closed(...args: Parameters<typeof scan>) {
  const scanned = await scan(...args);
  if (scanned.kind !== 'closed') throw new Error('The scan was given up');
  const { index } = scanned;
  return { ...scanned, idsOf: (sku: string) => index.get(sku as Sku).map(({ id }) => id) };
}

describe('scanAccount', () => {
  const sizes = [
    ['no listings', 0, 1],
    ['one listing', 1, 1],
    ['one listing more than a page', 11, 3],
    ['two full pages', 20, 3],
    ['many pages', 95, 11],
  ] as const;

  it.each(sizes)('reads each page once, and the head again of several: %s', async (_name, count, reads) => {
    const account = accountOf(count);
    const knownEnd = { last: count === 0 ? undefined : idOf(count) };
    const { pages, listings, idsOf } = await closed(account, skusOf(count + 1), { knownEnd });
    expect([pages, account.cursors.length, listings]).toEqual([reads, reads, count]);
    expect(skusOf(count).map(idsOf)).toEqual(skusOf(count).map((_, index) => [idOf(index + 1)]));
    expect(idsOf(`SKU-${count + 1}`)).toEqual([]);
  });

  it('reads the head again until something comes that was read before', async () => {
    const account = accountOf(30, {
      onPage: (number, { add }) => {
        if (number === 2) for (let at = 0; at < 25; at++) add({ sku: 'NEW', created: 1_800_000_000 });
      },
    });
    const knownEnd = { last: idOf(30) };
    const { pages, idsOf } = await closed(account, ['NEW', 'SKU-1'], { knownEnd });
    expect(pages).toBe(3 + 3);
    expect(idsOf('NEW')).toHaveLength(25);
    expect(idsOf('SKU-1')).toEqual([idOf(1)]);
  });

  it('takes a listing as it was read last', async () => {
    const account = accountOf(15, {
      onPage: (number, { change }) => {
        if (number === 2) change(idOf(1), { cost: 777 });
      },
    });
    const { index } = await closed(account, ['SKU-1']);
    expect(index.get('SKU-1' as Sku).map(({ values }) => values.cost)).toEqual([777]);
  });

  it('takes an empty page for the end only where a page shows that nothing comes after the last listing', async () => {
    const { listListings } = accountOf(20);
    const cursors: (string | undefined)[] = [];
    const boastful = async (options: Parameters<typeof listListings>[0]): Promise<ListingPage> => {
      cursors.push(options.startingAfter);
      const page = await listListings(options);
      return { ...page, hasMore: page.listings.length === 10 };
    };
    const { listings } = await closed({ listListings: boastful }, skusOf(20));
    expect(listings).toBe(20);
    expect(cursors).toEqual([undefined, idOf(10), idOf(20), idOf(19), undefined]);
  });

  describe('an end that comes too early', () => {
    /** Answers to requests behind these listings, or to the first page (0), say once that there is nothing more. */
    function endingEarly(
      account: PagedAccount,
      behind: readonly number[],
    ): Pick<PagedAccount, 'listListings'> {
      const left = new Set<ListingId | undefined>(behind.map((at) => (at === 0 ? undefined : idOf(at))));
      return {
        listListings: async (options) => {
          const page = await account.listListings(options);
          return left.delete(options.startingAfter) ? { ...page, hasMore: false } : page;
        },
      };
    }

    it.each(sizes)('is looked for by one request behind an earlier one: %s', async (_name, count, reads) => {
      const account = accountOf(count);
      const { pages, listings, last } = await closed(account, skusOf(count));
      expect([pages, listings, last]).toEqual([reads + 1, count, count === 0 ? undefined : idOf(count)]);
      expect(account.cursors.filter((cursor) => cursor !== undefined)).not.toContain(last);
    });

    it('is not believed of the head that is read again, and what is new there is found', async () => {
      const account = accountOf(30, {
        onPage: (number, { add }) => {
          if (number === 3) for (let at = 0; at < 15; at++) add({ sku: 'NEW', created: 1_800_000_000 });
        },
      });
      let heads = 0;
      const listListings: PagedAccount['listListings'] = async (options) => {
        const page = await account.listListings(options);
        return options.startingAfter === undefined && ++heads === 2 ? { ...page, hasMore: false } : page;
      };
      const { idsOf } = await closed({ listListings }, ['NEW', 'SKU-30']);
      expect([idsOf('NEW').length, idsOf('SKU-30').length]).toEqual([15, 1]);
    });

    describe.each(goneCursorStyles)('where a page after a listing that is gone is %s', (goneCursors) => {
      it.each([
        [
          'is told from an end whose last listing is removed meanwhile',
          { count: 25, behind: [], removed: 25, onPage: 4, end: 24 },
        ],
        [
          'is not believed where its last listing is removed',
          { count: 45, behind: [10], removed: 20, onPage: 3, end: 45 },
        ],
      ])('%s', async (_name, { count, behind, removed, onPage, end }) => {
        const account = accountOf(count, {
          goneCursors,
          onPage: (number, { remove }) => {
            if (number === onPage) remove(idOf(removed));
          },
        });
        const { listings, idsOf, last } = await closed(endingEarly(account, behind), skusOf(count));
        expect({ listings, last }).toEqual({ listings: count, last: idOf(end) });
        expect(idsOf(`SKU-${end}`)).toEqual([idOf(end)]);
      });
    });

    it('is found wherever it comes, and however often', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 60 }),
          fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map((page) => page * 5)),
          fc.integer({ min: 1, max: 4 }),
          async (count, behind, width) => {
            const account = pagedAccount(some(count), { pageSize: 5 });
            const ends = (await closed(account, [])).ends;
            const options = { ends, width: () => width };
            const { listings } = await closed(endingEarly(account, behind), skusOf(count), options);
            expect(listings).toBe(count);
          },
        ),
        { numRuns: runs(200) },
      );
    });
  });

  const page = (numbers: readonly number[], hasMore: boolean): ListingPage => ({
    listings: numbers.map((number) => aListing({ id: idOf(number), sku: `SKU-${number}` as Sku })),
    hasMore,
  });

  it.each([
    ['has more and is empty, at once', () => page([], true)],
    ['has more and is empty, later', (after: unknown) => (after ? page([], true) : page([1, 2, 3], true))],
    ['is the first one over and over', () => page([1, 2, 3], true)],
    ['is the first one again, as the last', (after: unknown) => page([1, 2, 3], after === undefined)],
    ['is empty after whatever page', (after: unknown) => (after ? page([], false) : page([1, 2, 3], true))],
    ['is refused, whatever it comes after', (after: unknown) => (after ? 404 : page([1, 2, 3], true))],
    ['is refused at once', () => 404],
    ['can not be had', (after: unknown) => (after ? 500 : page([1, 2, 3], true))],
    ['goes in a circle', (after: unknown) => page(after === idOf(2) ? [3, 4] : [1, 2], true)],
  ])('fails, and says nothing of any SKU, on a page that %s', async (_name, answer) => {
    let asked = 0;
    const listListings = async ({ startingAfter }: { startingAfter?: ListingId | undefined }) => {
      if (++asked > 200) throw new Error('A loop');
      const answered = answer(startingAfter);
      if (typeof answered === 'number') throw new ServiceError('No', { httpStatus: answered });
      return answered;
    };
    await expect(scan({ listListings }, ['SKU-1'])).rejects.toThrow(ServiceError);
    expect(asked).toBeLessThan(60);
  });

  it('fails where a page of new listings came in the middle of the list', async () => {
    const account = accountOf(45, {
      goneCursors: 'first_page',
      onPage: (number, { add, remove }) => {
        if (number !== 3) return;
        remove(idOf(20));
        for (let at = 0; at < 10; at++) add({ sku: 'SKU-1', created: 1_800_000_000 });
      },
    });
    await expect(scan(account, ['SKU-1'])).rejects.toThrow(/not listed any more/);
    // The list was read to its end before that.
    expect(account.cursors).toContain(idOf(44));
  });

  it.each([
    [3, 'given_up', 3],
    [5, 'given_up', 5],
    [6, 'closed', 7],
  ])('after %i pages at most is %s', async (maxPages, kind, asked) => {
    const account = accountOf(50);
    expect(await scan(account, skusOf(50), { maxPages })).toMatchObject({ kind, pages: asked });
    expect(account.cursors).toHaveLength(asked);
  });

  it('stops with the signal', async () => {
    const controller = new AbortController();
    const account = accountOf(50, {
      onPage: (number) => (number === 2 ? controller.abort(new Error('Enough')) : undefined),
    });
    await expect(scan(account, ['SKU-1'], { signal: controller.signal })).rejects.toThrow('Enough');
    expect(account.cursors).toHaveLength(2);
  });

  describe('in several stretches at once', () => {
    async function endsOf(count: number): Promise<readonly PageEnd[]> {
      return (await closed(accountOf(count), [])).ends;
    }
    const inThree = { width: () => 3 };

    it('reads each page once', async () => {
      const account = accountOf(95);
      const { pages, listings, idsOf } = await closed(account, skusOf(95), {
        ...inThree,
        ends: await endsOf(95),
        knownEnd: { last: idOf(95) },
      });
      expect({ pages, listings }).toEqual({ pages: 11, listings: 95 });
      expect(skusOf(95).map((sku) => idsOf(sku).length)).toEqual(skusOf(95).map(() => 1));
      // The stretches were begun before the first one was read to its end.
      expect(account.cursors.slice(0, 3)).toEqual([undefined, idOf(40), idOf(70)]);
    });

    it('gives ids as the service writes them, however they were remembered', async () => {
      const account = accountOf(95);
      const inSmall: PagedAccount['listListings'] = ({ startingAfter, ...options }) =>
        account.listListings({ ...options, startingAfter: startingAfter?.toLowerCase() as ListingId });
      const inCapitals = (await endsOf(95)).map((end) => end.map((id) => id.toUpperCase() as ListingId));
      const { parts, idsOf } = await closed({ listListings: inSmall }, skusOf(95), {
        ...inThree,
        ends: inCapitals,
      });
      expect(parts).toBeGreaterThan(1);
      expect(skusOf(95).flatMap(idsOf)).toEqual(account.listings().map(({ id }) => id));
    });

    it.each([
      ['in the wrong order', [[idOf(70)], [idOf(40)]]],
      ['of another account', [[idOf(901)], [idOf(902)]]],
      ['all on the first page', [[idOf(3)], [idOf(2)]]],
    ])('reads the list as one where the beginnings are %s', async (_name, ends) => {
      const account = accountOf(95);
      const { listings, idsOf } = await closed(account, skusOf(95), { ...inThree, ends });
      expect(listings).toBe(95);
      expect(skusOf(95).map((sku) => idsOf(sku).length)).toEqual(skusOf(95).map(() => 1));
    });
  });

  describe('on a first scan', () => {
    /** Each SKU is a listing's, in an order that has nothing to do with the account's. */
    function probesOf(account: PagedAccount, count: number) {
      const sample = skusOf(count).map((sku) => sku as Sku);
      sample.sort((a, b) => hashText(a) - hashText(b));
      return { findListings: account.findListings, sample, skus: count };
    }

    it.each([
      [3, 200],
      [5, 400],
      [49, 1000],
    ])('reads %i pages at once from where some SKUs are, at few requests more', async (width, count) => {
      const account = pagedAccount(some(count), { pageSize: 5 });
      let underWay = 0;
      let most = 0;
      const listListings: PagedAccount['listListings'] = async (options) => {
        most = Math.max(most, ++underWay);
        await turn();
        underWay--;
        return account.listListings(options);
      };
      const probes = probesOf(account, count);
      const scanned = await closed({ listListings }, skusOf(count), { probes, width: () => width });
      expect(scanned.listings).toBe(count);
      expect(skusOf(count).map(scanned.idsOf)).toEqual(skusOf(count).map((_, index) => [idOf(index + 1)]));
      const requests = scanned.pages + scanned.probes;
      expect(requests).toBe(account.cursors.length + scanned.probes);
      // Each page, the head again, and a look behind the end.
      expect(requests - (count / 5 + 2)).toBeLessThanOrEqual(8 * (width - 1));
      expect([scanned.parts > 2, most]).toEqual([true, width]);
      expect(scanned.ends).toEqual((await closed(account, [])).ends);
    });

    it.each([
      ['two pages on their way at once are enough', 2, 400, 400],
      ['the account is a single page', 13, 5, 400],
      ['the rows are no more than a few pages', 13, 400, 15],
    ])('looks nothing up where %s', async (_name, width, count, skus) => {
      const account = pagedAccount(some(count), { pageSize: 5 });
      const probes = { ...probesOf(account, count), skus };
      const scanned = await closed(account, skusOf(count), { probes, width: () => width });
      expect([scanned.listings, scanned.probes, scanned.parts]).toEqual([count, 0, 1]);
    });

    it('gives up looking where the sheet is about other things', async () => {
      const account = pagedAccount(some(400), { pageSize: 5 });
      const sample = Array.from({ length: 100 }, (_, at) => `OTHER-${at}` as Sku);
      const probes = { findListings: account.findListings, sample, skus: 10_000 };
      const scanned = await closed(account, ['SKU-1'], { probes, width: () => 13 });
      expect(scanned.listings).toBe(400);
      expect(scanned.probes).toBeLessThanOrEqual(15);
    });

    it('reads on where a probe fails', async () => {
      const account = pagedAccount(some(400), { pageSize: 5 });
      const findListings = async () => {
        throw new ServiceError('No', { httpStatus: 500 });
      };
      const probes = { ...probesOf(account, 400), findListings };
      const { listings, parts } = await closed(account, skusOf(400), { probes, width: () => 13 });
      expect([listings, parts]).toEqual([400, 1]);
    });

    it('begins at listings that fit the filters only', async () => {
      const listings = some(400).map((listing, index) => ({
        ...listing,
        ...(index % 2 === 0 && { platform: 'walmart', channel: 'c0000000-0000-4000-8000-000000000002' }),
      })) as Parameters<typeof pagedAccount>[0];
      const account = pagedAccount(listings, { pageSize: 5 });
      const options = { probes: probesOf(account, 400), filters: { platform: 'walmart' }, width: () => 13 };
      const scanned = await closed(account, skusOf(400), options);
      expect([scanned.listings, scanned.parts > 1]).toEqual([200, true]);
      expect([scanned.idsOf('SKU-1'), scanned.idsOf('SKU-2')]).toEqual([[idOf(1)], []]);
      const others = new Set<string | undefined>(
        account.listings().flatMap(({ id, platform }) => (platform === 'walmart' ? [] : [id])),
      );
      expect(account.cursors.filter((cursor) => others.has(cursor))).toEqual([]);
    });

    it('counts what it looks up as requests that it may give up after', async () => {
      const account = pagedAccount(some(400), { pageSize: 5 });
      const options = { probes: probesOf(account, 400), width: () => 13, maxPages: 20 };
      const scanned = await scan(account, skusOf(400), options);
      expect(scanned).toMatchObject({ kind: 'given_up' });
      expect([scanned.pages + scanned.probes, scanned.probes > 0]).toEqual([20, true]);
    });
  });

  describe('while others create, delete and change listings', () => {
    const deed = fc.record({
      page: fc.integer({ min: 1, max: 24 }),
      what: fc.constantFrom('add', 'add many', 'remove', 'remove', 'change'),
      /** Removals cluster at ends of pages, where they hurt. */
      number: fc.oneof(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 18 }).map((page) => page * 5),
      ),
    });
    const churn = fc.record({
      count: fc.integer({ min: 0, max: 90 }),
      /** Several listings have one SKU, and several are of one second. */
      skus: fc.integer({ min: 1, max: 90 }),
      perSecond: fc.integer({ min: 1, max: 9 }),
      goneCursors: fc.constantFrom(...goneCursorStyles),
      deeds: fc.array(deed, { maxLength: 30 }),
      width: fc.integer({ min: 1, max: 7 }),
      begins: fc.constantFrom('behind ends', 'behind probes'),
      pauses: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 }),
    });

    it('finds every listing that was there all the while, as looking its SKU up does', async () => {
      let scans = 0;
      let broken = 0;
      await fc.assert(
        fc.asyncProperty(churn, async (drawn) => {
          const { count, skus, perSecond, goneCursors, deeds, width, pauses, begins } = drawn;
          const touched = new Set<string>();
          const touch = (sku: string | undefined) => sku !== undefined && touched.add(sku);
          const account = pagedAccount(
            Array.from({ length: count }, (_, index) => ({
              sku: `SKU-${(index * 7) % skus}`,
              created: 1_750_000_000 - Math.floor(index / perSecond),
            })),
            {
              pageSize: 5,
              goneCursors,
              onPage: async (number, { add, remove, change, listings }) => {
                for (const { page: at, what, number: which } of deeds) {
                  if (at !== number) continue;
                  const id = idOf(which);
                  if (what === 'add' || what === 'add many') {
                    for (let times = what === 'add' ? 1 : 12; times > 0; times--)
                      add({ sku: `SKU-${which % skus}`, created: 1_760_000_000 });
                    touch(`SKU-${which % skus}`);
                  } else {
                    touch(listings().find((listing) => listing.id === id)?.sku);
                    if (what === 'remove') remove(id);
                    else change(id, { cost: 1000 + number });
                  }
                }
                for (let turn = 0; turn < (pauses[number % pauses.length] ?? 0); turn++)
                  await Promise.resolve();
              },
            },
          );
          const all = Array.from({ length: skus }, (_, index) => `SKU-${index}` as Sku);
          const before = new Map(account.listings().map(({ id, sku }) => [id, sku]));
          const ends = Array.from({ length: 17 }, (_, page) =>
            [0, 1, 2].map((back) => idOf(page * 5 + 5 - back)),
          );
          // In no order that has to do with the account's.
          const sample = [...all].sort((a, b) => hashText(a) - hashText(b));
          const probes = { findListings: account.findListings, sample, skus: 1000 };
          const places = begins === 'behind ends' ? { ends } : { probes };
          scans++;
          let scanned: Awaited<ReturnType<typeof scan>>;
          try {
            scanned = await scan(account, all, { ...places, width: () => width });
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
            broken++;
            return;
          }
          if (scanned.kind !== 'closed') throw new Error('The scan was given up');
          const { index } = scanned;
          for (const sku of all) {
            const found = await account.findListings(sku, { signal });
            if (!touched.has(sku)) expect(index.get(sku)).toEqual(found);
            const stayed = found.filter(({ id }) => before.has(id)).map(({ id }) => id);
            expect(index.get(sku).map(({ id }) => id)).toEqual(expect.arrayContaining(stayed));
          }
        }),
        { numRuns: runs(300, 40) },
      );
      // Removing listings makes a scan fail only where nothing of several pages is left.
      expect(broken / scans).toBeLessThan(0.1);
    });
  });
});
