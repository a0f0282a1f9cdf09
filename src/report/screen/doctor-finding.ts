/** The result of one check of `doctor`. */
export interface DoctorFinding {
  /** What was checked, in a word. */
  readonly check: string;
  /** A `problem` keeps runs from working; a `warning` is worth knowing. */
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string | undefined;
}
