import { resolve } from 'node:path';
import { DiskError, UsageError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Clock, Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { needsAttention, STATUSES, type Status } from '../../domain/status.ts';
import { VERSION } from '../../package/version.ts';
import { allowedAgain } from '../../report/advice/allow-flags.ts';
import type { MergeStepFlags, MergeStepOptions } from '../../report/advice/list-merge-steps.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import { describeMergedPage } from '../../report/page/describe-merged-page.ts';
import type { MergeFacts } from '../../report/tally/merge-facts.ts';
import { summarizePrices } from '../../report/tally/summarize-prices.ts';
import { IssueTally } from '../../report/tally/tally-issues.ts';
import { type PricedRow, PriceTally } from '../../report/tally/tally-prices.ts';
import { ShiftTally } from '../../report/tally/tally-shifts.ts';
import { type MergedNight, writeMergedLetter } from '../../report/tally/write-letter.ts';
import { guardFolders } from '../folder/guard-folders.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { renderPlanReview } from '../folder/render-plan-review.ts';
import type { ReviewedPlan } from '../folder/review-rows.ts';
import { createRunFolder, RUN_FILES, type RunFolder } from '../folder/run-folder.ts';
import { fromShapeJson } from '../folder/shape-json.ts';
import { displayPath } from '../job/display-path.ts';
import { namesOfFiles } from '../page/describe-run-page.ts';
import { ReportPage } from '../page/report-page.ts';
import { chooseLatest } from './choose-latest.ts';
import { matchShards } from './match-shards.ts';
import { mergeJournals } from './merge-journals.ts';
import { type MergedPageRow, mergePageRows } from './merge-page-rows.ts';
import { mergePlans } from './merge-plans.ts';
import { mergeResults } from './merge-results.ts';
import { type MergedSummary, mergeHeads, mergeSummaries } from './merge-summaries.ts';
import { mergeRetries, mergeUndos } from './merge-tables.ts';
import { openShardRun, type ShardRuns } from './open-shard-run.ts';
import { toMergeFacts } from './to-merge-facts.ts';

export interface MergeRequest {
  /** The run folders of the shards, in any order. */
  readonly runs: readonly string[];
  readonly out?: string | undefined;
  /** Takes the newest of several runs of a shard, and leaves the others out. */
  readonly latest?: boolean | undefined;
  /** The runs' flags that later commands know. */
  readonly toStepFlags: (flags: readonly string[]) => Omit<MergeStepFlags, 'shell'>;
  readonly shell: Shell;
}

export interface MergedRun {
  readonly summary: MergedSummary;
  readonly head: PlanHead;
  readonly facts: MergeFacts;
  readonly stepOptions: MergeStepOptions;
}

/**
 * Merges the run folders of a sheet's shards into one, as a single run would have left it: `undo` and `apply` treat it
 * like one. Nothing is requested from the service, and the folders of the shards stay as they are.
 *
 * Errors: `RunFolderError` if they don't belong together, one is missing, or one is not whole; `DiskError`.
 */
export function merge(
  { runs: given, out, latest = false, toStepFlags, shell }: MergeRequest,
  { cwd, clock, disk: system }: { readonly cwd: string; readonly clock: Clock; readonly disk: Disk },
): MergedRun {
  const paths = given.map((run) => resolve(cwd, run));
  const disk = guardFolders(paths, { command: 'merge', disk: system });
  const all = { runs: given, notices: [], sentBefore: [], planless: [] };
  const { runs: chosen, notices, sentBefore, planless } = latest ? chooseLatest(given, { cwd, disk }) : all;
  const [first, ...others] = chosen;
  if (first === undefined) throw new UsageError(['No run folder of a shard is named']);
  const open = (run: string) => openShardRun(run, { cwd, disk, shell });
  const runs = matchShards([open(first), ...others.map(open)], { planless });
  const folder = createRunFolder({
    out,
    cwd,
    startedAt: clock.now(),
    sheetName: `merged-${runs[0].name}`,
    disk,
  });
  const head = mergeHeads(runs);
  const counted = mergeSummaries(runs, { folder: folder.path, head, notices, shell });
  const missingIsOk = isMissingOk(counted);
  let seal = '';
  const onSeal = (found: string): void => {
    seal = found;
  };
  folder.writeWhole(RUN_FILES.plan, planAndJournal(runs, head, { folder, disk, onSeal }));
  folder.writeWhole(RUN_FILES.results, mergeResults(runs, disk));
  folder.writeWhole(RUN_FILES.retry, mergeRetries(runs, { missingIsOk, disk }));
  folder.writeWhole(RUN_FILES.undo, mergeUndos(runs, disk));
  const reviewed = findReviewed({ summary: counted, head, seal }, { folder, disk });
  if (reviewed) writeReview(reviewed, { summary: counted, head }, folder);
  const stepFlags = toStepFlags(head.retry_flags ?? []);
  const stepOptions = {
    ...stepFlags,
    retryFlags: [...stepFlags.retryFlags, ...allowedByFlag(runs)],
    shell,
    folder: displayPath(folder.path, cwd),
    sentBefore: sentBefore.map((run) => displayPath(resolve(cwd, run), cwd)),
  };
  const page = new ReportPage({ missingIsOk, redact: (text) => text });
  const issues = new IssueTally(counted.stopped ?? undefined);
  // Medians can't be made of those of the shards.
  const prices = new PriceTally();
  const shifts = new ShiftTally();
  for (const row of mergePageRows(runs, disk)) {
    page.add(row);
    if (needsAttention(row.status, missingIsOk)) issues.add(row);
    const priced = toPricedRow(row);
    if (priced) prices.add(priced);
    if (row.isGoing) for (const change of row.changes) shifts.add({ change, sku: row.sku });
  }
  const digest = counted.price_outcome ? prices.result() : undefined;
  const night = toNight(counted, { shifts: shifts.result(), prices: digest });
  const summary = {
    ...counted,
    ...(digest && { price_outcome: { ...summarizePrices(digest) } }),
    ...(night && { letter: writeMergedLetter(night) }),
  };
  const facts = toMergeFacts({ summary, head, missingIsOk, issues: issues.result() });
  const failure = page.write(folder, () =>
    describeMergedPage(
      { summary, facts },
      {
        ...stepOptions,
        shape: shapeOf(head),
        reviewed,
        version: VERSION,
        cwd,
        files: namesOfFiles(folder.path, disk),
        prices: digest,
        night,
      },
    ),
  );
  folder.writeWhole(RUN_FILES.summary, [renderMergedSummary(summary)]);
  // All other files exist by now.
  if (failure) throw new DiskError(failure.message, { hint: failure.hint ?? '' });
  return { summary, head, facts, stepOptions };
}

/**
 * The journal begins with the plan's seal, and is on disk before the plan has its name: a folder with a plan but no
 * journal would look as if nothing was sent.
 */
function* planAndJournal(
  runs: ShardRuns,
  head: PlanHead,
  { folder, disk, onSeal }: Written & { readonly onSeal: (seal: string) => void },
): Generator<string | Uint8Array> {
  const seal = yield* mergePlans(runs, head, disk);
  onSeal(seal);
  if (runs.some(({ hasJournal }) => hasJournal))
    folder.writeWhole(RUN_FILES.outcomes, mergeJournals(runs, { seal, disk }));
}

interface Written {
  readonly folder: RunFolder;
  readonly disk: Disk;
}

interface Merged extends Pick<MergedRun, 'summary' | 'head'> {
  /** Of the merged plan. */
  readonly seal: string;
}

/** The merged plan, if something in it is to be approved. */
function findReviewed({ summary, head, seal }: Merged, { folder, disk }: Written): ReviewedPlan | undefined {
  const isUnsent = head.dry_run || summary.declined === true;
  const { held = 0 } = summary.counts.by_status;
  if (!head.whole || !head.shape || (!isUnsent && held === 0)) return undefined;
  return { path: folder.pathOf(RUN_FILES.plan), seal, isUnsent, redact: (text) => text, disk };
}

/** The review files of the shards are for their own plans, so that of the merged plan begins with nothing approved. */
function writeReview(plan: ReviewedPlan, { summary, head }: Omit<Merged, 'seal'>, folder: RunFolder): void {
  const shape = shapeOf(head);
  const strategyNames = new Map(Object.entries(summary.strategies ?? {}));
  if (shape) folder.writeWhole(RUN_FILES.review, renderPlanReview(plan, { ...shape, strategyNames }));
}

/** `undefined` if a shard was stopped: the letter is about a night that came to its end. */
function toNight(
  { stopped, dry_run, declined, counts, drift }: MergedSummary,
  tallied: Pick<MergedNight['digest'], 'shifts' | 'prices'>,
): MergedNight | undefined {
  if (stopped) return undefined;
  const byStatus = { ...NO_ROWS, ...counts.by_status };
  return {
    dryRun: dry_run,
    declined: declined === true,
    drift: drift ?? undefined,
    digest: { ...tallied, byStatus, attention: counts.attention },
  };
}

const NO_ROWS = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;

function toPricedRow({
  priceOutcome: outcome,
  listing,
  line,
  sku,
  status,
}: MergedPageRow): PricedRow | undefined {
  if (!outcome || !listing) return undefined;
  const { id: listingId, currency } = listing;
  return { outcome, currency, line, sku, listingId, isHeld: status === 'held' };
}

/** `summary.json` as text. */
export function renderMergedSummary(summary: MergedSummary): string {
  return `${toJsonText(summary, 2)}\n`;
}

/** What a shard was given with --allow: a variable or a file of settings lets later commands pass anyway. */
function allowedByFlag(runs: ShardRuns): readonly string[] {
  const settings = runs.map(({ summary }) => Object(summary.settings['allow']));
  const given = settings.find(({ from }) => from === '--allow');
  return given === undefined ? [] : allowedAgain(['--allow', String(given.value)]);
}

function shapeOf({ shape }: PlanHead): UndoShape | undefined {
  if (!shape) return undefined;
  const { header: _header, ...given } = fromShapeJson(shape);
  return given;
}

function isMissingOk({ settings }: MergedSummary): boolean {
  const { missing } = settings;
  return typeof missing === 'object' && missing !== null && 'value' in missing && missing.value === 'ok';
}
