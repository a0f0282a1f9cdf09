import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatNumber } from '../domain/count.ts';
import { BYTE_ORDER_MARK, defuseCell } from '../domain/csv-cells.ts';
import { isMoneyField } from '../domain/fields.ts';
import { percentOfChange } from '../domain/moves.ts';
import { tryTo } from '../domain/try-to.ts';
import {
  nameEntry,
  type ReviewOptions,
  type ReviewRow,
  reviewRecords,
} from '../report/files/review-records.ts';
import type { PageRow } from '../report/page/page-row.ts';
import type { ApprovalFacts } from '../report/page/paged-run.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { createApprovalBar, createApprovalBoxes, type SavedFile } from './approval-bar.ts';
import { Approvals, type Decision } from './approvals.ts';
import { byId, element, localTime } from './element.ts';
import type { PageApproval } from './read-page.ts';
import type { IndexedRow, RowIndex } from './row-index.ts';
import type { ViewState } from './view-state.ts';

interface ApprovingOptions {
  readonly approval: PageApproval;
  readonly strategyNames: ReadonlyMap<string, string>;
  readonly index: RowIndex;
  /** Shows the view again. */
  readonly onRedraw: () => void;
  /** Shows the next or the previous page; returns whether there is one. */
  readonly onTurn: (by: 1 | -1) => boolean;
}

/** Larger moves are counted. Units: percent. */
const LARGE = 10;
/** Decisions are kept once no other one followed for this long. */
const KEEP_AFTER_MS = 300;

/** Lets a person approve rows, and gives the review file of what was decided. Nothing leaves the page. */
export function createApproving(options: ApprovingOptions) {
  const { approval, strategyNames, index, onRedraw, onTurn } = options;
  const { rows } = index;
  const approvals = new Approvals(
    rows.map((each) => ({ canBeApproved: canBeApproved(each.row, approval), extent: extentOf(each) })),
  );
  const keeper = openKeeper(approval.seal, Date.now());
  const isBack = keeper.kept !== undefined && approvals.restore(keeper.kept.text);
  let note = isBack ? `As you left it on ${localTime(keeper.kept?.at ?? 0)}` : undefined;
  let isSaved = isBack && keeper.kept?.isSaved === true;
  let isSaving = false;
  let saved: SavedFile | 'changed since' | undefined;
  /** The rows that the filter shows and that have a box. */
  let shown: readonly number[] = [];
  let isNarrowed = false;
  /** The position of the row that was decided last, for those from there to another one. */
  let anchor: number | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  const boxes = createApprovalBoxes({
    decisionOf: ({ at }) => approvals.decisionOf(at),
    onDecide: ({ at }, decision, how) => {
      if (how.extends) approvals.decideAll(between(shown, anchor ?? at, at), decision);
      approvals.decide(at, decision);
      anchor = at;
      changed();
    },
    onTurn,
  });
  const bar = createApprovalBar({
    onDecideShown: (decision) => {
      approvals.decideAll(shown, decision);
      changed();
    },
    onUndo: () => {
      approvals.undo();
      changed();
    },
    onDownload: () => void download(),
  });
  explain(approval, rows.filter(({ at }) => approvals.decisionOf(at)).length);

  function changed(): void {
    isSaved = false;
    note = undefined;
    if (saved) saved = 'changed since';
    clearTimeout(later);
    later = setTimeout(keep, KEEP_AFTER_MS);
    if (isNarrowed) onRedraw();
    else show();
  }

  function keep(): void {
    clearTimeout(later);
    later = undefined;
    if (keeper.keep({ text: approvals.toText(), isSaved, at: Date.now() })) return;
    note = 'This browser does not keep your choices over a reload';
    show();
  }

  function show(): void {
    boxes.show();
    const [counts, last] = [approvals.counts(), approvals.lastStep()];
    bar.show({ counts, shown: approvals.tally(shown), last, isSaving, saved, note });
  }

  /** The file is of what was decided as this began. It is made in pieces, so that the page still answers meanwhile. */
  async function download(): Promise<void> {
    const text = approvals.toText();
    const decided = rows.flatMap(({ row, at }) => {
      const decision = approvals.decisionOf(at);
      return decision === undefined ? [] : [{ row, decision }];
    });
    isSaving = true;
    show();
    const pieces: string[] = [];
    for (const piece of toReviewFile(decided, { ...approval, strategyNames })) {
      pieces.push(piece);
      await new Promise((resolve) => setTimeout(resolve));
    }
    // Other decisions have another name, so that no command leads to the file of earlier ones.
    const name = `${approval.name}-review-${sha256(approval.seal + text).slice(0, NAME_DIGITS)}.csv`;
    saveFile(name, pieces);
    isSaving = false;
    isSaved = approvals.toText() === text;
    const command = formatCommand(['apply', approval.run, '--only', name, ...approval.flags], approval.shell);
    saved = isSaved ? { name, command, cwd: approval.cwd } : 'changed since';
    keep();
    show();
  }

  addEventListener('pagehide', () => {
    if (later !== undefined) keep();
  });
  addEventListener('beforeunload', (event) => {
    const { approved, rejected } = approvals.counts();
    if (!isSaved && approved + rejected > 0) event.preventDefault();
  });

  return {
    /** The rows of a view that its filter by decision lets pass. Comes before the lines of the table are replaced. */
    narrow(found: readonly IndexedRow[], { approval: wanted }: ViewState) {
      boxes.leave();
      isNarrowed = wanted !== undefined;
      const narrowed = isNarrowed ? found.filter(({ at }) => approvals.decisionOf(at) === wanted) : found;
      shown = narrowed.map(({ at }) => at).filter((at) => approvals.decisionOf(at));
      return narrowed;
    },
    /** Puts boxes into the lines of these rows, once they are there. */
    show(lines: readonly IndexedRow[]) {
      boxes.fill(lines);
      show();
    },
  };
}

