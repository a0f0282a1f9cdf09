import { renderPlanReview } from '../folder/render-plan-review.ts';
import { nameStrategies } from '../job/name-strategies.ts';
import type { Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import { findReviewedPlan } from './find-reviewed-plan.ts';

/** Renders `review.csv` of a run over a sheet, if something in it is to be approved. `held`: how many entries are. */
export function renderRunReview(sent: Sent, held: number, run: Run): Iterable<string> | undefined {
  const plan = findReviewedPlan(sent, held, run);
  const strategyNames = nameStrategies(sent.strategies);
  return plan && renderPlanReview(plan, { ...run.job.input.shape, strategyNames });
}
