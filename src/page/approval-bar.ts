import { count, formatNumber } from '../domain/count.ts';
import { printable } from '../report/text/printable.ts';
import { type ApprovalCounts, type Approvals, DECISIONS, type Decided, type Decision } from './approvals.ts';
import { byId, copyButton, element } from './element.ts';
import type { IndexedRow } from './row-index.ts';

interface BarOptions {
  /** Decides about all rows that the filter shows. */
  readonly onDecideShown: (decision: Decision) => void;
  readonly onUndo: () => void;
  readonly onDownload: () => void;
}

/** What the bar says. */
interface BarState {
  readonly counts: ApprovalCounts;
  /** Of the rows that the filter shows. */
  readonly shown: Decided;
  readonly last: ReturnType<Approvals['lastStep']>;
  /** A file is being made. */
  readonly isSaving: boolean;
  /** The file that was downloaded last, unless something was decided since. */
  readonly saved: SavedFile | 'changed since' | undefined;
  /** What else there is to say. */
  readonly note: string | undefined;
}

export interface SavedFile {
  readonly name: string;
  /** The command that sends what it approves. */
  readonly command: string;
  /** Where it is to be run. */
  readonly cwd: string;
}

/** The bar below the table, always in sight: what is decided, decisions about many rows, and the file. */
export function createApprovalBar({ onDecideShown, onUndo, onDownload }: BarOptions): {
  show(state: BarState): void;
} {
  // Each leads to its rows.
  const links = DECISIONS.map((decision) => {
    const filter = `approval=${decision}`;
    return { decision, link: element('a', { href: `#${filter}`, 'data-filter': filter }) };
  });
  const of = element('span');
  const counts = element('p', { id: 'approval-counts', role: 'status' });
  counts.append(...links.flatMap(({ link }) => [link, ', ']), of);
  const note = element('p', { id: 'approval-note', class: 'note' });
  const acts = ACTS.map(({ id, decision, verb }) => ({
    button: createButton(id, () => onDecideShown(decision)),
    decision,
    verb,
  }));
  const undo = createButton('undo-step', onUndo);
  undo.append('Undo');
  const download = createButton('download-review', onDownload);
  const next = element('div', { id: 'approval-next', role: 'status' });
  const bar = element(
    'section',
    { id: 'approval', 'aria-label': 'Approve rows' },
    element('div', { class: 'said' }, counts, note),
    element('div', { class: 'acts' }, ...acts.map(({ button }) => button), undo, download),
    next,
  );
  byId('table').after(bar);
  let shownFile: BarState['saved'];

  return {
    show({ counts: given, shown, last, isSaving, saved, note: also }) {
      for (const { decision, link } of links)
        link.textContent = `${formatNumber(given[decision])} ${decision}`;
      of.textContent = describeAll(given);
      for (const { button, decision, verb } of acts) {
        const changed = countChanged(shown, decision);
        button.textContent = `${verb} the ${formatNumber(changed)} shown`;
        enable(button, changed > 0);
      }
      enable(undo, last !== undefined);
      download.textContent = nameDownload(given.approved, { isSaving, saved });
      enable(download, !isSaving && given.approved + given.rejected > 0);
      note.textContent = [describeLast(last), describeStaying(shown.rejected), also]
        .filter(Boolean)
        .join('. ');
      // Not each time: what has the focus in it would lose that.
      if (saved !== shownFile) next.replaceChildren(...describeSaved(saved));
      shownFile = saved;
    },
  };
}

const ACTS = [
  { id: 'approve-shown', decision: 'approved', verb: 'Approve' },
  { id: 'reject-shown', decision: 'rejected', verb: 'Reject' },
  { id: 'clear-shown', decision: 'undecided', verb: 'Clear' },
] as const;

/** How many rows a decision about all of them changes: a rejected one is not approved along with others. */
function countChanged({ approved, rejected, undecided }: Decided, decision: Decision): number {
  return { approved: undecided, rejected: approved + undecided, undecided: approved + rejected }[decision];
}

