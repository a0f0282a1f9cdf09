import { basename, dirname, join } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { groupBy } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import { isUncertain } from '../../domain/run-record.ts';
import { findStranger } from '../disk/system-trust.ts';
import { renameFile, syncFolder } from '../disk/write-whole.ts';
import { describeRefusal, listBelow, type RefusedFolder } from '../folder/find-run-folders.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { jobOfPlan, type PlanHead } from '../folder/plan-schema.ts';
import { DELETING, RUN_FILES, readLastActivity } from '../folder/run-folder.ts';
import { findLedgerStranger } from './ledger-files.ts';
import { type Ledger, readLedgers } from './read-ledger.ts';
import { isPlanOf, planPathOf } from './run-facts.ts';

export interface PruneOptions {
  /** Of all ledgers. */
  readonly history: string;
  /** Folders of run folders. */
  readonly from: readonly string[];
  /** Only runs of this job. */
  readonly job: string | undefined;
  /** Keeps the last runs of each job, as many. */
  readonly last?: number | undefined;
  /** Keeps all runs that began at most this long before the last one. Units: milliseconds. */
  readonly withinMs?: number | undefined;
  /** Only finds out what would be deleted. */
  readonly isDryRun: boolean;
  /** Looks whether a run folder is in use by a run that holds a lock. */
  readonly isBusy: (folder: string) => boolean;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** A folder whose plan is that of a run in the history. */
export interface KnownRun {
  readonly path: string;
  readonly head: PlanHead;
  readonly record: RunRecord;
  /** A dry run has none. */
  readonly hasJournal: boolean;
}

/** A folder that is kept by a rule, or whatever the rules say. */
interface KeptRun extends KnownRun {
  readonly reasons: readonly string[];
}

/** Each list is the newest first. */
interface Pruned {
  readonly kept: readonly KeptRun[];
  readonly deleted: readonly KnownRun[];
  /** What a process that was killed had left half deleted. */
  readonly finished: readonly string[];
  /** Folders with a plan that is not in the history. */
  readonly unknown: readonly string[];
  readonly failed: readonly RefusedFolder[];
}

/**
 * Deletes run folders, and what a killed process has left of others. It takes no lock: whether a run uses a folder is looked up
 * immediately before that is renamed, and a run that begins then does not find it any more.
 *
 * Errors: `RunFolderError` if others could have changed the history; `DiskError`, those of the system.
 */
export function pruneRuns(options: PruneOptions): Pruned {
  const { history, from, job, isDryRun, disk } = options;
  const folders = from.flatMap((parent) => listBelow(parent, disk));
  const plans = new Map<string, PlanHead>();
  for (const path of folders) {
    const head = readPlanHead(planPathOf(path), disk);
    if (head) plans.set(path, head);
  }
  const known = readLedgers(history, {}, disk).map((ledger) => findKnown(ledger, plans, options));
  const judged = known
    .flatMap((runs) => judge(runs, options))
    .filter(({ record }) => job === undefined || record.job === job)
    .sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
  const failed: RefusedFolder[] = [];
  function attempt(path: string, work: () => void): boolean {
    try {
      if (!isDryRun) work();
      return true;
    } catch (error) {
      failed.push({ path, why: describeRefusal(error) });
      return false;
    }
  }
  return {
    kept: judged.filter(({ reasons }) => reasons.length > 0),
    finished: folders
      .filter((path) => isHalfDeleted(path, disk))
      .filter((path) => attempt(path, () => deleteFiles(path, disk))),
    deleted: judged
      .filter(({ reasons }) => reasons.length === 0)
      .filter((run) => attempt(run.path, () => deleteRun(run, options))),
    unknown: [...plans.keys()],
    failed,
  };
}

/** In the order of the ledger: a clock may have been wrong. The newest first. `plans`: what is found is taken from them. */
function findKnown(
  ledger: Ledger,
  plans: Map<string, PlanHead>,
  { history, disk }: PruneOptions,
): readonly KnownRun[] {
  const stranger = findLedgerStranger(history, ledger.path, disk);
  if (stranger !== undefined) throw new RunFolderError(`Cannot rely on the history: ${stranger}`);
  return ledger.runs.flatMap((record) => {
    const [path, head] = [...plans].find(([, plan]) => isFolderOf(record, plan)) ?? [];
    if (path === undefined || !head) return [];
    plans.delete(path);
    return [{ path, head, record, hasJournal: disk.existsSync(join(path, RUN_FILES.outcomes)) }];
  });
}

function isFolderOf(record: RunRecord, head: PlanHead): boolean {
  const isOfAccount = record.account?.key_fingerprint === head.account.key_fingerprint;
  return isOfAccount && record.job === jobOfPlan(head) && isPlanOf(record, head);
}

/** Dry runs are counted separately. `known`: of one ledger, the newest first. */
function judge(
  known: readonly KnownRun[],
  { last = 0, withinMs, isBusy, now, disk }: PruneOptions,
): readonly KeptRun[] {
  const lasts = Object.entries(LAST).map(([reason, fits]) => [reason, known.find(fits)] as const);
  return [...groupBy(known, ({ record }) => record.dry_run).values()].flatMap((group) => {
    const times = group.map(({ record }) => Date.parse(record.started_at));
    const newest = Math.max(...times.filter((time) => time <= now));
    return group.map((run, at) => {
      const reasons: Readonly<Record<string, boolean>> = {
        last: at < last,
        within: withinMs !== undefined && newest - (times[at] ?? 0) <= withinMs,
        ...Object.fromEntries(lasts.map(([reason, found]) => [reason, found === run])),
        unconfirmed: isUncertain(run.record) && run.hasJournal,
        in_use: isBusy(run.path) || mayBeUnderWay(run.path, now, disk),
        not_ours: !isOnlyOurs(run.path, disk),
      };
      return { ...run, reasons: Object.keys(reasons).filter((reason) => reasons[reason]) };
    });
  });
}

/** The last of each kind is kept. */
const LAST = {
  undoable: canUndo,
  applicable: canApply,
  approvable: canApprove,
} as const;

/** Whether a run sent something that can be undone. What was refused has changed nothing. */
function canUndo({ record, hasJournal }: KnownRun): boolean {
  const { updated = 0, conflict = 0 } = record.counts?.by_status ?? {};
  const isSent = record.requests?.writes !== 0 && hasJournal;
  return isSent && (isUncertain(record) || updated + conflict > 0);
}

/** Statuses of rows whose update was not made yet, and that waits for nobody. */
const UNSENT = ['planned', 'skipped', 'failed', 'unconfirmed'] as const;

/** Whether a run has a plan with something left to send. */
function canApply({ record: { verdict, counts }, head }: KnownRun): boolean {
  const isLeft = UNSENT.some((status) => (counts?.by_status[status] ?? 0) > 0);
  return head.whole && (verdict === 'killed' || isLeft);
}

/** Whether a run has updates that wait for approval. Rows that an apply holds are approved in the plan that it was given. */
function canApprove({ record: { command, counts }, head }: KnownRun): boolean {
  return head.whole && command !== 'apply' && (counts?.by_status.held ?? 0) > 0;
}

/** Without a lock, as in a container, only its files show that a run is alive. */
const QUIET_MS = 24 * 3_600_000;

function mayBeUnderWay(path: string, now: number, disk: Disk): boolean {
  const hasEnded = disk.existsSync(join(path, RUN_FILES.summary));
  return !hasEnded && now - readLastActivity(path, disk) < QUIET_MS;
}

const OURS: ReadonlySet<string> = new Set<string>(Object.values(RUN_FILES));

/** Whether a folder holds nothing but files of a run, and nobody else could have changed any. */
function isOnlyOurs(folder: string, disk: Disk): boolean {
  if (findStranger(folder, disk)) return false;
  return disk.readdirSync(folder, { withFileTypes: true }).every(({ name }) => {
    const path = join(folder, name);
    const isNamedSo = OURS.has(name) || name.endsWith('.unfinished');
    return (
      isNamedSo && disk.lstatSync(path, { throwIfNoEntry: false })?.isFile() && !findStranger(path, disk)
    );
  });
}

/** It has lost its plan, and nothing takes it for a run any more. */
function isHalfDeleted(path: string, disk: Disk): boolean {
  return path.endsWith(DELETING) && !disk.existsSync(planPathOf(path)) && isOnlyOurs(path, disk);
}

/**
 * It is renamed first, and loses its plan first: nothing takes half of it for a run, and what is left by a process that was killed is
 * recognized by its name.
 *
 * Errors: `RunFolderError` if it is in use, or not the folder any more that was looked at; those of the system.
 */
function deleteRun({ path, record }: KnownRun, { isBusy, disk }: PruneOptions): void {
  if (isBusy(path)) throw new RunFolderError('A run uses it');
  const doomed = `${path}${DELETING}`;
  renameFile(path, doomed, { disk });
  const head = readPlanHead(planPathOf(doomed), disk);
  if (!head || !isPlanOf(record, head) || !isOnlyOurs(doomed, disk)) {
    const isTaken = disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (!isTaken) renameFile(doomed, path, { disk });
    throw new RunFolderError(
      `It was replaced meanwhile${isTaken ? `, and is now "${basename(doomed)}"` : ''}`,
    );
  }
  // After a power cut the old name may not be back with half of the files.
  syncFolder(dirname(path), disk);
  deleteFiles(doomed, disk);
}

/** Errors: those of the system; also if there is something else in it than files. */
function deleteFiles(doomed: string, disk: Disk): void {
  disk.rmSync(planPathOf(doomed), { force: true });
  for (const { name } of disk.readdirSync(doomed, { withFileTypes: true }))
    disk.rmSync(join(doomed, name), { force: true });
  disk.rmdirSync(doomed);
}
