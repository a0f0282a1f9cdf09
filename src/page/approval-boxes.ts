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
    const act = ACTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
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
