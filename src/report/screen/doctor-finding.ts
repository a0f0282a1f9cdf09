/** What one look at something has shown. */
export interface DoctorFinding {
  /** What was looked at, in a word. */
  readonly check: string;
  /** A `problem` keeps runs from working; a `warning` is worth knowing. */
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string | undefined;
}
