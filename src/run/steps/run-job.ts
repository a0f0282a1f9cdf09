import { setMaxListeners } from 'node:events';
import { isOwnSheet } from '../../domain/own-sheets.ts';
import { isLook } from '../../domain/run-record.ts';
import { skuOf } from '../../domain/stages.ts';
import { effectiveRate, type RunReport } from '../../report/tally/run-report.ts';
import { findHeldRows } from '../../report/view/list-next-steps.ts';
import { createIdTable } from '../../resolve/columns.ts';
import { openLatestReader, openRereading } from '../../resolve/open-rereading.ts';
import { openService } from '../../service/open-service.ts';
import { giveWay } from '../disk/in-slices.ts';
import type { CountedLineFile } from '../disk/line-file.ts';
import { EntryStore } from '../folder/entry-store.ts';
import { closeLog, openLog } from '../folder/open-log.ts';
import { jobOfPlan } from '../folder/plan-schema.ts';
import { createRunFolder, displayPath, RUN_FILES } from '../folder/run-folder.ts';
import { describeAccount } from '../job/account.ts';
import { givesBack, type Job } from '../job/job.ts';
import { createPhaseTimes, type Run, type RunHost, type RunState, type Tools, warn } from '../job/run.ts';
import { type AttentionRow, followAttention } from '../ledger/ledger-state.ts';
import { type History, openHistory } from '../ledger/open-history.ts';
import { recordOf, runIdOf } from '../ledger/run-facts.ts';
import { accountStatePath, readAccountState, writeAccountState } from '../lookup/account-state.ts';
import { writeIndex } from '../page/write-index.ts';
import { describeRun, describeStop, noticeSheetToCorrect } from './describe-run.ts';
import { makePlan } from './make-plan.ts';
import { describeOverwritten } from './past-check.ts';
import { followUp, sendPlan } from './send-plan.ts';
import { openOutcomes, type RunOutcomes, summaryOf, writeReport, writeRowFiles } from './write-run-files.ts';

/**
 * Runs `sync`, `diff`, `apply` and `undo`: finds the listings, plans, writes the plan to disk, sends it, follows up
 * manual prices, and accounts for every row, however it ends.
 *
 * Errors: `RunFolderError` and `DiskError` while there is no run folder yet. After that, anything that ends the run is
 * in the report.
 */
export async function runJob(job: Job, host: RunHost): Promise<RunReport> {
  const { signal } = host.ports;
  setMaxListeners(0, signal);
  const { logFile, ...tools } = openTools(job, host);
  const { log, entries, service } = tools;
  const noteStop = (): void => log.warn('asked to stop', { message: String(signal.reason) });
  signal.addEventListener('abort', noteStop, { once: true });
  const run: Run = { job, tools, ...host };
  try {
    logStart(run);
    const planned = await makePlan(run);
    const state = await followUp(await sendPlan(planned, run), run);
    tools.phases.begin('write');
    const history = await tools.history;
    const report = await conclude(state, run, history);
    rememberPace(run);
    log.info('run ended', { exitCode: report.exitCode, stop: report.stop, requests: report.requests });
    const late = [
      ...history.notices.filter((each) => !report.notices.includes(each)),
      renewIndex(run),
      closeLog(logFile),
    ].filter((notice) => notice !== undefined);
    return late.length === 0 ? report : { ...report, notices: [...report.notices, ...late] };
  } finally {
    signal.removeEventListener('abort', noteStop);
    await entries.close();
    await service.close();
  }
}

function logStart({ job: { command, settings, input }, tools: { log } }: Run): void {
  const { dryRun } = settings;
  const { sheet, rows, reading } = input;
  log.info('run started', { command, dryRun, sheet: sheet.path, rows: rows.sheetRows, reading });
}

/** Gives every entry an outcome and writes the files that a run ends with. */
async function conclude(state: RunState, run: Run, history: History): Promise<RunReport> {
  const { job, tools } = run;
  const { command, input } = job;
  const stop = describeStop(state, run);
  const outcomes = openOutcomes({ ...state, stop }, run);
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
    news: history.past.isKnown && command !== 'undo' && !isOwnSheet(input.sheet.path) ? news : undefined,
    historyNotices: history.notices,
  };
  const report = describeRun(state, described, run);
  const written = await writeReport(report, { outcomes, rowFiles }, run);
  warnOfHeld(written, run);
  warnOfOverwritten(written, state, run);
  for (const notice of noticeSheetToCorrect(written.digest.own, run)) warn(notice, run);
  await addToHistory(history, { report: written, state, outcomes, attention: rowFiles.attention }, run);
  return written;
}

