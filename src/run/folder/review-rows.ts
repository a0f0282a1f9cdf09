import { hash } from 'node:crypto';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import type { Redact } from '../../domain/secret.ts';
import { type Held, skuOf, type Update } from '../../domain/stages.ts';
import { csvFile } from '../../report/files/csv-file.ts';
import {
  nameEntry,
  type ReviewOptions,
  type ReviewRow,
  remarksOf,
  reviewRecords,
} from '../../report/files/review-records.ts';
import { readPlanLines } from './plan-file.ts';
import type { PlannedEntry } from './plan-schema.ts';
import { RUN_FILES } from './run-folder.ts';

export interface ReviewedPlan {
  /** Of the plan file. */
  readonly path: string;
  readonly seal: string;
  /** Nothing of it was sent, so that all updates can be approved; otherwise only held ones can. */
  readonly isUnsent: boolean;
  readonly redact: Redact;
  readonly disk: Disk;
}

/** The entries that can be approved: an update that is held is in the plan as a whole, unless it was carried over from another one. */
export function canBeApproved(entry: PlannedEntry): entry is Update | Held {
  return entry.kind === 'update' || entry.kind === 'held';
}

/** Whether the review file of a run has an entry. */
export function isOffered(
  entry: PlannedEntry,
  { isUnsent }: Pick<ReviewedPlan, 'isUnsent'>,
): entry is Update | Held {
  return entry.kind === 'held' || (isUnsent && entry.kind === 'update');
}

/**
 * The rows of `review.csv`, from a plan that this run has written.
 *
 * Errors: `RunFolderError` if the plan has changed since; `DiskError`.
 */
function* readReviewRows(plan: ReviewedPlan): Generator<ReviewRow> {
  const { path, seal, redact } = plan;
  let n = 0;
  for (const text of readPlanLines(path, plan)) {
    const entry: PlannedEntry = JSON.parse(text);
    if (isOffered(entry, plan)) yield toReviewRow(entry, fingerprintOf(n, entry, seal), redact);
    n++;
  }
}

function toReviewRow(entry: Update | Held, name: string, redact: Redact): ReviewRow {
  const { reason, message } = predictOutcome(entry);
  return {
    line: entry.resolved.row.line,
    sku: skuOf(entry),
    listing: entry.resolved.listing,
    changes: entry.changes,
    ...remarksOf({ reason, message: redact(message) }, entry.notices),
    entry: name,
  };
}

/**
 * Renders `review.csv` of a plan that is on disk. Errors: `DiskError`, also if the plan has changed since: every other file of the run is
 * written all the same.
 */
export function* renderPlanReview(plan: ReviewedPlan, options: ReviewOptions): Generator<string> {
  try {
    yield* csvFile(reviewRecords(readReviewRows(plan), options), options);
  } catch (error) {
    if (!(error instanceof RunFolderError)) throw error;
    throw new DiskError(`Cannot write "${RUN_FILES.review}": ${error.message}`, { cause: error });
  }
}

/**
 * Names an entry of a plan in a review file. An entry of another plan, or another one of this plan, has another name.
 *
 * @param n Its position in the plan.
 * @param seal The checksum that seals the plan.
 */
export function fingerprintOf(n: number, entry: Update | Held, seal: string): string {
  const { resolved, changes, pins } = entry;
  const { id, currency } = resolved.listing;
  return nameEntry(
    { n, line: resolved.row.line, sku: skuOf(entry), listing: { id, currency }, changes, pins },
    { seal, sha256: (text) => hash('sha256', text) },
  );
}
