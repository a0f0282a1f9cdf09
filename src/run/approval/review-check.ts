import type { Approval } from '../../domain/documents/ledger.ts';
import { ApprovalError } from '../../domain/errors.ts';
import { hashText } from '../../domain/hash-text.ts';
import { NumberList } from '../../domain/lists.ts';
import { isEntryName, planMark } from '../../report/files/review-entry.ts';
import { createIdTable } from '../../resolve/columns.ts';
import type { DecimalSign } from '../../sheet/plain-amount.ts';
import type { RawRecord } from '../../sheet/plain-lines.ts';
import type { PlanFile } from '../folder/plan-file.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';
import { fingerprintOf, isOffered } from '../folder/review-rows.ts';
import {
  describeEdit,
  type ReviewColumns,
  readApprovalWord,
  shownInCell,
  shownInPlan,
} from './review-cells.ts';

interface ReviewedFile {
  /** For messages. */
  readonly path: string;
  readonly columns: ReviewColumns;
  /** Nothing of the plan was sent, so that the file has all updates. */
  readonly isUnsent: boolean;
}

/** A spreadsheet may have written the amounts with another decimal sign than the sheet has: all of a row with the same one. */
const SIGNS: readonly DecimalSign[] = ['.', ','];

/** Compares the rows of a review file with the entries of its plan, and notes which of them are approved. */
export class ReviewCheck {
  readonly #file: ReviewedFile;
  readonly #plan: PlanFile;
  /** Fingerprints, each with its row in the lists below. */
  readonly #entries = createIdTable<string>();
  /** The position in the plan. */
  readonly #positions: Float64Array;
  /** A hash of what the columns show. */
  readonly #shown: Float64Array;
  /** The line of the file that has the entry; 0 if none has. */
  readonly #lines: Uint32Array;
  /** By position in the plan. */
  readonly #approved: Uint8Array;
  #approvedCount = 0;

  /** Errors: those of the plan's entries. */
  constructor(plan: PlanFile, file: ReviewedFile) {
    this.#file = file;
    this.#plan = plan;
    const [positions, shown] = [new NumberList(), new NumberList()];
    for (const entry of plan.entries()) {
      if (!isOffered(entry, file)) continue;
      this.#entries.add(toId(fingerprintOf(entry, plan.seal)));
      positions.push(entry.n);
      shown.push(this.#hashPlanned(entry));
    }
    this.#positions = positions.values();
    this.#shown = shown.values();
    this.#lines = new Uint32Array(positions.count);
    this.#approved = new Uint8Array((this.#positions.at(-1) ?? -1) + 1);
  }

  /** Errors: `ApprovalError` for a row that is not one of the plan, as the plan shows it, and for the first time. */
  add(record: RawRecord): void {
    const { line, cells } = record;
    if (cells.every((cell) => cell.trim() === '')) return;
    const row = this.#findRow(record);
    const first = this.#lines[row];
    if (first) throw this.#refuse(line, `has the same entry as line ${first}`, ONE_ROW_EACH);
    this.#lines[row] = line;
    const position = this.#positions[row] ?? -1;
    if (!this.#isAsPlanned(cells, this.#shown[row])) {
      const { what, hint } = describeEdit(cells, this.#file.columns, findEntry(this.#plan, position));
      throw this.#refuse(line, what, hint);
    }
    if (!this.#isYes(record)) return;
    this.#approved[position] = 1;
    this.#approvedCount++;
  }

  /** Whether the entry at this position of the plan is approved. */
  isApproved(position: number): boolean {
    return this.#approved[position] === 1;
  }

  counts(): Pick<Approval, 'approved' | 'of'> {
    return { approved: this.#approvedCount, of: this.#positions.length };
  }

  #hashPlanned(entry: PlannedEntry): number {
    return hashTexts(this.#file.columns.shown.map((column) => shownInPlan(column, entry)));
  }

  #isAsPlanned(cells: readonly string[], expected: number | undefined): boolean {
    const { shown } = this.#file.columns;
    return SIGNS.some(
      (sign) =>
        hashTexts(shown.map((column) => shownInCell(column, cells[column.at] ?? '', sign))) === expected,
    );
  }

  #findRow({ line, cells }: RawRecord): number {
    const text = (cells[this.#file.columns.entry] ?? '').trim().toLowerCase();
    if (text === '') throw this.#refuse(line, 'has no entry, which says what it is about', WHOLE_ROWS);
    if (!isEntryName(text))
      throw this.#refuse(
        line,
        `has "${text}" in the column entry, which is not an entry of any plan`,
        WHOLE_ROWS,
      );
    if (!text.startsWith(planMark(this.#plan.seal)))
      throw this.#refuse(line, 'has an entry of another plan', OWN_PLAN);
    const row = this.#entries.find(toId(text));
    if (row === undefined) throw this.#refuse(line, 'has an entry that the plan does not have', WHOLE_ROWS);
    return row;
  }

  #isYes({ line, cells }: RawRecord): boolean {
    const word = cells[this.#file.columns.approve] ?? '';
    const isYes = readApprovalWord(word);
    if (isYes !== undefined) return isYes;
    throw this.#refuse(line, `has "${word.trim()}" in the column approve`, YES_OR_BLANK);
  }

  #refuse(line: number, what: string, hint: string): ApprovalError {
    return new ApprovalError(`Cannot use the review file "${this.#file.path}": line ${line} ${what}`, {
      hint,
    });
  }
}

const YES_OR_BLANK = 'Write yes to approve the row, and leave the cell blank otherwise';
const ONE_ROW_EACH = 'Delete one of the two rows: each entry may be in the file once';
const WHOLE_ROWS =
  'The file may have been cut short, or that cell was changed: begin with the review.csv of the run, and change nothing but the column approve';
const OWN_PLAN =
  'Name the run whose review.csv it is; if that plan was made again, approve the review.csv of the new one';

/** A fingerprint as the 32 hex digits that it has. */
function toId(fingerprint: string): string {
  return fingerprint.slice(1);
}

function hashTexts(texts: readonly string[]): number {
  return hashText(texts.join('\0'));
}

function findEntry({ entries }: PlanFile, position: number): PlannedEntry {
  for (const entry of entries()) if (entry.n === position) return entry;
  throw new TypeError(`The plan has no entry ${position}`);
}