const NAME_DIGITS = 8;

/** The rows of a view from one to another, both of them with it. */
function between(shown: readonly number[], one: number, other: number): readonly number[] {
  const [from, to] = [shown.indexOf(one), shown.indexOf(other)];
  return from === -1 || to === -1 ? [] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Says how the keys are used, and what the page can't approve. */
function explain({ total, run }: PageApproval, carried: number): void {
  byId('shown').after(
    element(
      'details',
      { id: 'approval-keys' },
      element('summary', {}, 'Shortcuts'),
      'In the column Approve: arrows or j and k to another row, space or x to approve, n to reject, with Shift for all rows from the last one.',
    ),
  );
  if (carried === total) return;
  const left = `This page has ${formatNumber(carried)} of ${formatNumber(total)} updates: the others can only be approved in review.csv of ${run}.`;
  byId('table').before(element('p', { id: 'approval-left', class: 'note' }, left));
}

/** How far the amounts of a row move. A first manual price may be far from the price of today, and no percentage says it. */
function extentOf({ row, size }: IndexedRow): 'small' | 'large' | 'bare' {
  if (size > LARGE) return 'large';
  const isBare = row.changes.some(
    (change) => isMoneyField(change.field) && percentOfChange(change) === undefined,
  );
  return isBare ? 'bare' : 'small';
}

/** Lets the browser save a file that was made in the page. */
function saveFile(name: string, parts: readonly BlobPart[]): void {
  const blob = new Blob([...parts], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Decisions as a browser keeps them over a reload. */
export interface KeptApprovals {
  /** As `Approvals` writes them. */
  readonly text: string;
  /** They were downloaded like this. */
  readonly isSaved: boolean;
  /** Units: epoch milliseconds. */
  readonly at: number;
}

interface Keeper {
  /** From before; it may have been written by any other page. */
  readonly kept: KeptApprovals | undefined;
  /** Returns whether it could: some browsers keep nothing for files, and there may be no room. */
  keep(approvals: KeptApprovals): boolean;
}

/** Each plan has its own place, named by its checksum. */
const PREFIX = 'pricesheet approvals ';
/** Approvals are for the plan of a day; older ones only take room. Units: milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Opens the place where this browser keeps what was decided about a plan. `seal`: its checksum. */
export function openKeeper(seal: string, now: number): Keeper {
  const key = PREFIX + seal;
  const keep = (approvals: KeptApprovals): boolean =>
    tryTo(() => {
      localStorage.setItem(key, JSON.stringify(approvals));
      return true;
    }) ?? false;
  const kept = tryTo(() => {
    for (const other of Object.keys(localStorage))
      if (other.startsWith(PREFIX) && !read(other, now)) localStorage.removeItem(other);
    return read(key, now);
  });
  return { kept, keep };
}

function read(key: string, now: number): KeptApprovals | undefined {
  try {
    const { text, isSaved, at } = Object(JSON.parse(localStorage.getItem(key) ?? 'null'));
    if (typeof text !== 'string' || !(Math.abs(now - at) <= MAX_AGE_MS)) return undefined;
    return { text, isSaved: isSaved === true, at };
  } catch {
    return undefined;
  }
}

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
    const { listing, remarks, pins = [] } = row;
    if (!listing || !remarks) continue;
    const entry = nameEntry({ ...row, listing, pins }, { seal, sha256 });
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
function sha256(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)));
}
