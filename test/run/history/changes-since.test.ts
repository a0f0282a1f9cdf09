import * as disk from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type SummedRun, sumUpChanges } from '../../../src/run/history/changes-since.ts';
import type { HistoryLine } from '../../../src/run/history/history-lines.ts';
import { cents, listingId } from '../../support/builders.ts';
import { aChange } from '../../support/some-history.ts';
import { aKeptRecord, night } from './support.ts';

const id = listingId(1);
const UNSEEN: HistoryLine = { kind: 'agreed', ids: [id], minimum_price: ['?'] } as never;

/** The run of a night, without a folder, so that its plan says nothing. */
function aRun(number: number, ...lines: readonly HistoryLine[]): SummedRun {
  const record = aKeptRecord({
    id: `run ${number}`,
    folder: null,
    started_at: night(number),
    finished_at: night(number, 9),
  });
  return { record, lines: () => lines };
}

describe('sumUpChanges', () => {
  it('says when the last of the runs ended whose update was not seen to hold', () => {
    const change = aChange({ listing_id: id, was: cents(600), is: cents(650), at: night(1) });
    const runs = [aRun(3, UNSEEN), aRun(2, UNSEEN), aRun(1, change)];
    expect(sumUpChanges(runs, { disk }).listings).toMatchObject([{ unsettledAt: night(3, 9) }]);
    expect(sumUpChanges(runs.slice(1), { disk }).listings).toMatchObject([{ unsettledAt: night(2, 9) }]);
    expect(sumUpChanges(runs.slice(2), { disk }).listings).toMatchObject([{ unsettledAt: undefined }]);
  });
});
