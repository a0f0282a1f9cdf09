import {
  type AttentionRecord,
  type RunBy,
  type RunRecord,
  type SheetFigures,
  verdictOf,
} from '../../domain/run-record.ts';
import type { AttentionNews } from '../../report/tally/attention-news.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { ChangeDigest } from '../../report/tally/tally-changes.ts';
import { chosenSettings, type NewRecord, withoutZeros } from './new-record.ts';

interface Known {
  readonly job: string | undefined;
  readonly by: RunBy;
  /** Of the sheet, if the run read it from a plan. */
  readonly sheetSha256: string | undefined;
  readonly figures: SheetFigures | undefined;
  readonly columns: Readonly<Record<string, string>>;
  readonly moves: RunRecord['moves'];
  readonly undoneRuns: RunRecord['undone_runs'];
}

/** What the history keeps of a run, from its report. */
export function recordOfReport(
  report: RunReport,
  { job, by, sheetSha256, figures, columns, moves, undoneRuns }: Known,
): NewRecord {
  const { digest, stop, sheet, news } = report;
  return {
    kind: 'run',
    version: 1,
    command: report.command,
    dry_run: report.dryRun,
    job: job ?? null,
    account: report.account,
    by,
    started_at: new Date(report.startedAt).toISOString(),
    finished_at: new Date(report.finishedAt).toISOString(),
    exit_code: report.exitCode,
    verdict: verdictOf(report.exitCode),
    stopped: stop ? { code: stop.code, rules: stop.rules, message: stop.message } : null,
    folder: report.folder,
    sheet: {
      path: sheet.path,
      sha256: sheetSha256 ?? sheet.sha256,
      rows: sheet.rows,
      columns,
      figures: figures ?? null,
    },
    counts: {
      outcomes: digest.outcomes,
      attention: digest.attention,
      by_status: withoutZeros(digest.byStatus),
      by_reason: { ...digest.byReason } as Readonly<Record<string, number>>,
    },
    // A digest has the changes of a run that a guard or a person stopped too, as they were planned.
    changes: stop?.code === 'guard' || report.declined ? {} : kindsOf(digest.changes),
    requests: { ...report.requests },
    settings: chosenSettings(report.settings),
    drift: report.drift ?? null,
    news: news && !stop ? toRecord(news) : null,
    approval: report.approval ?? null,
    ...(undoneRuns && { undone_runs: undoneRuns }),
    moves,
  };
}

/** The rows themselves are below the record. */
function toRecord({ fresh, still, since, well }: AttentionNews): AttentionRecord {
  return { fresh, still, since: since ?? null, well };
}

function kindsOf({ fields }: ChangeDigest): RunRecord['changes'] {
  return Object.fromEntries([...fields].map(([field, { kinds }]) => [field, kinds]));
}
