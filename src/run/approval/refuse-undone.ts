import { join, resolve } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import { ApprovalError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { nameTime } from '../../plan/describe-past-run.ts';
import { mayHaveSet } from '../../plan/may-have-set.ts';
import { findTakenBack } from '../../plan/taken-back.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readHistories, readUnfinished } from '../history/read-histories.ts';
import { displayPath } from '../job/display-path.ts';
import type { RunSettings } from '../job/job.ts';
import type { OpenRun } from '../job/open-run.ts';
import type { RunPorts } from '../job/run.ts';

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk'>;
}

/** A run that takes others back. */
interface Undo {
  readonly started_at: string;
  readonly folder: string | null;
}

/**
 * Refuses to send what was approved of a plan whose run was taken back since: what the run had sent is reported as it ended then, and its
 * listings are not read. An undo that this machine's history does not have is not known.
 *
 * Errors: `ApprovalError`.
 */
export function refuseUndone(
  { plan, journal }: Pick<OpenRun, 'plan' | 'journal'>,
  { run, settings, ports }: Context,
): void {
  const folder = settings.history && resolve(ports.cwd, settings.history.folder);
  if (!folder || !journal || journal.byEntry.size === 0) return;
  const undo = findUndo(plan.head.created_at, folder, ports.disk);
  if (!undo) return;
  const at = nameTime(undo.started_at);
  const where = undo.folder === null ? '' : `, in "${displayPath(undo.folder, ports.cwd)}"`;
  throw new ApprovalError(
    `Cannot apply a part of "${run}": it was taken back by the undo at ${at}${where}, and what it had sent is not read again`,
    { hint: 'Make a new plan with diff, and approve that' },
  );
}

/** The newest undo of the run that began then, unless it was taken back as a whole. A killed one may have set something too. */
function findUndo(startedAt: string, folder: string, disk: Disk): Undo | undefined {
  try {
    if (findStranger(folder, disk)) return undefined;
    const kept = readHistories(folder, { since: startedAt }, disk);
    const records = kept.map(({ record }) => record);
    const isTakenBack = findTakenBack(records);
    const killed = readUnfinished(folder, { runs: kept }, disk).find((begun) => {
      const head = readPlanHead(join(begun.folder, RUN_FILES.plan), disk);
      return head?.created_at === begun.started_at && head.sheet.undone_runs?.includes(startedAt);
    });
    return (
      killed ??
      records.find(
        (record) =>
          !record.dry_run &&
          record.undone_runs?.includes(startedAt) &&
          mayHaveSet(record) &&
          !isTakenBack(record),
      )
    );
  } catch (error) {
    // The run itself says what is wrong with the history.
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
