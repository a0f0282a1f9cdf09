import type { PastRun } from '../../domain/run-record.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import { isGood, nameCut, nameTime } from '../../plan/describe-past-run.ts';
import { mayHaveSet } from '../../plan/may-have-set.ts';
import { findTakenBack } from '../../plan/taken-back.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { displayPath } from './display-path.ts';
import type { RunSettings } from './job.ts';
import { findNewerRuns } from './newer-runs.ts';
import type { RunPorts } from './run.ts';

interface Context {
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk'>;
}

/**
 * Judges the plan of a sheet by what has been sent since: once another sheet of the job was sent, or a part of it, the plan has what an
 * older sheet said.
 */
export function judgeNewerRuns(head: PlanHead, context: Context): readonly RunViolation[] {
  const { figures, sheet_sha256, sha256, job } = head.sheet;
  if (!figures) return [];
  const { newer, all } = findNewerRuns(head, context);
  const isTakenBack = findTakenBack(all);
  const isSent = (run: PastRun): boolean =>
    !run.dry_run && (isGood(run) || mayHaveSet(run)) && !isTakenBack(run);
  const wasApplied = (plan: PastRun): boolean =>
    all.some(
      (run) =>
        run.command === 'apply' &&
        run.started_at > plan.started_at &&
        run.sheet?.sha256 === plan.sheet?.sha256 &&
        isSent(run),
    );
  const newest = newer.find(
    (run) => run.sheet?.sha256 !== (sheet_sha256 ?? sha256) && (isSent(run) || wasApplied(run)),
  );
  if (!newest) return [];
  const { command, started_at, folder } = newest;
  const where = folder === null ? '' : `, in "${displayPath(folder, context.ports.cwd)}"`;
  return [
    {
      rule: 'older_sheet',
      message: `the plan is older than that of another sheet of the job "${job}", of the ${command} at ${nameTime(started_at)}${where}${nameCut(newest)}: make a new plan with diff`,
    },
  ];
}
