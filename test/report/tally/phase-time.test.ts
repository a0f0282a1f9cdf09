import { describe, expect, it } from 'vitest';
import type { PhaseSummary } from '../../../src/domain/documents/summary.ts';
import { describePhases, describeSending } from '../../../src/report/tally/phase-time.ts';

function took(phase: PhaseSummary['phase'], ms: number, pacedMs = 0): PhaseSummary {
  return { phase, seconds: ms / 1000, seconds_at_the_rate: pacedMs / 1000, requests: 0 };
}

describe('describePhases', () => {
  it('says how much of the time the rate took', () => {
    const phases = [took('read', 100), took('find', 4000, 4000), took('send', 5900, 5850)];
    expect(describePhases(phases, 100)).toBe('99 % of it at the rate you allow');
    expect(describePhases(phases, 'auto')).toBe('99 % of it at the rate that the service accepts');
  });

  it('names what took longest where it was not the rate', () => {
    expect(describePhases([took('read', 6200), took('find', 3800, 1000)], 100)).toBe(
      '62 % of it reading the sheet',
    );
  });

  it('says nothing of a run that was over at once', () => {
    expect(describePhases([took('find', 1999, 1999)], 100)).toBeUndefined();
    expect(describePhases([], 100)).toBeUndefined();
  });
});

describe('describeSending', () => {
  it.each([
    [100, undefined],
    [101, '11 s'],
    [54_000, '90 min'],
    [54_001, '1 h 31 min'],
    [72_000, '2 h'],
    [1_000_000, '27 h 47 min'],
  ])('says how long %i updates take, if that is long', (writes, expected) => {
    const said = describeSending({ writes, ratePerSecond: 10 });
    expect(said).toBe(expected && `${expected} at 10 requests a second`);
  });

  it('counts the reads before the updates', () => {
    const cost = { writes: 10_000, ratePerSecond: 10 };
    expect(describeSending({ ...cost, rereads: 304 })).toBe(
      '18 min at 10 requests a second; 304 reads to check the listings again included',
    );
    expect(describeSending({ ...cost, rereads: 0 })).toBe('17 min at 10 requests a second');
    expect(describeSending({ ...cost, ratePerSecond: undefined })).toBeUndefined();
  });

  it.each([
    ['less than the rate', 8.33, '4 min at 8.3 requests a second, the most that "concurrency" allows'],
    ['more than the rate', 500, '19 s at 100 requests a second'],
    ['nothing that is known', undefined, '19 s at 100 requests a second'],
  ])('goes by what the bound on requests in flight allows: %s', (_name, mostPerSecond, text) => {
    expect(describeSending({ writes: 1835, ratePerSecond: 100, mostPerSecond })).toBe(text);
  });
});
