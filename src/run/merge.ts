import { UsageError } from '../domain/errors.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Clock, Disk } from '../domain/ports.ts';
import { matchShards } from './match-shards.ts';
import { mergeJournals } from './merge-journals.ts';
import { mergePlans } from './merge-plans.ts';
import { mergeResults } from './merge-results.ts';
import { type MergedSummary, mergeHeads, mergeSummaries } from './merge-summaries.ts';
import { mergeRetries, mergeUndos } from './merge-tables.ts';
import { openShardRun } from './open-shard-run.ts';
import type { PlanHead } from './plan-file.ts';
import { createRunFolder, RUN_FILES } from './run-folder.ts';

export interface MergeRequest {
  /** The run folders of the shards, in any order. */
  readonly runs: readonly string[];
  readonly out?: string | undefined;
}

export interface MergedRun {
  readonly summary: MergedSummary;
  readonly head: PlanHead;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
}

/**
 * Joins the run folders of the shards of a sheet into one, as one run would have left it: `undo` and `apply` do with it what
 * they would do with that. The service is not asked anything, and the folders of the shards stay as they are.
 *
 * Errors: `RunFolderError` where they don't belong together, one is missing, or one is not whole; `DiskError`.
 */
export function merge(
  { runs: given, out }: MergeRequest,
  { cwd, clock, disk }: { readonly cwd: string; readonly clock: Clock; readonly disk: Disk },
): MergedRun {
  const [first, ...others] = given;
  if (first === undefined) throw new UsageError(['No run folder is named']);
  const open = (run: string) => openShardRun(run, { cwd, disk });
  const runs = matchShards([open(first), ...others.map(open)]);
  const folder = createRunFolder({
    out,
    cwd,
    startedAt: clock.now(),
    sheetName: `merged-${runs[0].name}`,
    disk,
  });
  const head = mergeHeads(runs);
  const summary = mergeSummaries(runs, { folder: folder.path, head });
  const missingIsOk = isMissingOk(summary);
  // What was sent comes before the plan: a folder with a plan and without a journal would say that nothing was.
  if (runs.some(({ hasJournal }) => hasJournal))
    folder.writeWhole(RUN_FILES.outcomes, mergeJournals(runs, disk));
  folder.writeWhole(RUN_FILES.plan, mergePlans(runs, head, disk));
  folder.writeWhole(RUN_FILES.results, mergeResults(runs, disk));
  folder.writeWhole(RUN_FILES.retry, mergeRetries(runs, { missingIsOk, disk }));
  folder.writeWhole(RUN_FILES.undo, mergeUndos(runs, disk));
  folder.writeWhole(RUN_FILES.summary, [renderMergedSummary(summary)]);
  return { summary, head, missingIsOk };
}

/** `summary.json` as text. */
export function renderMergedSummary(summary: MergedSummary): string {
  return `${toJsonText(summary, 2)}\n`;
}

function isMissingOk({ settings }: MergedSummary): boolean {
  const { missing } = settings;
  return typeof missing === 'object' && missing !== null && 'value' in missing && missing.value === 'ok';
}
