import { createServer } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { readList } from '../../src/service/read-list.ts';
import type { Page } from '../../src/service/schemas.ts';
import { cents, listingId } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import {
  answered,
  anUpdateOf,
  type CannedReply,
  inTurn,
  listen,
  openClient,
  startServer,
  wireListing,
  wirePage,
} from './support.ts';

const costUpdate = anUpdateOf(1, { cost: cents(5) });

const applied = wireListing(1, { cost: 5 });

/** What comes of an update where the service has these replies, and how often it was sent: each time the same request. */
async function send(replies: readonly CannedReply[], options: Parameters<typeof openClient>[1] = {}) {
  const server = await startServer(inTurn(...replies));
  const client = openClient(server, options);
  const answer = await client.update(costUpdate);
  const lines = new Set(server.seen.map(({ method, target }) => `${method} ${target}`));
  expect([...lines]).toEqual([`POST /listings/${listingId(1)}?currency=usd&cost=5`]);
  return { answer, sent: server.seen.length, counts: client.counts };
}

describe('openService: updateListing, whose answer is lost', () => {
  const lostAnswers: readonly (readonly [string, CannedReply, RegExp])[] = [
    ...[408, 409, 499, 500, 503, 504, 520, 599, 999].map(
      (status) => [`${status}`, { status }, new RegExp(`answered ${status}`)] as const,
    ),
    ['204', { status: 204 }, /answered 204 with something that is not JSON/],
    ['200 with a page', { body: '<html></html>' }, /something that is not JSON/],
    ['200 with JSON that is cut off', { body: JSON.stringify(applied).slice(0, -1) }, /not JSON/],
    ['200 with an error', { body: { error: { message: 'no', param: null } } }, /unexpected shape/],
    ['200 with a list', { body: wirePage([applied]) }, /unexpected shape \(object: /],
    ['another listing', { body: wireListing(2, { cost: 5 }) }, /answered 200 with another listing/],
    ['another SKU', { body: wireListing(1, { cost: 5, sku: 'MUG-02' }) }, /under another SKU \("MUG-02"\)/],
  ];

  it.each(lostAnswers)('%s: it is sent once and returned as lost', async (_, reply, message) => {
    const httpStatus = reply.status ?? 200;
    expect(await send([reply, { body: applied }])).toMatchObject({
      answer: {
        kind: 'lost',
        message: expect.stringMatching(message),
        attempts: 1,
        attemptsLeft: 5,
        httpStatus,
      },
      sent: 1,
      counts: { reads: 0, writes: 1, retries: 0, throttled: 0 },
    });
  });

  it.each([
    ['a reset before it takes effect', { reset: true, when: 'before' }, 600],
    ['a reset after it took effect', { reset: true, when: 'after' }, 5],
  ] as const)('%s: it is sent once and returned as lost', async (_, rule, cost) => {
    const faults = { rules: [{ ...rule, times: 1 }] };
    const sandbox = await testSandbox({ catalogue: anAccount([{}]), faults });
    const answer = await openClient(sandbox).update(costUpdate);
    expect(answer).toMatchObject({ kind: 'lost', attempts: 1, attemptsLeft: 5 });
    expect([sandbox.requests.length, sandbox.snapshot().listings[0]?.cost]).toEqual([1, cost]);
  });

  it.each([302, 307])('a redirect with %i: it is sent once, and nothing follows it', async (status) => {
    const elsewhere = await startServer(inTurn({ body: applied }));
    const location = `${elsewhere.url}/listings/${listingId(1)}?cost=5`;
    const { answer, sent } = await send([{ status, headers: { location } }]);
    expect(answer.kind).not.toBe('accepted');
    expect([sent, elsewhere.seen.length]).toEqual([1, 0]);
  });

  it.each([
    ['abcdef00-0000-4000-8000-00000000000a', 'ABCDEF00-0000-4000-8000-00000000000A'],
    ['ABCDEF00-0000-4000-8000-00000000000A', 'abcdef00-0000-4000-8000-00000000000a'],
  ])('takes an id for the same one in another letter case: %s', async (id, answered) => {
    const server = await startServer(inTurn({ body: { ...applied, id: answered } }));
    const answer = await openClient(server).update(anUpdateOf(id, { cost: cents(5) }));
    expect(answer).toMatchObject({ kind: 'accepted', listing: { values: { cost: 5 } } });
    expect(server.seen[0]?.target).toContain(`/listings/${id}?`);
  });

  it('says how long to wait before the listing is read', async () => {
    const server = await startServer(inTurn({ status: 500 }));
    const client = openClient(server, { retries: 9, random: () => 0 });
    expect(await client.update(costUpdate)).toMatchObject({ waitMs: 125 });
    expect(await client.update(costUpdate, 3)).toMatchObject({ waitMs: 1000, attempts: 4, attemptsLeft: 6 });
    expect(client.waits()).toEqual([]);
  });
});

describe('openService: updateListing, refused', () => {
  it.each([400, 402, 404, 422])('%i: it is sent once', async (status) => {
    const body = { error: { message: 'No', param: 'cost' } };
    const message = `the service answered ${status} "No" (parameter cost)`;
    expect(await send([{ status, body }, { body: applied }])).toMatchObject({
      answer: { kind: 'refused', reason: `http_${status}`, message, httpStatus: status, attempts: 1 },
      sent: 1,
    });
  });
});

describe('openService: updateListing, sent again', () => {
  const busy = { status: 429, body: { message: 'Slow down', param: null } };
  const message = 'the service answered 429 "Slow down"';
  const listing = { id: listingId(1), values: { cost: 5 } };

  it.each<readonly [string, readonly CannedReply[], object, sent: number]>([
    ['it is accepted', [busy, busy, { body: applied }], { kind: 'accepted', listing, attempts: 3 }, 3],
    ['no attempts are left', [busy], { kind: 'lost', message, attempts: 3, attemptsLeft: 0 }, 3],
    ['it gets 402', [busy, { status: 402 }], { kind: 'refused', reason: 'http_402', attempts: 2 }, 2],
    ['it gets 401', [busy, { status: 401 }], { kind: 'stopped', httpStatus: 401, attempts: 2 }, 2],
  ])('after 429, until %s', async (_, replies, answer, sent) => {
    const counts = { reads: 0, writes: sent, retries: sent - 1 };
    expect(await send(replies, { retries: 2 })).toMatchObject({ answer, sent, counts });
  });

  it('after 429 and a service that went away, and is not known to have been turned down', async () => {
    const { url, server } = await startOnce({ status: 429 });
    const answer = await openClient(url, { retries: 2 }).update(costUpdate);
    expect(server.listening).toBe(false);
    expect(answer).toMatchObject({ kind: 'lost', httpStatus: 429, attempts: 3, attemptsLeft: 0 });
    expect(answer).toMatchObject({
      message: expect.stringMatching(/^the service answered 429 .*, then no connection to the service/),
    });
  });

  it('after a refused connection, until no attempts are left', async () => {
    const client = openClient('http://127.0.0.1:1', { retries: 2 });
    const message = expect.stringMatching(/^no connection to the service: .*ECONNREFUSED/);
    const answer = await client.update(costUpdate);
    expect(answer).toMatchObject({ kind: 'refused', reason: 'unreachable', message, attempts: 3 });
    expect(client.waits()).toHaveLength(2);
  });
});

/** A service that answers one request and is gone before its answer arrives. */
async function startOnce({ status }: { readonly status: number }) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { connection: 'close' });
    server.close();
    response.end();
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, server };
}

