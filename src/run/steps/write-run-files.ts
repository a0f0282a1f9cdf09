import type { Summary } from '../../domain/documents/summary.ts';
import { DiskError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk, OnProgress } from '../../domain/ports.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import { reasonOfStop } from '../../domain/reasons.ts';
import type { Redact } from '../../domain/secret.ts';
import type { Outcome, PlanEntry, Settlement, Update } from '../../domain/stages.ts';
import { VERSION } from '../../package/version.ts';
import { buildSummary } from '../../report/files/build-summary.ts';
import { renderResults } from '../../report/files/render-results.ts';
import { renderRetry, type SheetShape } from '../../report/files/render-retry.ts';
import {
  ListingColumnsTally,
  type Restoration,
  renderUndo,
  toRestoration,
  type UndoShape,
} from '../../report/files/render-undo.ts';
import { toPageRow } from '../../report/page/page-row.ts';
import type { PagedRun } from '../../report/page/paged-run.ts';
import type { RunReport, Stop } from '../../report/tally/run-report.ts';
import { type Digest, OutcomeTally, RowsOfSeveral } from '../../report/tally/tally-outcomes.ts';
import { eachInSlices } from '../disk/in-slices.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import { filesIn, RUN_FILES, type RunFolder } from '../folder/run-folder.ts';
import type { RunState } from '../job/run.ts';
import { type AttentionRow, MAX_ATTENTION_ROWS, toAttentionRow } from '../ledger/ledger-state.ts';
import { type PageFailure, ReportPage } from '../page/report-page.ts';

/** The outcomes of a run, one for every entry of its plan, sent or not. */
export interface RunAccount {
  readonly count: number;
  /** Number of updates that were sent. */
  readonly sent: number;
  /** Some rows have no outcome. */
  readonly isPartial: boolean;
  newTally(): OutcomeTally;
  /** In the order of the sheet; all of them, or those at the given positions. */
  outcomes(positions?: Float64Array): Iterable<Outcome>;
  /** The outcomes of updates. */
  updates(): Iterable<Outcome<Update>>;
}

interface AccountOptions extends Pick<RunState, 'settled' | 'isPartial'> {
  /** What ended the run early. */
  readonly stop?: Stop | undefined;
  /** SKUs that are not listed need no attention. */
  readonly missingIsOk: boolean;
  readonly redact: Redact;
}

export function openAccount(
  entries: EntryStore,
  { settled, isPartial = false, stop, missingIsOk, redact }: AccountOptions,
): RunAccount {
  function* conclude<E extends PlanEntry>(numbered: Iterable<readonly [number, E]>): Generator<Outcome<E>> {
    for (const [n, entry] of numbered) {
      const settlement = settled.get(n);
      yield withoutKey(settlement ? toOutcome(entry, settlement) : predict(entry, stop), redact);
    }
  }
  return {
    count: entries.count,
    sent: [...settled.values()].filter(({ attempts }) => attempts > 0).length,
    isPartial,
    newTally: () => new OutcomeTally({ missingIsOk, stop }),
    // Each can be iterated more than once.
    outcomes: (positions) => ({ [Symbol.iterator]: () => conclude(entries.entries(positions)) }),
    updates: () => ({ [Symbol.iterator]: () => conclude(entries.updates()) }),
  };
}

/** Field by field, which is several times as fast as to copy all of them. */
function toOutcome<E extends PlanEntry>(entry: E, settlement: Settlement): Outcome<E> {
  const { kind, status, reason, message, attempts, httpStatus } = settlement;
  const { completedAt, observed, mayArrive, notApplied, followUp } = settlement;
  const sent = { attempts, httpStatus, completedAt, observed, mayArrive, notApplied, followUp };
  return { kind, entry, status, reason, message, ...sent };
}

/** A message may quote a cell or a flag that contains the key by mistake. */
function withoutKey<O extends Outcome>(outcome: O, redact: Redact): O {
  const message = redact(outcome.message);
  return message === outcome.message ? outcome : { ...outcome, message };
}

/** A stop makes updates that it kept from being sent `skipped`, and rows that it kept from being looked up too. */
function predict<E extends PlanEntry>(entry: E, stop: Stop | undefined): Outcome<E> {
  const predicted = predictOutcome(entry);
  if (!stop || (predicted.status !== 'planned' && predicted.status !== 'skipped')) return predicted;
  // Which columns are not settled is the same for all rows.
  const [said] = stop.settle === undefined ? [stop.message] : stop.message.split('\n');
  return { ...predicted, status: 'skipped', reason: reasonOfStop(stop), message: `Not sent: ${said}` };
}

