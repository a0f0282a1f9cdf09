import { expect, it, onTestFinished } from 'vitest';
import { AUTHORIZATION, costOf, idOf, listingOf, skuOf } from './account.ts';
import { type BenchService, startService } from './start-service.ts';

const HEADERS = { authorization: AUTHORIZATION };

async function start(options: Parameters<typeof startService>[0]): Promise<BenchService> {
  const service = await startService(options);
  onTestFinished(service.stop);
  return service;
}

async function get(url: string): Promise<{ has_more: boolean; data: readonly { id: string }[] }> {
  return (await (await fetch(url, { headers: HEADERS })).json()) as Awaited<ReturnType<typeof get>>;
}

it('serves pages in both directions, single SKUs and updates as interface.md has them, and counts them', async () => {
  const service = await start({ listings: 250 });
  const listings = `${service.url}/listings`;
  const ids: string[] = [];
  for (let cursor = ''; ; cursor = `&starting_after=${ids.at(-1)}`) {
    const page = await get(`${listings}?limit=100${cursor}`);
    ids.push(...page.data.map(({ id }) => id));
    if (!page.has_more) break;
  }
  expect(ids).toEqual(Array.from({ length: 250 }, (_, number) => idOf(number)));
  const before = await get(`${listings}?limit=100&ending_before=${idOf(150)}`);
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(50, 150));
  expect(before.has_more).toBe(true);
  expect(await get(`${listings}?sku=${skuOf(249)}`)).toEqual({
    object: 'list',
    has_more: false,
    data: [JSON.parse(listingOf(249))],
  });
  expect((await get(`${listings}?sku=${skuOf(250)}`)).data).toEqual([]);
  const updated = await fetch(`${listings}/${idOf(7)}?currency=usd&cost=1234&manual_price=`, {
    method: 'POST',
    headers: HEADERS,
  });
  expect(await updated.json()).toEqual({ ...JSON.parse(listingOf(7)), cost: 1234, manual_price: null });
  expect((await get(`${listings}?sku=${skuOf(7)}`)).data).toMatchObject([{ cost: costOf(7) }]);
  expect((await fetch(listings)).status).toBe(401);
  expect(await service.stats()).toMatchObject({ reads: { count: 7 }, writes: { count: 1 }, lookups: 3 });
  await service.reset();
  expect(await service.stats()).toMatchObject({ all: { count: 0 } });
});

it('refuses what goes beyond its limit, and counts it apart', async () => {
  const service = await start({ listings: 1, limit: { perSecond: 0.001, burst: 2, retryAfter: true } });
  const answers = [];
  for (let asked = 0; asked < 3; asked++)
    answers.push(await fetch(`${service.url}/channels`, { headers: HEADERS }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(900);
  expect(await service.stats()).toMatchObject({ all: { count: 2 }, refused: 1 });
});