it('openService: attempts over several calls are those of one update', async () => {
  const [stumbled, busy] = [{ status: 500 }, { status: 429 }];
  const server = await startServer(inTurn(stumbled, busy, stumbled, busy, { body: wireListing(1) }));
  const client = openClient(server, { retries: 3 });
  const first = await client.update(costUpdate);
  expect(first).toMatchObject({ kind: 'lost', attempts: 1, attemptsLeft: 3 });
  const second = await client.update(costUpdate, first.attempts);
  expect(second).toMatchObject({ kind: 'lost', attempts: 3, attemptsLeft: 1 });
  const third = await client.update(costUpdate, second.attempts);
  expect(third).toMatchObject({ kind: 'lost', attempts: 4, attemptsLeft: 0 });
  expect(client.counts).toEqual({ reads: 0, writes: 4, retries: 3, throttled: 2 });
  expect(server.seen).toHaveLength(4);
});

describe('openService: findListings', () => {
  /** A service that takes no notice of the filter. */
  async function unfiltered(skus: readonly string[]) {
    return testSandbox({
      catalogue: anAccount(skus.map((text) => ({ sku: text }))),
      faults: { rules: [{ ignore: ['sku'] }] },
    });
  }

  it.each([
    ['with blanks around it', 'MUG-01', [' MUG-01', 'MUG-01 ', 'MUG-01']],
    ['that looks the same in other code points, decomposed', 'Gro\u0308ße', ['Größe', 'Gro\u0308ße']],
    ['that is the same number', '007', ['7', '07', '7.0', '007']],
  ])('never takes a listing for a match %s', async (_, wanted, listed) => {
    const sandbox = await unfiltered(listed);
    const found = await openClient(sandbox).find(wanted);
    expect(found.map((listing) => listing.sku)).toEqual([wanted]);
    expect(found.map(({ id }) => id)).toEqual([listingId(listed.indexOf(wanted) + 1)]);
  });
});

