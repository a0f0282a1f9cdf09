import { count } from '../domain/count.ts';
import { type Day, dayAt, parseDay } from '../domain/day.ts';
import type { Approval } from '../domain/documents/ledger.ts';
import { MAY_ARRIVE, mayArriveUntil } from '../domain/effects.ts';
import { RunFolderError } from '../domain/errors.ts';
import type { PlannedUpdate, SheetRow } from '../domain/row.ts';
import { type CarriedOver, toDesired } from '../domain/stages.ts';
import type { RunViolation } from '../plan/check-run-guards.ts';
import type { RowRule, RunRule } from '../plan/limits.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { filterFlags } from '../report/text/format-command.ts';
import { type ApprovalRequest, approve, noticeOtherApplies, type ReadApproval } from './approval/approve.ts';
import { carry, carrySettled, carryUnapproved, carryUnsent, skuOnListing } from './folder/carry-entry.ts';
import type { JournalFile } from './folder/journal.ts';
import type { PlanFile } from './folder/plan-file.ts';
import { fromShapeJson, type PlanHead, type PlannedEntry } from './folder/plan-schema.ts';
import { canBeApproved, isOffered } from './folder/review-rows.ts';
import type { JobInput, RunSettings } from './job/job.ts';
import { judgeNewerRuns } from './job/newer-runs.ts';
import type { OpenRun } from './job/open-run.ts';
import type { RunHost } from './job/run.ts';
import { rowOfListing, toRowSource } from './sheet/row-source.ts';
import { runFromFolder } from './steps/run-from-folder.ts';

export interface ApplyRequest {
  /** The run folder. */
  readonly run: string;
  /** Guard rules that are waived. */
  readonly allow: ReadonlySet<RowRule | RunRule>;
  /** Send only what this review file approves. */
  readonly only?: ApprovalRequest | undefined;
  readonly settings: RunSettings;
}

/**
 * Sends what is left of a run's plan, and nothing else: each update exactly as planned, if its listing is exactly as it
 * was then.
 *
 * Errors: `RunFolderError` if the run folder can't be used, is another service's, or its plan is not whole; further
 * `runJob`.
 */
export function apply({ run, allow, only, settings }: ApplyRequest, host: RunHost): Promise<RunReport> {
  return runFromFolder({ command: 'apply', folder: run, settings }, host, async (opened) => {
    const { plan } = opened;
    const { head } = plan;
    refusePart(head, run);
    refuseOtherDay(head, { run, today: dayAt(host.ports.clock.now()) });
    const newer = judgeNewerRuns(head, { settings, ports: host.ports });
    const approved = only && (await approve(only, opened, { run, settings, ports: host.ports }));
    // A person who says yes to the plan, or has approved a part of it, has seen the columns that it was made from.
    const isSeen = host.confirm !== undefined || (approved?.approval.approved ?? 0) > 0;
    const { unsettled, settle } = head.sheet;
    const open: readonly RunViolation[] =
      unsettled === undefined || isSeen || only ? [] : [{ rule: 'unsettled', message: unsettled, settle }];
    const violations = [...head.violations, ...open, ...newer];
    const now = host.ports.clock.now();
    return {
      input: {
        rows: await toRowSource(() => toRows(plan, { ...opened, now, approved })),
        approval: approved?.approval,
        shape: fromShapeJson(head.shape),
        notices: approved
          ? [
              ...noticeNothingApproved(approved.approval),
              ...(await noticeOtherApplies(plan, approved, { run, settings, ports: host.ports })),
            ]
          : [],
        retryFlags: filterFlags(head.retry_flags, (flag) => !settings.flags.includes(flag)),
        facts: factsOf(head, isSeen),
      },
      violations: violations.filter(({ rule }) => !allow.has(rule)),
    };
  });
}

/** The plan's rows were those of their day: what the sheet says today is another price. A look at a day to come sends nothing before it. */
function refuseOtherDay(
  { dry_run, sheet: { changes_on, read_for } }: PlanHead,
  { run, today }: { readonly run: string; readonly today: Day },
): void {
  if (dry_run && read_for !== undefined && today < (parseDay(read_for) ?? today)) {
    throw new RunFolderError(
      `Cannot apply "${run}": its sheet was read for ${read_for}, which is in the future`,
      {
        hint: 'Run the sheet again, or wait until that day',
      },
    );
  }
  if (changes_on === undefined || today < (parseDay(changes_on) ?? today)) return;
  throw new RunFolderError(`Cannot apply "${run}": since ${changes_on} other rows of its sheet count`, {
    hint: 'Run the sheet again',
  });
}

