import type {
  ApplyOptions,
  CheckOptions,
  ExplainOptions,
  ExportOptions,
  HistoryOptions,
  SkuHistoryOptions,
  SyncOptions,
  UndoOptions,
} from './api/program/options.ts';
import type { Explanation, ExportDocument } from './domain/documents/commands.ts';
import type { HistoryList, SkuHistory } from './domain/documents/history.ts';
import type { CheckSummary, Summary } from './domain/documents/summary.ts';

export type {
  ApplyOptions,
  CallOptions,
  CheckOptions,
  ExplainOptions,
  ExportOptions,
  HistoryOptions,
  SkuHistoryOptions,
  SyncOptions,
  UndoOptions,
} from './api/program/options.ts';
export { RunError } from './api/program/options.ts';
export type { Explanation, ExportDocument } from './domain/documents/commands.ts';
export type { HistoryList, SkuHistory } from './domain/documents/history.ts';
export type { RunRecord } from './domain/documents/ledger.ts';
export type { RunEvent, WebhookMessage } from './domain/documents/notifications.ts';
export type { CheckSummary, Summary } from './domain/documents/summary.ts';
export type { Status } from './domain/status.ts';

/** What a call needs is read when one is made. */
const loadCalls = () => import('./api/program/calls.ts');

/**
 * Brings the listings in line with a sheet: a path, with `newest` a pattern, or `-` with `input`.
 *
 * It resolves with the summary however the run went, as long as there is a run folder: look at `exit_code` and `stopped`. It rejects
 * with a `RunError` if there is none; nothing was sent then.
 */
export async function sync(sheet: string, options: SyncOptions = {}): Promise<Summary> {
  return (await loadCalls()).callSync('sync', sheet, options);
}

/** Plans what `sync` would do, and sends nothing; `apply` sends the plan. */
export async function diff(sheet: string, options: SyncOptions = {}): Promise<Summary> {
  return (await loadCalls()).callSync('diff', sheet, options);
}

/** Sends what is left of a run's plan: of a reviewed `diff`, or of a `sync` that was cut short. `run`: a run folder, or `latest`. */
export async function apply(run: string, options: ApplyOptions = {}): Promise<Summary> {
  return (await loadCalls()).callApply(run, options);
}

/** Gives the listings of a run their earlier values back, unless others changed them since. `run`: a run folder, or `latest`. */
export async function undo(run: string, options: UndoOptions = {}): Promise<Summary> {
  return (await loadCalls()).callUndo(run, options);
}

/** Reads and validates a sheet, without the network and without a key. */
export async function check(sheet: string, options: CheckOptions = {}): Promise<CheckSummary> {
  return (await loadCalls()).callCheck(sheet, options);
}

/** The runs that the history has. */
export async function history(options: HistoryOptions = {}): Promise<HistoryList> {
  return (await loadCalls()).callHistory(options);
}

/** All that the history has of a SKU: what changed it, and when. */
export async function skuHistory(sku: string, options: SkuHistoryOptions = {}): Promise<SkuHistory> {
  return (await loadCalls()).callSkuHistory(sku, options);
}

/** What happened to a SKU in a run, and why. `run`: a run folder, or `latest`. */
export async function explain(run: string, sku: string, options: ExplainOptions = {}): Promise<Explanation> {
  return (await loadCalls()).callExplain(run, sku, options);
}

/** The listings of the account; with `out` they go into a file, as a sheet that `sync` can read. */
export async function exportListings(options: ExportOptions = {}): Promise<ExportDocument> {
  return (await loadCalls()).callExport(options);
}