describe('openService: ids that are none', () => {
  const NOT_IDS = ['..', '../x', '', '/', '%2e%2e', 'x', `${listingId(1)}/..`, `${listingId(1)}?cost=1`];

  it('never become part of a URL', async () => {
    const server = await startServer(inTurn({ status: 400 }));
    const client = openClient(server);
    for (const id of NOT_IDS) {
      await client.update(anUpdateOf(id, { cost: cents(5) })).catch(() => {});
    }
    expect(server.seen.map(({ target }) => target)).toEqual([]);
  });
});

describe('openService: read only', () => {
  it('can list, and sends no update', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'MUG-01' }]) });
    const client = openClient(sandbox, { readOnly: true });
    await expect(client.update(costUpdate)).rejects.toThrow(TypeError);
    expect(await client.find('MUG-01')).toHaveLength(1);
    expect(await client.strategies()).toHaveLength(2);
    expect(await client.channels()).toHaveLength(2);
    expect(answered(sandbox)).toEqual(['GET /listings 200', 'GET /strategies 200', 'GET /channels 200']);
    expect(sandbox.snapshot().listings[0]?.cost).toBe(600);
  });
});

interface Item {
  readonly id: string;
}

const LIMITS = { what: '/listings', maxPages: 100 };

/** `ab> cd> - e`: what pages hold, whose ids are single letters; behind one marked by `>` are more, and `-` is an empty one. */
function parsePages(text: string): readonly Page<Item>[] {
  return text.split(' ').map((page) => ({
    has_more: page.endsWith('>'),
    data: (page.match(/[a-z]/g) ?? []).map((id) => ({ id })),
  }));
}

const EMPTY: Page<Item> = { has_more: false, data: [] };

/** Walks through pages that come in the order given, the last one ever after. */
async function walk(pages: readonly Page<Item>[]) {
  const cursors: (string | undefined)[] = [];
  const fetchPage = async (cursor: string | undefined) => {
    const page = pages[cursors.length] ?? pages.at(-1) ?? EMPTY;
    cursors.push(cursor);
    if (cursors.length > 1000) throw new Error('A loop');
    return page;
  };
  let found: readonly Item[] = [];
  let error: unknown;
  try {
    found = await readList<Item>(fetchPage, LIMITS);
  } catch (caught) {
    error = caught;
  }
  return { found: found.map(({ id }) => id).join(''), cursors, error };
}

