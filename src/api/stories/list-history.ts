import { arrangeHistory } from '../../report/screen/arrange-history.ts';
import type { HistoryEntry } from '../../report/screen/history-views.ts';
import { resolveSince } from '../../settings/parse-since.ts';
import type { OpenHistories } from './open-histories.ts';

/** The runs of a history that the settings ask for, and missing runs. `now`: epoch milliseconds. */
export function listHistory(
  { runs, unfinished, values }: OpenHistories,
  now: number,
): readonly HistoryEntry[] {
  const since = values.since && resolveSince(values.since, now);
  const records = runs.map(({ record }) => record);
  const views = unfinished.map(({ job, command, folder, started_at }) => ({
    job,
    command,
    folder,
    started_at,
  }));
  return arrangeHistory({ records, unfinished: views }, { now, since, failed: values.failed });
}
