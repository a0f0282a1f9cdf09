import { describe, expect, test } from 'vitest';
import { type Faults, parseFaults } from '../../src/sandbox/faults.ts';
import { idOf } from '../support/an-account.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { turn } from '../support/gate.ts';
import { buildListing, call, ids, openSandbox, show, update } from './support.ts';

const listings = [
  buildListing(1),
  buildListing(2, { sku: 'CUP' }),
  buildListing(3, { sku: 'CUP', channel: ids.amazonEu, currency: 'eur' }),
];
const open = (faults: Faults, options = {}) => openSandbox(listings, { faults, ...options });
const costUpdate = (number: number) => `POST /listings/${idOf(number)}?currency=usd&cost=5`;

/** The status of each call, one after the other; `reset` where the connection broke. */
async function statusesOf(sandbox: Awaited<ReturnType<typeof open>>, lines: readonly string[]) {
  const statuses: (number | string)[] = [];
  for (const line of lines) {
    statuses.push(
      await call(sandbox, line).then(
        ({ status }) => status,
        (error: { code?: string }) => error.code ?? String(error),
      ),
    );
  }
  return statuses;
}

const many = (line: string, times: number) => new Array<string>(times).fill(line);

describe('rateLimit', () => {
  test('turns an update away before it takes effect, and strangers take no tokens', async () => {
    const clock = createFakeClock();
    const sandbox = await open({ rateLimit: { perSecond: 1, burst: 1 } }, { now: clock.now });
    await call(sandbox, 'GET /channels', { headers: { authorization: 'Basic eDo=' } });
    expect(await statusesOf(sandbox, ['GET /channels', costUpdate(1)])).toEqual([200, 429]);
    expect(sandbox.snapshot().listings[0]?.cost).toBe(700);
  });
});

describe('errors and resets', () => {
  test('come in their shares, the same for the same seed and others for another', async () => {
    const faults = { errors: { before: 0.1, after: 0.1, status: 502 }, resets: { before: 0.1, after: 0.1 } };
    const run = async (seed: number) => statusesOf(await open(faults, { seed }), many('GET /channels', 300));
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
    const share = (status: number | string) => first.filter((each) => each === status).length / 300;
    expect(share(502)).toBeCloseTo(0.2, 1);
    expect(share('ECONNRESET')).toBeCloseTo(0.2, 1);
    expect(share(200)).toBeCloseTo(0.6, 1);
  });
});

describe('errorBody', () => {
  const message = expect.stringContaining('limit');
  test.each([
    ['nested', 'application/json', { error: { message, param: 'limit' } }, '{'],
    ['flat', 'application/json', { message, param: 'limit' }, '{'],
    ['html', 'text/html; charset=utf-8', undefined, '<!doctype html>'],
    ['empty', undefined, undefined, ''],
  ] as const)('%s', async (errorBody, type, json, beginning) => {
    const answer = await call(await open({ errorBody }), 'GET /listings?limit=0');
    expect({ status: answer.status, type: answer.headers['content-type'], json: answer.json }).toEqual({
      status: 400,
      type,
      json,
    });
    expect(answer.text.startsWith(beginning)).toBe(true);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
    if (errorBody === 'empty') expect(answer.text).toBe('');
  });
});

describe('rules: which requests', () => {
  const requests = {
    page: 'GET /listings?limit=2',
    cups: 'GET /listings?sku=CUP',
    mugs: 'GET /listings?sku=MUG-1',
    channels: 'GET /channels?limit=2',
    cup: costUpdate(2),
    mug: `POST /listings/${idOf(1)}?repricing=true`,
  };
  const hit = { answer: { status: 418 } };
  test.each([
    ['method', { method: 'POST' }, ['cup', 'mug']],
    ['path', { path: '/listings' }, ['page', 'cups', 'mugs', 'cup', 'mug']],
    ['sku', { sku: 'CUP' }, ['cups', 'cup']],
    ['listing', { listing: idOf(1) }, ['mug']],
    ['a parameter value', { query: { limit: '2' } }, ['page', 'channels']],
  ])('%s', async (_name, match, expected) => {
    const sandbox = await open({ rules: [{ match, ...hit }] });
    const statuses = await statusesOf(sandbox, Object.values(requests));
    expect(Object.keys(requests).filter((_, index) => statuses[index] === 418)).toEqual(expected);
  });
});

