import { formatCount, formatNumber } from '../report/text/format-numbers.ts';
import { type ApprovalCounts, countBoxes, DECISIONS, type Decision, type LastStep } from './approvals.ts';
import { copyButton } from './copy-buttons.ts';
import { byId, element } from './element.ts';

interface BarOptions {
  /** Decides about all rows that the filter shows. */
  readonly onDecideShown: (decision: Decision) => void;
  readonly onUndo: () => void;
  readonly onDownload: () => void;
}

/** What the bar says. */
export interface BarState {
  readonly counts: ApprovalCounts;
  /** Of the rows that the filter shows. */
  readonly shown: Readonly<Record<Decision, number>>;
  /** The pages with boxes, if the page that is shown has none. */
  readonly elsewhere: readonly [first: number, last: number] | undefined;
  readonly last: LastStep | undefined;
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

export interface ApprovalBar {
  show(state: BarState): void;
}

/** The bar below the table, always in sight: what is decided, decisions about many rows, and the file. */
export function createApprovalBar({ onDecideShown, onUndo, onDownload }: BarOptions): ApprovalBar {
  // Each leads to its rows.
  const links = DECISIONS.map((decision) => {
    const filter = `approval=${decision}`;
    return element('a', { href: `#${filter}`, 'data-filter': filter });
  });
  const of = element('span', {});
  const counts = element('p', { id: 'approval-counts', role: 'status' });
  for (const link of links) counts.append(link, ', ');
  counts.append(of);
  const isRest = createDoubleClickGuard();
  const createAct = (id: string, onAct: () => void) =>
    createButton(id, (event) => {
      if (!isRest(event)) onAct();
    });
  const acts = ACTS.map(({ id, decision, verb }) => ({
    button: createAct(id, () => onDecideShown(decision)),
    decision,
    nameOf: (count: string) => `${verb} the ${count} shown`,
  }));
  const undo = createAct('undo-step', onUndo);
  undo.append('Undo');
  const download = createButton('download-review', onDownload);
  const where = element('a', {
    id: 'approval-elsewhere',
    href: '#approval=undecided',
    'data-filter': 'approval=undecided',
  });
  const note = element('p', { id: 'approval-note', class: 'note' });
  const next = element('div', { id: 'approval-next', role: 'status' });
  const bar = element(
    'section',
    { id: 'approval', 'aria-label': 'Approve rows' },
    element('div', { class: 'said' }, counts, where, note),
    element('div', { class: 'acts' }, ...acts.map(({ button }) => button), undo, download),
    next,
  );
  byId('table').after(bar);
  let shownFile: BarState['saved'];

  function showFile(saved: BarState['saved']): void {
    if (saved === shownFile) return;
    shownFile = saved;
    bar.toggleAttribute('data-saved', typeof saved === 'object');
    next.replaceChildren(...describeSaved(saved));
  }

  return {
    show({ counts: given, shown, elsewhere, last, isSaving, saved, note: also }) {
      for (const [at, decision] of DECISIONS.entries())
        links[at]?.replaceChildren(`${formatNumber(given[decision])} ${decision}`);
      of.textContent = describeAll(given);
      const most = formatNumber(countBoxes(given)).replace(/\d/g, '0');
      for (const { button, decision, nameOf } of acts) {
        const changed = countChanged(shown, decision);
        name(button, { text: nameOf(formatNumber(changed)), widest: nameOf(most) });
        enable(button, changed > 0);
      }
      enable(undo, last !== undefined);
      const text = nameDownload({ isSaving, saved, approved: formatNumber(given.approved) });
      name(download, { text, widest: nameDownload({ approved: most }) });
      enable(download, !isSaving && given.approved + given.rejected > 0);
      note.textContent = [describeLast(last), describeStaying(shown.rejected), also]
        .filter(Boolean)
        .join('. ');
      note.hidden = note.textContent === '';
      where.textContent = elsewhere ? describeElsewhere(elsewhere) : '';
      where.hidden = elsewhere === undefined;
      showFile(saved);
    },
  };
}

interface DownloadLabel extends Partial<Pick<BarState, 'isSaving' | 'saved'>> {
  readonly approved: string;
}

function nameDownload({ isSaving = false, saved, approved }: DownloadLabel): string {
  if (isSaving) return 'Making the review file…';
  if (typeof saved === 'object') return 'Download again';
  return `Download review file (${approved} approved)`;
}

/** Names a button, with room for the widest name that it gets, so that no button moves under the pointer. */
function name(
  button: HTMLButtonElement,
  { text, widest }: { readonly text: string; readonly widest: string },
): void {
  button.textContent = text;
  button.dataset['widest'] = widest;
}

const ACTS = [
  { id: 'approve-shown', decision: 'approved', verb: 'Approve' },
  { id: 'reject-shown', decision: 'rejected', verb: 'Reject' },
  { id: 'clear-shown', decision: 'undecided', verb: 'Clear' },
] as const;

/** How many rows a decision about all of them changes: a rejected one is not approved along with others. */
function countChanged(
  { approved, rejected, undecided }: Readonly<Record<Decision, number>>,
  decision: Decision,
): number {
  return { approved: undecided, rejected: approved + undecided, undecided: approved + rejected }[decision];
}

/** A button that keeps the focus when there is nothing left to do for it, since people go on from there with the keyboard. */
function createButton(id: string, onAct: (event: MouseEvent) => void): HTMLButtonElement {
  const button = element('button', { type: 'button', id });
  button.addEventListener('click', (event) => {
    if (button.getAttribute('aria-disabled') === 'false') onAct(event);
  });
  return button;
}

/** No double click takes longer. */
const DOUBLE_CLICK_MS = 500;
/** Nor does the pointer go further meanwhile. Units: pixels. */
const DOUBLE_CLICK_WAY = 8;

/**
 * The second click of a double click decides nothing, whatever has come under the pointer by then. A click that the keyboard makes has no
 * place, and always counts.
 */
function createDoubleClickGuard(): (event: MouseEvent) => boolean {
  let last: { readonly x: number; readonly y: number; readonly at: number } | undefined;
  return ({ detail, clientX: x, clientY: y, timeStamp: at }) => {
    if (detail === 0) return false;
    const isRest =
      detail > 1 ||
      (last !== undefined &&
        at - last.at < DOUBLE_CLICK_MS &&
        Math.hypot(x - last.x, y - last.y) < DOUBLE_CLICK_WAY);
    last = { x, y, at };
    return isRest;
  };
}

function enable(button: HTMLButtonElement, isEnabled: boolean): void {
  button.setAttribute('aria-disabled', String(!isEnabled));
}

function describeAll(counts: ApprovalCounts): string {
  const { approved, large, bare } = counts;
  const far =
    approved === 0 ? '' : `; ${large === 0 ? 'none' : formatNumber(large)} of the approved above 10 %`;
  const unmeasured = bare === 0 ? '' : `, ${formatNumber(bare)} set or cleared`;
  return `of ${formatNumber(countBoxes(counts))}${far}${unmeasured}`;
}

function describeElsewhere([first, last]: readonly [first: number, last: number]): string {
  const pages =
    first === last ? `page ${formatNumber(first)}` : `pages ${formatNumber(first)} to ${formatNumber(last)}`;
  return `None on this page: they are on ${pages}. Show them`;
}

function describeLast(last: LastStep | undefined): string {
  return last ? `Undo takes back the last step: ${formatNumber(last.count)} ${last.decision}` : '';
}

function describeStaying(count: number): string {
  return count === 0
    ? ''
    : `${formatCount(count, 'row shown is rejected and stays', 'rows shown are rejected and stay')} so`;
}

function describeSaved(saved: BarState['saved']): readonly Node[] {
  if (saved === undefined) return [];
  if (saved === 'changed since')
    return [element('p', {}, 'Changed since the download: download the file again before you send it')];
  const command = element('code', { tabindex: '0' }, saved.command);
  return [
    element(
      'p',
      {},
      'Saved as ',
      element('b', {}, saved.name),
      ' in Downloads, or where your browser puts them. Move it to ',
      element('b', {}, saved.cwd),
      ' and run there',
    ),
    element('p', { class: 'command' }, command, copyButton(command)),
  ];
}
