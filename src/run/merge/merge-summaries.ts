import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import { formatShard } from '../../domain/shard.ts';
import { VERSION } from '../../package/version.ts';
import { MAX_FRESH_ROWS } from '../../report/tally/attention-news.ts';
import { addChanges } from '../../report/tally/summarize-changes.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { Summary } from '../folder/summary-file.ts';
import { EXIT } from '../job/exit-code.ts';
import type { ShardRun, ShardRuns } from './open-shard-run.ts';

type Stop = NonNullable<Summary['stopped']>;

/** What the summary of a merged run has beyond that of any run. */
export type MergedSummary = Summary & {
  readonly shard: null;
  /** The runs that were merged, in the order of the shards. */
  readonly merged: readonly { readonly shard: string; readonly folder: string; readonly exit_code: number }[];
  readonly folder: string;
};

/** The head of the merged plan. A guard rule that one shard violates, the merged run violates. */
export function mergeHeads(runs: ShardRuns): PlanHead {
  const [{ head }] = runs;
  // Each shard has a separate history.
  const { shard: _shard, last_run: _run, ...rest } = head;
  const found = runs.flatMap((run) =>
    (run.head.violations ?? [])
      .filter(({ rule }) => !isRefuted(rule, runs))
      .map(({ rule, message }) => ({ rule, message, shard: formatShard(run.shard) })),
  );
  const rules = [...new Set(found.map(({ rule }) => rule))];
  return {
    ...rest,
    ...mergeFigures(runs),
    created_at: runs.map((run) => run.head.created_at).reduce((one, other) => (one < other ? one : other)),
    whole: runs.every((run) => run.head.whole === true),
    journal: 'chained',
    ...mergeLookups(runs),
    violations: rules.map((rule) => ({
      rule,
      message: describeStops(found.filter((each) => each.rule === rule)),
    })),
  };
}

/** The SKUs are each shard's own; everything else is counted over the whole sheet. */
function mergeFigures(runs: ShardRuns): Pick<PlanHead, 'sheet'> {
  const [{ head }] = runs;
  const { figures } = head.sheet;
  if (!figures) return { sheet: head.sheet };
  const skus = sum(runs.map((run) => run.head.sheet.figures?.skus ?? 0));
  return { sheet: { ...head.sheet, figures: { ...figures, skus } } };
}

/** What all of them have in common is kept once. */
function mergeLookups(runs: ShardRuns): Pick<PlanHead, 'lookup' | 'lookups'> {
  const lookups = runs.flatMap(({ shard, head: { lookup } }) =>
    lookup ? [{ ...lookup, shard: formatShard(shard) }] : [],
  );
  const isOne = new Set(lookups.map(({ by, why }) => `${by} ${why}`)).size <= 1;
  return isOne ? { lookup: runs[0].head.lookup } : { lookup: undefined, lookups };
}

/** That no SKU is listed matters for the whole sheet only: a shard of few rows may have none by chance. */
function isRefuted(rule: string, runs: ShardRuns): boolean {
  return rule === 'nothing_matched' && runs.some(({ anyMatched }) => anyMatched);
}

/** Joins the sentences of several shards; what all of them say is kept once. */
function describeStops(stops: readonly { readonly shard: string; readonly message: string }[]): string {
  const messages = new Set(stops.map(({ message }) => message));
  if (messages.size === 1 && stops.length > 1) return stops[0]?.message ?? '';
  return stops.map(({ shard, message }) => `Shard ${shard}: ${message}`).join('; ');
}

interface MergedPlace {
  readonly folder: string;
  readonly head: PlanHead;
  /** About the merge itself. */
  readonly notices: readonly string[];
  readonly shell: Shell;
}

/** Builds `summary.json` of all shards: counts and requests are added up, and the most serious exit code counts. */
export function mergeSummaries(
  runs: ShardRuns,
  { folder, head, notices, shell }: MergedPlace,
): MergedSummary {
  const parts = runs.map((run) => ({ run, ...judge(run, runs) }));
  const summaries = runs.map(({ summary }) => summary);
  const { log: _log, ...files } = RUN_FILES;
  const [first] = summaries;
  const { settings, sheet } = first ?? runs[0].summary;
  const { shard: _shard, out: _out, ...shown } = settings;
  const times = summaries.map(({ times }) => times);
  const startedAt = Math.min(...times.map(({ started_at }) => Date.parse(started_at)));
  const finishedAt = Math.max(...times.map(({ finished_at }) => Date.parse(finished_at)));
  return {
    ...runs[0].summary,
    pricesheet: VERSION,
    declined: summaries.some(({ declined }) => declined),
    exit_code: mostSerious(parts.map(({ exitCode }) => exitCode)),
    sheet: { ...sheet, rows: sum(summaries.map(({ sheet: { rows } }) => rows)) },
    shard: null,
    settings: shown,
    strategies: Object.assign({}, ...summaries.map(({ strategies }) => strategies)),
    counts: {
      outcomes: sum(summaries.map(({ counts }) => counts.outcomes)),
      attention: sum(summaries.map(({ counts }) => counts.attention)),
      by_status: addUp(summaries.map(({ counts }) => counts.by_status)),
      by_reason: sortKeys(addUp(summaries.map(({ counts }) => counts.by_reason))),
    },
    changes: addChanges(summaries.map(({ changes }) => changes)),
    follow_up: mergeFollowUps(summaries),
    // That of all shards is written once their rows are read.
    letter: [],
    drift: mergeDrift(summaries),
    attention_news: mergeNews(summaries),
    notices: [...notices, ...joinNotices(runs)],
    stopped: mergeStops(parts, { folder, head, shell }),
    requests: addRequests(summaries.map(({ requests }) => requests)),
    // Each shard's own values are in its own summary.
    lookup: null,
    rereads_expected: null,
    rate: null,
    times: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
      seconds: (finishedAt - startedAt) / 1000,
    },
    merged: parts.map(({ run, exitCode }) => ({
      shard: formatShard(run.shard),
      folder: run.path,
      exit_code: exitCode,
    })),
    folder,
    files,
  };
}

