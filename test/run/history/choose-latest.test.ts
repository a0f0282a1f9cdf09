import { describe, expect, it } from 'vitest';
import {
  chooseLatest,
  type LatestCandidate,
  type LatestFor,
} from '../../../src/run/history/choose-latest.ts';

type Candidate = Omit<LatestCandidate, 'job' | 'leavesRest'> & { readonly leavesRest?: boolean };

const DIFF = {
  folder: 'diff',
  hasReview: true,
  isDryRun: true,
  isUndo: false,
  wasCutShort: false,
  hasSent: false,
};
const DONE = {
  folder: 'done',
  hasReview: false,
  isDryRun: false,
  isUndo: false,
  wasCutShort: false,
  hasSent: true,
};
const IDLE = {
  folder: 'idle',
  hasReview: false,
  isDryRun: false,
  isUndo: false,
  wasCutShort: false,
  hasSent: false,
};
const CUT = {
  folder: 'cut',
  hasReview: false,
  isDryRun: false,
  isUndo: false,
  wasCutShort: true,
  hasSent: true,
};
const STOPPED = {
  folder: 'stopped',
  hasReview: false,
  isDryRun: false,
  isUndo: false,
  wasCutShort: true,
  hasSent: false,
};
const UNDO = { ...DIFF, folder: 'undo', isUndo: true, hasReview: false };
const UNDONE = { ...DONE, folder: 'undone', isUndo: true };
const HOLDING = { ...DONE, folder: 'holding', hasReview: true };
/** What was approved of a plan that was cut short. */
const PART = { ...DONE, folder: 'part', leavesRest: true };
const EARLY = {
  folder: null,
  hasReview: false,
  isDryRun: false,
  isUndo: false,
  wasCutShort: true,
  hasSent: false,
};

describe('chooseLatest', () => {
  it.each([
    ['apply', [DONE, DIFF], ''],
    ['apply', [DIFF, DONE, CUT], 'diff'],
    ['apply', [CUT, DIFF], 'cut diff'],
    ['apply', [EARLY, STOPPED], 'stopped'],
    ['apply', [DONE, IDLE], ''],
    ['apply', [UNDO, DIFF], 'diff'],
    ['apply', [UNDONE, DIFF], 'diff'],
    ['apply', [UNDONE, CUT], 'cut'],
    ['apply', [HOLDING], ''],
    ['apply', [PART, CUT, DONE], 'cut'],
    ['approve', [DONE, UNDO, HOLDING, CUT, DIFF], 'holding diff'],
    ['undo', [DIFF, IDLE, STOPPED, DONE, CUT], 'done cut'],
    ['undo', [DIFF, STOPPED], ''],
    ['undo', [UNDONE, DONE], 'undone done'],
    ['look', [EARLY, IDLE, DIFF], 'idle diff'],
    ['look', [], ''],
  ] as const)('to %s, number %#', (wanted: LatestFor, runs: readonly Candidate[], folders: string) => {
    const candidates = runs.map((run) => ({ job: null, leavesRest: false, ...run }));
    expect(
      chooseLatest(candidates, wanted)
        .map(({ folder }) => folder)
        .join(' '),
    ).toBe(folders);
  });
});
