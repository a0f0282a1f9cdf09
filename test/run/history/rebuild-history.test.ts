import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { partPath } from '../../../src/run/history/history-files.ts';
import { JobRuns } from '../../../src/run/history/rebuild-history.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { addRun, anIssue, damage, filesIn, night, PART } from './support.ts';

describe('JobRuns', () => {
  it('takes what needed attention from the last run before a time whose file is not damaged', async () => {
    const folder = tempFolder();
    for (const number of [1, 2, 3])
      await addRun(folder, { started_at: night(number) }, [anIssue({ sku: `GONE-${number}` })]);
    const rowsBefore = (time: string) =>
      new JobRuns(partPath(folder, PART), fs).attentionBefore(time).map(({ sku }) => sku);
    expect([rowsBefore(night(4)), rowsBefore(night(3)), rowsBefore(night(1))]).toEqual([
      ['GONE-3'],
      ['GONE-2'],
      [],
    ]);
    damage(filesIn(folder)[2] ?? '', 'GONE-3', 'GONE-4');
    expect(rowsBefore(night(4))).toEqual(['GONE-2']);
  });
});
