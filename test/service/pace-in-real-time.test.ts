import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/cli/terminal/system-clock.ts';
import type { Log } from '../../src/domain/ports.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { Faults } from '../../src/sandbox/faults.ts';
import { openService } from '../../src/service/open-service.ts';
import { openTransport } from '../../src/service/transport.ts';
import { sku } from '../support/builders.ts';
import { fullestSecond } from '../support/fullest-second.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { KEY, noSignal } from './support.ts';

interface Options {
  readonly ratePerSecond: number;
  readonly concurrency: number;
  readonly requests: number;
  readonly faults: Faults;
}

/** Sends so many requests on the clock of this machine, and gives the moments at which they left. */
async function send({ requests, faults, ...options }: Options) {
  const sandbox = await testSandbox({ catalogue: anAccount([]), faults });
  const leftAt: number[] = [];
  const log: Log = {
    debug: (event) => void (event === 'request' && leftAt.push(performance.now())),
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
    { readOnly: true, openTransport, clock: systemClock, random: Math.random, log },
  );
  onTestFinished(() => service.close());
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  let begun = 0;
  async function work(): Promise<void> {
    while (begun++ < requests) await service.findListings(sku('MUG-01'), { signal: noSignal });
  }
  await Promise.all(Array.from({ length: options.concurrency }, work));
  delays.disable();
  const heldUpMs = delays.max / 1e6;
  return { heldUpMs, leftAt, learned: service.learned(), sandbox };
}

describe('openService, on the clock of this machine', () => {
  it('sends no more than --rate in any second, and is never refused where that is the limit', async () => {
    const { leftAt, heldUpMs, sandbox } = await send({
      ratePerSecond: 40,
      concurrency: 8,
      requests: 90,
      faults: { rateLimit: { perSecond: 40 } },
    });
    expect(leftAt).toHaveLength(90);
    // A machine that stops in the middle delays what is noted of a request, which left before that.
    expect(fullestSecond(leftAt, 1000 - heldUpMs)).toBeLessThanOrEqual(40);
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
