import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProxyFault } from '../../src/service/open-proxy.ts';
import { hasRepeatedName, type Reply, readErrorBody, readReply } from '../../src/service/reply.ts';
import type { Attempt } from '../../src/service/transport.ts';
import { withResult } from '../support/listed.ts';
import { runs } from '../support/runs.ts';

const NOW = Date.UTC(2023, 10, 14, 22, 13, 20);
const schema = z.object({ price: z.int() });

function read(attempt: Attempt): Reply<{ price: number }> {
  return readReply(attempt, { schema, now: NOW, redact: (text) => text.replaceAll('hunter2', '[key]') });
}

function anAnswer(httpStatus: number, body: unknown = '', retryAfter?: string): Attempt {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answer', httpStatus, headers: { 'retry-after': retryAfter }, body: text };
}

describe('readReply', () => {
  it.each([
    ['JSON and more', 200, '{"price":1}{}', /something that is not JSON/],
    ['a field that is missing', 200, {}, /unexpected shape \(price: /],
    ['a fraction', 200, { price: 1.5 }, /unexpected shape \(price: /],
    ['a list', 200, [], /unexpected shape \(the answer: /],
    ['null', 200, 'null', /unexpected shape \(the answer: /],
    ['a name that comes twice', 200, '{"price":1,"price":2}', /with an object that has one name twice$/],
  ])('does not know what to make of a success with %s', (_, httpStatus, body, message) => {
    expect(read(anAnswer(httpStatus, body))).toMatchObject({
      kind: 'lost',
      httpStatus,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [400, { error: { message: 'Bad', param: 'cost' } }, 'the service answered 400 "Bad" (parameter cost)'],
    [402, { message: 'Not now', param: null }, 'the service answered 402 "Not now"'],
    [404, '', 'the service answered 404 without a reason'],
    [410, 'gone', 'the service answered 410 "gone"'],
    [429, '<h1>Slow down</h1>', 'the service answered 429 "Slow down"'],
    [498, {}, 'the service answered 498 without a reason'],
    [400, { message: 'x'.repeat(300) }, `the service answered 400 "${'x'.repeat(300)}"`],
    [
      400,
      { message: 'x'.repeat(301), param: 'p'.repeat(9000) },
      `the service answered 400 "${'x'.repeat(300)}…" (parameter ${'p'.repeat(300)}…)`,
    ],
    [400, `<p>${'x'.repeat(99_999)}`, `the service answered 400 "${'x'.repeat(300)}…"`],
  ])('takes %i for a refusal', (httpStatus, body, message) => {
    expect(read(anAnswer(httpStatus, body))).toEqual({
      kind: 'refused',
      httpStatus,
      message,
      param: message.includes('(parameter ') ? expect.any(String) : undefined,
      retryAfterMs: undefined,
    });
  });

  it('tells an attempt that was never sent from one that was cut off', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
    expect(read({ kind: 'not_sent', cause })).toEqual({
      kind: 'not_sent',
      message: 'no connection to the service: connect ECONNREFUSED 127.0.0.1:1',
    });
    const full = Object.assign(new Error('connect EMFILE 127.0.0.1:1'), {
      code: 'EMFILE',
      syscall: 'connect',
    });
    expect(read({ kind: 'not_sent', cause: full })).toEqual({
      kind: 'not_sent',
      message: 'no connection to the service: this process has too many files and connections open',
      hint: 'Allow more open files (ulimit -n), or set a lower "concurrency" in pricesheet.json',
    });
    expect(read({ kind: 'cut_off', cause: 'odd' })).toEqual({
      kind: 'lost',
      message: 'the connection broke off: odd',
    });
  });
});

describe('readReply: Retry-After', () => {
  it.each([
    ['none', undefined, undefined],
    ['seconds', '7', 7000],
    ['no seconds', '0', 0],
    ['seconds with blanks', ' 120 ', 120_000],
    ['a date', 'Tue, 14 Nov 2023 22:14:20 GMT', 60_000],
    ['the date of now', 'Tue, 14 Nov 2023 22:13:20 GMT', 0],
    ['a date that is over', 'Tue, 14 Nov 2023 22:00:00 GMT', 0],
    ['a date far away', 'Fri, 14 Nov 2025 22:13:20 GMT', 731 * 24 * 3_600_000],

    ...['', 'soon', '60s', '1.5', '-5', '10, 20', 'wait 30 seconds'].map(
      (text) => [`no time: "${text}"`, text, undefined] as const,
    ),
  ] as const)('%s', (_, retryAfter, retryAfterMs) => {
    expect(read(anAnswer(429, '', retryAfter))).toMatchObject({ kind: 'refused', retryAfterMs });
    expect(read(anAnswer(503, '', retryAfter))).toMatchObject({ kind: 'lost', retryAfterMs });
  });

  const at = (time: string) => `Tue, 14 Nov 2023 ${time} GMT`;
  const MINUTE_BEHIND = at('22:12:20');
  it.each([
    ['an answer with a date: by that', 'Tue, 14 Nov 2023 22:13:20 GMT', MINUTE_BEHIND, 60_000],
    ['an answer with a date that is ahead', at('23:00:30'), at('23:00:00'), 30_000],
    ['an answer whose date is later', 'Tue, 14 Nov 2023 22:14:20 GMT', 'Tue, 14 Nov 2023 22:15:00 GMT', 0],
    ['an answer whose date makes no sense: by this clock', 'Tue, 14 Nov 2023 22:14:20 GMT', 'today', 60_000],
    ['seconds, whatever the date', '7', MINUTE_BEHIND, 7000],
  ])('in %s', (_, retryAfter, date, retryAfterMs) => {
    const headers = { 'retry-after': retryAfter, date };
    expect(read({ kind: 'answer', httpStatus: 429, headers, body: '' })).toMatchObject({ retryAfterMs });
  });

  it('of more digits than a number holds is for ever', () => {
    expect(read(anAnswer(429, '', '9'.repeat(400)))).toMatchObject({
      retryAfterMs: Number.POSITIVE_INFINITY,
    });
  });
});

describe('readReply: what to do about a failed connection', () => {
  const readFault = (cause: unknown) => read({ kind: 'not_sent', cause });

  it.each([
    ...withResult(/clock/, ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']),
    ...withResult(/base URL/, ['ERR_TLS_CERT_ALTNAME_INVALID', 'ENOTFOUND', 'ECONNREFUSED']),
    ...withResult(/NODE_EXTRA_CA_CERTS/, ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']),
    ...withResult(/NODE_EXTRA_CA_CERTS/, ['UNABLE_TO_VERIFY_LEAF_SIGNATURE']),
    ...withResult(/name server/, ['EAI_AGAIN']),
    ...withResult(/ulimit -n/, ['EMFILE', 'ENFILE']),
  ])('knows it for %s', (code, hint) => {
    const cause = Object.assign(new Error('x'), { code });
    expect(readFault(cause)).toMatchObject({ kind: 'not_sent', hint: expect.stringMatching(hint) });
  });

  it('passes on what a fault of the proxy says', () => {
    expect(readFault(new ProxyFault('the proxy is gone', 'Check HTTPS_PROXY'))).toEqual({
      kind: 'not_sent',
      message: 'no connection to the service: the proxy is gone',
      hint: 'Check HTTPS_PROXY',
    });
  });

  it.each([
    [new Error('x'), 'x'],
    [Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'x'],
    [Object.assign(new AggregateError([], 'x'), { code: 'EHOSTUNREACH' }), 'EHOSTUNREACH'],
    [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
    [undefined, 'undefined'],
  ])('knows nothing about %s', (cause, text) => {
    expect(readFault(cause)).toEqual({ kind: 'not_sent', message: `no connection to the service: ${text}` });
  });
});

const SAYS_NOTHING = { message: undefined, param: undefined };

type Row = readonly [name: string, body: unknown, message: string | undefined, param?: string];

const bodies: readonly Row[] = [
  ['nested', { error: { message: 'Bad cost', param: 'cost' } }, 'Bad cost', 'cost'],
  ['flat', { message: 'Bad cost', param: 'cost' }, 'Bad cost', 'cost'],
  ['nested, message null', { error: { message: null, param: 'cost' } }, undefined, 'cost'],
  ['flat, both null', { message: null, param: null }, undefined],

  ['blank message and param', { message: ' \n ', param: '' }, undefined],

  ['JSON that is cut off', '{"message":"Bad', '{"message":"Bad'],
  ['nothing', '', undefined],
  ['a page', '<html><body><h1>502</h1><p>Bad Gateway</p></body></html>', '502 Bad Gateway'],
  [
    'a page with script and style',
    '<!doctype html><style>p { color: red }</style><SCRIPT type="x">if (a < b) alert("x")</SCRIPT><p>Down</p><script>late()</script>',
    'Down',
  ],

  ['control characters', { message: 'a\u0000b\u001b[31mc\u0007\u0085d\u007fe' }, 'a b [31mc d e'],
];

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

describe('readErrorBody', () => {
  it.each(bodies)('%s', (_, body, message, param) => {
    expect(readErrorBody(toText(body))).toEqual({ message, param });
  });

  it('gets along with JSON as deep as it comes', () => {
    const depth = 200_000;
    expect(readErrorBody(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual(SAYS_NOTHING);
    expect(readErrorBody(`${'{"error":'.repeat(depth)}null${'}'.repeat(depth)}`)).toEqual(SAYS_NOTHING);
    expect(readErrorBody('['.repeat(depth)).message).toMatch(/^\[+$/);
  });

  it.each([
    ['line breaks before a word', `${'\n'.repeat(4_000_000)}x`],
    ['tags that are never closed', '<'.repeat(100_000)],
    ['scripts that are never closed', '<script>'.repeat(50_000)],
  ])('is done at once with a huge body of %s', (_, body) => {
    expect((readErrorBody(body).message ?? '').length).toBeLessThanOrEqual(4096);
  });

  const said = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('<', '>', '/', 'script', 'style', ' ', '\n', 'a', '"', '{', '}') }),
    fc.json(),
    fc
      .record({ error: fc.jsonValue(), message: fc.jsonValue(), param: fc.jsonValue() }, { requiredKeys: [] })
      .map((body) => JSON.stringify(body)),
    fc.jsonValue().map((value) => JSON.stringify({ error: { message: value, param: value } })),
  );

  it('never throws, and gives text on one line or nothing', () => {
    fc.assert(
      fc.property(said, (body) => {
        for (const text of Object.values(readErrorBody(body))) {
          if (text === undefined) continue;
          expect(typeof text).toBe('string');
          expect(text).not.toMatch(/^\s|\p{Cc}|\s$|^$/u);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

function isRepeated(json: string): boolean {
  return hasRepeatedName(json, JSON.parse(json));
}

describe('hasRepeatedName', () => {
  it.each([
    ...['{"a":1,"a":2}', '{"a":[{"a":1}],"a":1}'],
    ...['[{"a":1},{"b":1,"\\u0062":2}]', '{"":1,"":2}'],
    '{"a\\\\":1,"b":"\\":","a\\\\" :2}',
    '{"__proto__":{},"__proto__":{}}',
    '{"a":1,"b":{"length":2,"0":3,"0":4}}',
  ])('is true of %s', (json) => {
    expect(isRepeated(json)).toBe(true);
  });

  it.each([
    '{"a":1,"b":2}',

    '{"a":"\\"a\\":1","b":"a"}',
    '{"a":"{","b":"a"}',

    '{"a":1,"A":2}',

    '{"__proto__":{"a":1},"a":1}',
  ])('is false of %s', (json) => {
    expect(isRepeated(json)).toBe(false);
  });

  it.each([
    ['backslashes', '\\\\'],
    ['quotes', '\\"'],
    ['letters', 'ab'],
  ])('gets to the end of a text of millions of %s, and finds what comes after it', (_, piece) => {
    const long = `"${piece.repeat(runs(4_000_000))}"`;
    expect(() => isRepeated(long)).not.toThrow();
    expect(isRepeated(`{"a":${long}}`)).toBe(false);
    expect(isRepeated(`{"a":${long},"b":1,"b":2}`)).toBe(true);
    expect(isRepeated(`{${long}:1,"b":2}`)).toBe(false);
  });

  it('sees what any JSON has twice, and nothing else', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.string({ unit: 'binary' }), (json, name) => {
        expect(isRepeated(JSON.stringify(JSON.parse(json), null, 1))).toBe(false);
        const pair = `${JSON.stringify(name)} : ${json}`;
        expect(isRepeated(`[${json},{${pair}}]`)).toBe(false);
        expect(isRepeated(`[${json},{${pair},${pair}}]`)).toBe(true);
      }),
    );
  });
});
