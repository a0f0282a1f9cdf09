import { printable } from '../report/text/printable.ts';
import type { Decision } from './approvals.ts';
import { byId, element } from './element.ts';
import type { IndexedRow } from './row-index.ts';

interface BoxOptions {
  /** `undefined` for a row without a box. */
  readonly decisionOf: (row: IndexedRow) => Decision | undefined;
  /** Called with what a person decides about a row, or, if it `extends`, about all from the last one to this one. */
  readonly onDecide: (row: IndexedRow, decision: Decision, how: { readonly extends: boolean }) => void;
  /** Shows the next or the previous page; returns whether there is one. */
  readonly onTurn: (by: 1 | -1) => boolean;
}

export interface ApprovalBoxes {
  /** Puts a box in front of a line of the table. */
  addTo(line: HTMLTableRowElement, row: IndexedRow): HTMLTableRowElement;
  /** To be called before the lines of the table are replaced, so that the focus can come back. */
  leave(): void;
  /** Shows the decisions again, in all lines that are there. */
  show(): void;
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
export function createApprovalBoxes({ decisionOf, onDecide, onTurn }: BoxOptions): ApprovalBoxes {
  const table = byId('table');
  const boxes = new Map<HTMLTableRowElement, Box>();
  let current: Box | undefined;
  /** Where the focus was as the lines were replaced: the row, and its place among the boxes. */
  let left: { readonly at: number; readonly place: number } | undefined;
  table
    .querySelector('thead tr')
    ?.prepend(element('th', { role: 'columnheader', scope: 'col', class: 'approve' }, 'Approve'));
  const body = table.querySelector('tbody');

  const boxOf = (target: EventTarget | null): Box | undefined => {
    const line = target instanceof Element ? target.closest('tr') : null;
    return line ? boxes.get(line) : undefined;
  };
  const placed = (): readonly Box[] => [...boxes.values()].filter(({ line }) => line.isConnected);

  function enter(box: Box | undefined, { focus }: { readonly focus: boolean }): void {
    if (current) current.approve.tabIndex = -1;
    current = box;
    if (!box) return;
    box.approve.tabIndex = 0;
    if (focus) box.approve.focus();
  }

  function move(box: Box, by: 1 | -1): void {
    const all = placed();
    const next = all[all.indexOf(box) + by];
    if (next) enter(next, { focus: true });
    else if (onTurn(by)) enter(placed().at(by === 1 ? 0 : -1), { focus: true });
  }

  const toggle = (box: Box, wanted: Decision, how: { readonly extends: boolean }): void => {
    onDecide(box.row, decisionOf(box.row) === wanted ? 'undecided' : wanted, how);
  };

  body?.addEventListener('click', (event) => {
    const box = boxOf(event.target);
    if (!box || (event.target !== box.approve && event.target !== box.reject)) return;
    enter(box, { focus: true });
    toggle(box, event.target === box.approve ? 'approved' : 'rejected', { extends: event.shiftKey });
  });
  body?.addEventListener('focusin', (event) => {
    const box = boxOf(event.target);
    if (box && event.target === box.approve) enter(box, { focus: false });
  });
  body?.addEventListener('keydown', (event) => {
    const box = boxOf(event.target);
    if (!box || event.target !== box.approve || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = ACTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    if (act === 'up' || act === 'down') move(box, act === 'down' ? 1 : -1);
    else if (act === 'first' || act === 'last') enter(placed().at(act === 'first' ? 0 : -1), { focus: true });
    else toggle(box, act, { extends: event.shiftKey });
  });
  // Some browsers click as the space bar goes up.
  body?.addEventListener('keyup', (event) => {
    if (event.key === ' ' && event.target === boxOf(event.target)?.approve) event.preventDefault();
  });

  return {
    addTo(line, row) {
      const cell = element('td', { role: 'cell', class: 'approve' });
      line.prepend(cell);
      if (decisionOf(row) === undefined) return line;
      const box = { row, line, ...createControls(row) };
      cell.append(box.approve, box.reject);
      boxes.set(line, box);
      return line;
    },
    leave() {
      const box = boxOf(document.activeElement);
      left = box && { at: box.row.at, place: placed().indexOf(box) };
      boxes.clear();
    },
    show() {
      const all = placed();
      for (const box of all) showDecision(box, decisionOf(box.row));
      const at = left?.at ?? current?.row.at;
      const next = all.find(({ row }) => row.at === at) ?? all[left?.place ?? 0] ?? all.at(-1);
      enter(next, { focus: left !== undefined });
      left = undefined;
    },
  };
}

/** Single letters mean something only while a box has the focus. */
const ACTS: Readonly<Record<string, 'up' | 'down' | 'first' | 'last' | Decision>> = {
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

function showDecision({ line, approve, reject }: Box, decision: Decision | undefined): void {
  approve.checked = decision === 'approved';
  reject.setAttribute('aria-pressed', String(decision === 'rejected'));
  line.dataset['decision'] = decision ?? '';
}
