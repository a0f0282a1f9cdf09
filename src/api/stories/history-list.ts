import type { RunRecord } from '../../domain/run-record.ts';

/**
 * Runs, the oldest first, version 1, as `history --json` prints them; `docs/schema/history-list.schema.json` says the same. Within version 1 fields may be added; none is removed or changes its meaning.
 */
export interface HistoryList {
  readonly version: 1;
  readonly exit_code: number;
  readonly runs: readonly RunRecord[];
  /** Runs that have begun and not ended: still running, or killed. */
  readonly unfinished: readonly (Pick<RunRecord, 'job' | 'command' | 'started_at'> & {
    readonly folder: string;
  })[];
  /** What could not be read. */
  readonly notices: readonly string[];
  /** The page that was written. */
  readonly html?: string;
}
