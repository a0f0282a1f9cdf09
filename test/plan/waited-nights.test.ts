import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import type { PastRun } from '../../src/domain/run-record.ts';
import { countWaited, nameCut } from '../../src/plan/earlier-runs.ts';
import { aKeptRecord } from '../support/some-history.ts';

const SHEET = {
  path: 'costs.csv',
  sha256: 'a',
  rows: 40,
  columns: {},
  figures: { size: 1, modified: null, skus: 40, sets: {}, medians: {} },
};

/** On this day of October. */
function at(day: number, hour = 2): string {
  return new Date(Date.UTC(2026, 9, day, hour)).toISOString();
}

const good = (day: number, updated = 24, hour = 2): RunRecord =>
  aKeptRecord({
    started_at: at(day, hour),
    sheet: SHEET,
    counts: { outcomes: 40, attention: 0, by_status: { updated }, by_reason: {} },
  });

const bad = (day: number, fields: Partial<RunRecord> = {}): RunRecord =>
  aKeptRecord({ started_at: at(day), exit_code: 5, verdict: 'failed', ...fields });

const stoppedBy = (...rules: readonly string[]) =>
  ({ exit_code: 4, stopped: { code: 'guard', rules, message: '' } }) as const;

describe('countWaited', () => {
  it.each<[string, readonly RunRecord[], number]>([
    ['no past', [], 0],
    ['no night that sent', [bad(1), bad(2)], 0],
    ['the last night sent', [bad(1), good(2)], 0],
    ['three nights failed', [good(1), bad(2), bad(3), bad(4)], 3],
    ['killed, and stopped', [good(1), bad(2, { verdict: 'killed' }), bad(3, stoppedBy('sheet_age'))], 2],
    ['tries of one day', [good(1), bad(2), bad(2), bad(2)], 1],
    ['tries on the day that sent', [good(1), bad(1)], 0],
    ['tries of today', [good(1), bad(9)], 0],
    ['a night that needs attention sent', [bad(1), { ...good(2), exit_code: 3 }], 0],
    ['a part of the rows was sent again', [good(1), bad(2), { ...good(2), sheet: null }], 1],
    ['a dry run', [good(1), bad(2, { dry_run: true, command: 'diff' })], 0],
    ['an undo', [good(1), bad(2, { command: 'undo' })], 0],
    ['a person said no', [good(1), bad(2, { exit_code: 8, verdict: 'ok' })], 0],
    ['the rule stopped one of them', [good(1), bad(2), bad(3, stoppedBy('max_updates')), bad(4)], 0],
  ])('failed: %s', (_, nights, failed) => {
    expect(countWaited([...nights].reverse(), Date.parse(at(9, 3))).failed).toBe(failed);
  });

  it('says what a usual night has', () => {
    const past = [good(4, 900), good(3, 24), good(2, 20)];
    expect(countWaited(past, Date.parse(at(5)))).toEqual({ failed: 0, usual: 24 });
  });
});

it.each<[string, Partial<PastRun>, string]>([
  ['came to its end', { exit_code: 3 }, ''],
  ['only found something to send', { exit_code: 10 }, ''],
  ['was stopped', { exit_code: 4, counts: null }, ' (exit code 4)'],
  [
    'was interrupted',
    { exit_code: 130, counts: countsOf({ updated: 1 }) },
    ' (exit code 130 after 1 update)',
  ],
  ['was killed', { exit_code: null, counts: null }, ' (killed)'],
  ['is still running', { exit_code: null, counts: null, isUnfinished: true }, ' (not ended)'],
])('nameCut of a run that %s', (_name, run, said) => {
  expect(nameCut({ ...aKeptRecord(), ...run })).toBe(said);
});

function countsOf(by_status: object): RunRecord['counts'] {
  return { outcomes: 1, attention: 0, by_status, by_reason: {} };
}
