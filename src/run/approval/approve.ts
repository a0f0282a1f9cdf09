import { dirname, resolve } from 'node:path';
import { ApprovalError, RunFolderError } from '../../domain/errors.ts';
import type { Approval } from '../../domain/run-record.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { guardFolder } from '../folder/guard-folder.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import { type PlanFile, readPlan } from '../folder/plan-file.ts';
import { RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';
import { findApplies } from '../job/find-applies.ts';
import type { RunSettings } from '../job/job.ts';
import { refuseOutdated } from '../job/newer-runs.ts';
import type { OpenRun } from '../job/open-run.ts';
import type { RunPorts } from '../job/run.ts';
import { judgeAge } from '../sheet/judge-age.ts';
import { openReviewFile } from './open-review-file.ts';
import { ReviewCheck } from './review-check.ts';

/** A review file, as `apply --only` was given it. */
export interface ApprovalRequest {
  readonly path: string;
  /** An approval that was last changed longer ago is refused. Units: milliseconds. */
  readonly maxAgeMs: number;
  /** The name of this machine. */
  readonly host: string | null;
}

/** What was approved of a plan. */
export interface ReadApproval {
  readonly approval: Approval;
  /** Whether an entry is, by its position in the plan. */
  isApproved(n: number): boolean;
}

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: RunPorts;
}

/**
 * What a review file approves of an earlier run. The plan decides what is sent: from the file come only the entries, and
 * whether each is approved; everything else in it has to be as the plan shows it, however a spreadsheet has written it.
 *
 * In memory are some 40 bytes for each entry that can be approved, and nothing of the rows.
 *
 * Errors: `ApprovalError` for anything in the file that is not as it should be, or if the plan is not what is to be approved any more:
 * before anything is sent.
 */
export async function approve(
  { path, maxAgeMs, host }: ApprovalRequest,
  opened: OpenRun,
  { run, settings, ports }: Context,
): Promise<ReadApproval> {
  const { plan, journal, ending } = opened;
  const { file, columns, source, owner, records } = await openReviewFile(path, ports);
  const { mtimeMs } = file;
  const old = judgeAge({ mtimeMs, maxAgeMs, now: ports.clock.now(), what: 'it', flag: '--approval-age' });
  if (old !== undefined)
    throw new ApprovalError(`Cannot use the review file "${path}": ${old}`, {
      hint: 'Make a new plan with diff and approve that, or look at this file again and save it; a larger --approval-age accepts it as it is',
    });
  const check = new ReviewCheck(plan, { path, columns, isUnsent: ending.isUnsent });
  for await (const some of records()) for (const record of some) check.add(record);
  const { applyFlags, shell } = settings.stepFlags;
  if (journal && !journal.ended)
    throw new ApprovalError(`Cannot apply a part of "${run}": it was killed while it was sending`, {
      hint: `First finish what it began, without --only: ${formatCommand(['apply', run, ...applyFlags], shell)}`,
    });
  refuseOutdated(opened, { run, settings, ports });
  const modified = new Date(mtimeMs).toISOString();
  return {
    approval: { path, sha256: source.sha256, modified, owner, host, ...check.counts() },
    isApproved: (n) => check.isApproved(n),
  };
}

/**
 * Names each earlier apply of a plan that has sent updates which are not approved now: they are held, with the values from before it. Only
 * applies whose folders are beside the run's or in the folder of runs are found.
 */
export function noticeOtherApplies(
  { sha256 }: PlanFile,
  { isApproved }: Pick<ReadApproval, 'isApproved'>,
  { run, settings, ports }: Context,
): readonly string[] {
  const { cwd, disk } = ports;
  const { applyFlags, shell } = settings.stepFlags;
  const parents = [dirname(resolve(cwd, run)), resolve(cwd, RUNS_FOLDER)];
  return findApplies(sha256, parents, disk).flatMap((path) => {
    const journal = tryJournal(path, ports);
    const sent = journal ? countSent(journal, isApproved) : 0;
    if (!journal || sent === 0) return [];
    const name = displayPath(path, cwd);
    const updates = sent === 1 ? '1 update that is' : `${sent} updates that are`;
    const held = `${sent === 1 ? 'it is' : 'they are'} held here, and not read again`;
    if (journal.ended)
      return `The apply "${name}" has sent ${updates} not approved now: ${held}; its results have them`;
    const command = formatCommand(['apply', name, ...applyFlags], shell);
    return `The apply "${name}" was killed while it was sending, and has sent ${updates} not approved now: ${held}; to finish it: ${command}`;
  });
}

/** An apply has an entry for each one of the plan that it was made of. */
function countSent({ byEntry }: JournalFile, isApproved: (n: number) => boolean): number {
  let sent = 0;
  for (const { n, attempts = 0, untaken, status } of byEntry.values())
    if (attempts > 0 && !untaken && (status === 'updated' || status === 'unconfirmed') && !isApproved(n))
      sent++;
  return sent;
}

/** One that is damaged, or that others could have written, is the concern of the command that uses it. */
function tryJournal(path: string, ports: Context['ports']): JournalFile | undefined {
  try {
    const disk = guardFolder(path, { command: 'apply', disk: ports.disk });
    const { seal: start } = readPlan(resolve(path, RUN_FILES.plan), disk);
    return readJournal(resolve(path, RUN_FILES.outcomes), { start, disk });
  } catch (error) {
    if (error instanceof RunFolderError) return undefined;
    throw error;
  }
}
