/** The word for the newest run that a command can use. */
export const LATEST = 'latest';

/** What a run is wanted for: to send its plan, or what a review file approves of it, to take it back, or to look at. */
export type LatestFor = 'apply' | 'approve' | 'undo' | 'look';

/** A run as far as `latest` depends on it. */
export interface LatestCandidate {
  readonly job: string | null;
  /** `null`: it ended before it had one. */
  readonly folder: string | null;
  readonly isDryRun: boolean;
  /** It ended before all of its plan was sent. */
  readonly wasCutShort: boolean;
  /** It came to its end, and left updates unsent that the run before was to send: it was about the approved ones alone. */
  readonly leavesRest: boolean;
  /** It takes another run back, and is no plan of a sheet. */
  readonly isUndo: boolean;
  /** It has updates that a review file can approve. */
  readonly hasReview: boolean;
  /** It sent updates. */
  readonly hasSent: boolean;
}

/**
 * The runs that `latest` may be, the best first: to apply, a plan of a sheet that is still to be sent, of a dry run or of a run that was cut short,
 * and that no run has overtaken since; to approve, a dry run, or a run that held rows; to undo, a run that sent something; to look at, any run
 * that has a folder. `runs` are the newest first.
 */
export function chooseLatest<T extends LatestCandidate>(
  runs: readonly T[],
  wanted: LatestFor,
): readonly (T & { readonly folder: string })[] {
  const overtaker = wanted === 'apply' ? runs.findIndex(overtakes) : -1;
  const since = overtaker === -1 ? runs : runs.slice(0, overtaker);
  return since.filter(hasFolder).filter((run) => FITS[wanted](run));
}

/** A run that came to its end sent a later sheet, or that very plan, unless it left some of it to an apply of the whole. */
function overtakes({ isDryRun, wasCutShort, leavesRest, isUndo }: LatestCandidate): boolean {
  return !isDryRun && !wasCutShort && !leavesRest && !isUndo;
}

const FITS: Readonly<Record<LatestFor, (run: LatestCandidate) => boolean>> = {
  apply: ({ isDryRun, wasCutShort, isUndo }) => !isUndo && (isDryRun || wasCutShort),
  approve: ({ hasReview }) => hasReview,
  undo: ({ isDryRun, hasSent }) => !isDryRun && hasSent,
  look: () => true,
};

function hasFolder<T extends LatestCandidate>(run: T): run is T & { readonly folder: string } {
  return run.folder !== null;
}
