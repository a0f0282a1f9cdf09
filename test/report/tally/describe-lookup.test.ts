import { describe, expect, it } from 'vitest';
import { describeLookup, describeSending } from '../../../src/report/tally/describe-lookup.ts';

const SCAN = { by: 'scan', why: 'there are few listings', reads_expected: 51 } as const;

describe('describeLookup', () => {
  it.each([
    [
      'scan',
      52,
      120,
      10,
      'Listings found by paging the account: 52 reads (there are few listings). 120 updates to send take 12 s at 10 requests a second',
    ],
    [
      'sku',
      1,
      1,
      1,
      'Listings found by SKU: 1 read (there are few listings). 1 update to send takes 1 s at 1 request a second',
    ],
    ['sku', 3, 0, 10, 'Listings found by SKU: 3 reads (there are few listings). No updates to send'],
  ] as const)(
    'says by %s, with %i reads and %i writes at %i a second',
    (by, reads, writes, ratePerSecond, expected) => {
      expect(describeLookup({ ...SCAN, by }, { reads, writes, ratePerSecond })).toBe(expected);
    },
  );

  it.each([
    [1, '1 s'],
    [5, '1 s'],
    [900, '90 s'],
    [901, '2 min'],
    [54_000, '90 min'],
    [54_001, '1 h 31 min'],
    [72_000, '2 h'],
    [1_000_000, '27 h 47 min'],
  ])('says how long %i updates take', (writes, expected) => {
    expect(describeLookup(SCAN, { reads: 1, writes, ratePerSecond: 10 })).toContain(
      `take${writes === 1 ? 's' : ''} ${expected} at`,
    );
  });

  it.each([
    [304, 'and 304 reads to check the listings again, take 18 min at 10 requests a second'],
    [1, 'and 1 read to check the listings again, take 17 min at 10 requests a second'],
  ])('counts %i reads before the updates', (rereads, text) => {
    const cost = { writes: 10_000, rereads, ratePerSecond: 10 };
    expect(describeSending(cost)).toBe(`10000 updates to send, ${text}`);
  });

  it.each([0, undefined])('says nothing of %s reads before the updates', (rereads) => {
    expect(describeSending({ writes: 10, rereads, ratePerSecond: 10 })).toBe(
      '10 updates to send take 1 s at 10 requests a second',
    );
  });

  it.each([
    ['less than the rate', 1835, 8.33, '4 min at 8.3 requests a second, the most that --concurrency allows'],
    ['more than the rate', 1835, 500, '19 s at 100 requests a second'],
    ['less, for a few updates', 80, 8.33, '1 s at 100 requests a second'],
    ['nothing that is known', 1835, undefined, '19 s at 100 requests a second'],
  ])('goes by what the bound on requests in flight allows: %s', (_name, writes, mostPerSecond, text) => {
    expect(describeSending({ writes, ratePerSecond: 100, mostPerSecond })).toBe(
      `${writes} updates to send take ${text}`,
    );
  });
});
