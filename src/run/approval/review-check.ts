import type { Approval } from '../../domain/documents/ledger.ts';
import { ApprovalError } from '../../domain/errors.ts';
import { describeValue, FIELDS, type Field, type FieldValue, isMoneyField } from '../../domain/fields.ts';
import { hashText } from '../../domain/hash-text.ts';
import { NumberList } from '../../domain/lists.ts';
import { skuClass } from '../../domain/rewritten-sku.ts';
import { changesOf, listingOf, type PlanEntry, rowOf, skuOf } from '../../domain/stages.ts';
import {
  APPROVE,
  ENTRY,
  isEntryName,
  planMark,
  reviewColumn,
  type Side,
} from '../../report/files/review-records.ts';
import { createIdTable } from '../../resolve/id-table.ts';
import { type DecimalSign, isAmount, readAmountText } from '../../sheet/amount-text.ts';
import type { RawRecord } from '../../sheet/parse-records.ts';
import type { PlanFile } from '../folder/plan-file.ts';
import { fingerprintOf, isOffered } from '../folder/review-rows.ts';

interface ReviewedFile {
  /** For messages. */
  readonly path: string;
  /** The run folder of the plan, for messages. */
  readonly run: string;
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
  readonly #counts: Record<Decision, number> = { approved: 0, rejected: 0, undecided: 0 };

