import { ApprovalError } from '../../domain/errors.ts';
import type { PastRun } from '../../domain/run-record.ts';
import { findTakenBack, mayHaveSet } from '../../plan/earlier-runs.ts';
import type { RunSettings } from '../job/job.ts';
import { findNewerRuns, nameOtherRun, readPast } from '../job/newer-runs.ts';
import type { OpenRun } from '../job/open-run.ts';
import type { RunPorts } from '../job/run.ts';
import { newestFirst } from '../ledger/read-ledger.ts';

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk' | 'clock'>;
}

/**
 * Refuses to send what was approved of a plan once its job has a newer one, since the sheet may say something else by now, or its run was
 * taken back: what that had sent is reported as it ended then, and its listings are not read. A run that this machine's history does not
 * have is not known.
 *
 * Errors: `ApprovalError`.
 */
export function refuseOutdated(
  { plan: { head }, journal }: Pick<OpenRun, 'plan' | 'journal'>,
  { run, ...context }: Context,
): void {
  const { cwd } = context.ports;
  const [newest] = findNewerRuns(head, context).newer;
  if (newest)
    throw new ApprovalError(
      `Cannot apply a part of "${run}": the job "${head.sheet.job}" has a newer plan, of ${nameOtherRun(newest, cwd)}`,
      { hint: 'Approve that one, or make a new plan with diff, and approve that' },
    );
  const undo = journal && journal.byEntry.size > 0 && findUndo(head.created_at, context);
  if (undo)
    throw new ApprovalError(
      `Cannot apply a part of "${run}": it was taken back by ${nameOtherRun(undo, cwd)}, and what it had sent is not read again`,
      { hint: 'Make a new plan with diff, and approve that' },
    );
}

/** The newest undo of the run that began then, unless it was taken back as a whole. A killed one may have set something too. */
function findUndo(startedAt: string, context: Omit<Context, 'run'>): PastRun | undefined {
  const runs = newestFirst(readPast({}, context));
  const isTakenBack = findTakenBack(runs);
  return runs.find(
    (run) => !run.dry_run && run.undone_runs?.includes(startedAt) && mayHaveSet(run) && !isTakenBack(run),
  );
}
