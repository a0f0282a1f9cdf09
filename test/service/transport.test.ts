import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from '../../src/service/transport.ts';
import { turn, until } from '../support/gate.ts';
import { listed } from '../support/listed.ts';
import { runs } from '../support/runs.ts';
import { get, inTurn, KEY, openTestTransport, post, startServer, startTcpServer } from './support.ts';

/** What an attempt came to, in a word and the words of its fault. */
function told(attempt: Attempt): string {
  return attempt.kind === 'answer'
    ? `${attempt.httpStatus} ${attempt.body}`
    : `${attempt.kind}: ${(attempt.cause as Error).message}`;
}

describe('openTransport: what is sent', () => {
  it('is a request line, a Basic user name without a password, and no body', async () => {
    const server = await startServer(inTurn({ body: 'ok' }));
    const { send } = openTestTransport(server.url);
    await send(get);
    await send(post);
    const authorization = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`;
    const headers = { authorization, accept: 'application/json' };
    expect(server.seen).toMatchObject([
      { method: 'GET', target: '/listings', body: '', headers },
      { method: 'POST', target: '/listings/x?cost=1', body: '', headers: { authorization } },
    ]);
    for (const { headers } of server.seen) {
      expect(headers['transfer-encoding']).toBeUndefined();
      expect(headers['content-type']).toBeUndefined();
      expect(headers['content-length'] ?? '0').toBe('0');
    }
  });

  it('asks every cache on the way to stand back from a GET', async () => {
    const server = await startServer(inTurn({ body: 'ok' }));
    const { send } = openTestTransport(server.url);
    await send(get);
    await send(post);
    expect(server.seen.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', undefined]);
  });

  it.each(['with/slashes+and=signs%', 'Schlüssel-茶'])('holds the key %s as UTF-8', async (apiKey) => {
    const server = await startServer(inTurn({}));
    await openTestTransport(server.url, { apiKey }).send(get);
    const [scheme, encoded = ''] = (server.seen[0]?.headers.authorization ?? '').split(' ');
    expect([scheme, Buffer.from(encoded, 'base64').toString()]).toEqual(['Basic', `${apiKey}:`]);
  });

  it.each([
    ['', '/listings'],
    ['/', '/listings'],
    ['/api/v2', '/api/v2/listings'],
    ['/api/v2/', '/api/v2/listings'],
    ['/a%20b', '/a%20b/listings'],
  ])('goes below the base URL with the path "%s"', async (prefix, target) => {
    const server = await startServer(inTurn({}));
    await openTestTransport(`${server.url}${prefix}`).send(get);
    expect(server.seen.map((request) => request.target)).toEqual([target]);
  });

  it('holds any text exactly, a blank as %20', async () => {
    const plain = listed('MUG 01, MUG+01, 50%25, %2B, ?x=1&y=2, MUG#1, a/../c');
    const traps = [...plain, 'tab\tline\r\n', '\u0000', '🫖'];
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(...traps));
    const server = await startServer(inTurn({}));
    const { send } = openTestTransport(server.url);
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        await send({ ...get, query: [['sku', value]] });
        const target = server.seen.at(-1)?.target ?? '';
        expect(target).toMatch(/^\/listings\?sku=[\w.!~*'()%-]*$/);
        expect(new URL(target, 'http://x').searchParams.get('sku')).toBe(value);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('openTransport: what comes back', () => {
  it('is the answer itself, whatever was said before it', async () => {
    const server = await startServer((_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</x>; rel=preload', 'retry-after': '9' });
      return { status: 429, headers: { 'retry-after': '7' }, body: 'busy' };
    });
    expect(await openTestTransport(server.url).send(post)).toEqual({
      kind: 'answer',
      httpStatus: 429,
      headers: expect.objectContaining({ 'retry-after': '7', date: expect.stringContaining(' GMT') }),
      tripMs: expect.any(Number),
      body: 'busy',
    });
  });

  it('is text beyond ASCII, also where its bytes come one by one, and without a byte order mark', async () => {
    const server = await startServer(async (_, response) => {
      for (const byte of Buffer.from('\uFEFF"Größe 🫖"')) response.write(Buffer.of(byte));
      response.end();
      return undefined;
    });
    expect(told(await openTestTransport(server.url).send(get))).toBe('200 "Größe 🫖"');
  });

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['gzip', Buffer.from('this was never compressed')],
    ['br', Buffer.of(0, 255, 254, 1)],
  ])('is never unpacked: content-encoding %s', async (encoding, body) => {
    const server = await startServer(inTurn({ headers: { 'content-encoding': encoding }, body }));
    expect(await openTestTransport(server.url).send(get)).toMatchObject({ kind: 'answer', httpStatus: 200 });
    expect(server.seen[0]?.headers['accept-encoding']).toBe('identity');
  });
});

const MIB = 1024 * 1024;

describe('openTransport: size', () => {
  it.each([
    ['of exactly 8 MiB is read', 8 * MIB, 'answer'],
    ['of one byte more is not', 8 * MIB + 1, 'cut_off'],
  ])('an answer %s', async (_, bytes, kind) => {
    const server = await startServer(inTurn({ body: Buffer.alloc(bytes, ' ') }));
    const attempt = await openTestTransport(server.url).send(get);
    expect(attempt.kind).toBe(kind);
    if (attempt.kind === 'answer') expect(attempt.body).toHaveLength(bytes);
  });

  it.each([200, 500])('an endless answer with status %i is not read to its end', async (status) => {
    const chunk = Buffer.alloc(256 * 1024, ' ');
    let sent = 0;
    function* endless() {
      for (;;) {
        sent += chunk.length;
        yield chunk;
      }
    }
    const server = await startServer((_, response) => {
      response.writeHead(status);
      pipeline(Readable.from(endless()), response, () => {});
      return undefined;
    });
    expect(await openTestTransport(server.url).send(get)).toMatchObject({ kind: 'cut_off' });
    expect(sent).toBeLessThan(64 * MIB);
  });
});

describe('openTransport: the deadline', () => {
  const timeoutMs = 150;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => void vi.useRealTimers());

  /** What comes of a request whose deadline passes once something is so: nothing before it. */
  async function timed(baseUrl: string, isWaiting: () => boolean): Promise<string> {
    const { send } = openTestTransport(baseUrl, { timeoutMs });
    let isOver = false;
    const attempt = send(post).finally(() => {
      isOver = true;
    });
    await until(isWaiting);
    vi.advanceTimersByTime(timeoutMs - 1);
    await turn();
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    return told(await attempt);
  }

  const OVER = 'cut_off: no complete answer within 0.15 s';

  it('covers a body that drips', async () => {
    let drops = 0;
    const server = await startServer((_, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write(' ', () => drops++), 1);
      response.once('close', () => clearInterval(dripping));
      return undefined;
    });
    expect(await timed(server.url, () => drops > 2)).toBe(OVER);
  });

  it('covers a connection that does not come about', async () => {
    const { port, connections } = await startTcpServer(() => {});
    expect(await timed(`https://127.0.0.1:${port}`, () => connections() === 1)).toMatch(
      /^(cut_off|not_sent): /,
    );
  });

  it('keeps a request from leaving that waited past it for a connection', async () => {
    const server = await startServer(({ index }) => (index === 0 ? undefined : { body: 'ok' }));
    const { send } = openTestTransport(server.url, { timeoutMs, connections: 1 });
    const attempts = [send(post), send(post)];
    await until(() => server.seen.length === 1);
    vi.advanceTimersByTime(timeoutMs);
    expect((await Promise.all(attempts)).map(told)).toEqual([OVER, OVER]);
    expect(server.seen).toHaveLength(1);
  });

  it('of one attempt leaves the next one alone', async () => {
    const server = await startServer(({ index }) => (index === 0 ? undefined : { body: 'ok' }));
    const { send } = openTestTransport(server.url, { timeoutMs, connections: 1 });
    const first = send(get);
    await until(() => server.seen.length === 1);
    vi.advanceTimersByTime(timeoutMs);
    expect([told(await first), told(await send(get))]).toEqual([OVER, '200 ok']);
  });
});

