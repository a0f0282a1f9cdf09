import { describe, expect, it } from 'vitest';
import { readQuota } from '../../src/service/read-quota.ts';

const NOW = 1_700_000_000_000;

describe('readQuota', () => {
  const DAY_AND_MINUTE = {
    ratelimit: '"day";r=900;t=40000, "minute";r=3;t=20',
    'ratelimit-policy': '"day";q=1000;w=86400, "minute";q=60;w=60',
  };
  const draft = (ratelimit: string, policy?: string) => ({ ratelimit, 'ratelimit-policy': policy });
  const separate = (prefix: string, remaining: string, reset: string, limit?: string) => ({
    [`${prefix}-limit`]: limit,
    [`${prefix}-remaining`]: remaining,
    [`${prefix}-reset`]: reset,
  });

  it.each<readonly [string, Parameters<typeof readQuota>[0], readonly (number | undefined)[]]>([
    ['the current draft', draft('"x";r=50;t=30', '"x";q=100;w=60'), [50, 30_000, 100, 60_000]],
    ['of several limits the one that is used up first', DAY_AND_MINUTE, [3, 20_000, 60, 60_000]],
    ['a limit without its policy', draft('"default";r=7;t=2'), [7, 2000]],
    ['the draft before', draft('limit=100, remaining=50, reset=30', '100;w=60'), [50, 30_000, 100, 60_000]],
    ['separate headers', separate('ratelimit', '50', '30', '100, 100;w=60'), [50, 30_000, 100, 60_000]],
    ['seconds since 1970', separate('x-ratelimit', '0', '1700000042', '100'), [0, 42_000, 100]],
    ['milliseconds since 1970', separate('x-rate-limit', '5', '1700000042500'), [5, 42_500]],
    ['a reset that is over', separate('x-ratelimit', '5', '1690000000'), [5, 0]],
  ])('reads %s', (_name, headers, [remaining, resetMs, limit, windowMs]) => {
    expect(readQuota(headers, NOW)).toEqual({ remaining, resetMs, limit, windowMs });
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