  /** Errors: those of the plan's entries. */
  constructor(plan: PlanFile, file: ReviewedFile) {
    this.#file = file;
    this.#plan = plan;
    const [positions, shown] = [new NumberList(), new NumberList()];
    for (const [n, entry] of plan.entries()) {
      if (!isOffered(entry, file)) continue;
      this.#entries.add(toId(fingerprintOf(n, entry, plan.seal)));
      positions.push(n);
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
    const decision = this.#decisionOf(record);
    this.#counts[decision]++;
    if (decision === 'approved') this.#approved[position] = 1;
  }

  /** Whether the entry at this position of the plan is approved. */
  isApproved(position: number): boolean {
    return this.#approved[position] === 1;
  }

  counts(): Pick<Approval, 'approved' | 'rejected' | 'of'> {
    const { approved, rejected } = this.#counts;
    return { approved, rejected, of: this.#positions.length };
  }

  #hashPlanned(entry: PlanEntry): number {
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
      throw this.#refuse(line, `has an entry of another plan than that of "${this.#file.run}"`, OWN_PLAN);
    const row = this.#entries.find(toId(text));
    if (row === undefined) throw this.#refuse(line, 'has an entry that the plan does not have', WHOLE_ROWS);
    return row;
  }

  #decisionOf({ line, cells }: RawRecord): Decision {
    const word = cells[this.#file.columns.approve] ?? '';
    const decision = readDecision(word);
    if (decision) return decision;
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

function findEntry({ entries }: PlanFile, position: number): PlanEntry {
  for (const [n, entry] of entries()) if (n === position) return entry;
  throw new TypeError(`The plan has no entry ${position}`);
}

/** A column of a review file that shows what the plan has. */
type ShownColumn = {
  /** Its place in the file. */
  readonly at: number;
} & (
  | { readonly kind: 'line'; readonly name: 'line' }
  | { readonly kind: 'text'; readonly name: (typeof TEXTS)[number] }
  | { readonly kind: 'value'; readonly name: string; readonly field: Field; readonly side: Side }
);

const TEXTS = ['sku', 'listing_id', 'platform', 'channel', 'currency'] as const;

/** Where the columns of a review file are. */
interface ReviewColumns {
  readonly approve: number;
  readonly entry: number;
  /** What is compared with the plan; people may have removed columns. */
  readonly shown: readonly ShownColumn[];
}

/** Finds the columns by their names; `undefined` if one of the two that are read is not there once. */
export function findReviewColumns(header: readonly string[]): ReviewColumns | undefined {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const isOnce = (name: string): boolean => names.filter((other) => other === name).length === 1;
  if (!isOnce(APPROVE) || !isOnce(ENTRY)) return undefined;
  const values = FIELDS.flatMap((field) =>
    (['before', 'after'] as const).map((side) => {
      const name = reviewColumn(field, side);
      return { kind: 'value' as const, name, at: names.indexOf(name), field, side };
    }),
  );
  const line = { kind: 'line', name: 'line', at: names.indexOf('line') } as const;
  const texts = TEXTS.map((name) => ({ kind: 'text' as const, name, at: names.indexOf(name) }));
  const shown = [line, ...texts, ...values].filter(({ at }) => at !== -1);
  return { approve: names.indexOf(APPROVE), entry: names.indexOf(ENTRY), shown };
}

/** What a column has for an entry, so that it is the same however a spreadsheet writes it. Amounts are in cents. */
export function shownInPlan(column: ShownColumn, entry: PlanEntry): string {
  if (column.kind === 'line') return String(rowOf(entry).line);
  if (column.kind === 'text') return skuClass(textInPlan(column.name, entry));
  const { field, side } = column;
  const change = changesOf(entry).find((candidate) => candidate.field === field);
  return change ? valueInPlan(change[side]) : '';
}

function textInPlan(name: (typeof TEXTS)[number], entry: PlanEntry): string {
  if (name === 'sku') return skuOf(entry);
  return listingOf(entry)?.[name === 'listing_id' ? 'id' : name] ?? '';
}

function valueInPlan(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null ? 'null' : String(value).toLowerCase();
}

/** Likewise, what a cell of the file has, with its amounts read with this decimal sign. */
export function shownInCell(column: ShownColumn, cell: string, sign: DecimalSign): string {
  const text = cell.trim().toLowerCase();
  if (column.kind === 'line') return text.replace(/[.,' \u00a0\u202f]/g, '');
  if (column.kind === 'text') return skuClass(cell);
  if (!isMoneyField(column.field) || text === '' || text === 'null') return text;
  return centsOf(text, sign) ?? `? ${text}`;
}

/** Digit by digit, since the amount has to be the very same. */
function centsOf(text: string, sign: DecimalSign): string | undefined {
  const read = readAmountText(text);
  const digits = isAmount(read) && !read.negative ? read.readings[sign] : undefined;
  if (!digits) return undefined;
  const fraction = digits.fraction.replace(/0+$/, '');
  if (fraction.length > 2) return undefined;
  return `${digits.integer}${fraction.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
}

interface Edit {
  /** Behind the number of the line. */
  readonly what: string;
  readonly hint: string;
}

/** What in a row of a review file is not as the plan shows it, and what to do about that. */
function describeEdit(
  cells: readonly string[],
  { shown }: Pick<ReviewColumns, 'shown'>,
  entry: PlanEntry,
): Edit {
  const cellOf = ({ at }: ShownColumn): string => (cells[at] ?? '').trim();
  const isEdited = (column: ShownColumn, sign: '.' | ','): boolean =>
    shownInCell(column, cellOf(column), sign) !== shownInPlan(column, entry);
  const withEither = shown.filter((column) => isEdited(column, '.') && isEdited(column, ','));
  const [edited] = withEither.length > 0 ? withEither : shown.filter((column) => isEdited(column, '.'));
  if (!edited) return { what: 'is not as the plan shows it', hint: CHANGE_THE_SHEET };
  return {
    what: `has "${cellOf(edited)}" in the column ${edited.name}, and the plan has ${describePlanned(edited, entry)}`,
    hint: edited.kind === 'value' ? CHANGE_THE_SHEET : SORT_WHOLE_ROWS,
  };
}

function describePlanned(column: ShownColumn, entry: PlanEntry): string {
  if (column.kind === 'line') return String(rowOf(entry).line);
  if (column.kind === 'text') return `"${textInPlan(column.name, entry)}"`;
  const change = changesOf(entry).find(({ field }) => field === column.field);
  return change ? `"${describeValue(column.field, change[column.side])}"` : 'nothing';
}

const CHANGE_THE_SHEET =
  'Amounts in a review file are never read: change the sheet, not the approval; if a spreadsheet changed the cell, begin with the review.csv of the run and import its columns as text';
const SORT_WHOLE_ROWS =
  'The rows may have been sorted without all their columns: begin with the review.csv of the run, and change nothing but the column approve';

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'x', '1', 'true', 'ok']);
const NO: ReadonlySet<string> = new Set(['no', 'n', '0', 'false', '-']);

/** What a person has decided about a row. */
type Decision = 'approved' | 'rejected' | 'undecided';

/** Of a cell of the column `approve`; `undefined` if it is another word. */
function readDecision(cell: string): Decision | undefined {
  const word = cell.trim().toLowerCase();
  if (word === '') return 'undecided';
  if (YES.has(word)) return 'approved';
  return NO.has(word) ? 'rejected' : undefined;
}
