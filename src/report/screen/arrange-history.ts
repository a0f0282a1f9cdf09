import { groupBy } from '../../domain/group-by.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { findMissingRuns } from '../tally/find-missing-runs.ts';
import { isRegular } from '../tally/is-regular.ts';
import type { HistoryEntry, MissingView, UnfinishedView } from './history-views.ts';

interface Arranged {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Only what is from then on. Units: ISO 8601. */
  readonly since?: string | undefined;
  /** Only runs that failed or were killed, and missing ones. */
  readonly failed: boolean;
}

interface Seen {
  readonly records: readonly RunRecord[];
  readonly unfinished: readonly UnfinishedView[];
}

/** Puts runs, and runs that should have been, into one list, the newest last. */
export function arrangeHistory(
  { records, unfinished }: Seen,
  { now, since = '', failed }: Arranged,
): readonly HistoryEntry[] {
  const begun = [
    ...records.map((record): HistoryEntry => ({ kind: 'run', at: record.started_at, record })),
    ...unfinished.map((run): HistoryEntry => ({ kind: 'unfinished', at: run.started_at, run })),
  ];
  const missing = findMissing({ records, unfinished }, now).flatMap((gap) =>
    toEntries({ ...gap, expected_at: gap.expected_at.filter((time) => time >= since) }, begun),
  );
  return [...begun, ...missing]
    .filter((entry) => entry.at >= since && (!failed || isFailed(entry)))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** Parts of a gap: runs of other jobs may have begun within it. */
function toEntries(
  { expected_at, ...gap }: MissingView,
  begun: readonly HistoryEntry[],
): readonly HistoryEntry[] {
  const parts = groupBy(expected_at, (time) => begun.filter(({ at }) => at < time).length);
  return [...parts.values()].map(
    (times): HistoryEntry => ({
      kind: 'missing',
      at: times[0] ?? '',
      missing: { ...gap, expected_at: times },
    }),
  );
}

function isFailed(entry: HistoryEntry): boolean {
  return entry.kind !== 'run' || entry.record.verdict === 'failed' || entry.record.verdict === 'killed';
}

/**
 * The runs that should have been, and were not. Each job and each of its shards has its own rhythm, which its runs of `sync` show.
 * `now`: epoch milliseconds.
 */
export function findMissing({ records, unfinished }: Seen, now: number): readonly MissingView[] {
  const rhythms = new Map<string, { job: string; shard: string | null; starts: number[] }>();
  for (const record of records) {
    const { job, shard, started_at } = record;
    if (!isRegular(record) || job === null) continue;
    const key = JSON.stringify([job, shard]);
    const rhythm = rhythms.get(key) ?? { job, shard, starts: [] };
    rhythms.set(key, rhythm);
    rhythm.starts.push(Date.parse(started_at));
  }
  return [...rhythms.values()].flatMap(({ job, shard, starts }) => {
    const begun = unfinished.filter((run) => run.job === job && run.command === 'sync');
    const all = [...starts, ...begun.map(({ started_at }) => Date.parse(started_at))];
    return findMissingRuns(all, now).map((times) => ({
      job,
      shard,
      expected_at: times.map((time) => new Date(time).toISOString()),
    }));
  });
}
