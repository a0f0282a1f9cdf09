import { RunFolderError } from '../domain/errors.ts';
import { MAY_ARRIVE, mayArriveUntil } from '../domain/may-arrive.ts';
import type { PlannedUpdate, SheetRow } from '../domain/row.ts';
import { type CarriedOver, type ListingIdentity, toDesired } from '../domain/stages.ts';
import type { RunViolation } from '../plan/check-run-guards.ts';
import type { RowRule, RunRule } from '../plan/limits.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { carry, identify } from './folder/carry-entry.ts';
import type { JournalFile } from './folder/journal.ts';
import type { PlanHead, PlannedEntry } from './folder/plan-schema.ts';
import type { PlanFile } from './folder/read-plan.ts';
import { fromShapeJson } from './folder/shape-json.ts';
import type { JobInput, RunSettings } from './job/job.ts';
import type { RunHost } from './job/run.ts';
import { rowOfListing } from './sheet/row-of-listing.ts';
import { toRowSource } from './sheet/row-source.ts';
import { runFromFolder } from './steps/run-from-folder.ts';

export interface ApplyRequest {
  /** The run folder. */
  readonly run: string;
  /** Guard rules that are waived. */
  readonly allow: ReadonlySet<RowRule | RunRule>;
  readonly settings: RunSettings;
}

/**
 * Sends what is left of a run's plan, and nothing else: each update exactly as planned, if its listing is exactly as it
 * was then.
 *
 * Errors: `RunFolderError` if the run folder can't be used, is another service's, or its plan is not whole; further
 * `runJob`.
 */
export function apply({ run, allow, settings: requested }: ApplyRequest, host: RunHost): Promise<RunReport> {
  const request = { command: 'apply', folder: run, settings: requested } as const;
  return runFromFolder(request, host, async ({ plan, journal }, settings) => {
    const { violations, shape, retryFlags } = readApplicable(plan.head, run);
    const now = host.ports.clock.now();
    return {
      input: {
        rows: await toRowSource(() => toRows(plan, { journal, now })),
        shape,
        notices: [],
        retryFlags: withoutRepeated(retryFlags, settings.flags),
        sheetFacts: pickFacts(plan.head),
      },
      violations: violations.filter(({ rule }) => !allow.has(rule)),
    };
  });
}

/** A retry file belongs to the sheet, whichever run wrote it. */
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

/** A plan whose lookups were cut short was not checked by guard rules, and lacks rows. */
function readApplicable(
  { command, whole, violations, shape, retry_flags }: PlanHead,
  run: string,
): Applicable {
  if (whole === false) {
    throw new RunFolderError(
      `Cannot apply "${run}": it ended before its plan was complete, and sent nothing`,
      {
        hint: 'Run its own command again',
      },
    );
  }
  if (!whole || !violations || !shape) {
    throw new RunFolderError(
      `Cannot apply "${run}": its plan does not say whether a guard rule is against it`,
      {
        hint: `It was made by an older version; make a new one with ${command === 'undo' ? 'undo --dry-run' : 'diff'}`,
      },
    );
  }
  return {
    violations,
    shape: fromShapeJson(shape),
    retryFlags: retry_flags ?? [],
  };
}

/** The flags, with their values, that are not among the given ones. */
function withoutRepeated(flags: readonly string[], given: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let isKept = true;
  for (const word of flags) {
    if (word.startsWith('--')) isKept = !given.includes(word);
    if (isKept) kept.push(word);
  }
  return kept;
}

/** What the run has sent, and the time now. */
interface Past {
  readonly journal: JournalFile | undefined;
  readonly now: number;
}

function* toRows({ head, entries }: PlanFile, past: Past): Generator<SheetRow | CarriedOver> {
  for (const entry of entries()) yield toRow(entry, head, past);
}

/** An update that was sent before may arrive after the one that is sent now, and after an undo of that. */
function mayArrive({ n, may_arrive }: PlannedEntry, journal: JournalFile | undefined): boolean {
  if (may_arrive) return true;
  if (!journal) return false;
  const outcome = journal.byEntry.get(n);
  return outcome ? outcome.may_arrive === true : !journal.ended;
}

/**
 * Every update's listing is read again, even if the journal has it as updated: the run may have been undone since, or
 * the listing changed. Other entries are carried over.
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
    ...rowOfListing({ line, cells, listing }),
    requested: toDesired(changes, 'after'),
    planned: { ...toPlannedUpdate(entry, listing, head), mayArrive: mayArrive(entry, journal) },
    notices: notices.filter(({ reason }) => reason !== MAY_ARRIVE || mayStillArrive(head, now)),
  };
}

/** Whether an update that was sent before the plan was made may still arrive. */
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
