import { ServiceError } from '../../../src/domain/errors.ts';
import type { ListingId, Sku } from '../../../src/domain/listing.ts';
import type { FindListings, ListListings } from '../../../src/domain/ports.ts';
import { createAccount } from '../../../src/sandbox/account.ts';
import type { Listing } from '../../../src/sandbox/catalogue.ts';
import { Refusal } from '../../../src/sandbox/errors.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { createService, type GoneCursors } from '../../../src/sandbox/service.ts';
import { listingPageSchema } from '../../../src/service/schemas.ts';
import { anAccount } from '../../support/test-sandbox.ts';

interface PagedOptions {
  /** Objects a page holds at most. */
  readonly pageSize?: number;
  readonly goneCursors?: GoneCursors;
  /** Told before each page is made, counted from 1. */
  readonly onPage?: (number: number, account: PagedAccount) => void | Promise<void>;
}

export interface PagedAccount {
  readonly listListings: ListListings;
  readonly findListings: FindListings;
  add(listing: Partial<Listing>): void;
  remove(id: string): void;
  change(id: string, patch: Partial<Listing>): void;
  /** What each page was asked for by, in the order of asking. */
  readonly cursors: readonly (string | undefined)[];
  readonly listings: () => readonly Listing[];
}

/** The sandbox's account behind the ports of a scan, without a network between them. */
export function pagedAccount(
  listings: readonly Partial<Listing>[],
  options: PagedOptions = {},
): PagedAccount {
  const { pageSize = 100, goneCursors = 'refused', onPage } = options;
  const account = createAccount(anAccount(listings), { now: () => 0, random: createRandom(1) });
  const service = createService(account, { nulls: 'empty', goneCursors });
  const cursors: (string | undefined)[] = [];
  let added = 0;

  function ask(query: Readonly<Record<string, string | undefined>>) {
    const given = Object.entries({ limit: String(pageSize), ...query }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    try {
      const request = { method: 'GET', path: '/listings', query: given };
      const answer = service.handle(request, { ignored: new Set(), hold: {} });
      const { data, has_more } = listingPageSchema.parse(answer);
      return { listings: data, hasMore: has_more };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new ServiceError(error.message, { httpStatus: error.status });
    }
  }

  const paged: PagedAccount = {
    listListings: async ({ startingAfter, platform, channel, signal }) => {
      signal.throwIfAborted();
      cursors.push(startingAfter);
      await onPage?.(cursors.length, paged);
      return ask({ starting_after: startingAfter, platform, channel });
    },
    findListings: async (sku: Sku) => ask({ sku, limit: '100' }).listings,
    add: (listing) => {
      const [made] = anAccount([listing]).listings;
      const id = `ffffffff-0000-4000-8000-${String(++added).padStart(12, '0')}`;
      if (made) account.listings.add({ ...made, id, ...listing });
    },
    remove: account.listings.remove,
    change: (id, patch) => void account.listings.patch(id, patch),
    cursors,
    listings: () => account.snapshot().listings,
  };
  return paged;
}

export function idOf(number: number): ListingId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as ListingId;
}
