import * as systemDisk from 'node:fs';
import type { Explanation } from '../../domain/documents/commands.ts';
import type { HistoryList, SkuHistory } from '../../domain/documents/history.ts';
import type { CheckSummary } from '../../domain/documents/summary.ts';
import { findSkuHistory } from '../../run/ledger/past-runs.ts';
import { CHECK_SETTINGS, EXPLAIN_SETTINGS, HISTORY_SETTINGS } from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { checkSheet, describeCheck } from '../stories/check-sheet.ts';
import { explainRun } from '../stories/explain-run.ts';
import { listHistory, openHistories } from '../stories/open-histories.ts';
import { call, withoutKey } from './call.ts';
import type { CheckOptions, ExplainOptions, HistoryOptions, SkuHistoryOptions } from './options.ts';

/** The calls that ask the service for nothing. Errors of each: `RunError`. */

export function callCheck(sheet: string, options: CheckOptions): Promise<CheckSummary> {
  return call(options, { table: CHECK_SETTINGS, words: { sheet } }, async (outer) => {
    const { report, caller } = await checkSheet(sheet, outer);
    return withoutKey(describeCheck(report, caller), caller.mask);
  });
}

const { history, job, since, failed, field } = HISTORY_SETTINGS;

export function callHistory(options: HistoryOptions): Promise<HistoryList> {
  return call(options, { table: { history, job, since, failed } }, async (caller) =>
    withoutKey(listHistory(openHistories(caller)), caller.mask),
  );
}

export function callSkuHistory(sku: string, options: SkuHistoryOptions): Promise<SkuHistory> {
  return call(options, { table: { history, job, since, field }, words: { sku } }, async (caller) => {
    const opened = openHistories(caller);
    const found = findSkuHistory(sku, { ...opened, field: opened.values.field, disk: systemDisk });
    return withoutKey(found, caller.mask);
  });
}

export function callExplain(run: string, sku: string, options: ExplainOptions): Promise<Explanation> {
  return call(options, { table: EXPLAIN_SETTINGS, words: { run, sku } }, async (caller) => {
    readSettings(EXPLAIN_SETTINGS, caller.sources);
    const { explanation } = await explainRun(run, sku, caller);
    return withoutKey(explanation, caller.mask);
  });
}
