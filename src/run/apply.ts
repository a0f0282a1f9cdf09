import { RunFolderError } from '../domain/errors.ts';
import { MAY_ARRIVE, mayArriveUntil } from '../domain/may-arrive.ts';
import type { PlannedUpdate, SheetRow } from '../domain/row.ts';
import { type CarriedOver, type ListingIdentity, toDesired } from '../domain/stages.ts';
import type { RunViolation } from '../plan/check-run.ts';
import type { RowRule, RunRule } from '../plan/limits.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import type { JournalFile } from './folder/journal.ts';
import { carry, identify, type PlanFile, type PlanHead, type PlannedEntry } from './folder/plan-file.ts';
import { fromShapeJson } from './folder/shape-json.ts';
import type { AccountLock, JobInput, RunSettings, Surroundings } from './job/job.ts';
import { openRun } from './job/open-run.ts';
import { readShard } from './job/read-shard.ts';
import { settingsOfShard } from './job/settings-of-shard.ts';
import { withLock } from './lock/with-lock.ts';
import { toRowSource } from './sheet/row-source.ts';
import { runJob } from './steps/run-job.ts';

export interface ApplyRequest {
  /** The run folder. */
  readonly run: string;
  /** Guard rules that are let pass. */
  readonly allow: ReadonlySet<RowRule | RunRule>;
  readonly settings: RunSettings;
}

/**
 * Sends what is left of a run's plan, and nothing else: each update exactly as it was planned, where the listing is
 * exactly as it was then.
 *
 * Errors: `RunFolderError` where the run folder can't be used, is another service's, or its plan is not whole; further
 * `runJob`.
 */
export function apply(request: ApplyRequest, surroundings: Surroundings): Promise<RunReport> {
  const { run: subject } = request;
  const shard = readShard(subject, surroundings);
  const settings = settingsOfShard(request.settings, shard);
  return withLock({ command: 'apply', subject, shard, settings }, surroundings, (lock, around) =>
    applyLocked({ ...request, settings, lock }, around),
  );
}

async function applyLocked(
  { run, allow, settings, lock }: ApplyRequest & { readonly lock: AccountLock | undefined },
  surroundings: Surroundings,
): Promise<RunReport> {
  const { plan, journal, name, strategyNames, madeWithOtherKey } = openRun(run, {
    command: 'apply',
    cwd: surroundings.cwd,
    disk: surroundings.disk,
    settings,
    otherwise: 'give its sheet to sync',
  });
  const { violations, shape, retryFlags } = readApplicable(plan.head, run);
  return runJob(
    {
      command: 'apply',
      input: {
        path: run,
        name: `apply-${name}`,
        sha256: plan.sha256,
        rows: await toRowSource(() => toRows(plan, { journal, now: surroundings.clock.now() })),
        shape,
        notices: [],
        strategyNames,
        retryFlags: withoutRepeated(retryFlags, settings.flags),
        sheetFacts: pickFacts(plan.head),
      },
      settings,
      matching: { filters: {}, match: 'one' },
      duplicates: 'error',
      shard: plan.head.shard,
      lock,
      madeWithOtherKey,
      violations: violations.filter(({ rule }) => !allow.has(rule)),
    },
    surroundings,
  );
}

/** A retry file is one of the sheet's, whichever run wrote it. */
function pickFacts({
  sheet: { job, columns, columns_agreed, decimal_signs },
}: PlanHead): NonNullable<JobInput['sheetFacts']> {
  return { job, columns, ...(columns_agreed && { columns_agreed }), decimal_signs };
}

interface Applicable {
  readonly violations: readonly RunViolation[];
  readonly shape: JobInput['shape'];
  readonly retryFlags: readonly string[];
}

/** Where the looking up was cut short no guard rule was asked, of the rows that were found neither. */
function readApplicable({ whole, violations, shape, retry_flags }: PlanHead, run: string): Applicable {
  if (whole === false) {
    throw new RunFolderError(`Cannot apply "${run}": it ended before its plan was whole, and sent nothing`, {
      hint: 'Run its own command again',
    });
  }
  if (!whole || !violations || !shape) {
    throw new RunFolderError(
      `Cannot apply "${run}": its plan does not say whether a guard rule is against it`,
      {
        hint: 'It was made by an older version; make a new one with diff',
      },
    );
  }
  return {
    violations,
    shape: fromShapeJson(shape),
    retryFlags: retry_flags ?? [],
  };
}

/** Flags and their values of one list, but for those that are in another one too. */
function withoutRepeated(flags: readonly string[], given: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let isKept = true;
  for (const word of flags) {
    if (word.startsWith('--')) isKept = !given.includes(word);
    if (isKept) kept.push(word);
  }
  return kept;
}

/** What the run itself has sent, and how long ago. */
interface Past {
  readonly journal: JournalFile | undefined;
  readonly now: number;
}

function* toRows({ head, entries }: PlanFile, past: Past): Generator<SheetRow | CarriedOver> {
  for (const entry of entries()) yield toRow(entry, head, past);
}

/** An update that the run, or one before it, sent may arrive after the one that is sent again, and after an undo of that. */
function mayArrive({ n, may_arrive }: PlannedEntry, journal: JournalFile | undefined): boolean {
  if (may_arrive) return true;
  if (!journal) return false;
  const outcome = journal.byEntry.get(n);
  return outcome ? outcome.may_arrive === true : !journal.ended;
}

/**
 * Every update is looked at again, also one that the journal has as updated: the run may have been undone since, or somebody
 * may have changed the listing. Everything else is told as it was.
 */
function toRow(entry: PlannedEntry, head: PlanHead, past: Past): SheetRow | CarriedOver {
  return entry.status === 'planned' ? toUpdateRow(entry, head, past) : carry(entry);
}

function toUpdateRow(entry: PlannedEntry, head: PlanHead, { journal, now }: Past): SheetRow {
  const { line, cells = [], changes, notices = [] } = entry;
  const listing = identify(entry);
  if (!listing)
    throw new RunFolderError(`Cannot apply the plan: its update of line ${line} names no listing`);
  return {
    kind: 'row',
    line,
    cells,
    target: { sku: listing.sku, listingId: listing.id },
    moneyInCents: true,
    requested: toDesired(changes, 'after'),
    planned: { ...toPlannedUpdate(entry, listing, head), mayArrive: mayArrive(entry, journal) },
    notices: notices.filter(({ reason }) => reason !== MAY_ARRIVE || mayStillArrive(head, now)),
  };
}

/** What another run had sent when the plan was made. */
function mayStillArrive({ created_at }: PlanHead, now: number): boolean {
  return mayArriveUntil(Date.parse(created_at), now) !== undefined;
}

function toPlannedUpdate(
  { line, changes, before, pins = [], exact }: PlannedEntry,
  { currency }: ListingIdentity,
  head: PlanHead,
): Omit<PlannedUpdate, 'mayArrive'> {
  const fits = before && changes.every((change) => before[change.field] === change.before);
  if (!fits) throw new RunFolderError(`Cannot apply the plan: its update of line ${line} contradicts itself`);
  return { before, currency, pins: toDesired(pins, 'after'), exact: exact ?? head.command === 'undo' };
}
