import type {
  BigMove,
  ChangesSummary,
  PriceForces,
  PriceForcesByCurrency,
  PriceSumSummary,
  RateSummary,
  Summary,
} from '../../domain/documents/summary.ts';
import { BUCKET_EDGES, tenthsOfPercent } from '../../domain/moves.ts';
import type { LearnedPace } from '../../domain/ports.ts';
import { summarizePhases } from '../tally/phase-time.ts';
import type { AttentionNews, RunReport } from '../tally/run-report.ts';
import { canApplyRest } from '../tally/run-report.ts';
import { headlineOf, summarizeRun, summarizeStop } from '../tally/summarize-run.ts';
import type { ChangeDigest, Move } from '../tally/tally-changes.ts';
import type { Force, Forces, PriceDigest, PriceSum } from '../tally/tally-prices.ts';

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
    changes: summarizeChanges(digest.changes),
    price_outcome: summarizePrices(digest.prices),
    follow_up: digest.followUp ?? null,
    approval: report.approval ?? null,
    drift: report.drift ?? null,
    attention_news: report.news ? summarizeNews(report.news) : null,
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
      phases: summarizePhases(report.phases),
    },
    folder: report.folder,
    files,
  };
}

function summarizeNews({ fresh, still, since, well, freshRows }: AttentionNews): Summary['attention_news'] {
  return { new: fresh, still, since: since ?? null, well, new_rows: freshRows };
}

function summarizeChanges({ total, fields, down, up }: ChangeDigest): ChangesSummary {
  return {
    total,
    bucket_edges_percent: BUCKET_EDGES,
    by_field: Object.fromEntries(fields),
    biggest: { down: down.map(toMoveJson), up: up.map(toMoveJson) },
  };
}

function toMoveJson({ field, before, after, line, sku, listingId }: Move): BigMove {
  return {
    line,
    sku,
    listing_id: listingId,
    field,
    before_cents: before,
    after_cents: after,
    percent: (tenthsOfPercent(before, after) ?? 0) / 10,
  };
}

export function summarizePrices({ going, held }: PriceDigest): Summary['price_outcome'] {
  return { going: toPricesJson(going), held: toPricesJson(held) };
}

function toPricesJson({ kinds, rise, fall, manual, obstacles, unknown }: PriceSum): PriceSumSummary {
  return {
    fall: toForcesJson(fall, kinds.fall),
    rise: toForcesJson(rise, kinds.rise),
    manual: { count: kinds.manual, ...manual },
    within: kinds.within,
    not_repriced: { count: kinds.not_repriced, ...obstacles },
    unknown: { count: kinds.unknown, ...unknown },
  };
}

function toForcesJson(forces: Forces, count: number): PriceForcesByCurrency {
  const entries = [...forces].map(([currency, force]) => [currency, toForceJson(force)] as const);
  return { count, by_currency: Object.fromEntries(entries) };
}

function toForceJson({ count, medianTenths, largestTenths, largest, ...cents }: Force): PriceForces {
  return {
    count,
    median_cents: cents.medianCents,
    largest_cents: cents.largestCents,
    median_percent: medianTenths === undefined ? null : medianTenths / 10,
    largest_percent: largestTenths === undefined ? null : largestTenths / 10,
    largest: { line: largest.line, sku: largest.sku, listing_id: largest.listingId },
  };
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
