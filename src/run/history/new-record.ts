import type { RunRecord } from '../../domain/run-record.ts';

/** A record that has no name yet, and no place among the others. */
export type NewRecord = Omit<RunRecord, 'id' | 'previous'>;

/** What a record has of a run that did not come to reading its sheet, or of which no more is known. */
export const NOTHING_KNOWN = {
  sheet: null,
  counts: null,
  changes: {},
  requests: null,
  settings: {},
  drift: null,
  news: null,
  approval: null,
  moves: {},
} as const satisfies Partial<NewRecord>;
