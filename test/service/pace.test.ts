import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '../../src/domain/ports.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { Faults } from '../../src/sandbox/faults.ts';
import { openService } from '../../src/service/open-service.ts';
import { openTransport } from '../../src/service/transport.ts';
import { sku } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { fullestSecond } from '../support/fullest-second.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { KEY, noSignal } from './support.ts';

interface Options {
  readonly ratePerSecond: number;
  readonly concurrency: number;
  readonly requests: number;
  readonly faults: Faults;
}

/** Sends that many requests over real sockets on one clock with the service, and gives the moments at which they left. */
async function send({ requests, faults, ...options }: Options) {
  const clock = createFakeClock();
  const { now, sleep } = clock;
  const sandbox = await testSandbox({ catalogue: anAccount([]), faults, now, wait: (ms) => sleep(ms) });
  const leftAt: number[] = [];
  const log: Log = {
    debug: (event) => void (event === 'request' && leftAt.push(clock.monotonic())),
    info: () => {},
    warn: () => {},
    error: () => {},
  };
  const service = openService(
    {
      ...options,
      baseUrl: sandbox.url,
      apiKey: new Secret(KEY),
      timeoutMs: 10_000,
      retries: 0,
      nullAs: 'empty',
    },
    { readOnly: true, openTransport, clock, random: () => 0.5, log },
  );
  onTestFinished(() => service.close());
  let begun = 0;
  async function work(): Promise<void> {
    while (begun++ < requests) await service.findListings(sku('MUG-01'), { signal: noSignal });
  }
  await clock.runUntilDone(Promise.all(Array.from({ length: options.concurrency }, work)));
  return { leftAt, learned: service.learned(), sandbox };
}

describe('openService, as a service on the same clock sees it', () => {
  it('sends no more than --rate in any second, and is never refused where that is the limit', async () => {
    const { leftAt, sandbox } = await send({
      ratePerSecond: 40,
      concurrency: 8,
      requests: 90,
      faults: { rateLimit: { perSecond: 40 } },
    });
    expect(leftAt).toHaveLength(90);
    expect(fullestSecond(leftAt)).toBeLessThanOrEqual(40);
    expect(sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  });

  it('tells of a bound on requests in flight that keeps the pace below the rate', async () => {
    const { learned } = await send({
      ratePerSecond: 1000,
      concurrency: 1,
      requests: 60,
      faults: { latencyMs: 5 },
    });
    expect(learned.concurrencyWanted).toBeGreaterThanOrEqual(6);
  });
});
