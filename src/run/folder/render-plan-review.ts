import { DiskError, RunFolderError } from '../../domain/errors.ts';
import { renderReview } from '../../report/files/render-review.ts';
import type { ReviewOptions } from '../../report/files/review-records.ts';
import { type ReviewedPlan, readReviewRows } from './review-rows.ts';
import { RUN_FILES } from './run-folder.ts';

/**
 * Renders `review.csv` of a plan that is on disk. Errors: `DiskError`, also if the plan has changed since: every other file of the run is
 * written all the same.
 */
export function* renderPlanReview(plan: ReviewedPlan, options: ReviewOptions): Generator<string> {
  try {
    yield* renderReview(readReviewRows(plan), options);
  } catch (error) {
    if (!(error instanceof RunFolderError)) throw error;
    throw new DiskError(`Cannot write "${RUN_FILES.review}": ${error.message}`, { cause: error });
  }
}
