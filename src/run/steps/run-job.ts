import { setMaxListeners } from 'node:events';
import { DiskError, StalePlanError } from '../../domain/errors.ts';
import type { FollowUp } from '../../domain/follow-up.ts';
import {
  applyChanges,
  type Outcome,
  rowOf,
  type Settlement,
  skuOf,
  type Update,
} from '../../domain/stages.ts';
import { executeUpdates } from '../../execute/execute-updates.ts';
import {
  followManualPrices,
  manualPriceSentBy,
  predictFollowUp,
  type SentManualPrice,
} from '../../execute/follow-manual-prices.ts';
import type { FindBrokenRules } from '../../execute/judge-answer.ts';
import { findNewlyBroken } from '../../plan/check-row-guards.ts';
import { countOf } from '../../plan/guard-rules.ts';
import { toPageRow } from '../../report/page/page-row.ts';
import { effectiveRate, type RunReport } from '../../report/tally/run-report.ts';
import { createIdTable } from '../../resolve/id-table.ts';
import { openLatestReader, openRereading } from '../../resolve/open-rereading.ts';
import { openService } from '../../service/open-service.ts';
import { eachInSlices, giveWay } from '../disk/in-slices.ts';
import type { CountedLineFile } from '../disk/line-file.ts';
import { EntryStore } from '../folder/entry-store.ts';
import { type OutcomeJournal, openOutcomeJournal } from '../folder/journal.ts';
import { closeLog, openLog } from '../folder/open-log.ts';
import { jobOfPlan } from '../folder/plan-schema.ts';
import { createRunFolder, RUN_FILES } from '../folder/run-folder.ts';
import { describeAccount } from '../job/account.ts';
import {
  createPhaseTimes,
  type Job,
  progressOf,
  type Run,
  type RunHost,
  type RunState,
  type Tools,
  warn,
} from '../job/run.ts';
import { openHistory } from '../ledger/open-history.ts';
import { runIdOf } from '../ledger/run-facts.ts';
import { accountStatePath, readAccountState, writeAccountState } from '../lookup/account-state.ts';
import { describeRunPage, type PageFailure, ReportPage } from '../page/report-page.ts';
import { writeIndex } from '../page/write-index.ts';
import { conclude, openOutcomes } from './conclude.ts';
import { describeRun, noticeSheetToCorrect } from './describe-run.ts';
import { makePlan } from './make-plan.ts';

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
    const { command, settings, input } = job;
    const { sheet, rows, reading } = input;
    const { dryRun } = settings;
    log.info('run started', { command, dryRun, sheet: sheet.path, rows: rows.sheetRows, reading });
    const planned = await makePlan(run);
    const state = await followUp(await sendPlan(planned, run), run);
    tools.phases.begin('write');
    const history = await tools.history;
    const report = await conclude(state, run, history);
    rememberPace(run);
    log.info('run ended', { exitCode: report.exitCode, stop: report.stop, requests: report.requests });
    const troubles = [...history.notices, renewIndex(run), closeLog(logFile)].filter(
      (notice) => notice !== undefined,
    );
    for (const trouble of troubles) warn(trouble, run);
    return { ...report, notices: [...new Set([...report.notices, ...troubles])] };
  } finally {
    signal.removeEventListener('abort', noteStop);
    await entries.close();
    await service.close();
  }
}

/** Sends a plan if it is complete, violates no guard rule, and was not declined. */
export async function sendPlan(unsent: RunState, run: Run): Promise<RunState> {
  const { job, tools } = run;
  const { seal } = unsent;
  const refused = unsent.stop !== undefined || unsent.violations.length > 0;
  if (job.settings.dryRun || refused || seal === undefined || tools.entries.updateCount === 0) return unsent;
  try {
    const agreed = await askWhetherToSend(unsent, run);
    tools.phases.begin('send');
    if (!agreed) return { ...unsent, declined: true };
    (await tools.history).begin();
    const journal = openOutcomeJournal(tools.folder.openLines(RUN_FILES.outcomes), seal);
    return { ...unsent, ...(await sendUpdates(run, journal)) };
  } catch (stop) {
    return { ...unsent, stop };
  }
}

