import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import type { PastRun } from '../../src/domain/run-record.ts';
import { countWaited, findTakenBack, nameCut } from '../../src/plan/earlier-runs.ts';
import { aKeptRecord, night } from '../support/some-history.ts';

type Statuses = NonNullable<RunRecord['counts']>['by_status'];

function countsOf(statuses: Statuses): RunRecord['counts'] {
  const outcomes = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { outcomes, attention: 0, by_status: statuses, by_reason: {} };
}

function aRun(number: number, fields: Partial<RunRecord> = {}): RunRecord {
  return aKeptRecord({ started_at: night(number), folder: `/shop/nights/day${number}/run`, ...fields });
}

/** An undo of the runs of these nights. */
function anUndo(
  number: number,
  of: readonly number[],
  statuses: Statuses = { updated: 40 },
  fields: Partial<RunRecord> = {},
): RunRecord {
  const undone_runs = of.map((each) => night(each));
  return aRun(number, { command: 'undo', undone_runs, counts: countsOf(statuses), ...fields });
}

/** The nights whose runs were taken back. `past`: the oldest first. */
function takenBack(past: readonly RunRecord[]): readonly number[] {
  const newestFirst = past.toReversed();
  const isTakenBack = findTakenBack(newestFirst);
  return past.flatMap((run) => (isTakenBack(run) ? [Date.parse(run.started_at)] : [])).map(toNight);
}

function toNight(time: number): number {
  return new Date(time).getUTCDate();
}

describe('findTakenBack', () => {
  const RUNS = [1, 2, 3].map((number) => aRun(number));

  it('finds the runs that an undo names, and none that began after it', () => {
    expect(takenBack([...RUNS, anUndo(4, [2])])).toEqual([2]);
    expect(takenBack([...RUNS, anUndo(4, [2, 3]), aRun(5)])).toEqual([2, 3]);
    expect(takenBack([...RUNS, anUndo(4, [5]), aRun(5)])).toEqual([]);
    expect(takenBack([...RUNS, anUndo(4, [])])).toEqual([]);
  });

  it.each<[string, Statuses, boolean]>([
    ['all', { updated: 40 }, true],
    ['all, of which some was done already', { updated: 30, unchanged: 10 }, true],
    ['nothing', { conflict: 40 }, false],
    ['nothing, since there was nothing to take back', {}, false],
    ['a part', { updated: 39, conflict: 1 }, false],
    ['perhaps all', { updated: 39, unconfirmed: 1 }, false],
    ['a part before it was stopped', { updated: 20, skipped: 20 }, false],
  ])('asks what the undo gave back: %s', (_what, statuses, expected) => {
    expect(takenBack([...RUNS, anUndo(4, [3], statuses)])).toEqual(expected ? [3] : []);
  });

  it('discards a dry run, and takes an apply of an undo for one', () => {
    expect(takenBack([...RUNS, anUndo(4, [3], { updated: 40 }, { dry_run: true })])).toEqual([]);
    expect(takenBack([...RUNS, anUndo(4, [3], { updated: 40 }, { command: 'apply' })])).toEqual([3]);
  });

  it.each<[string, readonly RunRecord[], readonly number[]]>([
    ['as a whole', [anUndo(5, [4])], [4]],
    ['in part', [anUndo(5, [4], { updated: 1, conflict: 39 })], []],
    ['perhaps', [anUndo(5, [4], { unconfirmed: 1 })], []],
    ['by a run that was killed', [anUndo(5, [4], {}, { verdict: 'killed', exit_code: null })], []],
    ['without any effect', [anUndo(5, [4], { conflict: 40 })], [3]],
    ['and that was taken back too', [anUndo(5, [4]), anUndo(6, [5])], [3, 5]],
    ['and that was taken back in part', [anUndo(5, [4]), anUndo(6, [5], { updated: 1, conflict: 39 })], []],
    ['together with the run', [anUndo(5, [3, 4])], [3, 4]],
  ])('knows an undo that was itself taken back: %s', (_what, later, expected) => {
    expect(takenBack([...RUNS, anUndo(4, [3]), ...later])).toEqual(expected);
  });
});

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
  ['was cut short', { exit_code: 130, counts: countsOf({ updated: 1 }) }, ' (exit code 130 after 1 update)'],
  ['was killed', { exit_code: null, counts: null }, ' (killed)'],
  ['is still running', { exit_code: null, counts: null, isUnfinished: true }, ' (not ended)'],
])('nameCut of a run that %s', (_name, run, said) => {
  expect(nameCut({ ...aKeptRecord(), ...run })).toBe(said);
});
