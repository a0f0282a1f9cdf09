import type { RunRecord } from '../../domain/run-record.ts';
import type { HistoryEntry, UnfinishedView } from './history-views.ts';

/**
 * Runs, the oldest first, version 1, as `history --json` prints them;
 * `docs/schema/history-list.schema.json` says the same. Within version 1 fields may be added; none is removed or changes its meaning.
 */
export interface HistoryList {
  readonly version: 1;
  readonly exit_code: number;
  readonly runs: readonly RunRecord[];
  /** Runs that have begun and not ended: still running, or killed. */
  readonly unfinished: readonly UnfinishedView[];
  /** What could not be read. */
  readonly notices: readonly string[];
  /** The page that was written. */
  readonly html?: string;
}

interface Listed {
  readonly entries: readonly HistoryEntry[];
  readonly notices: readonly string[];
  readonly html?: string | undefined;
}

export function buildHistoryList({ entries, notices, html }: Listed): HistoryList {
  return {
    version: 1,
    exit_code: 0,
    runs: entries.flatMap((entry) => (entry.kind === 'run' ? [entry.record] : [])),
    unfinished: entries.flatMap((entry) => (entry.kind === 'unfinished' ? [entry.run] : [])),
    notices,
    ...(html === undefined ? {} : { html }),
  };
}
