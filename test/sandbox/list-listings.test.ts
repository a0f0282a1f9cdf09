import { describe, expect, test } from 'vitest';
import { buildListing, call, callList, id, ids, onWalmart, openSandbox } from './support.ts';

const listings = [
  buildListing(1, { sku: 'A' }),
  buildListing(2, { sku: 'A', ...onWalmart }),
  buildListing(3, { sku: 'a', status: 'inactive' }),
  buildListing(4, { sku: 'B+C/D & E=é #1%', channel: ids.amazonEu, currency: 'eur' }),
  buildListing(5, { sku: '007', ...onWalmart, status: 'inactive' }),
];

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
