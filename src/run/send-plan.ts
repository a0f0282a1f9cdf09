import { DiskError, StalePlanError } from '../domain/errors.ts';
import { type Outcome, type PlanEntry, rowOf, type Update } from '../domain/stages.ts';
import { executeUpdates } from '../execute/execute-updates.ts';
import type { Plan } from '../plan/build-plan.ts';
import { countOf } from '../plan/limits.ts';
import { concludeRun } from './conclude-run.ts';
import type { Job, Surroundings } from './job.ts';
import { appendEnd, appendOutcome } from './journal.ts';
import { type LineFile, RUN_FILES } from './run-folder.ts';
import type { Planned, Sent, Tools } from './run-state.ts';

/** Sends a plan, where it is whole, no guard rule is against it, and nobody who was asked says no. */
export async function sendPlan(
  planned: Planned,
  job: Job,
  tools: Tools,
  surroundings: Surroundings,
): Promise<Sent> {
  const unsent: Sent = { ...planned, settled: new Map(), declined: false };
  const updates = planned.plan.entries.filter((entry) => entry.kind === 'update');
  const refused = planned.stop !== undefined || planned.plan.violations.length > 0;
  if (job.settings.dryRun || refused || updates.length === 0) return unsent;
  try {
    const agreed = await askWhetherToSend(unsent, { job, tools, surroundings });
    if (!agreed) return { ...unsent, declined: true };
    job.lock?.assertHeld();
    const journal = tools.folder.openLines(RUN_FILES.outcomes);
    return {
      ...unsent,
      ...(await sendUpdates(updates, { job, tools, surroundings, journal, plan: planned.plan })),
    };
  } catch (stop) {
    return { ...unsent, stop };
  }
}

type AskContext = Pick<SendContext, 'job' | 'tools' | 'surroundings'>;

/** So long somebody may think about it: meanwhile others go on changing listings, and guard rules saw what they held before. */
const LONGEST_WAIT_MS = 10 * 60 * 1000;

async function askWhetherToSend(unsent: Sent, { job, tools, surroundings }: AskContext): Promise<boolean> {
  const { clock, confirm } = surroundings;
  if (!confirm) return true;
  const askedAt = clock.monotonic();
  const agreed = await confirm(concludeRun(unsent, job, tools, surroundings));
  if (!agreed || clock.monotonic() - askedAt <= LONGEST_WAIT_MS) return agreed;
  throw new StalePlanError('Cannot send the plan: more than 10 minutes went by before it was agreed to', {
    hint: 'Apply the run: that reads each listing again, and sends what is still as it was',
  });
}

interface SendContext {
  readonly job: Job;
  readonly tools: Tools;
  readonly surroundings: Surroundings;
  readonly journal: LineFile;
  readonly plan: Plan;
}

async function sendUpdates(
  updates: readonly Update[],
  context: SendContext,
): Promise<Pick<Sent, 'settled' | 'stop'>> {
  const { job, tools, surroundings, journal, plan } = context;
  const settled = new Map<PlanEntry, Outcome>();
  const unnoted: Outcome[] = [];
  const positions = new Map(plan.entries.map((entry, n) => [entry, n]));
  const { stop } = await executeUpdates(updates, {
    updateListing: tools.service.updateListing,
    findListings: tools.service.findListings,
    clock: surroundings.clock,
    signal: surroundings.signal,
    width: job.settings.service.concurrency,
    maxFailures: countOf(job.settings.maxFailures, updates.length),
    onProgress: surroundings.onProgress,
    onOutcome: (outcome) => {
      settled.set(outcome.entry, outcome);
      unnoted.push(outcome);
      appendOutcome(journal, positions.get(outcome.entry) ?? -1, outcome);
      unnoted.pop();
    },
  });
  return { settled, stop: nameUnnoted(endJournal(journal) ?? stop, unnoted) };
}

/**
 * The updates that were under way when the journal could not be written any more: where the disk takes nothing else either,
 * the screen is all that tells of them.
 */
function nameUnnoted(stop: unknown, unnoted: readonly Outcome[]): unknown {
  if (!(stop instanceof DiskError) || unnoted.length === 0) return stop;
  const named = unnoted.map(
    ({ entry, status }) => `line ${rowOf(entry).line}, sku "${skuOf(entry)}": ${status}`,
  );
  return new DiskError(
    `${stop.message}; nothing was sent after that, and ${named.length === 1 ? 'this update is' : `these ${named.length} updates are`} not noted: ${named.join('; ')}`,
    {
      hint: 'Make room, then apply the run to go on, or undo it: both look at these listings again',
      cause: stop,
    },
  );
}

function skuOf(entry: PlanEntry): string {
  return entry.kind === 'update' ? entry.resolved.listing.sku : '';
}

/** Says that nothing was applied that is not in the journal. Returns what kept it from being said. */
function endJournal(journal: LineFile): unknown {
  try {
    appendEnd(journal);
    journal.close();
    return undefined;
  } catch (error) {
    return error;
  }
}
