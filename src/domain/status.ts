/** The one vocabulary of what became of a row: types, files, screens and log all use these words. */
export const STATUSES = [
  'updated',
  'planned',
  'unchanged',
  'duplicate',
  'invalid',
  'ignored',
  'not_found',
  'ambiguous',
  'blocked',
  'conflict',
  'failed',
  'unconfirmed',
  'skipped',
  'held',
] as const;

export type Status = (typeof STATUSES)[number];

const QUIET: ReadonlySet<Status> = new Set([
  'updated',
  'planned',
  'unchanged',
  'duplicate',
  'ignored',
  'held',
]);

/** Whether a person should look at a row that ended so. `missingIsOk`: SKUs without a listing are expected. */
export function needsAttention(status: Status, missingIsOk: boolean): boolean {
  return !QUIET.has(status) && !(missingIsOk && status === 'not_found');
}
