import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProxyFault } from '../../src/service/open-proxy.ts';
import { type Reply, readReply } from '../../src/service/reply.ts';
import type { Attempt } from '../../src/service/transport.ts';

const NOW = Date.UTC(2023, 10, 14, 22, 13, 20);
const schema = z.object({ price: z.int() });

function read(attempt: Attempt): Reply<{ price: number }> {
  return readReply(attempt, { schema, now: NOW, redact: (text) => text.replaceAll('hunter2', '[key]') });
}

function anAnswer(httpStatus: number, body: unknown = '', retryAfter?: string): Attempt {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answer', httpStatus, retryAfter, body: text };
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

  it.each([
    ['a message', new Error('read failed'), 'read failed'],
    ['a code only', Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['a name only', new TypeError(''), 'TypeError'],
    [
      'several causes and a code',
      Object.assign(new AggregateError([], 'all failed'), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['several causes', new AggregateError([], 'all failed'), 'all failed'],
  ])('describes a fault with %s', (_, cause, said) => {
    expect(read({ kind: 'cut_off', cause })).toMatchObject({ message: `the connection broke off: ${said}` });
  });

  it.each<readonly [string, Attempt]>([
    ['an error message', anAnswer(400, { message: 'no hunter2' })],
    ['a parameter', anAnswer(400, { message: 'no', param: 'hunter2' })],
    ['a page', anAnswer(503, '<p>hunter2</p>')],
    ['a network fault', { kind: 'cut_off', cause: new Error('hunter2') }],
    ['a fault that is no error', { kind: 'not_sent', cause: 'hunter2' }],
  ])('takes the key out of %s', (_, attempt) => {
    const reply = read(attempt);
    expect('message' in reply && reply.message).toMatch(/\[key\]/);
    expect('message' in reply && reply.message).not.toMatch(/hunter2/);
  });
});

describe('readReply: Retry-After', () => {
  it.each([
    ['none', undefined, undefined],
    ['seconds', '7', 7000],
    ['no seconds', '0', 0],
    ['seconds with blanks', ' 120 ', 120_000],
    ['seconds with leading zeros', '007', 7000],
    ['a date', 'Tue, 14 Nov 2023 22:14:20 GMT', 60_000],
    ['the date of now', 'Tue, 14 Nov 2023 22:13:20 GMT', 0],
    ['a date that is over', 'Tue, 14 Nov 2023 22:00:00 GMT', 0],
    ['a date far away', 'Fri, 14 Nov 2025 22:13:20 GMT', 731 * 24 * 3_600_000],
    ['a date in the old form', 'Tuesday, 14-Nov-23 22:14:20 GMT', 60_000],
    ...['', 'soon', '60s', '1.5', '-5', '10, 20', 'wait 30 seconds'].map(
      (text) => [`no time: "${text}"`, text, undefined] as const,
    ),
  ] as const)('%s', (_, retryAfter, retryAfterMs) => {
    expect(read(anAnswer(429, '', retryAfter))).toMatchObject({ kind: 'refused', retryAfterMs });
    expect(read(anAnswer(503, '', retryAfter))).toMatchObject({ kind: 'lost', retryAfterMs });
  });

  const MINUTE_BEHIND = 'Tue, 14 Nov 2023 22:12:20 GMT';
  it.each([
    ['an answer with a date: by that', 'Tue, 14 Nov 2023 22:13:20 GMT', MINUTE_BEHIND, 60_000],
    [
      'an answer with a date that is ahead',
      'Tue, 14 Nov 2023 23:00:30 GMT',
      'Tue, 14 Nov 2023 23:00:00 GMT',
      30_000,
    ],
    ['an answer whose date is later', 'Tue, 14 Nov 2023 22:14:20 GMT', 'Tue, 14 Nov 2023 22:15:00 GMT', 0],
    ['an answer whose date makes no sense: by this clock', 'Tue, 14 Nov 2023 22:14:20 GMT', 'today', 60_000],
    ['seconds, whatever the date', '7', MINUTE_BEHIND, 7000],
  ])('in %s', (_, retryAfter, date, retryAfterMs) => {
    expect(read({ ...anAnswer(429, '', retryAfter), date } as Attempt)).toMatchObject({ retryAfterMs });
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
    ['CERT_HAS_EXPIRED', /clock/],
    ['CERT_NOT_YET_VALID', /clock/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /base URL/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
    ['ENOTFOUND', /base URL/],
    ['ECONNREFUSED', /base URL/],
    ['EAI_AGAIN', /name server/],
    ['EMFILE', /ulimit -n/],
    ['ENFILE', /ulimit -n/],
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
