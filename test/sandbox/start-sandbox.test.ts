import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { buildCatalogue, buildListing, call, openSandbox, show, strategies, update } from './support.ts';

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
    await clock.advance(5000);
    const saved = JSON.parse(JSON.stringify(first.snapshot()));
    await first.close();
    await clock.advance(1_000_000);
    const second = await openSandbox([], { now: clock.now, speed: 2, catalogue: parseCatalogue(saved) });
    expect(second.snapshot()).toEqual(saved);
    const remainingMs = saved.listings[1].sandbox.manual_price_due_in_ms;
    await clock.advance(remainingMs / 2 - 1);
    expect(await show(second, 2)).toMatchObject({ manual_price: 2000, current_price: 1899 });
    await clock.advance(1);
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