/** A run that went well shows nothing with --quiet, and somebody has to hear of the rows that it left to a person. */
function warnOfHeld(report: RunReport, run: Run): void {
  const folder = displayPath(report.folder, run.ports.cwd);
  const held = report.command === 'sync' && !report.dryRun && findHeldRows(report, { folder });
  if (held) warn(`To send held rows, ${held.what}: ${held.command}`, run);
}

/** Nor is what somebody else had changed put back without a word. */
function warnOfOverwritten(report: RunReport, { seen }: RunState, run: Run): void {
  const overwritten = describeOverwritten(report, seen?.drifts ?? []);
  if (overwritten !== undefined) warn(overwritten, run);
}

/** Writes the page about all nights, once the history has the run. */
function renewIndex({ job, ports: { clock, disk } }: Run): string | undefined {
  const { history, service } = job.settings;
  if (!history) return undefined;
  const { redact } = service.apiKey;
  return writeIndex({ history: history.folder, now: clock.now(), redact, disk });
}

/** Of the pace, only a learned one is worth remembering for the next run. */
function rememberPace({ job, tools, ports: { locks, disk } }: Run): void {
  const { setting, ratePerSecond, roundTripMs } = tools.service.learned();
  if (roundTripMs === undefined) return;
  const pace = {
    round_trip_ms: roundTripMs,
    ...(setting === 'auto' && ratePerSecond !== undefined && { rate_per_second: ratePerSecond }),
  };
  writeAccountState(accountStatePath(locks, job.settings.service), pace, disk);
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
      figures: input.sheet.figures ?? null,
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

/** The log's file is closed by the run itself, as its last line. */
interface OpenTools extends Tools {
  readonly logFile: CountedLineFile;
}

/**
 * Makes the run folder and opens everything that a run works with.
 *
 * Errors: `RunFolderError`, `DiskError`.
 */
export function openTools(job: Job, { ports, onEvent, startedAt = ports.clock.now() }: RunHost): OpenTools {
  const { command, settings, input, lock } = job;
  const { out, logLevel, rereadAfterMs: spanMs } = settings;
  const { apiKey } = settings.service;
  const { clock, cwd, disk, locks } = ports;
  const folder = createRunFolder({ out, cwd, startedAt, sheetName: input.name, disk });
  onEvent({ event: 'folder', folder: folder.path });
  lock?.nameFolder(folder.path);
  const logFile = folder.openLines(RUN_FILES.log);
  const log = openLog(logFile, { level: logLevel, redact: apiKey.redact });
  const { rate_per_second: startPerSecond, round_trip_ms: startRoundTripMs } = readAccountState(
    accountStatePath(locks, settings.service),
    disk,
  );
  const context = { ...ports, readOnly: settings.dryRun, log, giveWay };
  const client = openService({ ...settings.service, startPerSecond, startRoundTripMs }, context);
  onEvent({ event: 'requests', requests: client });
  const ids = createIdTable();
  const { findListings, listListings } = client;
  const readings = openRereading({
    findListings,
    listListings,
    ratePerSecond: () => effectiveRate(client.learned()),
    spanMs: spanMs === 'off' ? Number.POSITIVE_INFINITY : spanMs,
    clock,
    ids,
  });
  const rereading = spanMs === 'off' ? undefined : readings;
  const readLatest = openLatestReader({ ...readings, width: client.width });
  // These note when each listing was read.
  const service = { ...client, findListings: readings.findListings, listListings: readings.listListings };
  const phases = createPhaseTimes({
    clock,
    requests: client,
    readMs: input.readMs,
    onBegin: (stage) => onEvent({ event: 'stage', stage }),
  });
  const entries = new EntryStore({ openSpool: folder.openSpool, expected: input.rows.count });
  const id = runIdOf(folder.path, input.name, startedAt);
  const history = openHistory({
    folder: settings.history?.folder,
    job: jobOfPlan(input),
    account: describeAccount(settings.service),
    isLocked: lock !== undefined,
    begun:
      command === 'diff' || settings.dryRun
        ? undefined
        : { id, command, folder: folder.path, started_at: new Date(startedAt).toISOString() },
    redact: apiKey.redact,
    startedAt,
    disk,
  });
  // Its error, which would be a bug, is for the steps that await it, and they come later.
  history.catch(() => {});
  return { service, ids, rereading, readLatest, folder, entries, history, log, logFile, phases, startedAt };
}
