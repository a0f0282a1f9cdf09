import { describe, expect, test } from 'vitest';
import { type Faults, parseFaults } from '../../src/sandbox/faults.ts';

const everything: Faults = {
  latencyMs: [5, 20],
  rateLimit: { perSecond: 10, burst: 20, retryAfter: false },
  errors: { before: 0.01, after: 0.01, status: 503 },
  resets: { before: 0.01, after: 0.01 },
  errorBody: 'html',
  rules: [
    {
      match: { method: 'POST', path: '/listings/', query: { cost: true, limit: false, sku: 'A' } },
      reset: true,
    },
    { match: { sku: 'A', listing: 'x' }, skip: 2, times: 1, when: 'after', delayMs: 5 },
    {
      answer: {
        status: 200,
        body: [1, null, { a: 'b' }],
        contentType: 'text/plain',
        headers: { 'x-a': 'b' },
      },
    },
    { reset: true, lateMs: 60_000 },
    { change: { sku: 'A', listing: 'x', set: { status: 'inactive', cost: null } }, ignore: ['sku'] },
    {
      hold: { minimum_price: 1500 },
      truncate: { bytes: 3, contentLength: 'cut' },
      drip: { bytes: 1, everyMs: 5 },
    },
  ],
};

describe('parseFaults', () => {
  test('takes every word, and nothing', () => {
    expect(parseFaults(JSON.parse(JSON.stringify(everything)))).toEqual(everything);
    expect(parseFaults({})).toEqual({});
  });

  test.each([
    ['not an object', [], 'the whole: '],
    ['an unknown word', { latency: 5 }, 'unknown field "latency"'],
    [
      'a latency upside down',
      { latencyMs: [20, 5] },
      'latencyMs: must be milliseconds, or [shortest, longest], it is [20,5]',
    ],
    ['a share above 1', { errors: { before: 1.5 } }, 'errors.before: must be 0 to 1, it is 1.5'],
    [
      'shares that add up to more than 1',
      { errors: { after: 0.6 }, resets: { before: 0.5 } },
      'the shares add up to 1.1',
    ],
    [
      'an error status that is none',
      { errors: { status: 404 } },
      'errors.status: must be 500 to 599, it is 404',
    ],
    [
      'an unknown body',
      { errorBody: 'xml' },
      'errorBody: must be one of nested, flat, html, empty, it is "xml"',
    ],
    ['a rate of 0', { rateLimit: { perSecond: 0 } }, 'rateLimit.perSecond: must be above 0, it is 0'],
    ['an unknown word in a rule', { rules: [{ reset: true, on: 'POST' }] }, 'rules[0]: unknown field "on"'],
    [
      'a rule without an effect',
      { rules: [{ reset: true }, { match: {}, times: 1, when: 'after' }] },
      'rules[1]: it has no effect',
    ],
    [
      'reset and answer',
      { rules: [{ reset: true, answer: { status: 500 } }] },
      'rules[0]: "reset" and "answer" exclude',
    ],
    [
      'a late effect of what is answered as ever',
      { rules: [{ lateMs: 5 }] },
      'rules[0]: "lateMs" goes with a "reset" or an "answer" before',
    ],
    [
      'a late effect of what took effect before',
      { rules: [{ reset: true, when: 'after', lateMs: 5 }] },
      'rules[0]: "lateMs" goes with a "reset" or an "answer" before',
    ],
    ['times 0', { rules: [{ reset: true, times: 0 }] }, 'rules[0], times: must be 1 or more, it is 0'],
    [
      'another moment',
      { rules: [{ reset: true, when: 'during' }] },
      'rules[0], when: must be "before" or "after", it is "during"',
    ],
    [
      'a field that never changes',
      { rules: [{ hold: { sku: 'B' } }] },
      'rules[0], hold: unknown field "sku"',
    ],
    [
      'a status that is none',
      { rules: [{ answer: { status: 99 } }] },
      'rules[0], answer.status: must be 200 to 599, it is 99',
    ],
    [
      'a header that is none',
      { rules: [{ answer: { status: 200, headers: { 'a b': 'c' } } }] },
      'rules[0], answer.headers',
    ],
    [
      'a header with a line break',
      { rules: [{ answer: { status: 200, headers: { a: 'b\r\nc' } } }] },
      'rules[0], answer.headers.a',
    ],
  ])('refuses %s and says where', (_name, json, message) => {
    expect(() => parseFaults(json)).toThrow(
      expect.objectContaining({ code: 'invalid_faults', message: expect.stringContaining(message) }),
    );
  });
});
