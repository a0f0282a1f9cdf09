import { type Day, dayAt, parseDay } from '../domain/day.ts';
import { RunFolderError } from '../domain/errors.ts';
import type { RunViolation } from '../plan/check-run-guards.ts';
import type { RowRule, RunRule } from '../plan/guard-rules.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { filterFlags, flagsFor } from '../report/text/format-command.ts';
import { type ApprovalRequest, approve, noticeApproved, noticeOtherApplies } from './approval/approve.ts';
import type { PlanHead } from './folder/plan-schema.ts';
import { nameNewerSheet } from './job/newer-runs.ts';
import type { RunHost, RunSettings } from './job/run.ts';
import { toRowSource } from './sheet/row-source.ts';
import { toPlannedRows } from './steps/planned-rows.ts';
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
    const newer = findOlderPlan(head, { settings, ports: host.ports });
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
        rows: await toRowSource(() => toPlannedRows(plan, { ...opened, now, approved })),
        approval: approved?.approval,
        shape: head.shape,
        notices: approved
          ? await noticeOtherApplies(plan, approved, { run, settings, ports: host.ports })
          : noticeApproved(plan, run, host.ports),
        retryFlags: filterFlags(
          head.retry_flags,
          (flag) => !flagsFor('apply', settings.given).includes(flag),
        ),
        sheet: sheetOf(head, isSeen),
      },
      violations: violations.filter(({ rule }) => !allow.has(rule)),
    };
  });
}

function findOlderPlan(head: PlanHead, tools: Parameters<typeof nameNewerSheet>[1]): readonly RunViolation[] {
  // What other plans change is only sent to listings that are as they were then.
  const newer = head.sheet.figures && nameNewerSheet(head, tools);
  if (newer === undefined) return [];
  const message = `the plan is older than that of another sheet of the job "${head.sheet.job}", of ${newer}: make a new plan with diff`;
  return [{ rule: 'older_sheet', message }];
}

/** The plan's rows were those of their day: what the sheet says today is another price. A look at a day to come sends nothing before it. */
function refuseOtherDay(
  { dry_run, sheet: { changes_on, read_for } }: PlanHead,
  { run, today }: { readonly run: string; readonly today: Day },
): void {
  if (dry_run && read_for !== undefined && today < (parseDay(read_for) ?? today)) {
    throw new RunFolderError(
      `Cannot apply "${run}": its sheet was read for ${read_for}, which is in the future`,
      { hint: 'Run the sheet again, or wait until that day' },
    );
  }
  if (changes_on === undefined || today < (parseDay(changes_on) ?? today)) return;
  throw new RunFolderError(
    `Cannot apply "${run}": since ${changes_on} other rows or notes of its sheet count`,
    { hint: 'Run the sheet again' },
  );
}

/** A retry file belongs to the sheet, whichever run wrote it. */
function sheetOf({ sheet }: PlanHead, isSeen: boolean): Omit<PlanHead['sheet'], 'path' | 'cwd' | 'sha256'> {
  const { path: _path, cwd: _cwd, sha256, read_for: _day, sheet_sha256 = sha256, ...others } = sheet;
  return { sheet_sha256, ...others, ...(isSeen && { columns_agreed: true }) };
}

/** A plan whose lookups were cut short was not checked by guard rules, and lacks rows. */
function refusePart({ whole }: PlanHead, run: string): void {
  if (whole) return;
  throw new RunFolderError(`Cannot apply "${run}": it ended before its plan was complete, and sent nothing`, {
    hint: 'Run its own command again',
  });
}
