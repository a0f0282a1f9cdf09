import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/documents/ledger.ts';
import { chooseLatest, type LatestFor } from '../../../src/run/ledger/past-runs.ts';
import { aRecord } from '../../support/some-history.ts';

const GUARD = { code: 'guard', rules: [], message: 'stopped' };
const NO_WRITES = { reads: 2, writes: 0, retries: 0, throttled: 0 };

function counts(by_status: object, by_reason = {}): NonNullable<RunRecord['counts']> {
  return { outcomes: 9, attention: 0, by_status, by_reason };
}

const DIFF = aRecord({ folder: 'diff', command: 'diff', dry_run: true, exit_code: 10, requests: NO_WRITES });
const DONE = aRecord({ folder: 'done' });
const IDLE = aRecord({ folder: 'idle', requests: NO_WRITES });
const CUT = aRecord({ folder: 'cut', stopped: { ...GUARD, code: 'network' }, exit_code: 5 });
const STOPPED = aRecord({ folder: 'stopped', stopped: GUARD, exit_code: 4, requests: NO_WRITES });
const DECLINED = aRecord({ folder: 'declined', exit_code: 8, requests: NO_WRITES });
const KILLED = aRecord({ folder: 'killed', exit_code: null, verdict: 'killed', requests: null });
const UNDO = aRecord({ folder: 'undo', command: 'undo', dry_run: true, exit_code: 10, requests: NO_WRITES });
const UNDONE = aRecord({ folder: 'undone', command: 'undo' });
const HOLDING = aRecord({ folder: 'holding', exit_code: 3, counts: counts({ updated: 1, held: 1 }) });
/** What was approved of a plan that was cut short. */
const PART = aRecord({ folder: 'part', command: 'apply', counts: counts({ updated: 1, skipped: 2 }) });
/** The rest of it. What the service ignored is left by no run before. */
const REST = aRecord({
  folder: 'rest',
  command: 'apply',
  counts: counts({ updated: 1, skipped: 2 }, { clears_ignored: 2 }),
});
const EARLY = aRecord({ folder: null, stopped: { ...GUARD, code: 'sheet' }, exit_code: 2 });

describe('chooseLatest', () => {
  it.each<[LatestFor, readonly RunRecord[], string]>([
    ['apply', [DONE, DIFF], ''],
    ['apply', [DIFF, DONE, CUT], 'diff'],
    ['apply', [CUT, DIFF], 'cut diff'],
    ['apply', [EARLY, STOPPED, DECLINED, KILLED], 'stopped declined killed'],
    ['apply', [DONE, IDLE], ''],
    ['apply', [UNDO, DIFF], 'diff'],
    ['apply', [UNDONE, DIFF], 'diff'],
    ['apply', [UNDONE, CUT], 'cut'],
    ['apply', [HOLDING], ''],
    ['apply', [PART, CUT, DONE], 'cut'],
    ['apply', [REST, CUT, DONE], ''],
    ['approve', [DONE, UNDO, HOLDING, CUT, DIFF], 'holding diff'],
    ['approve', [STOPPED, DECLINED, DIFF], 'declined diff'],
    ['undo', [DIFF, IDLE, STOPPED, DONE, CUT], 'done cut'],
    // Its folder has no journal: it had sent nothing.
    ['undo', [KILLED, STOPPED], ''],
    ['undo', [UNDONE, DONE], 'undone done'],
    ['look', [EARLY, IDLE, DIFF], 'idle diff'],
    ['look', [], ''],
  ])('to %s, number %#', (wanted, runs, folders) => {
    const chosen = chooseLatest(runs, wanted, fs);
    expect(chosen.map(({ folder }) => folder).join(' ')).toBe(folders);
  });
});
