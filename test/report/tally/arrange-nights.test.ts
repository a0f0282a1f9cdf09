import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { arrangeNights } from '../../../src/report/tally/arrange-nights.ts';
import { stateOfRun } from '../../../src/report/tally/night-state.ts';
import { FAILED, IN_NEED, STOPPED } from '../../support/ninety-nights.ts';
import { aRecord } from '../../support/some-history.ts';

/** Friday; three quarters of an hour after the job usually runs. */
const NOW = Date.parse('2026-11-20T03:00:00Z');
const DAY_MS = 86_400_000;

function at(ago: number, time = '02:15'): string {
  return `${new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`;
}

function aNight(ago: number, fields: Partial<RunRecord> = {}): RunRecord {
  const started_at = fields.started_at ?? at(ago);
  return aRecord({ started_at, finished_at: started_at, ...fields });
}

/** Forty nights without the given ones, and with these runs. */
function arrange(without: readonly number[] = [], ...runs: readonly RunRecord[]) {
  const days = Array.from({ length: 40 }, (_, ago) => ago).filter((ago) => !without.includes(ago));
  const records = [...days.map((ago) => aNight(ago)), ...runs].sort((one, other) =>
    one.started_at < other.started_at ? 1 : -1,
  );
  return arrangeNights({ records, unfinished: undefined }, NOW);
}

describe('the nights of a job', () => {
  it('are ninety days up to today, with nothing before its first run', () => {
    const { nights, state } = arrange();
    expect(nights).toHaveLength(90);
    expect(nights.at(-1)).toMatchObject({ date: '2026-11-20', state: 'done', runs: 1 });
    expect(nights[0]).toEqual({
      date: '2026-08-23',
      state: 'none',
      run: undefined,
      runs: 0,
    });
    expect(nights.filter((night) => night.state === 'done')).toHaveLength(40);
    expect(state).toBe('done');
  });

  it.each([
    ['done', {}],
    ['attention', IN_NEED],
    ['failed', FAILED],
    ['failed', { verdict: 'killed', exit_code: null }],
    ['stopped', STOPPED],
    ['stopped', { exit_code: 130, verdict: 'failed' }],
    ['stopped', { exit_code: 8 }],
  ] as const)('end %s', (state, fields) => {
    expect(stateOfRun(aRecord(fields))).toBe(state);
    const job = arrange([0], aNight(0, fields));
    expect(job.nights.at(-1)?.state).toBe(state);
    expect(job.state).toBe(state);
  });

  it('do not end well because of an undo, be it on the same day or later', () => {
    const undo = { command: 'undo' as const, counts: null };
    const same = arrange([0], aNight(0, FAILED), aNight(0, { ...undo, started_at: at(0, '02:40') }));
    expect([same.nights.at(-1)?.state, same.state]).toEqual(['failed', 'failed']);
    expect(same.lastSuccess?.started_at).toBe(at(1));
    const later = arrange([0, 1], aNight(1, STOPPED), aNight(0, { ...undo, started_at: at(0, '01:00') }));
    expect(later.nights.slice(-2).map(({ state }) => state)).toEqual(['stopped', 'done']);
    expect([later.state, later.last?.command]).toEqual(['stopped', 'sync']);
    expect(later.lastSuccess?.started_at).toBe(at(2));
  });

  it('end with an undo that ended worse', () => {
    const job = arrange([], aNight(0, { ...FAILED, command: 'undo', started_at: at(0, '02:40') }));
    expect([job.nights.at(-1)?.state, job.state, job.last?.command]).toEqual(['failed', 'failed', 'undo']);
    const alone = arrangeNights({ records: [aNight(0, { command: 'undo' })], unfinished: undefined }, NOW);
    expect([alone.state, alone.lastSuccess]).toEqual(['done', undefined]);
  });

  it('end well with an apply that sends what was stopped', () => {
    const job = arrange([0], aNight(0, STOPPED), aNight(0, { command: 'apply', started_at: at(0, '02:40') }));
    expect([job.state, job.lastSuccess?.command]).toEqual(['done', 'apply']);
  });

  it('end with the run that ended last, and not with one that gave up waiting for it', () => {
    const job = arrange(
      [0],
      aNight(0, { finished_at: at(0, '02:50') }),
      aNight(0, { ...FAILED, started_at: at(0, '02:20'), finished_at: at(0, '02:30') }),
    );
    expect(job.nights.at(-1)).toMatchObject({ state: 'done', runs: 2 });
    expect(job.state).toBe('done');
  });

  it('are not made well by a dry run of that day', () => {
    const diff = aNight(1, { started_at: at(1, '09:00'), dry_run: true, command: 'diff' });
    expect(arrange([1], aNight(1, FAILED), diff).nights.at(-2)?.state).toBe('failed');
  });

  it.each([
    ['apply of a run that is not there', { command: 'apply', job: null }],
    ['undo of a run that is not there', { command: 'undo', job: null }],
    ['a sheet of another name', { job: 'cost' }],
  ] as const)('are judged by the job itself where a person mistypes: %s', (_name, fields) => {
    const mistyped = aNight(0, { ...FAILED, ...fields, started_at: at(0, '02:40'), folder: null });
    const inFolder = (ago: number) => aNight(ago, { folder: '/runs/night' });
    const records = [mistyped, ...Array.from({ length: 40 }, (_, ago) => inFolder(ago))];
    const job = arrangeNights({ records, unfinished: undefined }, NOW);
    expect([job.job, job.state, job.last?.folder]).toEqual(['costs', 'done', '/runs/night']);
    expect(job.nights.at(-1)).toMatchObject({ state: 'done', runs: 2 });
    const alone = arrangeNights({ records: [mistyped, ...records.slice(2)], unfinished: undefined }, NOW);
    expect([alone.state, alone.nights.at(-1)?.state]).toEqual(['done', 'none']);
  });

  it('fail where the settings of the job can not be read, so that the run knows no job', () => {
    const job = arrange([], aNight(0, { ...FAILED, job: null, started_at: at(0, '02:40') }));
    expect([job.state, job.nights.at(-1)?.state]).toEqual(['failed', 'failed']);
  });

  it('know the last run that came to its end, also of months ago', () => {
    const failed = Array.from({ length: 100 }, (_, ago) => aNight(ago, FAILED));
    const records = [...failed, aNight(120, IN_NEED), aNight(121)];
    const { lastSuccess, nights } = arrangeNights({ records, unfinished: undefined }, NOW);
    expect(lastSuccess?.started_at).toBe(at(120));
    expect(new Set(nights.map(({ state }) => state))).toEqual(new Set(['failed']));
  });

  it('are not hidden by a run whose clock was ahead', () => {
    const ahead = aNight(-400);
    const { state, last, lastSuccess } = arrange([0, 1, 2], ahead);
    expect([state, last?.started_at, lastSuccess?.started_at]).toEqual(['done', at(3), at(3)]);
  });

  it('are open while a run has not ended', () => {
    const records = Array.from({ length: 40 }, (_, ago) => aNight(ago + 1));
    const unfinished = { command: 'sync', started_at: at(0) } as const;
    const job = arrangeNights({ records, unfinished }, NOW);
    expect([job.state, job.nights.at(-1)?.state]).toEqual(['open', 'open']);
  });
});
