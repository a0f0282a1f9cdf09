import { join, resolve } from 'node:path';
import { groupBy } from '../../domain/group-by.ts';
import { isFuture } from '../../domain/is-future.ts';
import { MAY_ARRIVE } from '../../domain/may-arrive.ts';
import type { Disk } from '../../domain/ports.ts';
import {
  describeRefusal,
  type FoundFolder,
  listBelow,
  looksLikeRun,
  openRunFolder,
  type RefusedFolder,
} from '../folder/find-run-folders.ts';
import { jobOfPlan } from '../folder/job-of-plan.ts';
import { readJournal } from '../folder/journal.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import { DELETING, RUN_FILES } from '../folder/run-folder.ts';
import { readBegun } from './begun-run.ts';
import { findForeign, listDoomed, sizeOf } from './delete-run.ts';
import { pastOf } from './future-runs.ts';
import { listParts, readRecords } from './history-files.ts';
import { type KeepReason, type KeepRules, keepByRules } from './keep-rules.ts';
import { readSeal } from './read-history-file.ts';
import { refuseUnknownJob } from './refuse-unknown-job.ts';
import { identityOf, identityOfPlan } from './run-identity.ts';

export interface PruneOptions {
  /** Of the history. */
  readonly folder: string;
  /** Folders of run folders. */
  readonly from: readonly string[];
  /** Only runs of this job. */
  readonly job: string | undefined;
  readonly rules: KeepRules;
  /** Whether a run folder is in use by a run that holds a lock. */
  readonly isBusy: (folder: string) => boolean;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** Why a run folder is kept, beside the rules. */
export type Protection =
  | 'undoable'
  | 'applicable'
  | 'approvable'
  | 'unconfirmed'
  | 'in_use'
  | 'not_in_history'
  | 'in_future';

export interface PrunedRun {
  /** Absolute. */
  readonly path: string;
  readonly job: string | null;
  readonly startedAt: string;
  readonly bytes: number;
  /** Identifies the folder, if another takes its name meanwhile. */
  readonly ino: number;
}

export interface PrunePlan {
  readonly kept: readonly (PrunedRun & { readonly reasons: readonly (KeepReason | Protection)[] })[];
  readonly toDelete: readonly PrunedRun[];
  /** Half deleted by a process that was killed. */
  readonly doomed: readonly string[];
  /** What is not certainly a folder that only a run wrote to. */
  readonly leftOut: readonly RefusedFolder[];
}

/** Decides which run folders are deleted. Nothing is changed. */
export function planPrune(options: PruneOptions): PrunePlan {
  const { from, disk, job } = options;
  const found = from
    .flatMap((parent) => listBelow(parent, disk))
    .filter((path) => !path.endsWith(DELETING) && looksLikeRun(path, disk))
    .map((path) => openCertain(path, disk));
  const leftOut = found.filter((each) => 'why' in each);
  const open = found.filter((each) => 'head' in each);
  const all = open.map((run) => ({ run, job: jobOfPlan(run.head) }));
  const ofJob = all.filter((each) => job === undefined || each.job === job);
  if (job !== undefined && ofJob.length === 0)
    refuseUnknownJob(job, { histories: [options.folder], jobs: all.flatMap((each) => each.job ?? []), disk });
  const runs = ofJob
    .map((each) => ({ ...each, time: Date.parse(each.run.head.created_at) }))
    .sort((one, other) => other.time - one.time);
  // A clock that was ahead makes a run the last one for a long time; it stays, and the rules count the others.
  const past = pastOf(runs, ({ run }) => run.head.created_at, options.now);
  const protections = protect({ runs, past }, options);
  const reasons = new Map<FoundFolder, readonly (KeepReason | Protection)[]>();
  for (const group of groupBy(past, (each) =>
    JSON.stringify([placeOf(each), each.run.head.dry_run]),
  ).values()) {
    const kept = keepByRules(
      group.map(({ time }) => time),
      options.rules,
    );
    for (const [index, { run }] of group.entries())
      reasons.set(run, [...(kept[index] ?? []), ...(protections.get(run) ?? [])]);
  }
  const described = runs.map(({ run, job: of }) => ({
    ...describe(run, of),
    reasons: reasons.get(run) ?? protections.get(run) ?? [],
  }));
  return {
    kept: described.filter((each) => each.reasons.length > 0),
    toDelete: described.filter((each) => each.reasons.length === 0).map(({ reasons: _none, ...run }) => run),
    doomed: from.flatMap((parent) => listDoomed(parent, disk)),
    leftOut,
  };
}

/** Opens a run folder if it is one, and holds nothing else. */
function openCertain(path: string, disk: Disk): FoundFolder | RefusedFolder {
  const found = openRunFolder(path, { command: 'delete', disk });
  if ('why' in found) return found;
  try {
    const foreign = findForeign(path, disk);
    return foreign === undefined
      ? found
      : { path, why: `It holds "${foreign}", which is not a file of a run` };
  } catch (error) {
    return { path, why: describeRefusal(error) };
  }
}

interface JobRun {
  readonly run: FoundFolder;
  readonly job: string | null;
  /** Units: epoch milliseconds. */
  readonly time: number;
}

/** What keeps a run folder whatever the rules say. `runs`: the newest first. */
function protect(
  { runs, past }: { readonly runs: readonly JobRun[]; readonly past: readonly JobRun[] },
  { folder, isBusy, now, disk }: PruneOptions,
): ReadonlyMap<FoundFolder, readonly Protection[]> {
  const parts = listParts(folder, disk);
  const known = new Set(
    parts.flatMap((part) =>
      [...readRecords(part, disk)].flatMap(({ path, record }) =>
        isWholeFile(path, disk) ? [identityOf(record)] : [],
      ),
    ),
  );
  const begun = new Set(parts.flatMap((part) => resolveAll(readBegun(part, disk)?.folder)));
  const last = new Map<FoundFolder, Protection[]>();
  for (const group of groupBy(past, placeOf).values()) {
    for (const [protection, isLast] of LAST) {
      const found = group.find(({ run }) => isLast(run));
      if (found) last.set(found.run, [...(last.get(found.run) ?? []), protection]);
    }
  }
  const all = runs.map(({ run }): readonly [FoundFolder, readonly Protection[]] => {
    const isInUse = isBusy(run.path) || begun.has(run.path) || mayBeUnderWay(run, now);
    return [
      run,
      [
        ...(last.get(run) ?? []),
        ...(isUnconfirmed(run) ? (['unconfirmed'] as const) : []),
        ...(isInUse ? (['in_use'] as const) : []),
        ...(known.has(identityOfPlan(run.head)) ? [] : (['not_in_history'] as const)),
        ...(isFuture(run.head.created_at, now) ? (['in_future'] as const) : []),
      ],
    ];
  });
  return new Map(all);
}

/** Of each, the last run of a job stays. */
const LAST: readonly (readonly [Protection, (run: FoundFolder) => boolean])[] = [
  ['undoable', canUndo],
  ['applicable', canApply],
  ['approvable', canApprove],
];

/** A folder is all that is left of a run whose file of the history is damaged. */
function isWholeFile(path: string, disk: Disk): boolean {
  try {
    readSeal(path, disk);
    return true;
  } catch {
    return false;
  }
}

function resolveAll(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [resolve(path)];
}

/** Without a lock, as in a container, only its files show that a run is alive. */
const QUIET_MS = 24 * 3_600_000;

function mayBeUnderWay({ path, summary, disk }: FoundFolder, now: number): boolean {
  return !summary && now - readLastActivity(path, disk) < QUIET_MS;
}

/** The runs that one rule counts together. */
function placeOf({ run: { head }, job }: JobRun): string {
  return JSON.stringify([job, head.account.key_fingerprint]);
}

function describe({ path, head, disk }: FoundFolder, job: string | null): PrunedRun {
  const ino = disk.lstatSync(path, { throwIfNoEntry: false })?.ino ?? -1;
  return { path, job, startedAt: head.created_at, bytes: sizeOf(path, disk), ino };
}

/** Whether a run sent something that can be undone. */
function canUndo({ path, head, summary, disk }: FoundFolder): boolean {
  if (head.dry_run || !disk.existsSync(join(path, RUN_FILES.outcomes))) return false;
  if (!summary) return true;
  // What was refused has changed nothing.
  const { by_status, by_reason } = summary.counts;
  const { updated = 0, unconfirmed = 0, conflict = 0 } = by_status;
  return summary.requests.writes > 0 && updated + unconfirmed + conflict + (by_reason[MAY_ARRIVE] ?? 0) > 0;
}

/** Statuses of rows whose update was not made yet, and that waits for nobody. */
const UNSENT = ['planned', 'skipped', 'failed', 'unconfirmed'] as const;

/** Whether a run has a plan with something left to send. */
function canApply({ head, summary }: FoundFolder): boolean {
  if (!head.whole) return false;
  return !summary || UNSENT.some((status) => (summary.counts.by_status[status] ?? 0) > 0);
}

/** Whether a run has updates that wait for approval. Rows that an apply holds are approved in the plan that it was given. */
function canApprove({ head, summary }: FoundFolder): boolean {
  if (!head.whole || head.command === 'apply') return false;
  return (summary?.counts.by_status['held'] ?? 0) > 0;
}

/** Whether it is unknown of some update if it took effect. A journal that can't be read says nothing. */
function isUnconfirmed({ path, head, summary, disk }: FoundFolder): boolean {
  if (summary) {
    const { by_status, by_reason } = summary.counts;
    return (by_status['unconfirmed'] ?? 0) > 0 || (by_reason[MAY_ARRIVE] ?? 0) > 0;
  }
  if (head.dry_run) return false;
  try {
    const journal = readJournal(join(path, RUN_FILES.outcomes), { start: undefined, disk });
    if (!journal) return false;
    const outcomes = [...journal.byEntry.values()];
    return (
      !journal.ended || outcomes.some(({ status, may_arrive }) => status === 'unconfirmed' || may_arrive)
    );
  } catch {
    return true;
  }
}