interface RowFilesOptions {
  readonly shape: SheetShape & UndoShape;
  readonly folder: RunFolder;
  readonly redact: Redact;
  /** SKUs that are not listed are expected and need no attention. */
  readonly missingIsOk: boolean;
  readonly onProgress: OnProgress;
  /** Called once with each outcome, and with its position in the plan. */
  readonly onOutcome: (outcome: Outcome, n: number) => void;
  /** Renders `review.csv` once it is known how many rows are held, if there is to be one. */
  readonly renderReview: (held: number) => Iterable<string> | undefined;
}

/** What is known once the files with a line for each row are written, or could not be. */
interface RowFiles {
  readonly digest: Digest;
  /** Has every row; not written yet. */
  readonly page: ReportPage;
  readonly failures: readonly (readonly [file: string, failure: DiskError | undefined])[];
  /** Not every outcome could be read. */
  readonly isCut: boolean;
  /** The rows that need attention. */
  readonly attention: readonly AttentionRow[];
}

/**
 * Accounts for every row in the files that say what became of it. One that can't be written doesn't keep the others from
 * being tried.
 */
export async function writeRowFiles(account: RunAccount, options: RowFilesOptions): Promise<RowFiles> {
  const { shape, folder } = options;
  const { tally, page, undoColumns, several, failure, isCut } = await writeResults(account, options);
  const attention = account.outcomes(tally.attention());
  const retryFailure =
    account.isPartial || isCut
      ? undefined
      : await tryWrite(() =>
          folder.writeWhole(
            RUN_FILES.retry,
            renderRetry(attention, shape, { isOfSeveral: several.result() }),
          ),
        );
  const columns = undoColumns.result();
  // A run that changed nothing, such as a dry run, has nothing to restore.
  const given = columns.fields.length === 0 ? [] : restorations(account);
  const undoFailure = isCut
    ? undefined
    : await tryWrite(() => folder.writeWhole(RUN_FILES.undo, renderUndo(given, columns, shape)));
  const digest = tally.result();
  const review = isCut ? undefined : options.renderReview(digest.byStatus.held);
  const reviewFailure = review && (await tryWrite(() => folder.writeWhole(RUN_FILES.review, review)));
  const failures = [
    [RUN_FILES.results, failure],
    [RUN_FILES.retry, retryFailure],
    [RUN_FILES.undo, undoFailure],
    [RUN_FILES.review, reviewFailure],
  ] as const;
  const few = tally.attention().subarray(0, MAX_ATTENTION_ROWS);
  const rows = isCut ? [] : Array.from(account.outcomes(few), toAttentionRow);
  return { digest, page, failures, isCut, attention: rows };
}

interface ReportOptions {
  readonly account: Pick<RunAccount, 'sent' | 'isPartial'>;
  readonly rowFiles: RowFiles;
  readonly folder: RunFolder;
  /** For summary and page: a path may contain the key. */
  readonly redact: Redact;
  readonly disk: Pick<Disk, 'existsSync'>;
  /** What the page says about the run as a whole. */
  readonly describePage: (report: RunReport) => PagedRun;
}

/** Writes what is about the run as a whole. Returns the report with the failure of every file that could not be written. */
export async function writeReport(
  described: RunReport,
  { account, rowFiles, folder, redact, disk, describePage }: ReportOptions,
): Promise<RunReport> {
  const { page, failures, isCut } = rowFiles;
  const { sent } = account;
  const begun = account.isPartial
    ? withMissingFiles(described, RUN_FILES.results, RUN_FILES.retry)
    : described;
  const report = failures.reduce<RunReport>(
    (before, [file, each]) => reportFailure(before, each, { file, sent }),
    isCut ? withTruncationNotice(begun, sent) : begun,
  );
  const shown = isCut
    ? report
    : reportFailure(report, await page.write(folder, () => describePage(report)), {
        file: RUN_FILES.report,
        sent,
      });
  return writeSummary(shown, { folder, redact, disk, sent });
}

/** The counts are too low, and files made from them would look complete. */
function withTruncationNotice(report: RunReport, sent: number): RunReport {
  const lost = `Not every row could be read back: the counts are incomplete, and results.csv, retry.csv, undo.csv and report.html were not made; ${sent === 1 ? '1 update was sent' : `${sent} updates were sent`}, as the journal says one by one`;
  return {
    ...withMissingFiles(report, RUN_FILES.retry, RUN_FILES.undo, RUN_FILES.report),
    cut: { sent },
    notices: [lost, ...report.notices],
  };
}

function withMissingFiles(report: RunReport, ...files: readonly string[]): RunReport {
  return { ...report, unwritten: [...new Set([...(report.unwritten ?? []), ...files])] };
}

/** What is counted while the outcomes are written. */
interface Counts {
  readonly tally: OutcomeTally;
  readonly page: ReportPage;
  readonly undoColumns: ListingColumnsTally;
  readonly several: RowsOfSeveral;
}

interface Results extends Counts {
  readonly failure: DiskError | undefined;
  /** Not every outcome could be read. */
  readonly isCut: boolean;
}