describe('openTransport: the network', () => {
  it('tells a refused connection from one that was cut off', async () => {
    expect(told(await openTestTransport('http://127.0.0.1:1').send(post))).toMatch(
      /^not_sent: .*ECONNREFUSED/,
    );
    expect(await openTestTransport('http://localhost:1').send(post)).toMatchObject({ kind: 'not_sent' });
  });

  const OK = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['hangs up without an answer', ''],
    ['resets the connection', undefined],
    ['hangs up within the status line', 'HTTP/1.1 20'],
    ['hangs up within the headers', `${OK}content-`],
    ['hangs up within the body', `${OK}content-length: 9\r\n\r\n{"a"`],
    ['hangs up within a chunk', `${OK}transfer-encoding: chunked\r\n\r\n9\r\n{"a"`],
    ['speaks something else', '220 mail.example ESMTP\r\n'],
    ['sends headers without end', OK + 'x: y\r\n'.repeat(20_000)],
    ['contradicts itself about the length', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
  ])('takes an update for cut off where the server %s, and sends it once', async (_, answer) => {
    const seen: string[] = [];
    const server = await startTcpServer((socket, text) => {
      seen.push(text.split('\r\n')[0] ?? '');
      if (answer === undefined) socket.resetAndDestroy();
      else socket.end(answer);
    });
    const attempt = await openTestTransport(`http://127.0.0.1:${server.port}`).send(post);
    expect(attempt).toMatchObject({ kind: 'cut_off' });
    expect(seen).toEqual(['POST /listings/x?cost=1 HTTP/1.1']);
    expect(server.connections()).toBe(1);
  });

  it('sends an update once where a connection that was kept open goes away under it', async () => {
    const seen: string[] = [];
    const server = await startTcpServer((socket, text) => {
      seen.push(text.slice(0, 4));
      socket.once('data', (data) => {
        seen.push(data.toString('latin1').slice(0, 4));
        socket.resetAndDestroy();
      });
      socket.write(`${OK}content-length: 2\r\n\r\nok`);
    });
    const { send } = openTestTransport(`http://127.0.0.1:${server.port}`, { connections: 1 });
    expect(told(await send(get))).toBe('200 ok');
    expect(await send(post)).toMatchObject({ kind: 'cut_off' });
    expect(seen).toEqual(['GET ', 'POST']);
  });

  it('does not take the answer to one request for that of the next', async () => {
    const { port } = await startTcpServer((socket) => {
      socket.write(`${OK}content-length: 3\r\n\r\none${OK}content-length: 3\r\n\r\ntwo`);
      socket.once('data', () => socket.end());
    });
    const { send } = openTestTransport(`http://127.0.0.1:${port}`, { connections: 1 });
    expect(told(await send(get))).toBe('200 one');
    expect(told(await send(post))).not.toBe('200 two');
  });
});

describe('openTransport: connections', () => {
  it('are gone after close, and so is what was under way', async () => {
    const server = await startServer(() => undefined);
    const { send, close } = openTestTransport(server.url);
    const underWay = send(post);
    await until(() => server.seen.length === 1);
    await close();
    expect(await underWay).toMatchObject({ kind: 'cut_off' });
    expect((await send(get)).kind).not.toBe('answer');
  });
});
