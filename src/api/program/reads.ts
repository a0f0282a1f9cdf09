import type { CheckSummary } from '../../domain/documents/check-summary.ts';
import type { HistoryList } from '../../domain/documents/history.ts';
import { HISTORY_SETTINGS } from '../../settings/command-settings.ts';
import { CHECK_SETTINGS, checkSheet } from '../stories/check-sheet.ts';
import { describeCheck } from '../stories/describe-check.ts';
import { exitCodeOfCheck } from '../stories/exit-code-of-check.ts';
import { listHistory, openHistories } from '../stories/open-histories.ts';
import { call, withoutKey } from './call.ts';
import type { CheckOptions, HistoryOptions } from './options.ts';

/** Calls that ask the service for nothing. Errors of each: `RunError`. */

export function callCheck(sheet: string, options: CheckOptions): Promise<CheckSummary> {
  return call(options, { table: CHECK_SETTINGS, words: { sheet } }, async (outer) => {
    const { report, caller } = await checkSheet(sheet, outer);
    const shown = describeCheck({ ...report, exitCode: exitCodeOfCheck(report) }, caller);
    return withoutKey(shown, caller.mask);
  });
}

const { history, job, since, failed } = HISTORY_SETTINGS;

export function callHistory(options: HistoryOptions): Promise<HistoryList> {
  return call(options, { table: { history, job, since, failed } }, async (caller) =>
    withoutKey(listHistory(openHistories(caller)), caller.mask),
  );
}
