import { describe, expect, it } from 'vitest';
import { quotaPace } from '../../src/service/pacer.ts';
import type { Quota } from '../../src/service/read-quota.ts';

const still = { underWay: 0, perSecond: 10 };

function aQuota(fields: Partial<Quota>): Quota {
  return { remaining: 100, resetMs: 20_000, limit: undefined, windowMs: undefined, ...fields };
}

describe('quotaPace', () => {
  it.each([
    ['spreads what remains over the time to the reset', {}, 0, 5],
    ['counts what is under way as used', {}, 20, 4],
    ['does not spread over more than two minutes', { resetMs: 121_000 }, 0, undefined],
    [
      'takes the whole window where seconds are too coarse',
      { resetMs: 1000, limit: 60, windowMs: 60_000 },
      0,
      0.99,
    ],
    [
      'says nothing where seconds are too coarse and the window is not known',
      { resetMs: 1000, limit: 60 },
      0,
      undefined,
    ],
  ] as const)('%s', (_name, fields, underWay, perSecond) => {
    const pace = quotaPace(aQuota(fields), { ...still, underWay });
    expect(pace).toEqual({ perSecond, closeMs: undefined });
  });

  it.each([
    ['until the reset', {}, 20_000],
    ['not for more than ten minutes: the service would say so itself', { resetMs: 601_000 }, undefined],
    ['a little at least', { resetMs: 0 }, 250],
    [
      'for as long as the window can last that this pace used up',
      { resetMs: 1000, limit: 10, windowMs: 1000 },
      100,
    ],
    ['until the reset where somebody else used it up', { resetMs: 1000, limit: 20, windowMs: 1000 }, 1000],
  ] as const)('closes where nothing remains: %s', (_name, fields, closeMs) => {
    expect(quotaPace(aQuota({ remaining: 0, ...fields }), still)).toEqual({ perSecond: undefined, closeMs });
  });

  it('closes where all that remains is under way', () => {
    expect(quotaPace(aQuota({ remaining: 3 }), { ...still, underWay: 3 }).closeMs).toBe(20_000);
  });
});
