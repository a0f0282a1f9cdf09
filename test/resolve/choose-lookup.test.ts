import { describe, expect, it } from 'vitest';
import { chooseLookup } from '../../src/resolve/choose-lookup.ts';

describe('chooseLookup', () => {
  it.each([
    ['no SKU', 0, {}, 'sku', 0],
    ['one SKU', 1, {}, 'sku', 1],
    ['as many SKUs as pages and the head', 51, { listings: 5000 }, 'sku', 51],
    ['one SKU more', 52, { listings: 5000 }, 'scan', 51],
    ['one full page', 5, { listings: 100 }, 'scan', 1],
    ['an account without listings', 5, { listings: 0 }, 'scan', 1],
    ['few SKUs of an account that is known to be large', 5, { readsAtLeast: 6 }, 'sku', 5],
  ] as const)('chooses what takes fewer requests: %s', (_name, skus, known, by, readsExpected) => {
    expect(chooseLookup({ mode: 'auto', skus, known })).toMatchObject({ by, reads_expected: readsExpected });
  });

  it.each([
    ['sku', 7],
    ['scan', 51],
  ] as const)('does as it is told: %s', (mode, readsExpected) => {
    expect(chooseLookup({ mode, skus: 7, known: { listings: 5000 } })).toEqual({
      by: mode,
      why: `--resolve ${mode} says so`,
      reads_expected: readsExpected,
    });
  });

  const PAGED = 'paging the 5,000 listings that were there last time';
  const FEWER = '5 SKUs take no more reads than';
  it.each([
    [100_000, { listings: 5000 }, `looking up 100,000 SKUs takes 100,000 reads, ${PAGED} takes 51`],
    [5, { listings: 5000 }, `${FEWER} ${PAGED}`],
    [5, { readsAtLeast: 8 }, `${FEWER} paging the account, which would have taken 8 or more last time`],
    [5, {}, expect.stringMatching(/^it was not known how many listings there are, .* the 5 SKUs would$/)],
    [1, {}, 'there is at most one SKU to look up'],
  ])('says why: %i SKUs, %j', (skus, known, why) => {
    expect(chooseLookup({ mode: 'auto', skus, known }).why).toEqual(why);
  });
});
