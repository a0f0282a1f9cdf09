import { DiskError, StalePlanError } from '../../domain/errors.ts';
import type { FollowUp } from '../../domain/follow-up.ts';
import {
  applyChanges,
  type Outcome,
  type PlanEntry,
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
import type { RunReport } from '../../report/tally/run-report.ts';
import { eachInSlices } from '../disk/in-slices.ts';
import { type OutcomeJournal, openOutcomeJournal } from '../folder/journal.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { Job } from '../job/job.ts';
import { progressOf, type Run, type RunState, type Tools } from '../job/run.ts';
import { describeRunPage, type PageFailure, ReportPage } from '../page/report-page.ts';
import { describeRun, noticeSheetToCorrect } from './describe-run.ts';
import { openOutcomes } from './write-run-files.ts';

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

type Sent = Pick<RunState, 'settled' | 'pendingPrices' | 'stop'>;

async function sendUpdates(run: Run, journal: OutcomeJournal): Promise<Sent> {
  const { job, tools, ports, onEvent } = run;
  const { entries, service } = tools;
  const { clock, signal } = ports;
  const onProgress = progressOf(run);
  const settled = new Map<number, Settlement>();
  const pendingPrices: SentManualPrice[] = [];
  /** Of the updates under way. */
  const positions = new Map<PlanEntry, number>();
  function* updates(): Generator<Update> {
    for (const [n, update] of entries.updates()) {
      job.lock?.assertHeld();
      positions.set(update, n);
      yield update;
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
    onOutcome: async (outcome) => {
      const n = positions.get(outcome.entry) ?? -1;
      positions.delete(outcome.entry);
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
function createBrokenRulesFinder({
  limits,
  restoring,
}: Pick<Job, 'limits' | 'restoring'>): FindBrokenRules | undefined {
  if (restoring) return undefined;
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
 * Describes a run that may still be sent, for the person who is asked, and writes `report.html` of its plan; the final
 * page replaces it. If the page can't be written, the question is asked all the same and the log says why.
 */
async function previewRun(state: RunState, run: Run): Promise<RunReport> {
  const { job, tools, ports } = run;
  const { missingIsOk, service } = job.settings;
  const { shape } = job.input;
  const { redact } = service.apiKey;
  // No one is asked about a plan that was stopped.
  const outcomes = openOutcomes({ settled: state.settled }, run);
  const tally = outcomes.newTally();
  const page = new ReportPage({ missingIsOk, redact });
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

/**
 * Says of each manual price that was sent whether its listing shows it: the service takes minutes, so the listings are read
 * again meanwhile. Statuses stay as they are. A run that was stopped waits for nothing.
 */
export async function followUp(state: RunState, run: Run): Promise<RunState> {
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
