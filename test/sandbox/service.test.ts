import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { idOf } from '../support/an-account.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { runs } from '../support/runs.ts';
import {
  basic,
  buildCatalogue,
  buildListing,
  call,
  callList,
  ids,
  onWalmart,
  openSandbox,
  show,
  strategies,
  update,
} from './support.ts';

describe('authentication, section 5', () => {
  test.each([
    ['the key as user name, empty password', basic('k3y'), 200],
    ['a password', basic('k3y', 'x'), 401],
    ['a bearer token', 'Bearer k3y', 401],
  ])('%s', async (_name, authorization, status) => {
    const sandbox = await openSandbox([buildListing(1)], { apiKey: 'k3y' });
    expect((await call(sandbox, 'GET /listings', { headers: { authorization } })).status).toBe(status);
  });

  test('comes before everything else, and a stranger changes nothing', async () => {
    const sandbox = await openSandbox([buildListing(1)]);
    const headers = { authorization: basic('stranger') };
    const answers = await Promise.all(
      [
        `POST /listings/${idOf(1)}?currency=usd&cost=5`,
        'GET /nowhere',
        'DELETE /listings',
        'GET /listings?limit=0',
      ].map((line) => call(sandbox, line, { headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers[0]?.headers['www-authenticate']).toMatch(/^Basic /);
    expect(await show(sandbox, 1)).toEqual(buildListing(1));
  });
});

describe('operations, section 4', () => {
  test.each([
    ['GET /', 404, undefined],
    ['GET /listings/', 404, undefined],
    ['POST /listings', 405, 'GET'],
    [`GET /listings/${idOf(1)}`, 405, 'POST'],
    [`DELETE /listings/${idOf(2)}`, 405, 'POST'],
  ])('%s is %i, allowed is %s', async (line, status, allow) => {
    const { headers, ...answer } = await call(await openSandbox([buildListing(1)]), line);
    expect({ status: answer.status, allow: headers['allow'] }).toEqual({ status, allow });
  });
});

/** Queries that are refused because of a parameter, and those that can't be decoded. */
function casesOf(refused: Readonly<Record<string, readonly string[]>>, ...undecodable: readonly string[]) {
  return [
    ...Object.entries(refused).flatMap(([param, queries]) => queries.map((query) => [query, param] as const)),
    ...undecodable.map((query) => [query, null] as const),
  ];
}

function refusalOf(param: string | null) {
  return { status: 400, json: { error: { message: expect.any(String), param } } };
}

describe('GET /listings, sections 4.1, 7 and 8: errors', () => {
  const refused = {
    limit: ['0', '101', '-1', '10.0', '1e1', '010', 'ten', ''].map((limit) => `limit=${limit}`),
    channel: [`channel=${ids.nothing}`, 'channel='],
    platform: ['platform=ebay', 'platform=Amazon'],
    status: ['status=deleted'],
    sku: ['sku=', 'sku=A&sku=A'],
    starting_after: [`starting_after=${ids.nothing}`, `starting_after=${ids.amazon}`, 'starting_after='],
    ending_before: [`ending_before=${ids.nothing}`, `starting_after=${idOf(1)}&ending_before=${idOf(2)}`],
    page: ['page=2'],
    SKU: ['SKU=A'],
  };
  // A percent sign that is broken, and bytes that are not UTF-8.
  test.each(casesOf(refused, 'sku=50%', 'sku=%E9'))('%s is refused, %s is named', async (query, param) => {
    const sandbox = await openSandbox([buildListing(1), buildListing(2)]);
    expect(await call(sandbox, `GET /listings?${query}`)).toMatchObject(refusalOf(param));
  });
});

const path = `/listings/${idOf(1)}`;

describe('POST /listings/{id}, sections 4.4 and 7: an update that breaks a rule changes nothing', () => {
  const refused = {
    currency: [
      ...['cost=5', 'minimum_price=5', 'maximum_price=5', 'manual_price=5', 'cost='],
      ...['USD', 'eur', '', 'dollars'].map((currency) => `currency=${currency}&cost=5`),
      'currency=eur&repricing=false',
    ],
    cost: ['12.50', '12.0', 'free', '5&cost=5'].map((cost) => `currency=usd&cost=${cost}`),
    minimum_price: ['-1', '%2B1', 'x&cost=5'].map((price) => `currency=usd&minimum_price=${price}`),
    maximum_price: ['1e3', '0100'].map((price) => `currency=usd&maximum_price=${price}`),
    manual_price: ['+5', '0x10', '9007199254740992'].map((price) => `currency=usd&manual_price=${price}`),
    strategy: [`strategy=${ids.nothing}`, 'strategy=Bold', `strategy=${ids.lowest}`],
    repricing: ['repricing=', 'repricing=True', 'repricing=1', 'currency=usd&cost=5&repricing=maybe'],
    price: ['price=5'],
    status: ['status=inactive'],
    sku: ['sku=MUG-1'],
  };
  test.each(casesOf(refused, 'currency=usd&cost=%'))('%s, and %s is named', async (query, param) => {
    const sandbox = await openSandbox([buildListing(1)]);
    expect(await call(sandbox, `POST ${path}?${query}`)).toMatchObject(refusalOf(param));
    expect(await show(sandbox, 1)).toEqual(buildListing(1));
  });
});

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
    sandbox.removeListing(idOf(2));
    const { status: answered, json } = await call(sandbox, `GET /listings?limit=2&starting_after=${idOf(2)}`);
    expect(answered).toBe(status);
    const list = json as { readonly data?: readonly Listing[] };
    expect(list.data?.map((listing) => listing.id)).toEqual(expected?.map(idOf));
  });

  test('is gone from every list, and from updates', async () => {
    const sandbox = await openSandbox([buildListing(1), buildListing(2)]);
    sandbox.removeListing(idOf(1));
    expect((await callList(sandbox, 'GET /listings')).ids).toEqual([idOf(2)]);
    expect((await callList(sandbox, 'GET /listings?sku=MUG-1')).ids).toEqual([]);
    expect((await call(sandbox, `POST /listings/${idOf(1)}?repricing=false`)).status).toBe(404);
    expect(sandbox.snapshot().listings.map((listing) => listing.id)).toEqual([idOf(2)]);
  });
});

