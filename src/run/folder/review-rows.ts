import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import type { ReviewRow } from '../../report/files/review-records.ts';
import { remarksOf } from '../../report/files/review-remarks.ts';
import { identify, parseOwnEntry } from './carry-entry.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { PlannedEntry } from './plan-schema.ts';
import { readSealedLines } from './read-sealed-lines.ts';

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
export function* readReviewRows(plan: ReviewedPlan): Generator<ReviewRow> {
  const { path, seal, redact, disk } = plan;
  for (const text of readSealedLines(path, disk)) {
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
