import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import type { ListingId, Sku } from '../../src/domain/listing.ts';
import type { ListingPage } from '../../src/domain/ports.ts';
import { type ScanOptions, scanAccount } from '../../src/resolve/scan-account.ts';
import type { PageEnd } from '../../src/resolve/walk-pages.ts';
import { goneCursorStyles } from '../../src/sandbox/gone-cursors.ts';
import { aListing } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
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
    isWanted: (sku: Sku) => wanted.includes(sku),
    ignoreCase: false,
    ends: [],
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
    ['one full page', 10, 1],
    ['one listing more than a page', 11, 3],
    ['two full pages', 20, 3],
    ['many pages', 95, 11],
  ] as const;

  it.each(sizes)(
    'reads each page once, and the head again where there are several: %s',
    async (_name, count, reads) => {
      const account = pagedAccount(some(count), { pageSize: 10 });
      const knownEnd = { last: count === 0 ? undefined : idOf(count) };
      const { pages, listings, idsOf } = await closed(account, skusOf(count + 1), { knownEnd });
      expect({ pages, asked: account.cursors.length, listings }).toEqual({
        pages: reads,
        asked: reads,
        listings: count,
      });
      expect(skusOf(count).map(idsOf)).toEqual(skusOf(count).map((_, index) => [idOf(index + 1)]));
      expect(idsOf(`SKU-${count + 1}`)).toEqual([]);
    },
  );

  it('keeps what is wanted and nothing else', async () => {
    const { index, listings } = await closed(pagedAccount(some(30), { pageSize: 10 }), ['SKU-3', 'SKU-27']);
    expect({ kept: index.size(), listings }).toEqual({ kept: 2, listings: 30 });
  });

  it('pages only what fits the filters', async () => {
    const listings = some(30).map((listing, index) => ({
      ...listing,
      ...(index % 3 === 0 && { platform: 'walmart', channel: 'c0000000-0000-4000-8000-000000000002' }),
    })) as Parameters<typeof pagedAccount>[0];
    const account = pagedAccount(listings, { pageSize: 10 });
    const { listings: seen, idsOf } = await closed(account, skusOf(30), { filters: { platform: 'walmart' } });
    expect(seen).toBe(10);
    expect([idsOf('SKU-1'), idsOf('SKU-2')]).toEqual([[idOf(1)], []]);
  });

  it('finds every listing of a SKU, in the order of the account, however far apart', async () => {
    const listings = some(40).map(({ sku }, index) => ({ sku: index % 13 === 0 ? 'MUG' : sku, created: 5 }));
    const { idsOf } = await closed(pagedAccount(listings, { pageSize: 10 }), ['MUG']);
    expect(idsOf('MUG')).toEqual([1, 14, 27, 40].map(idOf));
  });

  it('reads the head again until something comes that was read before', async () => {
    const account = pagedAccount(some(30), {
      pageSize: 10,
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
    const account = pagedAccount(some(15), {
      pageSize: 10,
      onPage: (number, { change }) => {
        if (number === 2) change(idOf(1), { cost: 777 });
      },
    });
    const { index } = await closed(account, ['SKU-1']);
    expect(index.get('SKU-1' as Sku).map(({ values }) => values.cost)).toEqual([777]);
  });

  describe.each(goneCursorStyles)('where a page after a listing that is gone is %s', (goneCursors) => {
    it.each([
      ['the last listing of a page', [10]],
      ['the last three of a page', [8, 9, 10]],
      ['a whole page but one', [2, 3, 4, 5, 6, 7, 8, 9, 10]],
      ['a page and the end of the one before it', [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
    ])('misses nothing when %s is removed', async (_name, gone) => {
      const last = Math.ceil(Math.max(...gone) / 10);
      const account = pagedAccount(some(45), {
        pageSize: 10,
        goneCursors,
        onPage: (number, { remove }) => {
          if (number === last + 1) for (const each of gone) remove(idOf(each));
        },
      });
      const { idsOf } = await closed(account, skusOf(45));
      const kept = some(45).flatMap((_, index) => (gone.includes(index + 1) ? [] : [index + 1]));
      expect(kept.map((number) => idsOf(`SKU-${number}`))).toEqual(kept.map((number) => [idOf(number)]));
    });

    it('ends when all that was left of the list is removed', async () => {
      const account = pagedAccount(some(12), {
        pageSize: 10,
        goneCursors,
        onPage: (number, { remove }) => {
          if (number === 2) for (const each of [10, 11, 12]) remove(idOf(each));
        },
      });
      const { listings } = await closed(account, skusOf(12));
      expect(listings).toBe(10);
    });
  });

  it('takes an empty page for the end only where the page before it shows that nothing comes after', async () => {
    const { listListings } = pagedAccount(some(20), { pageSize: 10 });
    const cursors: (string | undefined)[] = [];
    const boastful = async (options: Parameters<typeof listListings>[0]): Promise<ListingPage> => {
      cursors.push(options.startingAfter);
      const page = await listListings(options);
      return { ...page, hasMore: page.listings.length === 10 };
    };
    const { listings } = await closed({ listListings: boastful }, skusOf(20));
    expect(listings).toBe(20);
    expect(cursors).toEqual([undefined, idOf(10), idOf(20), idOf(19), idOf(20), undefined]);
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

    it.each(sizes)(
      'is looked for by one request behind the last listing: %s',
      async (_name, count, reads) => {
        const account = pagedAccount(some(count), { pageSize: 10 });
        const { pages, listings, last } = await closed(account, skusOf(count));
        expect({ pages, listings, last }).toEqual({
          pages: reads + 1,
          listings: count,
          last: count === 0 ? undefined : idOf(count),
        });
        expect(account.cursors).toContain(last);
      },
    );

    it.each([
      ['the first page', [0]],
      ['a page in the middle', [40]],
      ['a page that is shorter than the others', [90]],
      ['one page after the other', [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]],
    ])('is not believed: %s', async (_name, behind) => {
      const account = pagedAccount(some(95), { pageSize: 10 });
      const { listings, idsOf, last } = await closed(endingEarly(account, behind), skusOf(95));
      expect({ listings, last }).toEqual({ listings: 95, last: idOf(95) });
      expect(skusOf(95).map(idsOf)).toEqual(skusOf(95).map((_, index) => [idOf(index + 1)]));
    });

    it('is not believed of the head that is read again, and what is new there is found', async () => {
      const account = pagedAccount(some(30), {
        pageSize: 10,
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

    it('is not believed of an empty first page, which is read again', async () => {
      const account = pagedAccount(some(25), { pageSize: 10 });
      let asked = 0;
      const listListings: PagedAccount['listListings'] = async (options) =>
        asked++ === 0 ? { listings: [], hasMore: false } : account.listListings(options);
      const { listings } = await closed({ listListings }, skusOf(25), { knownEnd: { last: idOf(25) } });
      expect(listings).toBe(25);
    });

    it('is not believed where an earlier scan has ended elsewhere', async () => {
      const account = pagedAccount(some(30), { pageSize: 10 });
      const { listings } = await closed(endingEarly(account, [10]), skusOf(30), {
        knownEnd: { last: idOf(30) },
      });
      expect(listings).toBe(30);
    });

    it.each(goneCursorStyles)(
      'is told from an end whose last listing is removed meanwhile, where a page after it is %s',
      async (goneCursors) => {
        const account = pagedAccount(some(25), {
          pageSize: 10,
          goneCursors,
          onPage: (number, { remove }) => {
            if (number === 4) remove(idOf(25));
          },
        });
        const { listings, idsOf } = await closed(account, skusOf(25));
        expect(listings).toBe(25);
        expect(idsOf('SKU-24')).toEqual([idOf(24)]);
      },
    );

    it('is not believed of any of several stretches', async () => {
      const ends = (await closed(pagedAccount(some(95), { pageSize: 10 }), [])).ends;
      for (const behind of [[0], [10], [30], [40], [60], [80], [10, 50, 80]]) {
        const account = pagedAccount(some(95), { pageSize: 10 });
        const options = { ends, width: () => 3 };
        const { listings, idsOf } = await closed(endingEarly(account, behind), skusOf(95), options);
        expect(listings).toBe(95);
        expect(skusOf(95).map((sku) => idsOf(sku).length)).toEqual(skusOf(95).map(() => 1));
      }
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
    ['has more and holds nothing, at once', () => page([], true)],
    [
      'has more and holds nothing, later',
      (after: unknown) => (after ? page([], true) : page([1, 2, 3], true)),
    ],
    ['is the first one over and over', () => page([1, 2, 3], true)],
    ['is the first one again, as the last', (after: unknown) => page([1, 2, 3], after === undefined)],
    [
      'is empty, whatever it comes after',
      (after: unknown) => (after ? page([], false) : page([1, 2, 3], true)),
    ],
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

  it('fails where the list is gone when its head is read again', async () => {
    const listListings = async ({ startingAfter }: { startingAfter?: ListingId | undefined }) => {
      if (startingAfter !== undefined) return page([4], false);
      return asked++ === 0 ? page([1, 2, 3], true) : page([], false);
    };
    let asked = 0;
    await expect(scan({ listListings }, ['SKU-1'])).rejects.toThrow(/not listed any more/);
  });

  it.each([
    [3, 'given_up', 3],
    [5, 'given_up', 5],
    [6, 'closed', 7],
  ])('after %i pages at most is %s', async (maxPages, kind, asked) => {
    const account = pagedAccount(some(50), { pageSize: 10 });
    expect(await scan(account, skusOf(50), { maxPages })).toMatchObject({ kind, pages: asked });
    expect(account.cursors).toHaveLength(asked);
  });

  it('stops with the signal', async () => {
    const controller = new AbortController();
    const account = pagedAccount(some(50), {
      pageSize: 10,
      onPage: (number) => (number === 2 ? controller.abort(new Error('Enough')) : undefined),
    });
    await expect(scan(account, ['SKU-1'], { signal: controller.signal })).rejects.toThrow('Enough');
    expect(account.cursors).toHaveLength(2);
  });

  describe('in several stretches at once', () => {
    async function endsOf(count: number): Promise<readonly PageEnd[]> {
      return (await closed(pagedAccount(some(count), { pageSize: 10 }), [])).ends;
    }
    const inThree = { width: () => 3 };

    it('reads each page once', async () => {
      const account = pagedAccount(some(95), { pageSize: 10 });
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

    it('leaves a stretch whose beginning is gone, with its spares, to the one before it', async () => {
      const account = pagedAccount(some(95), { pageSize: 10 });
      for (const number of [38, 39, 40]) account.remove(idOf(number));
      const { listings } = await closed(account, skusOf(95), { ...inThree, ends: await endsOf(95) });
      expect(listings).toBe(92);
    });

    it('begins behind a spare where the end of a page is gone', async () => {
      const account = pagedAccount(some(95), { pageSize: 10 });
      account.remove(idOf(40));
      const { listings } = await closed(account, skusOf(95), { ...inThree, ends: await endsOf(95) });
      expect(listings).toBe(94);
      expect(account.cursors).toContain(idOf(39));
    });

    it.each([
      ['in the wrong order', [[idOf(70)], [idOf(40)]]],
      ['twice the same', [[idOf(40)], [idOf(40)]]],
      ['of another account', [[idOf(901)], [idOf(902)]]],
      ['all on the first page', [[idOf(3)], [idOf(2)]]],
    ])('reads the list as one where the beginnings are %s', async (_name, ends) => {
      const account = pagedAccount(some(95), { pageSize: 10 });
      const { listings, idsOf } = await closed(account, skusOf(95), { ...inThree, ends });
      expect(listings).toBe(95);
      expect(skusOf(95).map((sku) => idsOf(sku).length)).toEqual(skusOf(95).map(() => 1));
    });

    it('keeps the order of a SKU whose listings are in several of them', async () => {
      const listings = some(95).map(({ sku }, index) => ({ sku: index % 30 === 4 ? 'MUG' : sku }));
      const { idsOf } = await closed(pagedAccount(listings, { pageSize: 10 }), ['MUG'], {
        ...inThree,
        ends: await endsOf(95),
      });
      expect(idsOf('MUG')).toEqual([5, 35, 65, 95].map(idOf));
    });
  });

  describe('while others create, delete and change listings', () => {
    const deed = fc.record({
      page: fc.integer({ min: 1, max: 14 }),
      what: fc.constantFrom('add', 'remove', 'remove', 'change'),
      /** Removals cluster at ends of pages, where they hurt. */
      number: fc.oneof(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }).map((page) => page * 5),
      ),
    });
    const churn = fc.record({
      count: fc.integer({ min: 0, max: 60 }),
      /** Several listings have one SKU, and several are of one second. */
      skus: fc.integer({ min: 1, max: 40 }),
      perSecond: fc.integer({ min: 1, max: 9 }),
      goneCursors: fc.constantFrom(...goneCursorStyles),
      deeds: fc.array(deed, { maxLength: 30 }),
      width: fc.integer({ min: 1, max: 4 }),
      pauses: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 }),
    });

    it('finds every listing that was there all the while, as looking its SKU up does', async () => {
      let scans = 0;
      let broken = 0;
      await fc.assert(
        fc.asyncProperty(churn, async ({ count, skus, perSecond, goneCursors, deeds, width, pauses }) => {
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
                  if (what === 'add') {
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
          const ends = Array.from({ length: 11 }, (_, page) =>
            [0, 1, 2].map((back) => idOf(page * 5 + 5 - back)),
          );
          scans++;
          let scanned: Awaited<ReturnType<typeof scan>>;
          try {
            scanned = await scan(account, all, { ends, width: () => width });
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
        { numRuns: runs(300) },
      );
      // Removing listings makes a scan fail only where nothing of several pages is left.
      expect(broken / scans).toBeLessThan(0.1);
    });
  });
});
