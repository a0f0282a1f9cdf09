import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyRefusedError, RetriesSpentError, ServiceError } from '../../src/domain/errors.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { FindListings, ListListings } from '../../src/domain/ports.ts';
import { createIdTable } from '../../src/resolve/id-table.ts';
import { openLatestReader, openRereading } from '../../src/resolve/open-rereading.ts';
import { atOnce } from '../../src/run/disk/in-slices.ts';
import { aListing, cents, listingId, sku } from '../support/builders.ts';
import { listed } from '../support/listed.ts';
import { runs } from '../support/runs.ts';
import { pagedAccount } from './scan/paged-account.ts';

const SPAN_MS = 300_000;
const signal = new AbortController().signal;

interface Stage {
  readonly listings: number;
  readonly pageSize: number;
  readonly spanMs: number;
  readonly ratePerSecond: number | undefined;
  readonly goneCursors: 'refused' | 'empty' | 'first_page';
  /** How long each answer takes. */
  readonly answerMs: number;
  readonly isPaged: boolean;
}

/** An account that was paged at 0 ms, and every request since. */
async function open({
  listings = 12,
  pageSize = 4,
  spanMs = SPAN_MS,
  ratePerSecond = 10,
  goneCursors = 'refused',
  answerMs = 0,
  isPaged = true,
}: Partial<Stage> = {}) {
  const account = pagedAccount(
    Array.from({ length: listings }, () => ({})),
    { pageSize, goneCursors },
  );
  const asked: string[] = [];
  let now = 0;
  let fault: (what: string) => Error | undefined = () => undefined;
  async function answer<T>(what: string, found: () => Promise<T>): Promise<T> {
    asked.push(what);
    const error = fault(what);
    if (error) throw error;
    now += answerMs;
    return found();
  }
  const findListings: FindListings = (sku, options) => answer(sku, () => account.findListings(sku, options));
  const listListings: ListListings = (options) =>
    answer(`page after ${Number(options.startingAfter?.slice(-12) ?? 0)}`, () =>
      account.listListings(options),
    );
  const rereading = openRereading({
    ids: createIdTable(),
    findListings,
    listListings,
    spanMs,
    ratePerSecond: () => ratePerSecond,
    clock: { monotonic: () => now },
  });
  const found = isPaged ? await pageThrough(rereading.listListings) : [];
  asked.length = 0;
  return {
    account,
    asked,
    rereading,
    found,
    at: (ms: number) => {
      now = ms;
    },
    now: () => now,
    failWith: (find: typeof fault) => {
      fault = find;
    },
    plan: (...numbers: readonly number[]) => {
      for (const number of numbers) rereading.plan(found[number - 1] as Listing);
    },
    look: (number: number) => rereading.look(found[number - 1] as Listing, { signal }),
    /** What the latest readings show of listings. */
    read: async (...numbers: readonly number[]) => {
      const seen: number[] = [];
      const { failure } = await openLatestReader({ ...rereading, findListings, width: () => 1 })(
        numbers.map((number) => aListing({ id: listingId(number), sku: sku(`SKU-${number}`) })),
        { signal, onListing: ({ id }) => void seen.push(Number(id.slice(-12))) },
      );
      return { seen: seen.sort((one, other) => one - other), failure };
    },
  };
}

async function pageThrough(listListings: ListListings): Promise<readonly Listing[]> {
  const found: Listing[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await listListings({ startingAfter: found.at(-1)?.id, signal });
    found.push(...page.listings);
    hasMore = page.hasMore;
  }
  return found;
}

