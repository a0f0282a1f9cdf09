import type { UndoShape } from '../files/render-undo.ts';
import type { RunReport } from '../tally/run-report.ts';
import { approvalFlags, type StepOptions } from '../view/list-next-steps.ts';
import { type Fact, type RunView, viewRun } from '../view/run-view.ts';

export interface PageOptions extends StepOptions {
  /** How the sheet was written. */
  readonly shape: UndoShape;
  readonly version: string;
  /** Where the commands are to be run. */
  readonly cwd: string;
  /** The files of the run folder, by what they are. */
  readonly files: readonly Fact[];
  /** The plan, if its updates are to be approved. */
  readonly reviewed?: { readonly seal: string; readonly isUnsent: boolean } | undefined;
}

/** A run that the page is about, and what only the page has of it. */
export interface PagedRun {
  readonly report: RunReport;
  /** All that is read on screens and in messages too. */
  readonly view: RunView;
  readonly options: PageOptions;
}

export function toPagedRun(report: RunReport, options: PageOptions): PagedRun {
  return { report, view: viewRun(report, { ...options, verbose: true }), options };
}

/** It sends what a person approved. */
export function isReviewed({ approval }: RunReport): boolean {
  return approval !== undefined;
}

/** How rows are approved on the page, and by what command the file is sent that it gives away. */
export type ApprovalFacts = NonNullable<ReturnType<typeof describeApproval>>;

/** What the page needs to write the review file of a plan; nothing if no row can be approved. */
export function describeApproval({ report, options }: PagedRun) {
  const { reviewed, shape, folder, cwd } = options;
  // Without the file, the plan could not be read back.
  if (!reviewed || report.unwritten?.includes('review.csv')) return undefined;
  return {
    /** The checksum that seals the plan. */
    seal: reviewed.seal,
    /** The run has sent what it could, so that only held rows are to be approved. */
    onlyHeld: !reviewed.isUnsent,
    delimiter: shape.delimiter,
    decimalSign: shape.decimalSign,
    /** What the name of a file begins with. */
    name: nameOf(folder),
    /** The run folder as the user would name it. */
    run: folder,
    /** Flags that the command needs. */
    flags: approvalFlags(report),
    /** Where it is to be run, and in which shell. */
    cwd,
    shell: report.given.shell,
  } as const;
}

/** Longer names leave no room for what is put behind them. Units: characters, of at most four bytes. */
const MAX_NAME = 50;

/** The name of a run folder, as a file name that no shell and no system takes for something else. */
function nameOf(run: string): string {
  const stem = run
    .replace(/[\\/]+$/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+/, '');
  return [...stem].slice(0, MAX_NAME).join('') || 'run';
}
