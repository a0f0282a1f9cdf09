import { describe, expect, it } from 'vitest';
import { describeSending } from '../../../src/report/tally/phase-time.ts';

describe('describeSending', () => {
  it.each([
    [100, undefined],
    [101, '10.1 s'],
    [54_000, '1 h 30 min'],
    [1_000_000, '27 h 47 min'],
  ])('says how long %i updates take, if that is long', (writes, expected) => {
    const said = describeSending({ writes, ratePerSecond: 10 });
    expect(said).toBe(expected && `${expected} at 10 requests a second`);
  });

  it('counts the reads before the updates', () => {
    const cost = { writes: 10_000, ratePerSecond: 10 };
    expect(describeSending({ ...cost, rereads: 304 })).toBe(
      '17 min at 10 requests a second; 304 reads to check the listings again included',
    );
    expect(describeSending({ ...cost, rereads: 0 })).toBe('17 min at 10 requests a second');
    expect(describeSending({ ...cost, ratePerSecond: undefined })).toBeUndefined();
  });

  it.each([
    ['less than the rate', 8.33, '4 min at 8.3 requests a second, the most that "concurrency" allows'],
    ['more than the rate', 500, '18.4 s at 100 requests a second'],
    ['nothing that is known', undefined, '18.4 s at 100 requests a second'],
  ])('goes by what the bound on requests in flight allows: %s', (_name, mostPerSecond, text) => {
    expect(describeSending({ writes: 1835, ratePerSecond: 100, mostPerSecond })).toBe(text);
  });
});