/** As the file is if nobody has written in it, or it was not saved. */
function noticeNothingApproved({ path, approved, of }: Approval): readonly string[] {
  if (approved > 0) return [];
  return [
    `"${path}" approves none of ${count(of, 'update')}: write yes beside the rows, save it, and run this again`,
  ];
}

/** A retry file belongs to the sheet, whichever run wrote it. */
function factsOf({ sheet }: PlanHead, isSeen: boolean): JobInput['facts'] {
  const { path: _path, cwd: _cwd, undone_job: _job, undone_runs: _runs, read_for: _day, ...facts } = sheet;
  const { sha256, sheet_sha256 = sha256, ...others } = facts;
  return { sheet_sha256, ...others, ...(isSeen && { columns_agreed: true as const }) };
}

/** A plan whose lookups were cut short was not checked by guard rules, and lacks rows. */
function refusePart({ whole }: PlanHead, run: string): void {
  if (whole) return;
  throw new RunFolderError(`Cannot apply "${run}": it ended before its plan was complete, and sent nothing`, {
    hint: 'Run its own command again',
  });
}

/** What the run has sent, how it ended, the time now, and what a person approved if only that is to be sent. */
interface Past extends Pick<OpenRun, 'journal' | 'isUnsent' | 'stopped'> {
  readonly now: number;
  readonly approved: ReadApproval | undefined;
}

function* toRows({ head, entries }: PlanFile, past: Past): Generator<SheetRow | CarriedOver> {
  for (const entry of entries()) yield toRow(entry, head, past);
}

/** An update that was sent before may arrive after the one that is sent now, and after an undo of that. */
function mayArrive({ n, may_arrive, status }: PlannedEntry, journal: JournalFile | undefined): boolean {
  if (may_arrive) return true;
  if (!journal || status !== 'planned') return false;
  const outcome = journal.byEntry.get(n);
  return outcome ? outcome.may_arrive === true : !journal.ended;
}

/**
 * Every update's listing is read again, even if the journal has it as updated: the run may have been undone since, or
 * the listing changed. Other entries are carried over, and so is an update that nobody approved.
 */
function toRow(entry: PlannedEntry, head: PlanHead, past: Past): SheetRow | CarriedOver {
  const { approved, journal, stopped } = past;
  if (!approved) {
    if (entry.replay) return toUpdateRow({ ...entry, ...entry.replay }, head, past);
    if (entry.status === 'updated') return toSentRow(entry);
    return entry.status === 'planned' ? toUpdateRow(entry, head, past) : carry(entry);
  }
  if (!canBeApproved(entry)) return carry(entry);
  if (approved.isApproved(entry.n)) return toUpdateRow(entry, head, past);
  const end = journal?.byEntry.get(entry.n);
  if (end) return carrySettled(entry, end);
  return isOffered(entry, past) ? carryUnapproved(entry) : carryUnsent(entry, stopped);
}

function toUpdateRow(entry: PlannedEntry, head: PlanHead, { journal, now }: Past): SheetRow {
  const { line, cells = [], changes, fees, notices = [], listing_id: id, currency } = entry;
  if (id === null || currency === null)
    throw new RunFolderError(`Cannot apply the plan: its update of line ${line} names no listing`);
  return {
    ...rowOfListing({ line, cells, listing: { id, sku: skuOnListing(entry) } }),
    requested: toDesired(changes, 'after'),
    ...(fees && { fees }),
    planned: { ...toPlannedUpdate(entry, currency), mayArrive: mayArrive(entry, journal) },
    notices: notices.filter(({ reason }) => reason !== MAY_ARRIVE || mayStillArrive(head, now)),
  };
}

/** Whether an update that was sent before the plan was made may still arrive. */
function mayStillArrive({ created_at }: PlanHead, now: number): boolean {
  return mayArriveUntil(Date.parse(created_at), now) !== undefined;
}

function toPlannedUpdate(
  { line, changes, before, pins = [], exact }: PlannedEntry,
  currency: string,
): Omit<PlannedUpdate, 'mayArrive'> {
  const fits = before && changes.every((change) => before[change.field] === change.before);
  if (!fits) throw new RunFolderError(`Cannot apply the plan: its update of line ${line} contradicts itself`);
  return { before, currency, pins: toDesired(pins, 'after'), exact: exact === true };
}

/** What another run had sent before the plan was made, and may have been taken back since: its listing is read, and nothing is sent. */
function toSentRow(entry: PlannedEntry): SheetRow | CarriedOver {
  const { line, cells = [], changes, listing_id: id, currency } = entry;
  if (id === null || currency === null) return carry(entry);
  const requested = toDesired(changes, 'after');
  const row = rowOfListing({ line, cells, listing: { id, sku: skuOnListing(entry) } });
  return { ...row, currency, requested, expected: requested, notices: [] };
}
