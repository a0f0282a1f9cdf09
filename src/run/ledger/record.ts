import { type RunRecord, verdictOf } from '../../domain/run-record.ts';
import type { Summary } from '../../report/tally/summary.ts';

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
} as const satisfies Partial<RunRecord>;

/** What a summary says of a run. */
type Said = Pick<
  Summary,
  'dry_run' | 'declined' | 'exit_code' | 'settings' | 'approval' | 'drift' | 'requests'
> & {
  readonly times: Pick<Summary['times'], 'started_at' | 'finished_at'>;
  readonly counts: Omit<Summary['counts'], 'by_status'> & {
    readonly by_status: Readonly<Record<string, number>>;
  };
  readonly changes: Pick<Summary['changes'], 'by_field'>;
  readonly stopped: Pick<NonNullable<Summary['stopped']>, 'code' | 'rules' | 'message'> | null;
  readonly attention_news: Omit<NonNullable<Summary['attention_news']>, 'new_rows'> | null;
};

/** The rest of a record. */
type Known = Pick<
  RunRecord,
  'id' | 'command' | 'job' | 'account' | 'by' | 'folder' | 'sheet' | 'undone_runs' | 'moves'
>;

/** A record is a part of the run's summary, with what only the run and its plan know. */
export function recordOf(summary: Said, known: Known): RunRecord {
  const { exit_code, stopped, counts, changes, attention_news: news, requests } = summary;
  const { reads, writes, retries, throttled } = requests;
  // A summary has the changes of a run that a guard or a person stopped too, as they were planned.
  const { id, command, job, account, by, folder, sheet, undone_runs, moves } = known;
  const isRefused = stopped?.code === 'guard' || summary.declined;
  return {
    kind: 'run',
    version: 1,
    ...{ id, command, job, account, by, folder },
    dry_run: summary.dry_run,
    started_at: summary.times.started_at,
    finished_at: summary.times.finished_at,
    exit_code,
    verdict: verdictOf(exit_code),
    stopped: stopped && { code: stopped.code, rules: stopped.rules, message: stopped.message },
    sheet,
    counts: {
      outcomes: counts.outcomes,
      attention: counts.attention,
      by_status: Object.fromEntries(Object.entries(counts.by_status).filter(([, number]) => number !== 0)),
      by_reason: { ...counts.by_reason } as Readonly<Record<string, number>>,
    },
    changes: isRefused
      ? {}
      : Object.fromEntries(Object.entries(changes.by_field).map(([field, { kinds }]) => [field, kinds])),
    requests: { reads, writes, retries, throttled },
    settings: chosenIn(summary.settings),
    drift: summary.drift,
    news:
      news && !stopped ? { fresh: news.new, still: news.still, since: news.since, well: news.well } : null,
    approval: summary.approval,
    ...(undone_runs && { undone_runs }),
    moves,
  };
}

/** The settings that differ from the defaults, by flag. */
function chosenIn(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string | null>> {
  const shown = Object.entries(
    settings as Readonly<Record<string, { readonly value?: string | null; readonly from?: string }>>,
  );
  return Object.fromEntries(
    shown.flatMap(([flag, { value = null, from }]) =>
      from === undefined || from === 'default' ? [] : [[flag, value]],
    ),
  );
}
