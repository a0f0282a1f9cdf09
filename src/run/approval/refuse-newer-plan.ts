import { join, resolve } from 'node:path';
import { count } from '../../domain/count.ts';
import { ApprovalError } from '../../domain/errors.ts';
import type { PastRun } from '../../domain/run-record.ts';
import { nameTime } from '../../plan/describe-past-run.ts';
import { countSet } from '../../plan/may-have-set.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';
import type { RunSettings } from '../job/job.ts';
import { findNewerRuns } from '../job/newer-runs.ts';
import type { RunPorts } from '../job/run.ts';

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk'>;
}

/**
 * Refuses to send what was approved of a plan once its job has a newer one: the sheet may say something else by now.
 *
 * Errors: `ApprovalError`.
 */
export function refuseNewerPlan(head: PlanHead, { run, ...context }: Context): void {
  const [newest] = findNewerRuns(head, context).newer;
  if (!newest) return;
  const at = nameTime(newest.started_at);
  const { where, hint } = describeWayOut(newest, context);
  throw new ApprovalError(
    `Cannot apply a part of "${run}": the job "${head.sheet.job}" has a newer plan, of the ${newest.command} at ${at}${where}${describeEnd(newest)}`,
    { hint },
  );
}

const NEW_PLAN = 'Make a new plan with diff, and approve that';

function describeWayOut(
  { folder, isUnfinished }: PastRun,
  { settings, ports: { cwd, disk } }: Omit<Context, 'run'>,
): { readonly where: string; readonly hint: string } {
  if (folder === null) return { where: '', hint: NEW_PLAN };
  const shown = displayPath(folder, cwd);
  if (!disk.existsSync(folder)) return { where: `, whose folder "${shown}" is gone`, hint: NEW_PLAN };
  const where = `, in "${shown}"`;
  const { applyFlags, shell } = settings.stepFlags;
  const toCommand = (words: readonly string[]): string => formatCommand([...words, ...applyFlags], shell);
  if (isUnfinished) {
    const finish = toCommand(['apply', shown]);
    return {
      where,
      hint: `If it is not running any more, ${finish} finishes it; then make a new plan with diff, and approve that`,
    };
  }
  const review = join(shown, RUN_FILES.review);
  if (!disk.existsSync(resolve(cwd, review))) return { where, hint: NEW_PLAN };
  return { where, hint: `Approve that one: ${toCommand(['apply', shown, '--only', review])}` };
}

/** Of a run that did not come to its end. */
function describeEnd({ isUnfinished, stopped, verdict, counts, sheet }: PastRun): string {
  const updates = count(countSet(counts), 'update');
  if (isUnfinished)
    return sheet === null ? ', which has not ended' : `, which has not ended (${updates} so far)`;
  if (verdict === 'killed')
    return sheet === null ? ', which was killed' : `, which was killed after ${updates}`;
  return stopped === null || countSet(counts) === 0 ? '' : `, which was stopped after ${updates}`;
}
