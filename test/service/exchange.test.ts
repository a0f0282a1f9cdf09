import { describe, expect, it } from 'vitest';
import { RetriesSpentError, ServiceError } from '../../src/domain/errors.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import type { Send } from '../../src/service/transport.ts';
import { cents, listingId, sku } from '../support/builders.ts';
import { turn, until } from '../support/gate.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import {
  anUpdateOf,
  type CannedReply,
  inTurn,
  noSignal,
  openClient,
  startServer,
  wireListing,
  wirePage,
} from './support.ts';

const catalogue = anAccount([{ sku: 'MUG-01' }]);
const costUpdate = anUpdateOf(1, { cost: cents(5) });

/** A sandbox in which requests meet a fault. */
function faulty(rule: FaultRule) {
  return testSandbox({ catalogue, faults: { rules: [rule] } });
}

/** What a promise was rejected with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { resolved: await promise };
  } catch (error) {
    return error;
  }
}

describe('exchange: a GET', () => {
  it('is tried again after answers that say nothing of the request', async () => {
    const sandbox = await faulty({ answer: { status: 200, body: { listings: [] } }, times: 2 });
    const client = openClient(sandbox);
    expect((await client.find('MUG-01')).map(({ id }) => id)).toEqual([listingId(1)]);
    expect(client.counts).toMatchObject({ reads: 3, writes: 0, retries: 2 });
  });

  it.each([
    ['a refused connection', 'http://127.0.0.1:1', /ECONNREFUSED/],
    ['an unknown host', 'http://nosuchhost.invalid', /(ENOTFOUND|EAI_AGAIN) nosuchhost\.invalid/],
  ])('is tried again after %s', async (_, url, message) => {
    const client = openClient(url, { retries: 2 });
    const error = (await rejection(client.strategies())) as ServiceError;
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.message).toMatch(/^GET \/strategies: no connection to the service: .*, after 3 attempts$/);
    expect(error.message).toMatch(message);
    expect(client.waits()).toHaveLength(2);
  });
});

describe('exchange: Retry-After', () => {
  const busy = (seconds: string | undefined, status = 429): CannedReply => ({
    status,
    headers: seconds === undefined ? {} : { 'retry-after': seconds },
  });
  const page = { body: wirePage([wireListing(1)]) };

  it.each([
    [429, '7', 7000],
    [408, '2', 2000],
    [409, '2', 2000],
    [429, '600', 600_000],
  ])('of a %i wins over the backoff: %s s', async (status, seconds, ms) => {
    const server = await startServer(inTurn(busy(seconds, status), page));
    const client = openClient(server);
    expect(await client.find('MUG-01')).toHaveLength(1);
    const [first = 0, second = 0] = client.sentAt();
    expect(second - first).toBeCloseTo(ms, 3);
  });

  it.each([429, 503])('a %i with Retry-After holds up every request, reads and updates', async (status) => {
    const [first, ms] = [busy('7', status), 7000];
    const server = await startServer(({ index, method }) => {
      if (index === 0) return first;
      return { body: method === 'GET' ? wirePage([]) : wireListing(1) };
    });
    const { service, clock, log, sentAt } = openClient(server);
    const signal = noSignal;
    const reads = [service.findListings(sku('A'), { signal })];
    await until(() => log.entries.some(({ level }) => level === 'warn'));
    reads.push(service.findListings(sku('B'), { signal }), service.findListings(sku('C'), { signal }));
    const write = service.updateListing(costUpdate, { signal, attemptsMade: 0 });
    await clock.advance(ms - 0.5);
    expect(sentAt()).toHaveLength(1);
    await clock.advance(1);
    await clock.runUntilDone(Promise.all([...reads, write]));
    expect(server.seen.map(({ method }) => method).sort()).toEqual(['GET', 'GET', 'GET', 'GET', 'POST']);
    for (const at of sentAt().slice(1)) expect(at).toBeGreaterThanOrEqual(ms);
  });

  it('a 500 without Retry-After holds up nobody else', async () => {
    const server = await startServer(({ index }) => (index === 0 ? { status: 500 } : { body: wirePage([]) }));
    const { service, clock, log, sentAt } = openClient(server);
    const stumbled = service.findListings(sku('A'), { signal: noSignal });
    await until(() => log.entries.some(({ level }) => level === 'warn'));
    const other = service.findListings(sku('B'), { signal: noSignal });
    await clock.advance(1);
    await other;
    expect(server.seen).toHaveLength(2);
    await clock.runUntilDone(stumbled);
    expect(sentAt()[2]).toBeGreaterThanOrEqual(125);
  });
});

describe('exchange: the limits that requests share', () => {
  it.each([1, 3, 8])('never more than %i in flight, reads and updates together', async (concurrency) => {
    let [inFlight, most] = [0, 0];
    const waiting: (() => void)[] = [];
    const server = await startServer(async ({ method }) => {
      most = Math.max(most, ++inFlight);
      await new Promise<void>((resolve) => waiting.push(resolve));
      inFlight--;
      return { body: method === 'GET' ? wirePage([]) : wireListing(1) };
    });
    const { service, clock, sentAt } = openClient(server, { concurrency });
    const rounds = 3;
    const asked = Array.from({ length: rounds * concurrency }, (_, index) =>
      index % 2 === 0
        ? service.findListings(sku('A'), { signal: noSignal })
        : service.updateListing(costUpdate, { signal: noSignal, attemptsMade: 0 }),
    );
    const all = clock.runUntilDone(Promise.all(asked));
    for (let round = 0; round < rounds; round++) {
      await until(() => waiting.length >= concurrency);
      // One too many would leave when these do.
      await turn();
      expect(sentAt()).toHaveLength((round + 1) * concurrency);
      for (const answer of waiting.splice(0)) answer();
    }
    await all;
    expect(most).toBe(concurrency);
  });

  it('one pace for reads, updates, pages and further attempts', async () => {
    const sandbox = await testSandbox({
      catalogue: generateCatalogue({ listings: 300, seed: 7 }),
      faults: { rules: [{ match: { path: '/channels' }, times: 2, answer: { status: 500 } }] },
    });
    const { service, clock, sentAt, log } = openClient(sandbox, { ratePerSecond: 10 });
    const [listing] = sandbox.snapshot().listings;
    const update = { ...anUpdateOf(listing?.id ?? '', { repricing: false }), currency: 'usd' };
    const asked = [
      ...Array.from({ length: 6 }, () => service.findListings(sku('A'), { signal: noSignal })),
      ...Array.from({ length: 6 }, () =>
        service.updateListing(update, { signal: noSignal, attemptsMade: 0 }),
      ),
      service.listChannels({ signal: noSignal }),
      service.listStrategies({ signal: noSignal }),
    ];
    await clock.runUntilDone(Promise.all(asked));
    const sent = sentAt();
    expect(sent).toHaveLength(16);
    expect(sandbox.requests).toHaveLength(16);
    // A slot that was missed for less than 100 ms may be made up for.
    const [first = 0] = sent;
    for (const [index, at] of sent.entries()) {
      expect(at - first).toBeGreaterThanOrEqual((index - 1) * 100);
    }
    expect(new Set(log.entries.map(({ fields }) => fields['method']))).toEqual(new Set(['GET', 'POST']));
  });
});

describe('exchange: connections that the service refuses', () => {
  it('while it answers others bound the requests in flight', async () => {
    let sent = 0;
    const body = JSON.stringify(wirePage([wireListing(1)]));
    const send: Send = async () =>
      ++sent === 2
        ? { kind: 'not_sent', cause: new Error('refused') }
        : { kind: 'answer', httpStatus: 200, headers: {}, tripMs: 1000, body };
    const { clock, service } = openClient('http://127.0.0.1:1', {
      concurrency: 4,
      openTransport: () => ({ send, close: async () => {} }),
    });
    const finds = Array.from({ length: 4 }, () => service.findListings(sku('MUG-01'), { signal: noSignal }));
    await clock.runUntilDone(Promise.all(finds));
    expect(service.learned().connectionsAccepted).toBeLessThan(4);
  });
});

describe('exchange: the retries that requests share', () => {
  it.each([
    ['reading a lost update back', { isReadBack: true }, 10],
    ['reading a listing again', { isReread: true }, 20],
  ] as const)('are given back by no %s', async (_name, why, most) => {
    const sandbox = await faulty({ match: { method: 'POST' }, answer: { status: 503 } });
    const { service, clock, update } = openClient(sandbox);
    const readAndUpdate = async () => {
      await clock.runUntilDone(service.findListings(sku('MUG-01'), { signal: noSignal, ...why }));
      await update(costUpdate, 1);
    };
    for (let n = 0; n < most; n++) await readAndUpdate();
    await expect(readAndUpdate()).rejects.toThrow(RetriesSpentError);
  });

  it('are given back by a lookup', async () => {
    const sandbox = await faulty({ match: { method: 'POST' }, answer: { status: 503 } });
    const { find, update } = openClient(sandbox);
    for (let n = 0; n < 30; n++) {
      await find('MUG-01');
      expect(await update(costUpdate, 1)).toMatchObject({ kind: 'lost' });
    }
  });
});

describe('exchange: a signal', () => {
  it('that is aborted beforehand lets nothing out', async () => {
    const sandbox = await testSandbox({ catalogue });
    const { service, counts } = openClient(sandbox);
    const reason = new Error('Interrupted');
    const signal = AbortSignal.abort(reason);
    await expect(service.findListings(sku('MUG-01'), { signal })).rejects.toBe(reason);
    await expect(service.updateListing(costUpdate, { signal, attemptsMade: 0 })).rejects.toBe(reason);
    expect(sandbox.requests).toEqual([]);
    expect(counts).toEqual({ reads: 0, writes: 0, retries: 0, throttled: 0 });
  });

  it('that is aborted during a backoff lets no further attempt out', async () => {
    const sandbox = await faulty({ answer: { status: 429 } });
    const { service, clock, log } = openClient(sandbox);
    const stop = new AbortController();
    const asked = service.updateListing(costUpdate, { signal: stop.signal, attemptsMade: 0 });
    await until(() => log.entries.some(({ level }) => level === 'warn'));
    stop.abort('enough');
    expect(await asked).toMatchObject({ kind: 'stopped', attempts: 1, httpStatus: 429, stop: 'enough' });
    await clock.advance(600_000);
    expect(sandbox.requests).toHaveLength(1);
  });

  it('that is aborted awaits what is in flight, and begins nothing more', async () => {
    const answers: (() => void)[] = [];
    const server = await startServer(async ({ method }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { body: method === 'GET' ? wirePage([wireListing(1)], true) : wireListing(1, { cost: 5 }) };
    });
    const { service, clock } = openClient(server, { concurrency: 2 });
    const stop = new AbortController();
    const { signal } = stop;
    const update = service.updateListing(costUpdate, { signal, attemptsMade: 0 });
    const pages = rejection(service.findListings(sku('MUG-01'), { signal }));
    const queued = rejection(service.updateListing(costUpdate, { signal, attemptsMade: 0 }));
    await until(() => answers.length === 2);
    stop.abort('enough');
    for (const answer of answers) answer();
    const outcomes = await clock.runUntilDone(Promise.all([update, pages, queued]));
    expect(outcomes).toMatchObject([{ kind: 'accepted', attempts: 1 }, 'enough', 'enough']);
    expect(server.seen).toHaveLength(2);
  });
});
