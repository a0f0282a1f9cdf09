import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/run-record.ts';
import { findTakenBack } from '../../src/plan/find-taken-back.ts';
import { aKeptRecord } from '../run/history/support.ts';

/** A run at half past some hour of a day, in a folder. */
function aRun(hour: number, folder: string, fields: Partial<RunRecord> = {}): RunRecord {
  return aKeptRecord({
    started_at: new Date(Date.UTC(2026, 9, 1, hour, 30)).toISOString(),
    folder,
    ...fields,
  });
}

function anUndo(hour: number, path: string, fields: Partial<RunRecord> = {}): RunRecord {
  const sheet = { path, sha256: '', rows: 40, columns: {}, figures: null };
  const counts = countsOf({ updated: 40 });
  return aRun(hour, `/shop/runs/undo-${hour}`, { command: 'undo', sheet, counts, ...fields });
}

function countsOf(by_status: Readonly<Record<string, number>>): RunRecord['counts'] {
  const outcomes = Object.values(by_status).reduce((sum, each) => sum + each, 0);
  return { outcomes, attention: 0, by_status, by_reason: {} };
}

/** The folders of the runs that were taken back. `runs`: in any order. */
function takenBack(...runs: readonly RunRecord[]): readonly (string | null)[] {
  const past = runs.toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1));
  return [...findTakenBack(past)].map(({ folder }) => folder).sort();
}

describe('findTakenBack', () => {
  const days = [1, 2, 3].map((day) => aRun(day, `/shop/nights/day${day}/run`));

  it.each([
    ['as it was given', 'nights/day2/run'],
    ['as a whole', '/shop/nights/day2/run'],
    ['as Windows writes it', 'nights\\day2\\run'],
    ['with dots', './nights/day2/run/'],
    ['of another machine', '/elsewhere/day2/run'],
  ])('finds the run by its folder, %s', (_, path) => {
    expect(takenBack(...days, anUndo(5, path))).toEqual(['/shop/nights/day2/run']);
  });

  it('takes no later run of a folder of the same name, and of earlier ones the last', () => {
    const again = [1, 3, 7].map((hour) => aRun(hour, '/shop/run'));
    const found = [...findTakenBack([again[2], anUndo(5, 'run'), again[1], again[0]] as RunRecord[])];
    expect(found).toEqual([again[1]]);
  });

  it.each([
    ['gave back nothing', { exit_code: 3, counts: countsOf({ conflict: 40 }) }],
    ['gave back less than half', { exit_code: 3, counts: countsOf({ conflict: 21, updated: 19 }) }],
    ['was a dry run', { dry_run: true }],
    ['was stopped', { exit_code: 4 }],
    ['was of one SKU', { settings: { sku: 'MUG' } }],
    ['was of one field', { settings: { field: 'cost' } }],
  ] as const)('leaves out an undo that %s', (_, fields) => {
    expect(takenBack(...days, anUndo(5, 'nights/day2/run', fields))).toEqual([]);
  });

  it('counts rows that were back already', () => {
    const undo = anUndo(5, 'nights/day2/run', { counts: countsOf({ unchanged: 30, conflict: 10 }) });
    expect(takenBack(...days, undo)).toEqual(['/shop/nights/day2/run']);
  });

  it('gives a run its due again once its undo was undone', () => {
    const undo = anUndo(5, 'nights/day2/run');
    expect(takenBack(...days, undo, anUndo(6, 'runs/undo-5'))).toEqual(['/shop/runs/undo-5']);
  });

  it('takes all runs since a time, undos among them', () => {
    const undo = anUndo(5, 'nights/day1/run');
    const since = anUndo(6, 'runs since 2026-10-01 02:30 UTC');
    expect(takenBack(...days, undo, since)).toEqual([
      '/shop/nights/day2/run',
      '/shop/nights/day3/run',
      '/shop/runs/undo-5',
    ]);
  });
});
