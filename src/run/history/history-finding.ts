/** What `history verify` and its neighbours report of one file. */
export interface HistoryFinding {
  /** Relative to the folder of the history. */
  readonly file: string;
  readonly kind: FindingKind;
  /** What is wrong, as a clause that goes behind the name of the file. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
}

/** What is wrong is a problem; what is only of interest is a notice. */
export const FINDING_KINDS = {
  missing: 'problem',
  not_a_folder: 'problem',
  unreadable: 'problem',
  others: 'problem',
  link: 'problem',
  damaged: 'problem',
  misplaced: 'problem',
  gap: 'problem',
  broken_chain: 'problem',
  newer: 'notice',
  begins: 'notice',
  rewritten: 'notice',
  set_aside: 'notice',
  leftover: 'notice',
  begun: 'notice',
  unknown: 'notice',
} as const;

export type FindingKind = keyof typeof FINDING_KINDS;

export function isProblem({ kind }: Pick<HistoryFinding, 'kind'>): boolean {
  return FINDING_KINDS[kind] === 'problem';
}
