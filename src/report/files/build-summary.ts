import type { RateSummary, Summary } from '../../domain/documents/summary.ts';
import type { LearnedPace } from '../../domain/ports.ts';
import type { AttentionNews, RunReport } from '../tally/run-report.ts';
import { canApplyRest } from '../tally/run-report.ts';
import { headlineOf, summarizeRun, summarizeStop } from '../tally/summarize-run.ts';

/** `summary.json`, version 1; also what `--json` prints. */
export function buildSummary(
  report: RunReport,
  { version, files }: { readonly version: string; readonly files: Summary['files'] },
): Summary {
  const { stop, startedAt, finishedAt, digest } = report;
  return {
    version: 1,
    pricesheet: version,
    command: report.command,
    dry_run: report.dryRun,
    declined: report.declined,
    exit_code: report.exitCode,
    headline: headlineOf(report),
    summary: [...(stop ? [summarizeStop(stop, report)] : []), ...summarizeRun(report)],
    sheet: { ...report.sheet, job: report.sheet.job ?? null, reading: report.sheet.reading ?? null },
    account: report.account,
    // Of the lists that the run asked for, which it does where rows name strategies; or that the run before it asked for.
    strategies: Object.fromEntries(report.strategyNames),
    settings: report.settings,
    counts: {
      outcomes: digest.outcomes,
      attention: digest.attention,
      by_status: digest.byStatus,
      by_reason: digest.byReason as Summary['counts']['by_reason'],
    },
    changes: digest.changes,
    price_outcome: digest.prices,
    follow_up: digest.followUp ?? null,
    approval: report.approval ?? null,
    drift: report.drift ?? null,
    attention_news: report.news ? withoutLatest(report.news) : null,
    notices: report.notices,
    stopped: stop
      ? {
          code: stop.code,
          rules: stop.rules,
          message: stop.message,
          hint: stop.hint ?? null,
          apply: canApplyRest(report) ? report.folder : null,
        }
      : null,
    lookup: report.lookup ?? null,
    rereads_expected: report.rereadsExpected ?? null,
    requests: report.requests,
    rate: summarizeRate(report.pace),
    times: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
      seconds: (finishedAt - startedAt) / 1000,
      phases: report.phases,
    },
    folder: report.folder,
    files,
  };
}

function withoutLatest({ latest: _, ...news }: AttentionNews): Summary['attention_news'] {
  return news;
}

/** `rate` in `summary.json`: what was set, and what came of it. Units: requests per second, to a thousandth. */
function summarizeRate({ setting, ratePerSecond, refused, concurrencyWanted }: LearnedPace): RateSummary {
  return {
    setting,
    learned_per_second: ratePerSecond === undefined ? null : Math.round(ratePerSecond * 1000) / 1000,
    refused,
    held_by_concurrency: concurrencyWanted !== undefined,
  };
}
