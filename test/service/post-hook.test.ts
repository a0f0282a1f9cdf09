import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { type HookOptions, postHook } from '../../src/service/post-hook.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { inTurn, startServer, startTcpServer } from './support.ts';

const WAY = '/services/T000/B000/secret?sig=a%2Fb';

async function post(url: string, options: Partial<Omit<HookOptions, 'url' | 'clock'>> = {}) {
  const clock = createFakeClock();
  const why = await clock.runUntilDone(
    postHook('{"text":"ä"}', {
      url: new Secret(`${url}${WAY}`),
      proxy: undefined,
      timeoutMs: 10_000,
      attempts: 3,
      random: () => 0.5,
      ...options,
      clock,
    }),
  );
  return { why, waits: clock.sleeps };
}

describe('postHook', () => {
  it('posts the text as it is, with no key and nothing else of ours', async () => {
    const { url, seen } = await startServer(() => ({ status: 204 }));
    expect(await post(url)).toEqual({ why: undefined, waits: [] });
    expect(seen.map(({ method, target, body }) => [method, target, body])).toEqual([
      ['POST', WAY, '{"text":"ä"}'],
    ]);
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'pricesheet',
    });
    expect(seen[0]?.headers['authorization']).toBeUndefined();
  });

  it.each([
    ['500 and then 200', [{ status: 500 }, { status: 200 }], 2, undefined, [1000]],
    ['429 that says how long', [{ status: 429, headers: { 'retry-after': '7' } }, {}], 2, undefined, [7000]],
    ['503 for ever', [{ status: 503 }], 3, 'it answered 503', [1000, 2000]],
    ['429 for too long', [{ status: 429, headers: { 'retry-after': '60' } }], 1, 'it answered 429', []],
    ['400', [{ status: 400 }], 1, 'it answered 400', []],
    ['a redirect', [{ status: 302, headers: { location: '/elsewhere' } }], 1, 'it answered 302', []],
  ])('%s', async (_, replies, requests, why, waits) => {
    const { url, seen } = await startServer(inTurn(...replies));
    expect(await post(url)).toEqual({ why, waits });
    expect(seen.map(({ target }) => target)).toEqual(Array(requests).fill(WAY));
  });

  it('does not read what is answered, however much it is', async () => {
    let sent = 0;
    const { url } = await startServer((_, response) => {
      response.writeHead(200);
      const block = 'x'.repeat(1024 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(block)) sent++;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
      return undefined;
    });
    expect(await post(url)).toEqual({ why: undefined, waits: [] });
    expect(sent).toBeLessThan(50);
  });

  it('gives up on who never answers', async () => {
    const { url } = await startServer(() => undefined);
    const { why, waits } = await post(url, { timeoutMs: 50, attempts: 2 });
    expect(why).toBe('no answer within 0.05 s');
    // On a busy machine an attempt may be over before the server has seen it.
    expect(waits).toHaveLength(1);
  });

  it('tells of who speaks no HTTP, and of who is not there, and gives nothing of the address away', async () => {
    const { port } = await startTcpServer((socket) => socket.end('HELLO\r\n\r\n'));
    const nonsense = await post(`http://127.0.0.1:${port}`, { attempts: 1 });
    const nobody = await post('http://127.0.0.1:1', { attempts: 1 });
    expect(nonsense.why).toMatch(/./);
    expect(nobody.why).toContain('ECONNREFUSED');
    expect(`${nonsense.why} ${nobody.why}`).not.toContain('secret');
  });

  it('goes through a proxy', async () => {
    const { url, seen } = await startServer(() => ({}));
    const { port, asked } = await startConnectProxy({ leadsTo: Number(new URL(url).port) });
    const proxy = { origin: `http://127.0.0.1:${port}` };
    expect((await post('http://hooks.example:8080', { proxy })).why).toBeUndefined();
    expect(asked).toEqual(['hooks.example:8080']);
    expect(seen).toHaveLength(1);
  });
});