/** A button that keeps the focus when there is nothing left to do for it, since people go on from there with the keyboard. */
function createButton(id: string, onAct: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', id });
  button.addEventListener('click', ({ detail }) => {
    // The second click of a double click decides nothing, whatever is under the pointer by then.
    if (detail < 2 && button.getAttribute('aria-disabled') === 'false') onAct();
  });
  return button;
}

function enable(button: HTMLButtonElement, isEnabled: boolean): void {
  button.setAttribute('aria-disabled', String(!isEnabled));
}

function nameDownload(approved: number, { isSaving, saved }: Pick<BarState, 'isSaving' | 'saved'>): string {
  if (isSaving) return 'Making the review file…';
  if (typeof saved === 'object') return 'Download again';
  return `Download review file (${formatNumber(approved)} approved)`;
}

function describeAll({ approved, rejected, undecided, large, bare }: ApprovalCounts): string {
  const far =
    approved === 0 ? '' : `; ${large === 0 ? 'none' : formatNumber(large)} of the approved above 10 %`;
  const unmeasured = bare === 0 ? '' : `, ${formatNumber(bare)} set or cleared`;
  return `of ${formatNumber(approved + rejected + undecided)}${far}${unmeasured}`;
}

function describeLast(last: BarState['last']): string {
  return last ? `Undo takes back the last step: ${formatNumber(last.before.size)} ${last.decision}` : '';
}

function describeStaying(rows: number): string {
  return rows === 0
    ? ''
    : `${count(rows, 'row shown is rejected and stays', 'rows shown are rejected and stay')} so`;
}

function describeSaved(saved: BarState['saved']): readonly Node[] {
  if (saved === undefined) return [];
  if (saved === 'changed since')
    return [element('p', {}, 'Changed since the download: download the file again before you send it')];
  const command = element('code', { tabindex: '0' }, saved.command);
  const [name, cwd] = [element('b', {}, saved.name), element('b', {}, saved.cwd)];
  return [
    element(
      'p',
      {},
      'Saved as ',
      name,
      ' in Downloads, or where your browser puts them. Move it to ',
      cwd,
      ' and run there',
    ),
    element('p', { class: 'command' }, command, copyButton(command)),
  ];
}

interface BoxOptions {
  /** `undefined` for a row without a box. */
  readonly decisionOf: (row: IndexedRow) => Decision | undefined;
  /** Called with what a person decides about a row, or, if it `extends`, about all from the last one to this one. */
  readonly onDecide: (row: IndexedRow, decision: Decision, how: { readonly extends: boolean }) => void;
  /** Shows the next or the previous page; returns whether there is one. */
  readonly onTurn: (by: 1 | -1) => boolean;
}

/** The controls of one line. */
interface Box {
  readonly row: IndexedRow;
  readonly line: HTMLTableRowElement;
  readonly approve: HTMLInputElement;
  readonly reject: HTMLButtonElement;
}

/**
 * A box in each line that can be approved, for mouse, touch and keyboard. One of them can be reached by the tab key; from there the arrow
 * keys lead to the others, as in a list.
 */
