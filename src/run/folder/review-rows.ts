import { hash } from 'node:crypto';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { csvFile } from '../../report/files/csv-file.ts';
import {
  nameEntry,
  type ReviewOptions,
  type ReviewRow,
  remarksOf,
  reviewRecords,
} from '../../report/files/review-records.ts';
import { identify, parseOwnEntry } from './carry-entry.ts';
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
export function canBeApproved({ status, listing_id, before }: PlannedEntry): boolean {
  return (status === 'planned' || status === 'held') && listing_id !== null && before !== undefined;
}

/** Whether the review file of a run has an entry. */
export function isOffered(entry: PlannedEntry, { isUnsent }: Pick<ReviewedPlan, 'isUnsent'>): boolean {
  return (isUnsent || entry.status === 'held') && canBeApproved(entry);
}

/**
 * The rows of `review.csv`, from a plan that this run has written.
 *
 * Errors: `RunFolderError` if the plan has changed since; `DiskError`.
 */
function* readReviewRows(plan: ReviewedPlan): Generator<ReviewRow> {
  const { path, seal, redact } = plan;
  for (const text of readPlanLines(path, plan)) {
    const entry = parseOwnEntry(text);
    if (isOffered(entry, plan)) yield toReviewRow(entry, seal, redact);
  }
}

function toReviewRow(entry: PlannedEntry, seal: string, redact: Redact): ReviewRow {
  const { line, sku, changes, notices = [] } = entry;
  const listing = identify(entry);
  if (!listing) throw new TypeError(`The update of line ${line} names no listing`);
  return {
    line,
    sku,
    listing,
    changes,
    ...remarksOf({ ...entry, message: redact(entry.message) }, notices),
    entry: fingerprintOf(entry, seal),
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
 * @param seal The checksum that seals the plan.
 */
export function fingerprintOf(entry: PlannedEntry, seal: string): string {
  const { n, line, sku, listing_id: id, currency, changes, pins = [] } = entry;
  return nameEntry(
    { n, line, sku, listing: { id, currency }, changes, pins },
    { seal, sha256: (text) => hash('sha256', text) },
  );
}
