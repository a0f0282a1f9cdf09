import { describe, expect, test } from 'vitest';
import { buildCatalogue, buildListing, call, callList, id, ids, onWalmart, openSandbox } from './support.ts';

const listings = [
  buildListing(1, { sku: 'A' }),
  buildListing(2, { sku: 'A', ...onWalmart }),
  buildListing(3, { sku: 'a', status: 'inactive' }),
  buildListing(4, { sku: 'B+C/D & E=é #1%', channel: ids.amazonEu, currency: 'eur' }),
  buildListing(5, { sku: '007', ...onWalmart, status: 'inactive' }),
];

describe('GET /listings, section 2: the shape of a list', () => {
  test('is the envelope with listings in all their fields and nothing else', async () => {
    const sandbox = await openSandbox([buildListing(1)]);
    const { status, headers, json } = await call(sandbox, 'GET /listings');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-length']).toBe(String(JSON.stringify(json).length));
    expect(json).toEqual({ object: 'list', has_more: false, data: [buildListing(1)] });
    expect(Object.keys((json as { data: object[] }).data[0] ?? {})).toEqual([
      'id',
      'object',
      'platform',
      'channel',
      'status',
      'sku',
      'currency',
      'current_price',
      'current_shipping',
      'cost',
      'minimum_price',
      'maximum_price',
      'strategy',
      'repricing',
      'manual_price',
      'created',
    ]);
  });

  test('holds an empty list when there is nothing', async () => {
    const sandbox = await openSandbox([]);
    expect((await call(sandbox, 'GET /listings')).json).toEqual({
      object: 'list',
      has_more: false,
      data: [],
    });
  });

  test('never shows what the sandbox keeps for itself', async () => {
    const waiting = buildListing(1, { manual_price: 1500, sandbox: { manual_price_due_in_ms: 60_000 } });
    const [gentle, ...others] = buildCatalogue([]).strategies;
    if (gentle === undefined) throw new Error('no strategy');
    const secretive = { ...gentle, sandbox: { profit_based: true, recompute: { minimum_percent: 5 } } };
    const catalogue = buildCatalogue([waiting], { strategies: [secretive, ...others] });
    const sandbox = await openSandbox([], { catalogue });
    for (const path of ['GET /listings', 'GET /strategies', `POST /listings/${id(1)}`]) {
      expect((await call(sandbox, path)).text).not.toMatch(/sandbox|due_in|percent|profit/);
    }
  });
});

describe('GET /listings, section 4.1: order', () => {
  test('is by creation, most recent first, whatever the order of the catalogue', async () => {
    const sandbox = await openSandbox(
      [listings[3], listings[0], listings[4], listings[1]].flatMap((l) => l ?? []),
    );
    expect((await callList(sandbox, 'GET /listings')).ids).toEqual([id(1), id(2), id(4), id(5)]);
  });

  test('keeps the order of the catalogue where creation times are equal', async () => {
    const sandbox = await openSandbox([5, 3, 9, 1].map((number) => buildListing(number, { created: 7 })));
    expect((await callList(sandbox, 'GET /listings')).ids).toEqual([id(5), id(3), id(9), id(1)]);
    expect((await callList(sandbox, `GET /listings?starting_after=${id(3)}`)).ids).toEqual([id(9), id(1)]);
  });
});

describe('GET /listings, section 4.1: filters', () => {
  const cases: readonly (readonly [query: string, numbers: readonly number[]])[] = [
    ['', [1, 2, 3, 4, 5]],
    ['platform=amazon', [1, 3, 4]],
    ['platform=walmart', [2, 5]],
    [`channel=${ids.amazonEu}`, [4]],
    ['status=active', [1, 2, 4]],
    ['status=inactive', [3, 5]],
    ['sku=A', [1, 2]],
    ['sku=a', [3]],
    ['sku=A&platform=walmart', [2]],
    [`sku=A&channel=${ids.amazon}`, [1]],
    [`sku=A&channel=${ids.amazonEu}`, []],
    [`platform=amazon&channel=${ids.walmart}`, []],
    ['sku=007', [5]],
    ['sku=7', []],
    ['sku=none', []],
    [`sku=${encodeURIComponent('B+C/D & E=é #1%')}`, [4]],
    ['sku=B%2BC/D+%26+E%3D%C3%A9+%231%25', [4]],
    ['sku=B+C/D+%26+E%3D%C3%A9+%231%25', []],
    ['platform=walmart&status=inactive&sku=007&limit=1', [5]],
  ];
  test.each(cases)('"%s" gives %j', async (query, numbers) => {
    const sandbox = await openSandbox(listings);
    expect((await callList(sandbox, `GET /listings?${query}`)).ids).toEqual(numbers.map(id));
  });
});