export function createApprovalBoxes({ decisionOf, onDecide, onTurn }: BoxOptions) {
  const table = byId<HTMLTableElement>('table');
  const [body] = table.tBodies;
  /** Of the lines that are there. */
  let boxes: readonly Box[] = [];
  let current: Box | undefined;
  /** The box that had the focus as the lines were replaced, by its place. */
  let left: number | undefined;
  table.tHead?.rows[0]?.prepend(
    element('th', { role: 'columnheader', scope: 'col', class: 'approve' }, 'Approve'),
  );

  const placeOf = (target: EventTarget | null): number =>
    boxes.findIndex(({ approve, reject }) => target === approve || target === reject);

  /** Makes a box the one that the tab key reaches. */
  function enter(box: Box | undefined): void {
    if (current) current.approve.tabIndex = -1;
    current = box;
    if (box) box.approve.tabIndex = 0;
  }

  function focus(place: number): void {
    enter(boxes.at(place));
    current?.approve.focus();
  }

  function move(from: number, by: 1 | -1): void {
    const to = from + by;
    if (to in boxes) focus(to);
    else if (onTurn(by)) focus(by === 1 ? 0 : -1);
  }

  const toggle = ({ row }: Box, wanted: Decision, how: { readonly extends: boolean }): void =>
    onDecide(row, decisionOf(row) === wanted ? 'undecided' : wanted, how);

  body?.addEventListener('click', ({ target, shiftKey }) => {
    const place = placeOf(target);
    const box = boxes[place];
    if (!box) return;
    focus(place);
    toggle(box, target === box.approve ? 'approved' : 'rejected', { extends: shiftKey });
  });
  body?.addEventListener('focusin', ({ target }) => {
    const box = boxes[placeOf(target)];
    if (box) enter(box);
  });
  body?.addEventListener('keydown', (event) => {
    const place = placeOf(event.target);
    const box = boxes[place];
    if (event.target !== box?.approve || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = ACTS_OF_KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    if (act === 'up' || act === 'down') move(place, act === 'down' ? 1 : -1);
    else if (act === 'first' || act === 'last') focus(act === 'first' ? 0 : -1);
    else toggle(box, act, { extends: event.shiftKey });
  });
  // Some browsers click as the space bar goes up.
  body?.addEventListener('keyup', (event) => {
    if (event.key === ' ' && event.target === boxes[placeOf(event.target)]?.approve) event.preventDefault();
  });

  return {
    /** To be called before the lines of the table are replaced, so that the focus can come back. */
    leave() {
      const place = placeOf(document.activeElement);
      left = place === -1 ? undefined : place;
    },
    /** Puts boxes into lines of the table that are new. */
    fill(rows: readonly IndexedRow[]) {
      boxes = [...(body?.rows ?? [])].flatMap((line, at) => {
        const cell = element('td', { role: 'cell', class: 'approve' });
        line.prepend(cell);
        const row = rows[at];
        if (!row || decisionOf(row) === undefined) return [];
        const box = { row, line, ...createControls(row) };
        cell.append(box.approve, box.reject);
        return [box];
      });
      const place = boxes.findIndex(({ row }) => row === current?.row);
      if (left === undefined) enter(boxes[Math.max(0, place)]);
      else focus(place === -1 ? Math.min(left, boxes.length - 1) : place);
      left = undefined;
    },
    /** Shows the decisions again. */
    show() {
      for (const { row, line, approve, reject } of boxes) {
        const decision = decisionOf(row) ?? '';
        approve.checked = decision === 'approved';
        reject.setAttribute('aria-pressed', String(decision === 'rejected'));
        line.dataset['decision'] = decision;
      }
    },
  };
}

/** Single letters mean something only while a box has the focus. */
const ACTS_OF_KEYS: Readonly<Record<string, 'up' | 'down' | 'first' | 'last' | Decision>> = {
  ArrowUp: 'up',
  k: 'up',
  ArrowDown: 'down',
  j: 'down',
  Home: 'first',
  End: 'last',
  ' ': 'approved',
  x: 'approved',
  n: 'rejected',
};

function createControls({ row: { sku, line } }: IndexedRow): Pick<Box, 'approve' | 'reject'> {
  const which = `${printable(sku)}, line ${line}`;
  return {
    approve: element('input', { type: 'checkbox', tabindex: '-1', 'aria-label': `Approve ${which}` }),
    reject: element(
      'button',
      { type: 'button', class: 'reject', tabindex: '-1', 'aria-label': `Reject ${which}` },
      '✗',
    ),
  };
}