test('a listing that is added comes before those of its time, and one that is changed stays where it is', async () => {
  const sandbox = await openSandbox([1, 2, 3].map((number) => buildListing(number, { created: 9 })));
  sandbox.addListing(buildListing(4, { created: 9, sku: 'NEW' }));
  sandbox.changeListing(idOf(2), { cost: 777 });
  const { ids: order, data } = await callList(sandbox, 'GET /listings');
  expect(order).toEqual([4, 1, 2, 3].map(idOf));
  expect(data.map(({ cost }) => cost)).toEqual([700, 700, 777, 700]);
  expect((await callList(sandbox, 'GET /listings?sku=NEW')).ids).toEqual([idOf(4)]);
});

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

const SECOND = 1000;
const LONGEST = 180 * SECOND;
describe('a manual price, sections 3, 4.4 rule 3 and 8', () => {
  test.each([
    ['amazon, including shipping', {}, 2000 - 399],
    ['walmart, without shipping', onWalmart, 2000],
    ['amazon, shipping above it', { current_shipping: 2500 }, 0],
  ])('is stored at once and reflected later: %s', async (_name, fields, reflected) => {
    const clock = createFakeClock();
    const before = buildListing(1, fields);
    const sandbox = await openSandbox([before], { now: clock.now });
    expect(await update(sandbox, 1, 'currency=usd&manual_price=2000')).toEqual({
      ...before,
      manual_price: 2000,
    });
    await clock.advance(30 * SECOND - 1);
    expect(await show(sandbox, 1)).toEqual({ ...before, manual_price: 2000 });
    await clock.advance(LONGEST - 30 * SECOND + 1);
    expect(await show(sandbox, 1)).toEqual({ ...before, manual_price: 2000, current_price: reflected });
  });

  test('sent again waits anew, and the earlier one never shows', async () => {
    const clock = createFakeClock();
    const sandbox = await openSandbox([buildListing(1)], { now: clock.now });
    await update(sandbox, 1, 'currency=usd&manual_price=2000');
    await clock.advance(29 * SECOND);
    await update(sandbox, 1, 'currency=usd&manual_price=2500');
    await clock.advance(30 * SECOND - 1);
    expect(await show(sandbox, 1)).toMatchObject({ manual_price: 2500, current_price: 1899 });
    await clock.advance(LONGEST);
    expect(await show(sandbox, 1)).toMatchObject({ manual_price: 2500, current_price: 2101 });
  });
});

describe('strategies that recompute bounds', () => {
  const recomputing = strategies.map((strategy) =>
    strategy.id === ids.bold
      ? { ...strategy, sandbox: { recompute: { minimum_percent: 20, maximum_percent: 55.5 } } }
      : strategy,
  );
  const bold = { strategy: ids.bold };
  test.each([
    ['a cost', bold, 'currency=usd&cost=1001', { cost: 1001, minimum_price: 1201, maximum_price: 1557 }],
    ['the strategy', {}, `strategy=${ids.bold}`, { ...bold, minimum_price: 840, maximum_price: 1089 }],
    [
      'a cost and a minimum',
      bold,
      'currency=usd&cost=1000&minimum_price=5',
      { cost: 1000, minimum_price: 5, maximum_price: 1555 },
    ],
    ['neither', bold, 'repricing=false', { repricing: false }],
    ['a cost under another strategy', {}, 'currency=usd&cost=1000', { cost: 1000 }],
  ])('on an update with %s', async (_name, fields, query, changed) => {
    const listing = buildListing(1, fields);
    const sandbox = await openSandbox([], {
      catalogue: buildCatalogue([listing], { strategies: recomputing }),
    });
    expect(await update(sandbox, 1, query)).toEqual({ ...listing, ...changed });
    expect(await show(sandbox, 1)).toEqual({ ...listing, ...changed });
  });
});
