import { csvFile } from './csv-file.ts';
import { type ReviewOptions, type ReviewRow, reviewRecords } from './review-records.ts';

/** `review.csv`: the updates of a plan, to be approved one by one. */
export function renderReview(rows: Iterable<ReviewRow>, options: ReviewOptions): Iterable<string> {
  return csvFile(reviewRecords(rows, options), options);
}
