import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { joinParts } from '../../../src/report/tally/join-parts.ts';
import { aRecord } from '../../support/some-history.ts';

function aPart(days: readonly number[], fields: Partial<RunRecord> = {}) {
  const records = days
    .toSorted((one, other) => other - one)
    .map((day) =>
      aRecord({ started_at: `2026-11-${String(day).padStart(2, '0')}T02:15:00.000Z`, ...fields }),
    );
  return { records, unfinished: undefined };
}

const account = (key_fingerprint: string) => ({
  account: { base_url: 'https://a.example', key_fingerprint },
});

function daysOf(parts: ReturnType<typeof joinParts>): readonly (readonly number[])[] {
  return parts.map(({ records }) => records.map(({ started_at }) => Number(started_at.slice(8, 10))));
}

describe('the parts of a history', () => {
  it('are one job where a new key took over from an old one', () => {
    const parts = [aPart([5, 6], account('new')), aPart([1, 2, 3], account('old'))];
    expect(daysOf(joinParts(parts))).toEqual([[6, 5, 3, 2, 1]]);
  });

  it('are two jobs where they run beside each other on two accounts: one of them may fail every night', () => {
    const parts = [aPart([1, 2, 3], account('one')), aPart([1, 2, 3], account('other'))];
    expect(joinParts(parts)).toHaveLength(2);
  });

  it('are one job with its runs that failed before they had a key, or knew their job', () => {
    const parts = [
      aPart([1, 3], account('one')),
      aPart([2], { account: null }),
      aPart([4], { account: null, job: null }),
    ];
    expect(daysOf(joinParts(parts))).toEqual([[4, 3, 2, 1]]);
  });

  it('keep jobs apart, and so a run that knew no job', () => {
    const parts = [
      aPart([1], { job: 'a' }),
      aPart([1], { job: 'b' }),
      aPart([2], { job: null, account: null }),
      aPart([]),
    ];
    expect(joinParts(parts)).toHaveLength(3);
  });

  const MISTYPED = aPart([4], { job: 'cost', folder: null });
  const REAL = { folder: '/runs/night' };

  it('are one job with a sheet whose name was mistyped: a job is tried again on another day', () => {
    expect(daysOf(joinParts([aPart([1, 2, 3], REAL), MISTYPED]))).toEqual([[4, 3, 2, 1]]);
    expect(joinParts([aPart([1, 2, 3], REAL), aPart([3, 4], { job: 'cost', folder: null })])).toHaveLength(2);
    expect(joinParts([MISTYPED, aPart([4], { job: 'coast', folder: null })])).toHaveLength(2);
  });

  it('leave out what was mistyped beside several jobs', () => {
    const jobs = [aPart([1], { job: 'a', ...REAL }), aPart([1], { job: 'b', ...REAL })];
    const apply = aPart([4], { job: null, account: null, command: 'apply', folder: null });
    expect(joinParts([...jobs, MISTYPED, apply])).toEqual(jobs);
    const sync = aPart([4], { job: null, account: null, folder: null });
    expect(joinParts([...jobs, sync])).toHaveLength(3);
  });
});
