import { join, resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { listFolders } from '../folder/list-folders.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { readSummary } from '../folder/summary-file.ts';
import { isPlanOfBegun } from './begun-run.ts';
import { chooseLatest, type LatestCandidate, type LatestFor } from './choose-latest.ts';
import { withoutFuture } from './future-runs.ts';
import type { KeptRun } from './history-files.ts';
import { readingHistory } from './history-trouble.ts';
import { readHistories, readUnfinished } from './read-histories.ts';
import { adviseGone } from './refuse-gone-run.ts';
import { isPlanOf } from './run-identity.ts';

interface Asked {
  readonly wanted: LatestFor;
  /** The folder of all histories; `undefined`: none is kept. */
  readonly history: string | undefined;
  /** Only runs of this job. */
  readonly job: string | undefined;
  readonly cwd: string;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly shell: Shell;
  readonly disk: Disk;
}

interface FoundRun extends LatestCandidate {
  /** `undefined`: it is not in the history. */
  readonly record: RunRecord | undefined;
  /** Whether a plan is that of the run: another one may have the folder now. */
  readonly isPlan: (head: PlanHead) => boolean;
}

/**
 * The folder of the newest run that a command can use, by the history; by the run folders where there is none.
 *
 * Errors: `UsageError` if there is no such run, its folder is gone, or the runs are of several jobs; `DiskError`.
 */
export function findLatestRun({ wanted, history, job, cwd, now, shell, disk }: Asked): string {
  const folder = history && resolve(cwd, history);
  const kept = folder ? readingHistory(folder, () => readCandidates(folder, now, disk)) : [];
  const all = kept.length > 0 ? kept : readFolders(resolve(cwd, RUNS_FOLDER), disk);
  refuseSeveralJobs(all, job);
  const runs = all.filter((run) => job === undefined || run.job === job);
  for (const { folder: found, isPlan, record } of chooseLatest(runs, wanted)) {
    const there = readPlanHead(join(found, RUN_FILES.plan), disk);
    const other = there && !isPlan(there);
    const head = other ? undefined : there;
    if ((wanted === 'apply' || wanted === 'approve') && head && !head.whole) continue;
    if (head) return found;
    const why = other ? 'another run has that folder now' : 'it has no plan or is gone';
    throw new UsageError([`The latest run ${FOR[wanted]} is "${found}", and ${why}`], {
      hint: other && record ? adviseGone(record, { wanted, shell }) : 'Name the run folder that you mean',
    });
  }
  const ofJob = job === undefined ? '' : ` of the job "${job}"`;
  const [overtaken] = chooseLatest(
    runs.filter(({ isDryRun, wasCutShort }) => isDryRun || wasCutShort),
    wanted,
  );
  const hint = overtaken
    ? `A later run came to its end since "${overtaken.folder}" was planned; to send that plan all the same, name its folder`
    : 'pricesheet history lists all runs';
  throw new UsageError([`There is no run${ofJob} ${FOR[wanted]}`], {
    hint: runs.length === 0 ? 'Run sync or diff first' : hint,
  });
}

const FOR: Readonly<Record<LatestFor, string>> = {
  apply: 'with a plan that is still to be sent',
  approve: 'with rows to approve',
  undo: 'that sent anything',
  look: 'with a folder',
};

/**
 * A run that ended before it had a folder counts for no job: the name of its sheet may have been mistyped.
 *
 * Errors: `UsageError` if the runs are of several jobs and none of these was named.
 */
export function refuseSeveralJobs(
  runs: readonly { readonly job: string | null; readonly folder: string | null }[],
  job: string | undefined,
): void {
  const jobs = [...new Set(runs.flatMap((run) => (run.folder === null ? [] : (run.job ?? []))))].sort();
  if (job !== undefined || jobs.length < 2) return;
  throw new UsageError([`There are runs of several jobs: ${jobs.join(', ')}`], {
    hint: `Pass --job NAME to say whose latest run is meant`,
  });
}

/** From the history, the newest first; none of a history that others could have written. */
function readCandidates(folder: string, now: number, disk: Disk): readonly FoundRun[] {
  if (findStranger(folder, disk) !== undefined) return [];
  const { runs } = withoutFuture(readHistories(folder, {}, disk), now);
  const unfinished = readUnfinished(folder, { runs }, disk).map((begun) => ({
    started_at: begun.started_at,
    job: begun.job,
    folder: begun.folder,
    isDryRun: false,
    wasCutShort: true,
    leavesRest: false,
    isUndo: begun.command === 'undo',
    hasReview: false,
    hasSent: hasJournal(begun.folder, disk),
    record: undefined,
    isPlan: (head: PlanHead) => isPlanOfBegun(head, begun),
  }));
  const ended = runs.map((run) => ({ started_at: run.record.started_at, ...toCandidate(run, disk) }));
  return [...ended, ...unfinished].sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
}

function toCandidate({ record }: KeptRun, disk: Disk): FoundRun {
  const { job, command, folder, dry_run: isDryRun, requests } = record;
  const hasSent = requests ? requests.writes > 0 : folder !== null && hasJournal(folder, disk);
  return {
    job,
    folder,
    isDryRun,
    wasCutShort: isCutShort(record),
    leavesRest: leavesRest({ command, counts: record.counts }),
    isUndo: command === 'undo',
    hasReview: hasReview(command, { isDryRun, held: record.counts?.by_status.held }),
    hasSent,
    record,
    isPlan: (head) => isPlanOf(record, head),
  };
}

function hasReview(
  command: string,
  { isDryRun, held = 0 }: { readonly isDryRun: boolean; readonly held: number | undefined },
): boolean {
  return (command === 'sync' || command === 'diff') && (isDryRun || held > 0);
}

/** Somebody who answered with no has a plan that is still to be sent, too. */
function isCutShort({
  dry_run,
  exit_code,
  stopped,
}: Pick<RunRecord, 'dry_run' | 'exit_code' | 'stopped'>): boolean {
  return !dry_run && (exit_code === null || exit_code === 8 || stopped !== null);
}

/** What the service ignored is left by no run before. */
function leavesRest({ command, counts }: RestFacts): boolean {
  const { skipped = 0 } = counts?.by_status ?? {};
  const { clears_ignored: ignored = 0 } = counts?.by_reason ?? {};
  return command === 'apply' && skipped > ignored;
}

interface RestFacts {
  readonly command: string;
  readonly counts:
    | {
        readonly by_status: Readonly<Record<string, number | undefined>>;
        readonly by_reason: Readonly<Record<string, number | undefined>>;
      }
    | null
    | undefined;
}

function hasJournal(folder: string, disk: Disk): boolean {
  return disk.existsSync(join(folder, RUN_FILES.outcomes));
}

function readFolders(parent: string, disk: Disk): readonly FoundRun[] {
  const found = listFolders([parent], disk).flatMap((folder) => {
    const head = readPlanHead(join(folder, RUN_FILES.plan), disk);
    if (!head) return [];
    const summary = trySummary(folder, disk);
    const candidate = {
      job: head.sheet.job,
      folder,
      isDryRun: head.dry_run,
      isUndo: head.command === 'undo',
      hasReview: hasReview(head.command, {
        isDryRun: head.dry_run,
        held: summary?.counts.by_status['held'],
      }),
      leavesRest: leavesRest({ command: head.command, counts: summary?.counts }),
      wasCutShort: !head.dry_run && (!summary || summary.exit_code === 8 || summary.stopped !== null),
      hasSent: summary ? summary.requests.writes > 0 : hasJournal(folder, disk),
      record: undefined,
      isPlan: () => true,
    };
    return [{ created: head.created_at, candidate }];
  });
  return found.sort((one, other) => (one.created < other.created ? 1 : -1)).map(({ candidate }) => candidate);
}

/** A damaged one is the concern of the command that uses the folder. */
function trySummary(folder: string, disk: Disk): ReturnType<typeof readSummary> {
  try {
    return readSummary(folder, disk);
  } catch {
    return undefined;
  }
}