describe('GET /listings, sections 2.1 and 8: pages', () => {
  const many = Array.from({ length: 25 }, (_, index) => buildListing(index + 1));
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => id(from + index));
  const hundred = Array.from({ length: 120 }, (_, index) => buildListing(index + 1));

  const cases: readonly (readonly [query: string, from: number, to: number, hasMore: boolean])[] = [
    ['', 1, 10, true],
    ['limit=1', 1, 1, true],
    ['limit=24', 1, 24, true],
    ['limit=25', 1, 25, false],
    ['limit=100', 1, 25, false],
    [`limit=5&starting_after=${id(5)}`, 6, 10, true],
    [`limit=5&starting_after=${id(20)}`, 21, 25, false],
    [`limit=5&starting_after=${id(19)}`, 20, 24, true],
    [`limit=5&starting_after=${id(25)}`, 1, 0, false],
    [`limit=5&ending_before=${id(11)}`, 6, 10, true],
    [`limit=5&ending_before=${id(6)}`, 1, 5, false],
    [`limit=5&ending_before=${id(7)}`, 2, 6, true],
    [`limit=5&ending_before=${id(3)}`, 1, 2, false],
    [`limit=5&ending_before=${id(1)}`, 1, 0, false],
  ];
  test.each(cases)('"%s" gives %i to %i, has_more %s', async (query, from, to, hasMore) => {
    const sandbox = await openSandbox(many);
    const page = await callList(sandbox, `GET /listings?${query}`);
    expect({ ids: page.ids, hasMore: page.has_more }).toEqual({ ids: range(from, to), hasMore });
  });

  test('hold at most 100 listings', async () => {
    const page = await callList(await openSandbox(hundred), 'GET /listings?limit=100');
    expect({ count: page.ids.length, hasMore: page.has_more }).toEqual({ count: 100, hasMore: true });
  });

  test('start at a cursor that does not match the filters, in creation order', async () => {
    const sandbox = await openSandbox(listings);
    const after = await callList(sandbox, `GET /listings?platform=amazon&starting_after=${id(2)}`);
    const before = await callList(sandbox, `GET /listings?platform=amazon&ending_before=${id(2)}`);
    const bySku = await callList(sandbox, `GET /listings?sku=A&ending_before=${id(5)}`);
    expect([after.ids, before.ids, bySku.ids]).toEqual([[id(3), id(4)], [id(1)], [id(1), id(2)]]);
  });
});

describe('GET /listings, sections 4.1, 7 and 8: errors', () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    limit: ['0', '101', '-1', '10.0', '1e1', '010', 'ten', ''].map((limit) => `limit=${limit}`),
    channel: [`channel=${ids.nothing}`, 'channel='],
    platform: ['platform=ebay', 'platform=Amazon'],
    status: ['status=deleted'],
    sku: ['sku=', 'sku=A&sku=A'],
    starting_after: [`starting_after=${ids.nothing}`, `starting_after=${ids.amazon}`, 'starting_after='],
    ending_before: [`ending_before=${ids.nothing}`, `starting_after=${id(1)}&ending_before=${id(2)}`],
    page: ['page=2'],
    SKU: ['SKU=A'],
  };
  // A percent sign that is broken, and bytes that are not UTF-8.
  const undecodable = ['sku=50%', 'sku=%E9'];
  const cases = [
    ...Object.entries(refused).flatMap(([param, queries]) => queries.map((query) => [query, param] as const)),
    ...undecodable.map((query) => [query, null] as const),
  ];
  test.each(cases)('%s is refused, and %s is named', async (query, param) => {
    const { status, json } = await call(await openSandbox(listings), `GET /listings?${query}`);
    expect({ status, json }).toEqual({
      status: 400,
      json: { error: { message: expect.any(String), param } },
    });
  });

  test('a body is refused', async () => {
    const sandbox = await openSandbox(listings);
    expect((await call(sandbox, 'GET /listings', { body: '{}' })).status).toBe(400);
    expect((await call(sandbox, 'GET /listings')).status).toBe(200);
  });
});
