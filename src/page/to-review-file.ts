import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { BYTE_ORDER_MARK, defuseCell } from '../domain/csv-cells.ts';
import {
  nameEntry,
  type ReviewOptions,
  type ReviewRow,
  reviewRecords,
} from '../report/files/review-records.ts';
import type { ApprovalFacts } from '../report/page/describe-page.ts';
import { fromBounds, type PageRow } from '../report/page/page-row.ts';
import type { Decision } from './approvals.ts';

/** Whether a row has a box: just the rows that `review.csv` has do. */
export function canBeApproved(
  { remarks, status }: Pick<PageRow, 'remarks' | 'status'>,
  { onlyHeld }: Pick<ApprovalFacts, 'onlyHeld'>,
): boolean {
  return remarks !== undefined && (!onlyHeld || status === 'held');
}

/** A row, and what was decided about it. */
interface DecidedRow {
  readonly row: PageRow;
  readonly decision: Decision;
}

interface FileOptions extends ReviewOptions, Pick<ApprovalFacts, 'seal'> {}

/**
 * Rows as `review.csv`, with what was decided about them: the same bytes as in the file of the run, but for the column `approve`. The name of
 * each entry is computed from what the page shows of it, so that a row which the page shows otherwise than the plan has it is refused.
 *
 * Shape: a thousand rows at a time.
 */
export function* toReviewFile(rows: Iterable<DecidedRow>, options: FileOptions): Generator<string> {
  yield BYTE_ORDER_MARK;
  yield* toCsvText(reviewRecords(toReviewRows(rows, options), options), options.delimiter);
}

function* toReviewRows(rows: Iterable<DecidedRow>, { seal }: FileOptions): Generator<ReviewRow> {
  for (const { row, decision } of rows) {
    const { listing, remarks, pins } = row;
    if (!listing || !remarks) continue;
    const entry = nameEntry({ ...row, listing, pins: fromBounds(pins) }, { seal, sha256 });
    yield { ...row, listing, ...remarks, entry, approve: WORDS[decision] };
  }
}

const WORDS = { approved: 'yes', rejected: 'no', undecided: undefined } as const;

const BLOCK_RECORDS = 1000;

/** As the files of a run are written: with quotes where they are needed, and without cells that a spreadsheet would run as a formula. */
function* toCsvText(records: Iterable<readonly string[]>, delimiter: string): Generator<string> {
  const write = (text: string): string => toCell(text, delimiter);
  let [block, count] = ['', 0];
  for (const cells of records) {
    block += `${cells.map(write).join(delimiter)}\n`;
    if (++count % BLOCK_RECORDS !== 0) continue;
    yield block;
    block = '';
  }
  yield block;
}

function toCell(text: string, delimiter: string): string {
  const cell = defuseCell(text);
  const isQuoted = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The SHA-256 of a text in UTF-8, as hex digits. Browsers have it too, but only as a promise for each text, and not in every page that is
 * opened from a disk.
 */
export function sha256(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)));
}