/** Each with its shard: the same words of several shards may be about different rows. */
function joinNotices(runs: ShardRuns): string[] {
  const saidBy = new Map<string, string[]>();
  for (const { shard, summary } of runs)
    for (const notice of new Set(summary.notices))
      saidBy.set(notice, [...(saidBy.get(notice) ?? []), formatShard(shard)]);
  return [...saidBy].map(([notice, shards]) =>
    shards.length === runs.length ? `Each shard: ${notice}` : `Shard ${shards.join(', ')}: ${notice}`,
  );
}

/** Null if no shard followed a manual price up. */
function mergeFollowUps(summaries: readonly Summary[]): Summary['follow_up'] {
  const parts = summaries.flatMap(({ follow_up }) => follow_up ?? []);
  if (parts.length === 0) return null;
  const { reflected = 0, pending = 0, no_effect = 0 } = addUp(parts);
  return { reflected, pending, no_effect };
}

/** Only if every shard could compare its listings. */
function mergeDrift(summaries: readonly Summary[]): Summary['drift'] {
  const parts = summaries.flatMap(({ drift }) => drift ?? []);
  if (parts.length < summaries.length) return null;
  return {
    drifted: sum(parts.map(({ drifted }) => drifted)),
    contested: sum(parts.map(({ contested }) => contested)),
    recomputed: sum(parts.map(({ recomputed }) => recomputed)),
  };
}

/** Only if every shard has run before. */
function mergeNews(summaries: readonly Summary[]): Summary['attention_news'] {
  const parts = summaries.flatMap(({ attention_news }) => attention_news ?? []);
  if (parts.length < summaries.length) return null;
  const [since = null] = parts.flatMap((part) => part.since ?? []).sort();
  return {
    new: sum(parts.map((part) => part.new)),
    still: sum(parts.map(({ still }) => still)),
    since,
    well: sum(parts.map(({ well }) => well)),
    new_rows: parts.flatMap(({ new_rows }) => new_rows).slice(0, MAX_FRESH_ROWS),
  };
}

interface Judged {
  readonly exitCode: number;
  readonly stop: Stop | null;
}

/** How a shard went, without what only the whole sheet can show. */
function judge({ summary }: ShardRun, runs: ShardRuns): Judged {
  const { stopped, exit_code: exitCode, counts } = summary;
  const rules = stopped?.rules.filter((rule) => !isRefuted(rule, runs)) ?? [];
  if (!stopped || rules.length === stopped.rules.length) return { exitCode, stop: stopped };
  if (rules.length > 0) return { exitCode, stop: { ...stopped, rules } };
  return { exitCode: counts.attention > 0 ? EXIT.attention : EXIT.done, stop: null };
}

/** The possible exit codes of a run, the most serious first. */
const BY_SERIOUSNESS: readonly number[] = [
  EXIT.failed,
  EXIT.usage,
  EXIT.keyRefused,
  EXIT.locked,
  EXIT.tooManyFailures,
  143,
  130,
  129,
  EXIT.guard,
  EXIT.declined,
  EXIT.attention,
  EXIT.done,
];

function mostSerious(codes: readonly number[]): number {
  const rank = (code: number): number => BY_SERIOUSNESS.indexOf(code);
  return codes.reduce((one, other) => (rank(other) < rank(one) ? other : one), EXIT.done);
}

function mergeStops(
  parts: readonly (Judged & { readonly run: ShardRun })[],
  { folder, head, shell }: Omit<MergedPlace, 'notices'>,
): Stop | null {
  const stopped = parts.flatMap(({ run, exitCode, stop }) =>
    stop ? [{ shard: formatShard(run.shard), exitCode, ...stop }] : [],
  );
  const worst = mostSerious(stopped.map(({ exitCode }) => exitCode));
  const leading = stopped.find(({ exitCode }) => exitCode === worst);
  if (!leading) return null;
  const isToApply = head.whole && head.violations.length === 0;
  return {
    code: leading.code,
    rules: [...new Set(stopped.flatMap(({ rules }) => rules))],
    message: describeStops(stopped),
    hint: describeHint(leading, head, shell),
    apply: isToApply && stopped.some(({ apply }) => apply !== null) ? folder : null,
  };
}

/** The shards' flag was for their command; another one sends the merged run. */
function describeHint({ code, hint }: Stop, { whole, violations }: PlanHead, shell: Shell): string | null {
  if (code !== 'guard' || !whole || violations.length === 0) return hint;
  const rules = violations.map(({ rule }) => rule).join(',');
  return `If this is intended, apply the merged run with --allow ${quoteWord(rules, shell)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function addUp(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const part of counts)
    for (const [key, number] of Object.entries(part)) total[key] = (total[key] ?? 0) + number;
  return total;
}

function sortKeys(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What is not a count, such as a learned rate, is each shard's own. */
function addRequests(requests: readonly Summary['requests'][]): Summary['requests'] {
  const { reads, writes, retries, throttled } = addUp(
    requests.map(({ reads, writes, retries, throttled }) => ({ reads, writes, retries, throttled })),
  );
  return { reads: reads ?? 0, writes: writes ?? 0, retries: retries ?? 0, throttled: throttled ?? 0 };
}
