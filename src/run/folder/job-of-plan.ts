import { dirname, resolve } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { PlanHead } from './plan-schema.ts';
import { readPlanHead } from './read-plan.ts';
import { RUN_FILES } from './run-folder.ts';

/**
 * The job that the history counts the run of a plan to. What a run took back is of the job of the run that had changed it: an undo is,
 * an apply of its plan, and a run of an `undo.csv`.
 */
export function jobOfPlan({ command, sheet }: PlanHead, folder: string, disk: Disk): string | null {
  const job = sheet.job ?? sheet.undone_job;
  if (job !== undefined || command !== 'undo') return job ?? null;
  const undone = resolve(sheet.cwd ?? dirname(folder), sheet.path);
  return readPlanHead(resolve(undone, RUN_FILES.plan), disk)?.sheet.job ?? null;
}
