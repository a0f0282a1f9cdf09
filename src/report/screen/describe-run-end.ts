import type { RunRecord } from '../../domain/run-record.ts';
import { count } from '../text/words.ts';

type Ending = Pick<RunRecord, 'exit_code' | 'stopped' | 'dry_run' | 'counts'>;

/** How a run of the history ended, in a few words: `done`, `exit 4, stopped by rows_dropped`. */
export function describeRunEnd({ exit_code: code, stopped, dry_run: dryRun, counts }: Ending): string {
  if (code === null) return 'killed';
  if (stopped?.code === 'guard') return `exit ${code}, stopped by ${stopped.rules.join(', ')}`;
  if (stopped) return `exit ${code}, ${STOPS[stopped.code] ?? stopped.code}`;
  const planned = dryRun ? [`${counts?.by_status.planned ?? 0} planned`] : [];
  const end = code === 0 ? 'done' : `exit ${code}`;
  return [end, ...planned, ...(ENDS[code] === undefined ? [] : [ENDS[code]])].join(', ');
}

const ENDS: Readonly<Record<number, string>> = {
  3: 'rows need attention',
  5: 'the key was refused',
  6: 'too many failures',
  7: 'another run held the lock',
  8: 'answered with no',
  10: 'there are changes',
  130: 'interrupted',
  143: 'interrupted',
};

/** By the code of the error. */
const STOPS: Readonly<Record<string, string>> = {
  usage: 'wrong settings',
  sheet: 'the sheet could not be used',
  run_folder: 'the run folder could not be used',
  other_account: 'the key opens another account',
  locked: 'another run held the lock',
  disk: 'a file could not be written',
  service: 'the service failed',
  key_refused: 'the key was refused',
  too_many_failures: 'too many failures',
  stale_plan: 'the answer came too late',
  interrupted: 'interrupted',
  bug: 'a bug in pricesheet',
};

/** `sync`, `diff`, `undo, dry run`. */
export function describeCommand({ command, dry_run }: Pick<RunRecord, 'command' | 'dry_run'>): string {
  return dry_run && command !== 'diff' ? `${command}, dry run` : command;
}

/** `2 (1 new)`; nothing if the run did not come to judge rows. */
export function describeAttention({
  counts,
  news,
  stopped,
}: Pick<RunRecord, 'counts' | 'news' | 'stopped'>): string {
  if (!counts || stopped) return '';
  const { attention } = counts;
  return attention > 0 && news && news.fresh > 0 ? `${attention} (${news.fresh} new)` : String(attention);
}

/** Of somebody else's doing. */
export function countDrift({ drift }: Pick<RunRecord, 'drift'>): number | undefined {
  return drift ? drift.drifted + drift.contested : undefined;
}

const MINUTE_MS = 60_000;

type Times = Pick<RunRecord, 'started_at' | 'finished_at'>;

/** Units: milliseconds. */
export function durationOf({ started_at, finished_at }: Times): number {
  return Date.parse(finished_at) - Date.parse(started_at);
}

/** `0.4`. */
export function describeMinutes(times: Times): string {
  return (durationOf(times) / MINUTE_MS).toFixed(1);
}

/** `2026-11-20 02:15`, in UTC as everywhere. */
export function describeTime(time: string): string {
  return time.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

/** `51 reads, 212 writes, 2 retries, 1 refused (429)`. */
export function describeRequests({
  reads,
  writes,
  retries,
  throttled,
}: NonNullable<RunRecord['requests']>): string {
  return [
    count(reads, 'read'),
    count(writes, 'write'),
    ...(retries > 0 ? [count(retries, 'retry', 'retries')] : []),
    ...(throttled > 0 ? [`${throttled} refused over the rate limit (429)`] : []),
  ].join(', ');
}
