import { describe, expect, test } from 'vitest';
import { buildListing, call, id, ids, onWalmart, openSandbox } from './support.ts';

const listings = [
  buildListing(1, { sku: 'A' }),
  buildListing(2, { sku: 'A', ...onWalmart }),
  buildListing(3, { sku: 'a', status: 'inactive' }),
  buildListing(4, { sku: 'B+C/D & E=é #1%', channel: ids.amazonEu, currency: 'eur' }),
  buildListing(5, { sku: '007', ...onWalmart, status: 'inactive' }),
];

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
});
