import * as systemDisk from 'node:fs';
import type { Explanation, ExportDocument } from '../../domain/documents/commands.ts';
import type { HistoryList, SkuHistory } from '../../domain/documents/history.ts';
import type { CheckSummary, Summary } from '../../domain/documents/summary.ts';
import type { Redact } from '../../domain/secret.ts';
import type { ExportedListing } from '../../report/files/render-export.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { eachInSlices } from '../../run/disk/in-slices.ts';
import { findSkuHistory } from '../../run/ledger/past-runs.ts';
import { summaryOf } from '../../run/steps/conclude.ts';
import {
  APPLY_SETTINGS,
  CHECK_SETTINGS,
  EXPLAIN_SETTINGS,
  EXPORT_SETTINGS,
  HISTORY_SETTINGS,
  LATEST_JOB,
  UNDO_SETTINGS,
} from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import { systemPorts } from '../ports/system-ports.ts';
import type { Caller } from '../request/caller.ts';
import { checkSheet, describeCheck } from '../stories/check-sheet.ts';
import { explainRun } from '../stories/explain-run.ts';
import { exportListings } from '../stories/export-listings.ts';
import { listHistory, openHistories } from '../stories/open-histories.ts';
import { applyRun, type OpenHost, syncSheet, undoRun } from '../stories/runs.ts';
import { type Call, call, withoutKey } from './call.ts';
import type {
  ApplyOptions,
  CheckOptions,
  ExplainOptions,
  ExportOptions,
  HistoryOptions,
  RunOptions,
  SkuHistoryOptions,
  SyncOptions,
  UndoOptions,
} from './options.ts';

/** What programs call. Errors of each: `RunError`, and what the `onEvent` of a run threw. */

export function callSync(command: 'sync' | 'diff', sheet: string, options: SyncOptions): Promise<Summary> {
  return callRun(options, { table: SYNC_SETTINGS, words: { sheet } }, (caller, open) =>
    syncSheet({ command, sheet }, caller, open),
  );
}

export function callApply(run: string, options: ApplyOptions): Promise<Summary> {
  return callRun(options, { table: { ...APPLY_SETTINGS, ...LATEST_JOB }, words: { run } }, (caller, open) =>
    applyRun(run, caller, open),
  );
}

export function callUndo(run: string, options: UndoOptions): Promise<Summary> {
  return callRun(options, { table: { ...UNDO_SETTINGS, ...LATEST_JOB }, words: { run } }, (caller, open) =>
    undoRun(run, caller, open),
  );
}

/** Runs a story for a program, and gives its summary: what `summary.json` holds and `--json` prints. */
function callRun(
  options: RunOptions,
  spec: Call,
  story: (caller: Caller, open: OpenHost) => Promise<RunReport>,
): Promise<Summary> {
  const ofRun = { ...spec, switches: ['dryRun', 'verbose'], needsKey: true };
  return call(options, ofRun, async (caller, signal) => {
    let redact: Redact = (text) => text;
    const report = await story(caller, ({ apiKey }) => {
      ({ redact } = apiKey);
      signal.throwIfAborted();
      return { host: { ports: systemPorts(caller, signal), onEvent: () => {} } };
    });
    return withoutKey(summaryOf(report, systemDisk), redact);
  });
}

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

export function callExport(options: ExportOptions): Promise<ExportDocument> {
  const spec = { table: EXPORT_SETTINGS, switches: ['force'], needsKey: true } as const;
  return call(options, spec, async (caller, signal) => {
    const { exported, out, document, redact } = await exportListings(caller, {
      signal,
      onProgress: () => {},
    });
    if (out !== undefined) return withoutKey(document, redact);
    const listings: ExportedListing[] = [];
    await eachInSlices(exported.listings(), (listing) => listings.push(withoutKey(listing, redact)));
    return { ...withoutKey(document, redact), listings };
  });
}