/** A person has at most this long to answer: meanwhile listings change, and the guard rules saw earlier values. */
const MAX_WAIT_MS = 10 * 60 * 1000;

async function askWhetherToSend(unsent: RunState, run: Run): Promise<boolean> {
  const { clock } = run.ports;
  const { confirm } = run;
  if (!confirm) return true;
  run.tools.phases.begin('ask');
  const askedAt = clock.monotonic();
  const agreed = await confirm(await previewRun(unsent, run));
  if (!agreed || clock.monotonic() - askedAt <= MAX_WAIT_MS) return agreed;
  throw new StalePlanError('Cannot send the plan: the confirmation came after more than 10 minutes', {
    hint: 'Apply the run: that reads each listing again, and sends what is still as it was',
  });
}

/**
 * Describes a run that may still be sent, for the person who is asked, and writes `report.html` of its plan; the final
 * page replaces it. If the page can't be written, the question is asked all the same and the log says why.
 */
async function previewRun(state: RunState, run: Run): Promise<RunReport> {
  const { job, tools, ports } = run;
  const { missing, service } = job.settings;
  const { shape } = job.input;
  const { redact } = service.apiKey;
  // No one is asked about a plan that was stopped.
  const outcomes = openOutcomes({ settled: state.settled }, run);
  const tally = outcomes.newTally();
  const page = new ReportPage({ missingIsOk: missing === 'ok', redact });
  let n = 0;
  await eachInSlices(outcomes.inOrder(), (outcome) => {
    tally.add(outcome);
    page.add(toPageRow(outcome, n++));
  });
  const digest = tally.result();
  const described = describeRun(state, { digest }, run);
  const report: RunReport = {
    ...described,
    notices: [...noticeSheetToCorrect(digest.byStatus.planned, run), ...described.notices],
    preview: { hasPage: true },
  };
  const failure = await page.write(tools.folder, () => describeRunPage(report, { ...ports, shape }));
  return failure ? withMissingPage(report, failure, tools) : report;
}

function withMissingPage(report: RunReport, { code, message }: PageFailure, { log }: Tools): RunReport {
  log.warn('no report before the question', { code, message });
  return { ...report, preview: { hasPage: false } };
}

async function sendUpdates(
  run: Run,
  journal: OutcomeJournal,
): Promise<Pick<RunState, 'settled' | 'pendingPrices' | 'stop'>> {
  const { job, tools, ports, onEvent, lock } = run;
  const { entries, service } = tools;
  const { clock, signal } = ports;
  const onProgress = progressOf(run);
  const settled = new Map<number, Settlement>();
  const pendingPrices: SentManualPrice[] = [];
  function* updates(): Generator<readonly [n: number, update: Update]> {
    for (const numbered of entries.updates()) {
      lock?.assertHeld();
      yield numbered;
    }
  }
  onProgress({ phase: 'update', done: 0, total: entries.updateCount });
  const { stop } = await executeUpdates(updates(), {
    total: entries.updateCount,
    updateListing: service.updateListing,
    findListings: service.findListings,
    rereading: tools.rereading,
    findBrokenRules: createBrokenRulesFinder(job),
    clock,
    signal,
    width: service.width,
    maxFailures: countOf(job.settings.maxFailures, entries.updateCount),
    onProgress,
    onOutcome: async (outcome, n) => {
      const manualPrice = job.settings.followUp ? findManualPrice(n, outcome) : undefined;
      const followUp = manualPrice && predictFollowUp(outcome, manualPrice.manualPrice);
      if (manualPrice && followUp?.kind === 'pending') pendingPrices.push(manualPrice);
      settled.set(n, toSettlement(outcome, followUp));
      await journal.note(n, outcome);
      onEvent({ event: 'outcome', outcome });
    },
  });
  return { settled, pendingPrices, stop: nameUnnoted(endJournal(journal) ?? stop, journal.unnoted()) };
}

/**
 * Checks the row rules against a listing as its update has left it. An undo restores earlier values and is checked by no
 * rule; any field that changes beyond what it sent is an error there anyway.
 */
