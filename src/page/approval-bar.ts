import { count, formatNumber } from '../domain/count.ts';
import { type ApprovalCounts, type Approvals, DECISIONS, type Decided, type Decision } from './approvals.ts';
import { byId, copyButton, element } from './element.ts';

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
