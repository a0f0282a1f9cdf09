import type { RunRecord } from '../../domain/run-record.ts';
import type { OpenRow } from '../tally/arrange-nights.ts';

/** How a run of the history ended, in a few words: `done`, `exit 4, stopped by rows_dropped`. */
export function describeRunEnd({ exit_code: code, stopped, dry_run, counts }: RunRecord): string {
  if (code === null) return 'killed';
  const end = code === 0 ? 'done' : `exit ${code}`;
  if (stopped?.code === 'guard') return `${end}, stopped by ${stopped.rules.join(', ')}`;
  if (stopped) return `${end}, ${STOPS[stopped.code] ?? stopped.code}`;
  const planned = dry_run ? `, ${counts?.by_status.planned ?? 0} planned` : '';
  return `${end}${planned}${ENDS[code] ?? ''}`;
}

const ENDS: Readonly<Record<number, string>> = {
  3: ', rows need attention',
  5: ', the key was refused',
  6: ', too many failures',
  7: ', another run held the lock',
  8: ', answered with no',
  10: ', there are changes',
  130: ', interrupted',
  143: ', interrupted',
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
  bug: 'a bug in pricesheet',
};

/** A run in the cells of a table; one is empty if the run did not come to that. */
export function describeRun(record: RunRecord, isTakenBack = false) {
  const { command, dry_run, counts, news, stopped, drift, sheet, undone_runs: undone = [] } = record;
  const attention = stopped ? undefined : counts?.attention;
  const fresh = attention && news?.fresh ? ` (${news.fresh} new)` : '';
  const of = undone.length > 0 ? ` of ${undone.map(describeTime).join(', ')}` : '';
  return {
    'when (UTC)': describeTime(record.started_at),
    command: `${command}${of}${dry_run && command !== 'diff' ? ', dry run' : ''}`,
    SKUs: String(sheet?.figures?.skus ?? ''),
    updated: counts && !dry_run ? String(counts.by_status.updated ?? 0) : '',
    attention: attention === undefined ? '' : `${attention}${fresh}`,
    drift: drift ? String(drift.drifted + drift.contested) : '',
    job: record.job ?? '',
    ended: `${describeRunEnd(record)}${isTakenBack ? ', taken back' : ''}`,
  };
}

/** Likewise a row that needs attention, or a field that somebody else changes. */
export function describeOpen({ since, nights, sku, job, line, what, why }: OpenRow) {
  return {
    'since (UTC)': describeTime(since),
    runs: String(nights),
    sku,
    job: job ?? '',
    line: String(line),
    what: `${what} (${why})`,
  };
}

/** The titles of a table, without columns that are empty, and the job only if there are several. */
export function titlesOf(rows: readonly object[]): readonly string[] {
  const valuesOf = (title: string): Set<unknown> =>
    new Set(rows.map((row) => row[title as keyof typeof row] ?? ''));
  const titles = [...new Set(rows.flatMap(Object.keys))];
  return titles.filter((title) => valuesOf(title).size > 1 || (title !== 'job' && !valuesOf(title).has('')));
}

/** `2026-11-20 02:15`, in UTC as everywhere. */
export function describeTime(time: string): string {
  return time.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}