function createBrokenRulesFinder({ command, limits }: Job): FindBrokenRules | undefined {
  if (command === 'undo') return undefined;
  const allow = limits?.allow ?? new Set();
  return ({ resolved: { listing, fees }, changes }, observed) => {
    const planned = applyChanges(listing.values, changes);
    const now = applyChanges(listing.values, observed);
    return findNewlyBroken({ listing, fees, planned, now }, allow);
  };
}

/** The manual price that an update has sent, if it has. `n`: its position in the plan. */
function findManualPrice(n: number, outcome: Outcome): SentManualPrice | undefined {
  const manualPrice = manualPriceSentBy(outcome);
  const { entry } = outcome;
  if (entry.kind !== 'update' || manualPrice === undefined) return undefined;
  const { id, sku } = entry.resolved.listing;
  return { n, listing: { id, sku }, manualPrice };
}

/** Field by field, which is several times as fast as copying all but one. */
function toSettlement(outcome: Outcome, followUp: FollowUp | undefined): Settlement {
  const { status, reason, message, attempts, httpStatus } = outcome;
  const { completedAt, observed, mayArrive, notApplied } = outcome;
  const sent = { attempts, httpStatus, completedAt, observed, mayArrive, notApplied, followUp };
  return { kind: 'outcome', status, reason, message, ...sent };
}

/**
 * Names the updates that were under way when the journal could no longer be written: if the disk is full, only the
 * screen reports them.
 */
function nameUnnoted(stop: unknown, unnoted: readonly Outcome[]): unknown {
  if (!(stop instanceof DiskError) || unnoted.length === 0) return stop;
  const named = unnoted.map(
    ({ entry, status }) => `line ${rowOf(entry).line}, sku "${skuOf(entry)}": ${status}`,
  );
  return new DiskError(
    `${stop.message}; nothing was sent after that, and the outcome of ${named.length === 1 ? 'this update' : `these ${named.length} updates`} is not recorded: ${named.join('; ')}`,
    {
      hint: 'Free disk space, then apply the run to go on, or undo it: both look at these listings again',
      cause: stop,
    },
  );
}

/** Writes the journal's last line: nothing was applied that is not in it. Returns what kept it from being written. */
function endJournal(journal: OutcomeJournal): unknown {
  try {
    journal.end();
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Says of each manual price that was sent whether its listing shows it: the service takes minutes, so the listings are read
 * again meanwhile. Statuses stay as they are. A run that was stopped waits for nothing.
 */
async function followUp(state: RunState, run: Run): Promise<RunState> {
  const { pendingPrices = [] } = state;
  if (pendingPrices.length === 0 || state.stop !== undefined) return state;
  try {
    run.tools.phases.begin('follow');
    const { readLatest, log } = run.tools;
    const { verdicts, notices } = await followManualPrices(pendingPrices, {
      ...run.ports,
      onProgress: progressOf(run),
      readLatest,
    });
    log.info('manual prices followed up', { waited: pendingPrices.length, notices });
    const settled = new Map(state.settled);
    for (const [n, verdict] of verdicts) {
      const settlement = settled.get(n);
      if (settlement) settled.set(n, { ...settlement, followUp: verdict });
    }
    return { ...state, settled, notices: [...notices, ...(state.notices ?? [])] };
  } catch (stop) {
    return { ...state, stop };
  }
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

/** Writes the page about all nights, once the history has the run. */
function renewIndex({ job, ports: { clock, disk } }: Run): string | undefined {
  const { history, service } = job.settings;
  if (!history) return undefined;
  const { redact } = service.apiKey;
  return writeIndex({ history: history.folder, now: clock.now(), redact, disk });
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
export function openTools(
  job: Job,
  { ports, onEvent, lock, startedAt = ports.clock.now() }: RunHost,
): OpenTools {
  const { command, settings, input } = job;
  const { out, verbose, reread: spanMs } = settings;
  const { apiKey } = settings.service;
  const { clock, cwd, disk, locks } = ports;
  const folder = createRunFolder({ out, cwd, startedAt, sheetName: input.name, disk });
  onEvent({ event: 'folder', folder: folder.path });
  lock?.nameFolder(folder.path);
  const logFile = folder.openLines(RUN_FILES.log);
  const log = openLog(logFile, { level: verbose ? 'debug' : 'info', redact: apiKey.redact });
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
    isLocked: lock?.isExclusive === true,
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
