import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { buildListing, callList, ids, onWalmart, openSandbox } from './support.ts';

const skus = ['A', 'a', 'B'];
const listings = Array.from({ length: 60 }, (_, index) =>
  buildListing(index + 1, {
    sku: skus[(index * 7) % 3] ?? 'A',
    status: index % 4 === 1 ? 'inactive' : 'active',
    created: 5000 - Math.floor(index / 5),
    ...(index % 3 === 0 && onWalmart),
    ...(index % 5 === 0 && { platform: 'amazon', channel: ids.amazonEu, strategy: ids.bold }),
  }),
);

const filters = fc.record(
  {
    platform: fc.constantFrom('amazon', 'walmart'),
    channel: fc.constantFrom(ids.amazon, ids.amazonEu, ids.walmart),
    status: fc.constantFrom('active', 'inactive'),
    sku: fc.constantFrom(...skus),
  },
  { requiredKeys: [] },
);

test('paging, section 4.1: forwards and back again visits every match once and in order, for any limit and filter', async () => {
  const sandbox = await openSandbox(listings);
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 100 }), async (filter, limit) => {
      const query = String(new URLSearchParams({ ...filter, limit: String(limit) }));
      const expected = listings.filter((listing) => matches(listing, filter)).map(({ id }) => id);
      const forwards = await walk(sandbox, query, 'starting_after');
      expect(forwards).toEqual(expected);
      const last = forwards.at(-1);
      if (last === undefined) return;
      expect([...(await walk(sandbox, query, 'ending_before', last)), last]).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('paging, section 4.1: from any cursor, matching or not, the pages before and after make up the whole', async () => {
  const sandbox = await openSandbox(listings);
  const cursors = fc.constantFrom(...listings);
  await fc.assert(
    fc.asyncProperty(filters, cursors, fc.integer({ min: 1, max: 30 }), async (filter, cursor, limit) => {
      const query = String(new URLSearchParams({ ...filter, limit: String(limit) }));
      const expected = listings.filter((listing) => matches(listing, filter)).map(({ id }) => id);
      const before = await walk(sandbox, query, 'ending_before', cursor.id);
      const after = await walk(sandbox, query, 'starting_after', cursor.id);
      const itself = matches(cursor, filter) ? [cursor.id] : [];
      expect([...before, ...itself, ...after]).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

function matches(
  listing: Listing,
  filter: Partial<Record<'platform' | 'channel' | 'status' | 'sku', string>>,
) {
  return Object.entries(filter).every(([field, value]) => Reflect.get(listing, field) === value);
}

/** Walks pages in one direction as long as there are more, and gives the ids in list order. */
async function walk(
  sandbox: Sandbox,
  query: string,
  direction: 'starting_after' | 'ending_before',
  from?: string,
): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor = from; seen.length <= listings.length; ) {
    const suffix = cursor === undefined ? '' : `&${direction}=${cursor}`;
    const page = await callList(sandbox, `GET /listings?${query}${suffix}`);
    if (direction === 'starting_after') seen.push(...page.ids);
    else seen.unshift(...page.ids);
    if (!page.has_more) return seen;
    cursor = direction === 'starting_after' ? page.ids.at(-1) : page.ids[0];
  }
  throw new Error('The walk does not end');
}
