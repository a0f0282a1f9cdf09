import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import { findTakenBack } from '../../src/plan/earlier-runs.ts';
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
