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
    },
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
    ['two endings', { rules: [{ reset: true, answer: { status: 500 } }] }, 'exclude each other'],
    ['lateness without an ending', { rules: [{ lateMs: 5 }] }, '"lateMs" goes with'],
    ['shares above 1', { errors: { before: 0.7 }, resets: { after: 0.4 } }, 'more than 1'],
    [
      'a bucket of a window',
      { rateLimit: { perSecond: 1, burst: 5, kind: 'sliding-log' } },
      '"burst" goes with',
    ],
  ])('refuses %s', (_name, json, said) => {
    expect(() => parseFaults(json)).toThrow(said);
  });
});
