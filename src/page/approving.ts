import { percentOfChange } from '../domain/change-buckets.ts';
import { isMoneyField } from '../domain/fields.ts';
import type { Change } from '../domain/stages.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { formatNumber, formatTime } from '../report/text/format-numbers.ts';
import { createApprovalBar, type SavedFile } from './approval-bar.ts';
import { createApprovalBoxes } from './approval-boxes.ts';
import { Approvals, countBoxes, type EXTENTS } from './approvals.ts';
import { canBeApproved } from './can-be-approved.ts';
import { byId, element } from './element.ts';
import { openKeeper } from './keep-approvals.ts';
import { narrowRows } from './narrow-rows.ts';
import type { Facts, PageApproval } from './read-page.ts';
import type { IndexedRow, RowIndex } from './row-index.ts';
import { sha256, toReviewFile } from './to-review-file.ts';
import type { ViewState } from './view-state.ts';

interface ApprovingOptions {
  readonly approval: PageApproval;
  readonly facts: Pick<Facts, 'strategyNames'>;
  readonly index: RowIndex;
  /** Shows the view again. */
  readonly onRedraw: () => void;
  /** Shows the next or the previous page; returns whether there is one. */
  readonly onTurn: (by: 1 | -1) => boolean;
}

export interface Approving {
  /** The rows of a view that its filter by decision lets pass, by position. Comes before the lines of the table are replaced. */
  narrow(found: readonly number[], view: ViewState): readonly number[];
  addBox(line: HTMLTableRowElement, row: IndexedRow): HTMLTableRowElement;
  hasBox(at: number): boolean;
  /** Comes once the lines are there; with the pages that have boxes, if the page that is shown has none. */
  show(elsewhere: readonly [first: number, last: number] | undefined): void;
}

/** Larger moves are counted. Units: percent. */
const LARGE = 10;
/** Decisions are kept once no other one followed for this long. */
const KEEP_AFTER_MS = 300;

/** Lets a person approve rows, and gives the review file of what was decided. Nothing leaves the page. */
export function createApproving(options: ApprovingOptions): Approving {
  const { approval, facts, index, onRedraw, onTurn } = options;
  const { rows } = index;
  const approvals = new Approvals(
    rows.map((each) => ({ canBeApproved: canBeApproved(each.row, approval), extent: extentOf(each) })),
  );
  const keeper = openKeeper(approval.seal, Date.now());
  const isBack = keeper.kept !== undefined && approvals.restore(keeper.kept.text);
  let note = isBack ? `As you left it on ${formatTime(keeper.kept?.at ?? 0)}` : undefined;
  let isSaved = isBack && keeper.kept?.isSaved === true;
  let isSaving = false;
  let saved: SavedFile | 'changed since' | undefined;
  let shown: readonly number[] = [];
  let isNarrowed = false;
  let elsewhere: readonly [first: number, last: number] | undefined;
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
  explain(approval, countBoxes(approvals.counts()));

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
    bar.show({
      counts: approvals.counts(),
      shown: approvals.tally(shown),
      elsewhere,
      last: approvals.lastStep(),
      isSaving,
      saved,
      note,
    });
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
    const strategyNames = new Map(facts.strategyNames);
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
    narrow(found, { approval: wanted }) {
      boxes.leave();
      isNarrowed = wanted !== undefined;
      const narrowed = narrowRows(found, approvals, wanted);
      shown = narrowed.withBox;
      return narrowed.rows;
    },
    addBox: boxes.addTo,
    hasBox: (at) => approvals.decisionOf(at) !== undefined,
    show: (pages) => {
      elsewhere = pages;
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
      element('summary', {}, 'Keys'),
      element(
        'p',
        {},
        'In the column Approve: arrows or j and k to another row, space or x to approve, n to reject, with Shift for all rows from the last one.',
      ),
    ),
  );
  if (carried === total) return;
  const left = `This page has ${formatNumber(carried)} of ${formatNumber(total)} updates: the others can only be approved in review.csv of ${run}.`;
  byId('table').before(element('p', { id: 'approval-left', class: 'note' }, left));
}

function extentOf({ row, size }: IndexedRow): (typeof EXTENTS)[number] {
  if (size > LARGE) return 'large';
  return row.changes.some(isBare) ? 'bare' : 'small';
}

/** A first manual price may be far from the price of today. */
function isBare(change: Change): boolean {
  return isMoneyField(change.field) && percentOfChange(change) === undefined;
}

/** Lets the browser save a file that was made in the page. */
function saveFile(name: string, parts: readonly BlobPart[]): void {
  const blob = new Blob([...parts], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
