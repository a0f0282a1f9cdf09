import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cents } from '../support/builders.ts';
import {
  anUpdateOf,
  type CannedReply,
  openClient,
  startServer,
  startTcpServer,
  wireListing,
  wirePage,
} from './support.ts';

/** With characters that look different in a URL, in JSON, and in HTML. */
const SECRET = 'sk+live/4f9QxZr8%wT"2mB&hN7=cK3vJ6';
const CREDENTIALS = Buffer.from(`${SECRET}:`).toString('base64');

const forms = {
  plain: SECRET,
  'of the header': `Basic ${CREDENTIALS}`,
  'of the header without padding': CREDENTIALS.replace(/=+$/, ''),
  'in a URL': encodeURIComponent(SECRET),
} as const;

/** No piece of the key this long may be seen. */
const PIECE = 10;

function pieces(text: string): readonly string[] {
  return Array.from({ length: Math.max(1, text.length - PIECE + 1) }, (_, at) => text.slice(at, at + PIECE));
}

/** The pieces of the key, in any of its forms, that something shows to whoever prints it in whatever way. */
function leaks(...shown: readonly unknown[]): readonly string[] {
  const text = shown.map((value) => showAll(value)).join('\n');
  const secrets = [SECRET, CREDENTIALS.replace(/=+$/, ''), encodeURIComponent(SECRET)];
  return secrets.flatMap(pieces).filter((piece) => text.includes(piece));
}

function showAll(value: unknown): string {
  const everything = {
    depth: Number.POSITIVE_INFINITY,
    maxStringLength: null,
    maxArrayLength: null,
  } as const;
  const parts = [
    inspect(value, everything),
    inspect(value, { ...everything, showHidden: true }),
    String(value),
  ];
  return [...parts, JSON.stringify(value) ?? '', value instanceof Error ? `${value.stack}` : ''].join('\n');
}

/** Asks a server for a list and sends it an update. Gives all that comes to light: results, errors, log. */
async function bringToLight(url: string): Promise<readonly unknown[]> {
  const client = openClient(url, { apiKey: SECRET, retries: 1, timeoutMs: 2000 });
  const caught = (error: unknown) => error;
  return [
    await client.strategies().catch(caught),
    await client.find('MUG-01').catch(caught),
    await client.update(anUpdateOf(1, { cost: cents(5) })).catch(caught),
    client.log.entries,
    client.service,
  ];
}

/** Beside those that test/e2e/network.test.ts has, which reads all that a run says and writes. */
const places: readonly (readonly [string, (said: string) => CannedReply])[] = [
  ['a refusal of the key', (said) => ({ status: 401, body: { message: `Bad key ${said}`, param: null } })],
  ['the encoding of an answer', (said) => ({ headers: { 'content-encoding': said }, body: '{}' })],
  [
    'a long encoding, where it is cut',
    (said) => ({ headers: { 'content-encoding': `${'x'.repeat(265)}${said}` }, body: '{}' }),
  ],
  ['the status text', (said) => ({ status: 400, statusText: said })],
  ['a listing with money as text', (said) => ({ body: wirePage([wireListing(1, { cost: said })]) })],
  ['an id of a listing', (said) => ({ body: wireListing(1, { id: said }) })],
];

describe('openService never shows the key', () => {
  it.each(
    places.flatMap(([place, reply]) =>
      Object.entries(forms).map(([form, said]) => [place, form, reply(said)] as const),
    ),
  )('that comes back in %s, %s', async (_place, _form, reply) => {
    const server = await startServer(() => reply);
    expect(leaks(...(await bringToLight(server.url)))).toEqual([]);
    expect(server.seen[0]?.headers.authorization).toBe(`Basic ${CREDENTIALS}`);
  });

  it.each(Object.entries(forms))('that comes back where a long message is cut, %s', async (_, said) => {
    for (let visible = PIECE; visible <= said.length; visible += 3) {
      const message = 'x'.repeat(300 - visible) + said;
      const server = await startServer(() => ({ status: 400, body: { message, param: null } }));
      expect(leaks(...(await bringToLight(server.url)))).toEqual([]);
    }
  });

  it.each(Object.entries(forms))('that comes back in something that is not HTTP, %s', async (_, said) => {
    for (const text of [said, `HTTP/1.1 200 OK\r\n${said}\r\n\r\n`, `HTTP/1.1 2x0 ${said}\r\n\r\n`]) {
      const server = await startTcpServer((socket) => socket.end(text));
      expect(leaks(...(await bringToLight(`http://127.0.0.1:${server.port}`)))).toEqual([]);
    }
  });

  it('and the test would see it if it did', () => {
    const error = new Error('Cannot go on', { cause: new Error('x', { cause: { note: [SECRET] } }) });
    expect(leaks(error)).not.toEqual([]);
    expect(leaks([{ fields: { message: `x ${CREDENTIALS.slice(0, 12)}` } }])).not.toEqual([]);
    expect(leaks(Object.assign(new Error('x'), { data: encodeURIComponent(SECRET) }))).not.toEqual([]);
    expect(leaks(new Error('nothing'))).toEqual([]);
  });
});
