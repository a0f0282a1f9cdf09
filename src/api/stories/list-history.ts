import type { HistoryEntry, HistoryList } from '../../report/screen/history-views.ts';
import { resolveSince } from '../../settings/parse-since.ts';
import type { OpenHistories } from './open-histories.ts';

/** The runs of a history that the settings ask for, the newest last. `now`: epoch milliseconds. */
export function listHistory(
  { runs, unfinished, values }: OpenHistories,
  now: number,
): readonly HistoryEntry[] {
  const since = values.since ? resolveSince(values.since, now) : '';
  const entries = [
    ...runs.map(({ record }): HistoryEntry => ({ kind: 'run', at: record.started_at, record })),
    ...unfinished.map(
      ({ job, command, folder, started_at }): HistoryEntry => ({
        kind: 'unfinished',
        at: started_at,
        run: { job, command, folder, started_at },
      }),
    ),
  ];
  return entries
    .filter((entry) => entry.at >= since && (!values.failed || isFailed(entry)))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

function isFailed(entry: HistoryEntry): boolean {
  return entry.kind !== 'run' || entry.record.verdict === 'failed' || entry.record.verdict === 'killed';
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
