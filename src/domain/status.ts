/** What is true of all rows with a status, if it is not the same for every status. */
type Trait =
  /** A person should look at the row. */
  | 'attention'
  /** Nothing is left to be sent, repaired or taken back. */
  | 'settled'
  /** Its update goes out, or went out. */
  | 'goes_out'
  /** Likewise, or it was only a stop that kept it from that. */
  | 'due'
  /** Its changes were not made. */
  | 'held_back'
  /** Its update changed the listing, or may have. */
  | 'maybe_applied';

/** The one vocabulary of what became of a row: types, files, screens and log all use these words, in this order. */
const TRAITS = {
  updated: ['goes_out', 'due', 'maybe_applied'],
  planned: ['goes_out', 'due'],
  unchanged: ['settled'],
  duplicate: ['settled'],
  invalid: ['attention', 'held_back'],
  ignored: ['settled'],
  not_found: ['attention'],
  ambiguous: ['attention'],
  blocked: ['attention', 'held_back'],
  conflict: ['attention', 'held_back', 'maybe_applied'],
  failed: ['attention', 'held_back'],
  unconfirmed: ['attention', 'maybe_applied'],
  skipped: ['attention', 'held_back', 'due'],
  held: ['held_back'],
} as const satisfies Readonly<Record<string, readonly Trait[]>>;

export type Status = keyof typeof TRAITS;

export const STATUSES = Object.keys(TRAITS) as readonly string[] as readonly [Status, ...Status[]];

export function hasTrait(status: Status, trait: Trait): boolean {
  return (TRAITS[status] as readonly Trait[]).includes(trait);
}

/** Whether a person should look at a row that ended so. `missingIsOk`: SKUs without a listing are expected. */
export function needsAttention(status: Status, missingIsOk: boolean): boolean {
  return hasTrait(status, 'attention') && !(missingIsOk && status === 'not_found');
}
