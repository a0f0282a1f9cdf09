import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { runs } from '../support/runs.ts';
import { buildListing, call, callList, id, ids, onWalmart, openSandbox } from './support.ts';

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
    { numRuns: runs(60) },
  );
});

function matches(
  listing: Listing,
  filter: Partial<Record<'platform' | 'channel' | 'status' | 'sku', string>>,
) {
  return Object.entries(filter).every(([field, value]) => Reflect.get(listing, field) === value);
}

/** Walks pages in one direction as long as there are more, and gives the ids in list order. */
describe('a listing that is removed meanwhile', () => {
  test.each([
    ['refused', 400, undefined],
    ['empty', 200, []],
    ['first_page', 200, [1, 3]],
    ['honoured', 200, [3, 4]],
  ] as const)('is no place to page from any more, which is %s', async (goneCursors, status, expected) => {
    const sandbox = await openSandbox(
      [1, 2, 3, 4, 5].map((number) => buildListing(number)),
      { goneCursors },
    );
    sandbox.removeListing(id(2));
    const { status: answered, json } = await call(sandbox, `GET /listings?limit=2&starting_after=${id(2)}`);
    expect(answered).toBe(status);
    const list = json as { readonly data?: readonly Listing[] };
    expect(list.data?.map((listing) => listing.id)).toEqual(expected?.map(id));
  });

  test('is gone from every list, and from updates', async () => {
    const sandbox = await openSandbox([buildListing(1), buildListing(2)]);
    sandbox.removeListing(id(1));
    expect((await callList(sandbox, 'GET /listings')).ids).toEqual([id(2)]);
    expect((await callList(sandbox, 'GET /listings?sku=MUG-1')).ids).toEqual([]);
    expect((await call(sandbox, `POST /listings/${id(1)}?repricing=false`)).status).toBe(404);
    expect(sandbox.snapshot().listings.map((listing) => listing.id)).toEqual([id(2)]);
  });
});

test('a listing that is added comes before those of its time, and one that is changed stays where it is', async () => {
  const sandbox = await openSandbox([1, 2, 3].map((number) => buildListing(number, { created: 9 })));
  sandbox.addListing(buildListing(4, { created: 9, sku: 'NEW' }));
  sandbox.changeListing(id(2), { cost: 777 });
  const { ids: order, data } = await callList(sandbox, 'GET /listings');
  expect(order).toEqual([4, 1, 2, 3].map(id));
  expect(data.map(({ cost }) => cost)).toEqual([700, 700, 777, 700]);
  expect((await callList(sandbox, 'GET /listings?sku=NEW')).ids).toEqual([id(4)]);
});

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