describe('openRereading', () => {
  it('reads a page again for all the listings on it that are to be updated', async () => {
    const { at, plan, look, found, asked } = await open();
    plan(5, 1, 6, 8, 7, 2);
    at(SPAN_MS + 1);
    for (const number of [5, 1, 6, 8, 7, 2]) expect(await look(number)).toBe(found[number - 1]);
    expect(asked).toEqual(['page after 4', 'page after 0']);
  });

  it('takes an id for the same one in another letter case', async () => {
    const listing = aListing({ id: 'abcdef00-0000-4000-8000-000000000001' as Listing['id'] });
    const shown = { ...listing, id: listing.id.toUpperCase() as Listing['id'] };
    const rereading = openRereading({
      ids: createIdTable(),
      findListings: async () => [shown],
      listListings: async () => ({ listings: [], hasMore: false }),
      spanMs: 0,
      ratePerSecond: () => 10,
      clock: { monotonic: () => 0 },
    });
    rereading.plan(listing);
    expect(await rereading.look(listing, { signal })).toBe(shown);
  });

  it('has one request under way for a page, whoever waits for it', async () => {
    const { at, plan, look, found, asked } = await open();
    plan(5, 6, 7, 8);
    at(SPAN_MS + 1);
    const looked = await Promise.all([5, 6, 7, 8].map(look));
    expect(looked.map((listing) => listing?.id)).toEqual(found.slice(4, 8).map(({ id }) => id));
    expect(asked).toEqual(['page after 4']);
  });

  it('looks a listing up by its SKU where no other one of its page is to be updated', async () => {
    const { at, plan, look, asked } = await open();
    plan(1, 5);
    at(SPAN_MS + 1);
    await look(1);
    await look(5);
    expect(asked).toEqual(['SKU-1', 'SKU-5']);
  });

  it('looks up what the page shows to have changed, and gives what it holds now', async () => {
    const { account, at, plan, look, found, asked } = await open();
    plan(5, 6, 7);
    account.change(listingId(6), { cost: 777 });
    at(SPAN_MS + 1);
    expect(await look(5)).toBe(found[4]);
    expect((await look(6))?.values.cost).toBe(cents(777));
    expect(await look(7)).toBe(found[6]);
    expect(asked).toEqual(['page after 4', 'SKU-6']);
  });

  const SEEN = listed(
    'cost, minimum_price, maximum_price, manual_price, repricing, strategy, currency, channel',
  );
  const OTHERS: Readonly<Record<string, unknown>> = {
    strategy: 's-9',
    currency: 'eur',
    channel: 'c',
    repricing: false,
  };
  it.each(SEEN)('sees on a page that the %s has changed', async (field) => {
    const { account, at, plan, look, found } = await open();
    plan(5, 6);
    account.change(listingId(6), { [field]: OTHERS[field] ?? 1 });
    at(SPAN_MS + 1);
    await look(5);
    const now = await look(6);
    expect(now).not.toBe(found[5]);
    expect(now?.id).toBe(listingId(6));
  });

  it('does not rely on a page from before a change that another reading has shown', async () => {
    const { account, at, plan, look, rereading, found } = await open();
    plan(5, 6);
    at(1000);
    account.change(listingId(6), { cost: 777 });
    await rereading.findListings((found[5] as Listing).sku, { signal });
    expect((await look(6))?.values.cost).toBe(cents(777));
  });

  it.each(['refused', 'empty', 'first_page'] as const)(
    'looks listings up where what their page came after is gone: %s',
    async (goneCursors) => {
      const { account, at, plan, look, asked } = await open({ goneCursors });
      plan(5, 6, 7);
      account.remove(listingId(4));
      at(SPAN_MS + 1);
      for (const number of [5, 6, 7]) expect((await look(number))?.id).toBe(listingId(number));
      // The first page shows the listing that has moved up to it.
      const bySku = goneCursors === 'first_page' ? ['SKU-6', 'SKU-7'] : ['SKU-5', 'SKU-6', 'SKU-7'];
      expect(asked).toEqual(['page after 4', ...bySku]);
    },
  );

  it('passes on what ends the run', async () => {
    const { at, plan, look, failWith } = await open();
    plan(5, 6);
    at(SPAN_MS + 1);
    failWith(() => new KeyRefusedError('No'));
    await expect(Promise.all([look(5), look(6)])).rejects.toThrow('No');
  });

  it('calls a reading stale that is older than the span, and than the patience', async () => {
    const { at, plan, rereading, found, look, account } = await open({ spanMs: 1000 });
    plan(5, 6);
    const listing = found[4] as Listing;
    at(1001);
    expect(rereading.isStale(listing, 0)).toBe(true);
    expect(rereading.isStale(listing, 2000)).toBe(false);
    at(2001);
    expect(rereading.isStale(listing, 2000)).toBe(true);
    await look(5);
    expect(rereading.isStale(listing, 0)).toBe(false);
    // Whatever the patience: it is not as planned any more.
    account.change(listingId(5), { cost: 1 });
    await rereading.findListings(listing.sku, { signal });
    expect(rereading.isStale(listing, 1e9)).toBe(true);
  });

  it.each([
    ['as long as the span', SPAN_MS, false],
    ['longer', SPAN_MS + 1, true],
  ])('counts the age of a reading from its request: %s', async (_name, answerMs, isOld) => {
    const { rereading, found } = await open({ listings: 4, answerMs });
    const listing = found[0] as Listing;
    expect(rereading.isStale(listing, 0)).toBe(isOld);
    await rereading.findListings(listing.sku, { signal });
    expect(rereading.isStale(listing, 0)).toBe(isOld);
    await rereading.listPage(1, { signal });
    expect(rereading.isStale(listing, 0)).toBe(isOld);
  });

  it('predicts how many reads it takes, and takes few', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(Array.from({ length: 60 }, (_, n) => n + 1)),
        fc.constantFrom(0, 1000, 5000, 20_000),
        fc.constantFrom(1, 4),
        async (numbers, spanMs, ratePerSecond) => {
          const stage = await open({ listings: 60, pageSize: 10, spanMs, ratePerSecond });
          stage.plan(...numbers);
          const expected = atOnce(stage.rereading.expectReads());
          const stepMs = 1000 / ratePerSecond;
          for (const number of numbers) {
            const before = stage.asked.length;
            await stage.look(number);
            stage.at(stage.now() + stepMs * (1 + stage.asked.length - before));
          }
          expect(stage.asked.length).toBe(expected);
          const spans = spanMs === 0 ? Number.POSITIVE_INFINITY : Math.ceil(stage.now() / spanMs);
          expect(stage.asked.length).toBeLessThanOrEqual(Math.min(numbers.length, 6 * spans));
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe('openLatestReader', () => {
  it('reads a page for several listings on it, and looks up others', async () => {
    const { read, asked } = await open();
    expect((await read(5, 8, 1, 10)).seen).toEqual([1, 5, 8, 10]);
    expect(asked).toEqual(['page after 4', 'SKU-1', 'SKU-10']);
  });

  it('goes on after a reading that fails, and returns its error', async () => {
    const { read, failWith } = await open();
    const error = new ServiceError('GET /listings: the service answered 500');
    failWith((what) => (what === 'SKU-1' ? error : undefined));
    expect(await read(1, 5, 6, 10)).toEqual({ seen: [5, 6, 10], failure: error });
  });

  it('stops at an error that concerns every request', async () => {
    const { read, failWith, asked } = await open();
    failWith(() => new RetriesSpentError('Cannot go on'));
    await expect(read(1, 5, 6, 10)).rejects.toThrow(RetriesSpentError);
    expect(asked).toEqual(['page after 4']);
  });
});
