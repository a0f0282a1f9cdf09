import { describe, expect, it } from 'vitest';
import { lostListings, noticeShrunken } from '../../../src/run/lookup/account-state.ts';

describe('noticeShrunken', () => {
  it('reports a loss of more than a tenth', () => {
    expect(noticeShrunken({ before: 1000, now: 899 }, { filters: {} })).toBe(
      'The account has 899 listings, and had 1000 when it was paged last: check that the service does not leave listings out; SKUs of the missing listings count as not listed',
    );
  });

  it('names the part of the account', () => {
    expect(noticeShrunken({ before: 10, now: 0 }, { filters: { platform: 'walmart' } })).toMatch(
      /^The account has 0 listings with platform walmart, and had 10 /,
    );
  });

  it.each([
    ['a tenth is gone', 1000, 900],
    ['nothing is gone', 1000, 1000],
    ['there are more', 1000, 2000],
    ['nothing is remembered', undefined, 5],
    ['there were none', 0, 0],
  ])('says nothing where %s', (_name, before, now) => {
    expect(noticeShrunken({ before, now }, { filters: {} })).toBeUndefined();
    expect(lostListings({ before, now })).toBe(0);
  });

  it('counts what is gone', () => {
    expect(lostListings({ before: 1000, now: 600 })).toBe(400);
  });
});
