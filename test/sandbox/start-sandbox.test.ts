import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import {
  buildCatalogue,
  buildListing,
  call,
  createFakeClock,
  id,
  openSandbox,
  show,
  strategies,
  update,
} from './support.ts';

describe('startSandbox: where it listens', () => {
  test('a port in use is named', async () => {
    const first = await openSandbox([]);
    const port = Number(new URL(first.url).port);
    await expect(openSandbox([], { port })).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringContaining(`127.0.0.1:${port}: the port is in use`),
    });
  });

  test.each(['', 'a:b', 'a b', 'ä'])('the key is checked: "%s"', async (apiKey) => {
    await expect(openSandbox([], { apiKey })).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('Cannot use the key'),
    });
  });
});

describe('startSandbox: the request log', () => {
  test('holds each request as it was answered', async () => {
    const seen: RequestEntry[] = [];
    const clock = createFakeClock(Date.UTC(2025, 0, 2));
    const sandbox = await openSandbox([buildListing(1, { sku: 'A B' })], {
      now: clock.now,
      speed: 60,
      onRequest: (entry) => seen.push(entry),
    });
    await call(sandbox, 'GET /listings?limit=5&sku=A+B&sku=x');
    clock.advance(1500);
    await call(sandbox, `POST /listings/${id(1)}?currency=usd&cost=5`);
    await call(sandbox, `POST /listings/${id(2)}`);
    await call(sandbox, 'GET /nowhere?x');
    expect(sandbox.requests).toEqual([
      {
        n: 1,
        at: '2025-01-02T00:00:00.000Z',
        method: 'GET',
        path: '/listings',
        query: [
          ['limit', '5'],
          ['sku', 'A B'],
          ['sku', 'x'],
        ],
        status: 400,
        sku: 'A B',
      },
      {
        n: 2,
        at: '2025-01-02T00:00:01.500Z',
        method: 'POST',
        path: `/listings/${id(1)}`,
        query: [
          ['currency', 'usd'],
          ['cost', '5'],
        ],
        status: 200,
        sku: 'A B',
        listingId: id(1),
      },
      expect.objectContaining({ n: 3, status: 404, listingId: id(2) }),
      expect.objectContaining({ n: 4, status: 404, path: '/nowhere', query: [['x', '']] }),
    ]);
    expect(seen).toEqual(sandbox.requests);
  });
});

describe('startSandbox: snapshot', () => {
  test('loaded again is the same service, waits and strategies included', async () => {
    const clock = createFakeClock();
    const recomputing = strategies.map((strategy) => ({
      ...strategy,
      sandbox: { recompute: { minimum_percent: 10 } },
    }));
    const listings = [1, 2, 3].map((number) => buildListing(number, { created: 5 }));
    const first = await openSandbox([], {
      now: clock.now,
      speed: 2,
      catalogue: buildCatalogue(listings, { strategies: recomputing }),
    });
    await update(first, 2, 'currency=usd&manual_price=2000');
    clock.advance(5000);
    const saved = JSON.parse(JSON.stringify(first.snapshot()));
    await first.close();
    clock.advance(1_000_000);
    const second = await openSandbox([], { now: clock.now, speed: 2, catalogue: parseCatalogue(saved) });
    expect(second.snapshot()).toEqual(saved);
    const remainingMs = saved.listings[1].sandbox.manual_price_due_in_ms;
    clock.advance(remainingMs / 2 - 1);
    expect(await show(second, 2)).toMatchObject({ manual_price: 2000, current_price: 1899 });
    clock.advance(1);
    expect(await show(second, 2)).toMatchObject({ manual_price: 2000, current_price: 1601 });
    expect(await update(second, 3, 'currency=usd&cost=1000')).toMatchObject({ minimum_price: 1100 });
  });
});

describe('startSandbox: connections', () => {
  test('close ends idle and waiting connections, and can be called twice', async () => {
    const sandbox = await openSandbox([buildListing(1)], {
      faults: {
        rules: [
          { match: { path: '/channels' }, delayMs: 3_600_000 },
          { match: { path: '/strategies' }, when: 'after', delayMs: 3_600_000 },
        ],
      },
    });
    const { port } = new URL(sandbox.url);
    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    const waiting = ['GET /channels', 'GET /strategies'].map((line) =>
      expect(call(sandbox, line)).rejects.toThrow(),
    );
    const gone = [once(idle, 'close'), ...waiting];
    // `n` counts arrivals: once it runs two ahead of the calls made here, the two above have arrived.
    for (let calls = 1; (sandbox.requests.at(-1)?.n ?? 0) < calls + 1; calls++)
      await call(sandbox, 'GET /listings');
    const closed = sandbox.close();
    expect(sandbox.close()).toBe(closed);
    await closed;
    await Promise.all(gone);
    await expect(call(sandbox, 'GET /listings')).rejects.toThrow();
  });
});
