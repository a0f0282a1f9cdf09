import { ApprovalError } from '../../domain/errors.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import type { RunSettings } from '../job/job.ts';
import { refuseOutdated } from '../job/newer-runs.ts';
import type { OpenRun } from '../job/open-run.ts';
import type { RunPorts } from '../job/run.ts';
import { type ApprovalRequest, type ReadApproval, readApproval } from './read-approval.ts';

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: RunPorts;
}

/**
 * What a review file approves of an earlier run.
 *
 * Errors: `ApprovalError` if the file can't be used, or the plan is not what is to be approved any more.
 */
export async function approve(
  only: ApprovalRequest,
  opened: OpenRun,
  { run, settings, ports }: Context,
): Promise<ReadApproval> {
  const { journal } = opened;
  const read = await readApproval(only, opened, ports);
  const { applyFlags, shell } = settings.stepFlags;
  if (journal && !journal.ended)
    throw new ApprovalError(`Cannot apply a part of "${run}": it was killed while it was sending`, {
      hint: `First finish what it began, without --only: ${formatCommand(['apply', run, ...applyFlags], shell)}`,
    });
  refuseOutdated(opened, { run, settings, ports });
  return read;
}