describe('readList', () => {
  it.each([
    ['an empty list', '-', '', '*'],
    ['one page', 'abc', 'abc', '*'],
    ['one object', 'a', 'a', '*'],
    ['several pages', 'ab> cd> e', 'abcde', '*bd'],
    ['an exact multiple', 'ab> cd', 'abcd', '*b'],
    ['an exact multiple, told only by an empty page', 'ab> cd> - cd>', 'abcd', '*bdb'],
    ['pages of several lengths', 'a> bcd> e', 'abcde', '*ad'],
    ['pages of which one overlaps with the one before it', 'abc> cde', 'abcde', '*c'],
    ['a list whose cursor is gone: the page before shows what there is', 'ab> - ac> d', 'abcd', '*b*c'],
    ['a list whose rest is gone', 'ab> - a', 'ab', '*b*'],
  ])('walks to the end of %s', async (_, pages, found, asked) => {
    const cursors = [...asked].map((cursor) => (cursor === '*' ? undefined : cursor));
    expect(await walk(parsePages(pages))).toEqual({ found, cursors, error: undefined });
  });

  it.each([
    ['promises more and holds nothing, at once', '->', 1, /announces more pages but is empty/],
    ['promises more and holds nothing, later', 'ab> ->', 2, /announces more pages but is empty/],
    ['is the first one over and over', 'ab>', 2, /"a" was listed twice/],
    ['is one of an earlier cursor', 'ab> cd> ef> cd>', 4, /"c" was listed twice/],
    ['begins anew and ends on an earlier cursor', 'ab> xb>', 2, /"b" was listed twice/],
    ['holds something twice', 'aba', 1, /"a" was listed twice/],
    ['is the first one again, and calls itself the last', 'ab> ab', 2, /"a" was listed twice/],
  ])('fails on a page that %s', async (_, pages, requests, message) => {
    const { cursors, error } = await walk(parsePages(pages));
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).message).toMatch(message);
    expect((error as ServiceError).message).toMatch(/^Cannot list \/listings: /);
    expect(cursors).toHaveLength(requests);
  });

  it('fails where something came again with other values: nobody knows which of them count', async () => {
    const items = (...named: readonly (readonly [id: string, sku: string])[]) =>
      named.map(([id, sku]) => ({ id, sku }));
    const pages = [
      { has_more: true, data: items(['a', 'MUG-01'], ['b', 'MUG-02']) },
      { has_more: false, data: items(['b', 'MUG-20'], ['c', 'MUG-03']) },
    ];
    const fetchPage = async (cursor: string | undefined) => pages[cursor === undefined ? 0 : 1] as Page<Item>;
    await expect(readList<Item>(fetchPage, LIMITS)).rejects.toThrow(
      new ServiceError('Cannot list /listings: "b" was listed twice, with other values'),
    );
  });

  it('gives up on a list that never ends', async () => {
    let fetched = 0;
    const fetchPage = async () => ({ has_more: true, data: [{ id: String(++fetched) }] });
    await expect(readList<Item>(fetchPage, { what: '/listings', maxPages: 3 })).rejects.toThrow(
      new ServiceError('Cannot list /listings: the list has not ended after 3 pages'),
    );
    expect(fetched).toBe(3);
  });

  it('comes to an end whatever the service does with a few objects', async () => {
    const data = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd') }), { maxLength: 5 });
    const page = fc.record({ has_more: fc.boolean(), data });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), async (pages) => {
        const { cursors, error, found } = await walk(pages);
        // Four ids can be a cursor once each, and each empty page is followed by one that was fetched before.
        expect(cursors.length).toBeLessThanOrEqual(10);
        expect(new Set(found).size).toBe(found.length);
        if (error === undefined) {
          const walked = pages.slice(0, cursors.length).flatMap((each) => each.data.map(({ id }) => id));
          expect([...found].sort()).toEqual([...new Set(walked)].sort());
        } else {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
