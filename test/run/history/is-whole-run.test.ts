import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { isUncertain, isWholeRun } from '../../../src/run/history/is-whole-run.ts';
import { aKeptRecord } from './support.ts';

const sheetOf = (path: string) => ({ path, sha256: 'a', rows: 1, columns: {}, figures: null });
const countsOf = (by_status: object, by_reason = {}) => ({ outcomes: 1, attention: 0, by_status, by_reason });

describe('isWholeRun', () => {
  it.each<[string, Partial<RunRecord>, boolean]>([
    ['a sync', { sheet: sheetOf('costs.csv') }, true],
    ['an apply', { command: 'apply', sheet: sheetOf('costs.csv') }, true],
    ['a dry run', { dry_run: true }, false],
    ['an undo', { command: 'undo' }, false],
    ['a sync of a retry file', { sheet: sheetOf('runs/one/retry.csv') }, false],
    ['a sync of an undo file', { sheet: sheetOf('runs/one/undo.csv') }, false],
    ['a run that was stopped', { stopped: { code: 'guard', rules: ['max_updates'], message: '' } }, false],
    ['a run that was killed', { verdict: 'killed' }, false],
  ])('judged every row of the sheet, or not: %s', (_name, run, isWhole) => {
    expect(isWholeRun(aKeptRecord(run))).toBe(isWhole);
  });
});

describe('isUncertain', () => {
  it.each<[string, Partial<RunRecord>, boolean]>([
    ['all was seen to hold', { counts: countsOf({ updated: 1, failed: 1 }) }, false],
    ['something was not', { counts: countsOf({ updated: 1, unconfirmed: 1 }) }, true],
    ['something may still arrive', { counts: countsOf({ conflict: 1 }, { may_arrive: 1 }) }, true],
    ['it was killed', { verdict: 'killed' }, true],
    ['it ended before it had counts', { counts: null }, false],
  ])('of a run of which %s', (_name, run, expected) => {
    expect(isUncertain(aKeptRecord(run))).toBe(expected);
  });
});
