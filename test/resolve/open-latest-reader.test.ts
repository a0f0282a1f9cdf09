import { describe, expect, it } from 'vitest';
import { RetriesSpentError, ServiceError } from '../../src/domain/errors.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { FindListings, ListListings } from '../../src/domain/ports.ts';
import { createIdTable } from '../../src/resolve/columns.ts';
import { choosePages, openLatestReader, openRereading } from '../../src/resolve/open-rereading.ts';
import { aListing, listingId, sku } from '../support/builders.ts';
import { pagedAccount } from './scan/paged-account.ts';

const signal = new AbortController().signal;

/** An account of twelve listings on pages of four that was paged once, and every request since. */
async function open({ paged = true, goneCursors = 'refused' as const } = {}) {
  const account = pagedAccount(
    Array.from({ length: 12 }, () => ({})),
    { pageSize: 4, goneCursors },
  );
  const asked: string[] = [];
  let fault: ((what: string) => Error | undefined) | undefined;
  const ask = (what: string): void => {
    asked.push(what);
    const error = fault?.(what);
    if (error) throw error;
  };
  const findListings: FindListings = async (name, options) => {
    ask(name);
    return account.findListings(name, options);
  };
  const listListings: ListListings = async (options) => {
    ask(`page after ${Number(options.startingAfter?.slice(-12) ?? 0)}`);
    return account.listListings(options);
  };
  const rereading = openRereading({
    ids: createIdTable(),
    findListings,
    listListings,
    spanMs: Number.POSITIVE_INFINITY,
    ratePerSecond: () => 10,
    clock: { monotonic: () => 0 },
  });
  for (let after: Listing | undefined, more = paged; more; ) {
    const page = await rereading.listListings({ startingAfter: after?.id, signal });
    [after, more] = [page.listings.at(-1), page.hasMore];
  }
  asked.length = 0;
  const readLatest = openLatestReader({ ...rereading, findListings, width: () => 1 });
  return {
    account,
    asked,
    failWith: (find: NonNullable<typeof fault>) => {
      fault = find;
    },
    read: async (...numbers: readonly number[]) => {
      const seen: number[] = [];
      const listings = numbers.map((number) =>
        aListing({ id: listingId(number), sku: sku(`SKU-${number}`) }),
      );
      const onListing = ({ id }: Listing) => void seen.push(Number(id.slice(-12)));
      const { failure } = await readLatest(listings, { signal, onListing });
      return { seen: seen.sort((one, other) => one - other), failure };
    },
  };
}

describe('openLatestReader', () => {
  it('looks up listings that were never paged', async () => {
    const { read, asked } = await open({ paged: false });
    expect(await read(3, 2)).toEqual({ seen: [2, 3], failure: undefined });
    expect(asked).toEqual(['SKU-3', 'SKU-2']);
  });

  it('reads a page for several listings on it, and looks up others', async () => {
    const { read, asked } = await open();
    expect((await read(5, 8, 1, 10)).seen).toEqual([1, 5, 8, 10]);
    expect(asked).toEqual(['page after 4', 'SKU-1', 'SKU-10']);
  });

  it('chooses again each time', async () => {
    const { read, asked } = await open();
    await read(5, 8);
    await read(8);
    expect(asked).toEqual(['page after 4', 'SKU-8']);
  });

  it('looks up what has moved on from the first page', async () => {
    const { read, asked, account } = await open();
    account.add({ sku: 'NEW' });
    expect((await read(1, 2, 4)).seen).toEqual([1, 2, 4]);
    expect(asked).toEqual(['page after 0', 'SKU-4']);
  });

  it('looks up each listing of a page whose cursor is gone', async () => {
    const { read, asked, account } = await open();
    account.remove(listingId(4));
    expect(await read(5, 6)).toEqual({ seen: [5, 6], failure: undefined });
    expect(asked).toEqual(['page after 4', 'SKU-5', 'SKU-6']);
  });

  it('shows nothing of a listing that is gone', async () => {
    const { read, account } = await open();
    account.remove(listingId(6));
    expect(await read(5, 6)).toEqual({ seen: [5], failure: undefined });
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

/** Each listing as its SKU and its page: `A1 B0`. */
function choose(text: string): readonly number[] {
  const words = text.split(' ').filter((word) => word !== '');
  const wordOf = (id: string) => words[Number(id.slice(-12)) - 1] ?? '';
  return choosePages(
    words.map(([name = ''], index) => ({ id: listingId(index + 1), sku: sku(name) })),
    (id) => Number.parseInt(wordOf(id).slice(1), 10),
  );
}

describe('choosePages', () => {
  it.each([
    ['nothing', '', []],
    ['listings that were on no page', 'A0 B0', []],
    ['one listing of a page', 'A1', []],
    ['two SKUs of a page', 'A1 B1', [1]],
    ['two listings of one SKU on a page', 'A1 A1', []],
    ['a page each', 'A1 B2 C3', []],
    ['pages with several, and others', 'A2 B2 C3 D0 E4 F4', [2, 4]],
    ['two SKUs, both of them on two pages', 'A1 B1 A2 B2', []],
    ['three SKUs on two pages', 'A1 B1 A2 C2', [1, 2]],
  ])('%s', (_name, listings, expected) => {
    expect(choose(listings)).toEqual(expected);
  });
});
