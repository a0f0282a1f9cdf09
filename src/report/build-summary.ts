import { STATUSES } from '../domain/status.ts';
import { isLeftToApply } from './is-left-to-apply.ts';
import type { RunReport } from './run-report.ts';

/** Counts by status, and by reason where there is one; every status is there, 0 included. */
export interface Counts {
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_reason: Readonly<Record<string, number>>;
}

/** Counts outcomes: lines of results.csv, so a row with several listings counts once for each. */
export function countOutcomes({ outcomes }: RunReport): Counts {
  const byStatus = new Map<string, number>(STATUSES.map((status) => [status, 0]));
  const byReason = new Map<string, number>();
  for (const { status, reason } of outcomes) {
    add(byStatus, status);
    if (reason !== '') for (const single of reason.split(';')) add(byReason, single);
  }
  return { by_status: Object.fromEntries(byStatus), by_reason: Object.fromEntries([...byReason].sort()) };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** `summary.json`, version 1; also what `--json` prints. */
export function buildSummary(
  report: RunReport,
  { version, files }: { readonly version: string; readonly files: Readonly<Record<string, string>> },
): object {
  const { stop, startedAt, finishedAt } = report;
  return {
    version: 1,
    pricesheet: version,
    command: report.command,
    dry_run: report.dryRun,
    declined: report.declined,
    exit_code: report.exitCode,
    sheet: { ...report.sheet, job: report.sheet.job ?? null, reading: report.sheet.reading ?? null },
    shard: report.shard ?? null,
    account: report.account,
    settings: report.settings,
    counts: {
      outcomes: report.outcomes.length,
      attention: report.attention.length,
      ...countOutcomes(report),
    },
    notices: report.notices,
    stopped: stop
      ? {
          code: stop.code,
          rules: stop.rules,
          message: stop.message,
          hint: stop.hint ?? null,
          apply: isLeftToApply(report) ? report.folder : null,
        }
      : null,
    requests: report.requests,
    times: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
      seconds: (finishedAt - startedAt) / 1000,
    },
    folder: report.folder,
    files,
  };
}
