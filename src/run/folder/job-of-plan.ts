import type { PlanHead } from './plan-schema.ts';

/**
 * The job that the history counts the run of a plan to. What a run took back is of the job of the run that had changed it: an undo is,
 * an apply of its plan, and a run of an `undo.csv`.
 */
export function jobOfPlan({ sheet }: PlanHead): string | null {
  return sheet.job ?? sheet.undone_job ?? null;
}
