import { describe, expect, it } from 'vitest';
import { readQuota } from '../../src/service/read-quota.ts';

const NOW = 1_700_000_000_000;

describe('readQuota', () => {
  it.each([
    [
      'the current draft',
      { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
      { remaining: 50, resetMs: 30_000, limit: 100, windowMs: 60_000 },
    ],
    [
      'of several limits the one that is used up first',
      {
        ratelimit: '"day";r=900;t=40000, "minute";r=3;t=20',
        'ratelimit-policy': '"day";q=1000;w=86400, "minute";q=60;w=60',
      },
      { remaining: 3, resetMs: 20_000, limit: 60, windowMs: 60_000 },
    ],
    [
      'a limit without its policy',
      { ratelimit: '"default";r=7;t=2' },
      { remaining: 7, resetMs: 2000, limit: undefined, windowMs: undefined },
    ],
    [
      'one list of the draft before',
      { ratelimit: 'limit=100, remaining=50, reset=30', 'ratelimit-policy': '100;w=60' },
      { remaining: 50, resetMs: 30_000, limit: 100, windowMs: 60_000 },
    ],
    [
      'separate headers',
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '50', 'ratelimit-reset': '30' },
      { remaining: 50, resetMs: 30_000, limit: 100, windowMs: 60_000 },
    ],
    [
      'a reset as seconds since 1970',
      { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000042' },
      { remaining: 0, resetMs: 42_000, limit: 100, windowMs: undefined },
    ],
    [
      'a reset as milliseconds since 1970',
      { 'x-rate-limit-remaining': '5', 'x-rate-limit-reset': '1700000042500' },
      { remaining: 5, resetMs: 42_500, limit: undefined, windowMs: undefined },
    ],
    [
      'a reset that is over',
      { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '1690000000' },
      { remaining: 5, resetMs: 0, limit: undefined, windowMs: undefined },
    ],
  ] as const)('reads %s', (_name, headers, expected) => {
    expect(readQuota(headers, NOW)).toEqual(expected);
  });

  it.each([
    ['no such header', { 'content-type': 'application/json' }],
    ['no reset', { 'ratelimit-remaining': '5' }],
    ['a remainder that is no number', { 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': '5' }],
    ['a reset in words', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1m30s' }],
    ['a list of something else', { ratelimit: '"default"' }],
  ])('makes nothing of %s', (_name, headers) => {
    expect(readQuota(headers, NOW)).toBeUndefined();
  });
});