/** Reads all outcomes once, and counts them on the way to the file. */
async function writeResults(account: RunAccount, options: RowFilesOptions): Promise<Results> {
  const onOutcome = once(options.onOutcome);
  const again = { ...options, onOutcome };
  // A file with missing rows must not look complete.
  if (account.isPartial) return { ...(await countAgain(account, again)), failure: undefined };
  const counts = beginCounts(account, options);
  const failure = await tryWrite(() =>
    options.folder.writeWhole(
      RUN_FILES.results,
      renderResults(seen(account, counts, { ...options, onOutcome }), options.shape),
    ),
  );
  return failure ? { ...(await countAgain(account, again)), failure } : { ...counts, failure, isCut: false };
}

/** All outcomes may be read again. */
function once(onOutcome: RowFilesOptions['onOutcome']): RowFilesOptions['onOutcome'] {
  let next = 0;
  return (outcome, n) => {
    if (n < next) return;
    next = n + 1;
    onOutcome(outcome, n);
  };
}

function beginCounts(account: RunAccount, options: RowFilesOptions): Counts {
  return {
    tally: account.newTally(),
    page: new ReportPage(options),
    undoColumns: new ListingColumnsTally(),
    several: new RowsOfSeveral(),
  };
}

const REPORT_EVERY = 10_000;

function* seen(
  account: RunAccount,
  counts: Counts,
  { onProgress, onOutcome }: Pick<RowFilesOptions, 'onProgress' | 'onOutcome'>,
): Generator<Outcome> {
  const { tally, page, undoColumns, several } = counts;
  let done = 0;
  for (const outcome of account.outcomes()) {
    tally.add(outcome);
    several.add(outcome);
    page.add(toPageRow(outcome, done));
    onOutcome(outcome, done);
    const restoration = toRestoration(outcome);
    if (restoration) undoColumns.add(restoration);
    yield outcome;
    if (++done % REPORT_EVERY === 0) onProgress({ phase: 'account', done, total: account.count });
  }
}

/** If the disk can't be read either, the outcomes that could be read are counted. */
async function countAgain(account: RunAccount, options: RowFilesOptions): Promise<Omit<Results, 'failure'>> {
  const counts = beginCounts(account, options);
  const cut = await tryWrite(() =>
    eachInSlices(seen(account, counts, { ...options, onProgress: () => {} }), () => {}),
  );
  return { ...counts, isCut: cut !== undefined };
}

/** Generated each time, so that a million restorations are never held. */
function* restorations(account: RunAccount): Generator<Restoration> {
  for (const outcome of account.updates()) {
    const restoration = toRestoration(outcome);
    if (restoration) yield restoration;
  }
}

/**
 * The summary is written once more if its first attempt failed: a summary on disk that may not last says nothing about
 * the failure.
 */
async function writeSummary(
  report: RunReport,
  {
    folder,
    redact,
    disk,
    sent,
  }: Pick<ReportOptions, 'folder' | 'redact' | 'disk'> & { readonly sent: number },
): Promise<RunReport> {
  const write = (last: RunReport) =>
    tryWrite(() => folder.writeWhole(RUN_FILES.summary, [redact(renderSummary(last, disk))]));
  const failure = await write(report);
  if (!failure) return report;
  const failed = reportFailure(report, failure, { file: RUN_FILES.summary, sent });
  return (await write(failed)) ? failed : { ...failed, unwritten: report.unwritten };
}

export function summaryOf(report: RunReport, disk: Pick<Disk, 'existsSync'>): Summary {
  return buildSummary(report, { version: VERSION, files: filesIn(report.folder, disk) });
}

/** `summary.json` as text. */
export function renderSummary(report: RunReport, disk: Pick<Disk, 'existsSync'>): string {
  return `${toJsonText(summaryOf(report, disk), 2)}\n`;
}

async function tryWrite(write: () => Promise<void>): Promise<DiskError | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (error instanceof DiskError) return error;
    throw error;
  }
}

interface Unwritten {
  readonly file: string;
  readonly sent: number;
}

/** The first failure becomes the stop; later ones are notices ahead of all others, since no screen may leave them out. */
function reportFailure(
  before: RunReport,
  failure: DiskError | PageFailure | undefined,
  { file, sent }: Unwritten,
): RunReport {
  if (!failure) return before;
  const report = withMissingFiles(before, file);
  // A plan that can't be read back has ended the sending with the same message.
  if (report.stop?.message === failure.message) return report;
  if (report.stop) return { ...report, notices: [failure.message, ...report.notices] };
  const { code, message, hint } = failure;
  const stop: Stop =
    sent > 0
      ? { code, rules: [], message, hint: SENT_ALL_THE_SAME, isAfterAll: true }
      : { code, rules: [], message, hint };
  return { ...report, stop, exitCode: EXIT.failed };
}

const SENT_ALL_THE_SAME =
  'Everything was sent, and there is nothing to run again: undo works from the plan and the outcomes, which are on disk';
