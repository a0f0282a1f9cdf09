import type { Summary } from '../../domain/documents/summary.ts';
import { DiskError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { isOwnSheet } from '../../domain/own-sheets.ts';
import type { Disk } from '../../domain/ports.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import { reasonOfStop } from '../../domain/reasons.ts';
import { isLook, isWholeRun } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import type { Outcome, PlanEntry, Settlement, Update } from '../../domain/stages.ts';
import { skuOf } from '../../domain/stages.ts';
import { VERSION } from '../../package/version.ts';
import { buildSummary } from '../../report/files/build-summary.ts';
import { renderResults } from '../../report/files/render-results.ts';
import { renderRetry } from '../../report/files/render-retry.ts';
import {
  ListingColumnsTally,
  type Restoration,
  renderUndo,
  toRestoration,
} from '../../report/files/render-undo.ts';
import { toPageRow } from '../../report/page/page-row.ts';
import type { RunReport, Stop } from '../../report/tally/run-report.ts';
import { type Digest, OutcomeTally, RowsOfSeveral } from '../../report/tally/tally-outcomes.ts';
import { findHeldRows } from '../../report/view/list-next-steps.ts';
import { eachInSlices } from '../disk/in-slices.ts';
import { jobOfPlan } from '../folder/plan-schema.ts';
import { type ReviewedPlan, renderPlanReview } from '../folder/review-rows.ts';
import { displayPath, filesIn, RUN_FILES, type RunFile } from '../folder/run-folder.ts';
import { givesBack, progressOf, type Run, type RunState, warn } from '../job/run.ts';
import {
  type AttentionRow,
  followAttention,
  MAX_ATTENTION_ROWS,
  toAttentionRow,
} from '../ledger/ledger-state.ts';
import type { History } from '../ledger/open-history.ts';
import { recordOf, runIdOf } from '../ledger/run-facts.ts';
import { describeRunPage, type PageFailure, ReportPage } from '../page/report-page.ts';
import { describeRun, describeStop, nameStrategies, noticeSheetToCorrect } from './describe-run.ts';
import { noticeOverwritten } from './past-check.ts';

/**
 * Ends a run: gives every entry an outcome, writes the files, and adds the run to the history. Returns the report with the failure of every
 * file that could not be written.
 */
export async function conclude(state: RunState, run: Run, history: History): Promise<RunReport> {
  const { job, tools } = run;
  const { command, input } = job;
  const stop = describeStop(state, run);
  const outcomes = openOutcomes(state, run, stop);
  const rowFiles = await writeRowFiles(outcomes, state, run);
  const startedAt = new Date(tools.startedAt).toISOString();
  const { news } = followAttention(rowFiles.attention, {
    before: history.state.attention,
    at: startedAt,
    total: rowFiles.digest.attention,
  });
  const described = {
    digest: rowFiles.digest,
    stop,
    // Without an earlier run nothing is new, and a part of the rows says nothing about the others.
    news:
      history.past.runs.some(isWholeRun) && command !== 'undo' && !isOwnSheet(input.sheet.path)
        ? news
        : undefined,
    historyNotices: history.notices,
  };
  const report = describeRun(state, described, run);
  const written = await writeReport(report, outcomes, rowFiles, run);
  // With --quiet a run that went well shows nothing else of these.
  const unheard = [
    ...noticeHeld(written, run.ports.cwd),
    ...noticeOverwritten(written, state.seen?.drifts ?? []),
    ...noticeSheetToCorrect(written.digest.own, run),
  ];
  for (const notice of unheard) warn(notice, run);
  await addToHistory(history, { report: written, state, outcomes, attention: rowFiles.attention }, run);
  return written;
}

/** How to send the rows that were left to a person. */
function noticeHeld(report: RunReport, cwd: string): readonly string[] {
  const folder = displayPath(report.folder, cwd);
  const held = report.command === 'sync' && !report.dryRun && findHeldRows(report, { folder });
  return held ? [`To send held rows, ${held.what}: ${held.command}`] : [];
}

interface Ended {
  readonly report: RunReport;
  readonly state: RunState;
  readonly outcomes: RunOutcomes;
  readonly attention: readonly AttentionRow[];
}

/** Adds a run to the history once its files are written. What goes wrong becomes a notice of the history. */
async function addToHistory(
  history: History,
  { report, state, outcomes, attention }: Ended,
  { job, tools, ports }: Run,
): Promise<void> {
  const { input, settings } = job;
  if (!settings.history) return;
  const { sheet, command, account, folder } = report;
  const record = recordOf(summaryOf(report, ports.disk), {
    id: runIdOf(folder, input.name, tools.startedAt),
    command,
    job: jobOfPlan(input),
    account,
    by: settings.history.by,
    folder,
    sheet: {
      path: sheet.path,
      sha256: input.sheet.sheet_sha256 ?? sheet.sha256,
      rows: sheet.rows,
      columns: input.sheet.columns ?? {},
      figures: state.figures ?? input.sheet.figures ?? null,
    },
    moves: state.seen?.moves ?? {},
    ...(input.sheet.undone_runs && { undone_runs: input.sheet.undone_runs }),
  });
  // What a sheet says that was stopped is not what anybody has agreed to.
  if (isLook(record) || !state.whole || report.stop?.code === 'guard') history.addLook(record, state.whole);
  else
    await history.add({
      record,
      updates: outcomes.updates(),
      attention,
      judged: () => Array.from(outcomes.inOrder(), ({ entry }) => skuOf(entry)),
      drifts: state.seen?.drifts,
      // What gives values back gives back computed bounds as well, which no sheet has said anything about.
      isSaid: (id, field) => !givesBack(job) || history.state.values.get(id, field) !== undefined,
    });
}

/** The outcomes of a run, one for every entry of its plan, sent or not. */
export interface RunOutcomes {
  readonly count: number;
  /** Number of updates that were sent. */
  readonly sent: number;
  /** Some rows have no outcome. */
  readonly isPartial: boolean;
  newTally(): OutcomeTally;
  /** In the order of the sheet; all of them, or those at the given positions. */
  inOrder(positions?: Float64Array): Iterable<Outcome>;
  /** The outcomes of updates. */
  updates(): Iterable<Outcome<Update>>;
}

/** `stop`: what ended the run early. */
export function openOutcomes(
  { settled, isPartial = false }: Pick<RunState, 'settled' | 'isPartial'>,
  { job: { settings }, tools: { entries } }: Run,
  stop?: Stop,
): RunOutcomes {
  const { missing, service } = settings;
  const { redact } = service.apiKey;
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
    newTally: () => new OutcomeTally({ missingIsOk: missing === 'ok', stop }),
    // Each can be iterated more than once.
    inOrder: (positions) => ({ [Symbol.iterator]: () => conclude(entries.entries(positions)) }),
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

/** What is known once the files with a line for each row are written, or could not be. */
interface RowFiles {
  readonly digest: Digest;
  /** Has every row; not written yet. */
  readonly page: ReportPage;
  readonly failures: readonly (readonly [file: string, failure: DiskError])[];
  /** What can be approved, if anything can. */
  readonly reviewed: ReviewedPlan | undefined;
  /** Not every outcome could be read. */
  readonly isCut: boolean;
  /** The rows that need attention. */
  readonly attention: readonly AttentionRow[];
}

const REPORT_EVERY = 10_000;

/**
 * Accounts for every row in the files that say what became of it. One that can't be written doesn't keep the others from
 * being tried.
 */
export async function writeRowFiles(outcomes: RunOutcomes, state: RunState, run: Run): Promise<RowFiles> {
  const { settings, input } = run.job;
  const { shape } = input;
  const { isPartial } = outcomes;
  const onProgress = progressOf(run);
  const tally = outcomes.newTally();
  const { missing, service } = settings;
  const page = new ReportPage({ missingIsOk: missing === 'ok', redact: service.apiKey.redact });
  const undoColumns = new ListingColumnsTally();
  const several = new RowsOfSeveral();
  let counted = 0;
  /** The outcomes on their way to a file, each counted once: they may be read again. */
  function* counting(): Generator<Outcome> {
    let n = 0;
    for (const outcome of outcomes.inOrder()) {
      if (n === counted) {
        tally.add(outcome);
        several.add(outcome);
        page.add(toPageRow(outcome, n));
        const restoration = toRestoration(outcome);
        if (restoration) undoColumns.add(restoration);
        // An update that was sent was reported then.
        if (!state.settled.has(n)) run.onEvent({ event: 'outcome', outcome });
        counted++;
        if (counted % REPORT_EVERY === 0)
          onProgress({ phase: 'account', done: counted, total: outcomes.count });
      }
      n++;
      yield outcome;
    }
  }
  const failures: (readonly [file: string, failure: DiskError])[] = [];
  async function write(file: RunFile, pieces: () => Iterable<string>): Promise<void> {
    const failure = await tryWrite(() => run.tools.folder.writeWhole(file, pieces()));
    if (failure) failures.push([file, failure]);
  }
  // A file with missing rows must not look complete.
  if (!isPartial) await write(RUN_FILES.results, () => renderResults(counting(), shape));
  // If the disk can't be read either, the outcomes that could be read are counted.
  const isLeft = isPartial || failures.length > 0;
  const isCut = isLeft && (await tryWrite(() => eachInSlices(counting(), () => {}))) !== undefined;
  const attention = tally.attention();
  const columns = undoColumns.result();
  // Neither is there for nothing but a header.
  if (!isPartial && !isCut && attention.length > 0)
    await write(RUN_FILES.retry, () =>
      renderRetry(outcomes.inOrder(attention), shape, { isOfSeveral: several.result() }),
    );
  if (!isCut && columns.fields.length > 0)
    await write(RUN_FILES.undo, () => renderUndo(restorations(outcomes), columns, shape));
  const digest = tally.result();
  const reviewed = findReviewedPlan(state, digest.byStatus.held, run);
  if (reviewed && !isCut) {
    const strategyNames = nameStrategies(state.strategies);
    await write(RUN_FILES.review, () => renderPlanReview(reviewed, { ...shape, strategyNames }));
  }
  const few = attention.subarray(0, MAX_ATTENTION_ROWS);
  const rows = isCut ? [] : Array.from(outcomes.inOrder(few), toAttentionRow);
  return { digest, page, failures, reviewed, isCut, attention: rows };
}

/**
 * What can be approved of a run over a sheet: of a plan that was not sent, all updates; of one that was, the held ones. `undefined` if the
 * plan can't be applied, or nothing in it is to be approved. `held`: how many entries are.
 */
function findReviewedPlan(
  { seal, whole, declined }: RunState,
  held: number,
  { job, tools, ports }: Run,
): ReviewedPlan | undefined {
  const { command, settings } = job;
  const isOfSheet = command === 'sync' || command === 'diff';
  const isUnsent = settings.dryRun || declined;
  if (!isOfSheet || !whole || seal === undefined || (!isUnsent && held === 0)) return undefined;
  const { redact } = settings.service.apiKey;
  return { path: tools.folder.pathOf(RUN_FILES.plan), seal, isUnsent, redact, disk: ports.disk };
}

/** Writes what is about the run as a whole. Returns the report with the failure of every file that could not be written. */
export async function writeReport(
  described: RunReport,
  { sent, isPartial }: Pick<RunOutcomes, 'sent' | 'isPartial'>,
  { page, failures, isCut, reviewed }: RowFiles,
  run: Run,
): Promise<RunReport> {
  const { shape } = run.job.input;
  const describePage = (report: RunReport) => describeRunPage(report, { ...run.ports, shape, reviewed });
  const begun = isPartial ? withMissingFiles(described, RUN_FILES.results, RUN_FILES.retry) : described;
  const report = failures.reduce<RunReport>(
    (before, [file, each]) => reportFailure(before, each, file, sent),
    isCut ? withTruncationNotice(begun, sent) : begun,
  );
  if (isCut) return writeSummary(report, sent, run);
  const failure = await page.write(run.tools.folder, () => describePage(report));
  return writeSummary(reportFailure(report, failure, RUN_FILES.report, sent), sent, run);
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

/** Generated each time, so that a million restorations are never held. */
function* restorations(outcomes: RunOutcomes): Generator<Restoration> {
  for (const outcome of outcomes.updates()) {
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
  sent: number,
  { job, tools: { folder }, ports: { disk } }: Run,
): Promise<RunReport> {
  const { redact } = job.settings.service.apiKey;
  const write = (last: RunReport) =>
    tryWrite(() => folder.writeWhole(RUN_FILES.summary, [redact(renderSummary(last, disk))]));
  const failure = await write(report);
  if (!failure) return report;
  const failed = reportFailure(report, failure, RUN_FILES.summary, sent);
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

/** The first failure becomes the stop; later ones are notices ahead of all others, since no screen may leave them out. */
function reportFailure(
  before: RunReport,
  failure: DiskError | PageFailure | undefined,
  file: string,
  sent: number,
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