describe('rules: what happens', () => {
  test.each([
    ['a reset', { reset: true }, 'ECONNRESET'],
    ['an answer', { answer: { status: 503 } }, 503],
  ] as const)('lateMs lets an update take effect so much later than %s', async (_name, effect, seen) => {
    let arrive = () => {};
    const waits: number[] = [];
    const wait = (ms: number) => {
      waits.push(ms);
      return new Promise<void>((resolve) => {
        arrive = resolve;
      });
    };
    const rules = [{ match: { method: 'POST' }, times: 1, lateMs: 60_000, ...effect }];
    const sandbox = await open({ rules }, { wait });
    expect(await statusesOf(sandbox, [costUpdate(1)])).toEqual([seen]);
    expect([waits, sandbox.snapshot().listings[0]?.cost]).toEqual([[60_000], 700]);
    arrive();
    await turn();
    expect(sandbox.snapshot().listings[0]?.cost).toBe(5);
  });

  test('change after an update is not in its answer, change before it is', async () => {
    const change = { set: { maximum_price: 1, repricing: false } };
    const after = await open({ rules: [{ match: { method: 'POST' }, when: 'after', change }] });
    expect(await update(after, 1, 'currency=usd&cost=6')).toEqual({ ...listings[0], cost: 6 });
    expect(await show(after, 1)).toEqual({ ...listings[0], cost: 6, ...change.set });
    const before = await open({ rules: [{ match: { method: 'POST' }, change }] });
    expect(await update(before, 1, 'currency=usd&cost=6')).toEqual({
      ...listings[0],
      cost: 6,
      ...change.set,
    });
  });
});

const everything: Faults = {
  latencyMs: [5, 20],
  rateLimit: { perSecond: 10, burst: 20, retryAfter: false },
  errors: { before: 0.01, after: 0.01, status: 503 },
  resets: { before: 0.01, after: 0.01 },
  errorBody: 'html',
  rules: [
    { match: { method: 'POST', path: '/listings/', query: { a: true, b: false, c: 'A' } }, reset: true },
    { match: { sku: 'A', listing: 'x' }, skip: 2, times: 1, when: 'after', delayMs: 5 },
    { answer: { status: 200, body: [1, null, { a: 'b' }], contentType: 'a/b', headers: { 'x-a': 'b' } } },
    { reset: true, lateMs: 60_000 },
    { change: { sku: 'A', listing: 'x', set: { status: 'inactive', cost: null } }, ignore: ['sku'] },
    { hold: { minimum_price: 1500 }, truncate: { bytes: 3, contentLength: 'cut' } },
  ],
};

describe('parseFaults', () => {
  test('takes every word, and nothing', () => {
    expect(parseFaults(JSON.parse(JSON.stringify(everything)))).toEqual(everything);
    expect(parseFaults({})).toEqual({});
  });

  test.each([
    ['an unknown word', { late: 1 }, 'Unrecognized key: "late"'],
    ['a rule without an effect', { rules: [{ skip: 1 }] }, 'rules[0]: It has no effect'],
    ['lateness without an ending', { rules: [{ lateMs: 5 }] }, '"lateMs" goes with'],
    ['shares above 1', { errors: { before: 0.7 }, resets: { after: 0.4 } }, 'more than 1'],
    ['burst in a log', { rateLimit: { perSecond: 1, burst: 5, kind: 'sliding-log' } }, '"burst" goes with'],
  ])('refuses %s', (_name, json, said) => {
    expect(() => parseFaults(json)).toThrow(said);
  });
});
