import { join } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { listBelow } from '../folder/find-run-folders.ts';
import { jobOfPlan } from '../folder/job-of-plan.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { DELETING, RUN_FILES } from '../folder/run-folder.ts';
import { findLedgerStranger } from './find-ledger-stranger.ts';
import { isOnlyOurs } from './is-only-ours.ts';
import { isUncertain } from './is-whole-run.ts';
import { ledgerPath } from './ledger-files.ts';
import { readLedger } from './read-ledger.ts';
import { isPlanOf, planPathOf } from './run-facts.ts';

/** Which runs of a job are kept. */
export interface KeepRules {
  /** The last runs, as many. */
  readonly last?: number | undefined;
  /** All runs that began at most this long before the last one. Units: milliseconds. */
  readonly withinMs?: number | undefined;
}

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

/** A folder whose plan is that of a run in the history. */
export interface KnownRun {
  readonly path: string;
  readonly head: PlanHead;
  readonly record: RunRecord;
  readonly disk: Disk;
}

/** Why a run folder is kept: by a rule, or whatever the rules say. */
type KeepReason = 'last' | 'within' | keyof typeof LAST | 'unconfirmed' | 'in_use' | 'not_ours';

/** Each list is the newest first. */
export interface PrunePlan {
  readonly kept: readonly { readonly run: KnownRun; readonly reasons: readonly KeepReason[] }[];
  readonly toDelete: readonly KnownRun[];
  /** Half deleted by a process that was killed. */
  readonly doomed: readonly string[];
  /** Folders with a plan that is not in the history. */
  readonly unknown: readonly string[];
}

/** Decides which run folders are deleted. Nothing is changed. Errors: `RunFolderError` if others could have changed the history. */
export function planPrune(options: PruneOptions): PrunePlan {
  const { folder, from, job, disk } = options;
  const plans = from
    .flatMap((parent) => listBelow(parent, disk))
    .map((path) => ({ path, head: readPlanHead(planPathOf(path), disk) }))
    .filter((plan): plan is Plan => plan.head !== undefined);
  const byLedger = groupBy(plans, ({ head }) =>
    ledgerPath(folder, { job: jobOfPlan(head), account: head.account }),
  );
  const known = [...byLedger].map(([path, own]) => findKnown(path, own, options));
  const isKnown = new Set(known.flat().map(({ path }) => path));
  const judged = known
    .flatMap((runs) => judge(runs, options))
    .filter(({ run }) => job === undefined || run.record.job === job)
    .sort((one, other) => (one.run.head.created_at < other.run.head.created_at ? 1 : -1));
  return {
    kept: judged.filter(({ reasons }) => reasons.length > 0),
    toDelete: judged.filter(({ reasons }) => reasons.length === 0).map(({ run }) => run),
    doomed: from.flatMap((parent) => listDoomed(parent, disk)),
    unknown: plans.map(({ path }) => path).filter((path) => !isKnown.has(path)),
  };
}

/** Folders that a killed process left half deleted, and without a plan. */
function listDoomed(parent: string, disk: Disk): readonly string[] {
  return listBelow(parent, disk).filter(
    (path) => path.endsWith(DELETING) && !disk.existsSync(planPathOf(path)) && isOnlyOurs(path, disk),
  );
}

type Plan = Pick<KnownRun, 'path' | 'head'>;

/** In the order of the ledger: a clock may have been wrong. The newest first. */
function findKnown(
  ledger: string,
  plans: readonly Plan[],
  { folder, disk }: PruneOptions,
): readonly KnownRun[] {
  const stranger = findLedgerStranger(folder, ledger, disk);
  if (stranger !== undefined) throw new RunFolderError(`Cannot rely on the history: ${stranger}`);
  return readLedger(ledger, disk).runs.flatMap((record) => {
    const plan = plans.find(({ head }) => isPlanOf(record, head));
    return plan ? [{ ...plan, record, disk }] : [];
  });
}

/** Dry runs are counted separately. `known`: of one ledger, the newest first. */
function judge(known: readonly KnownRun[], { rules, isBusy, now, disk }: PruneOptions): PrunePlan['kept'] {
  const { last = 0, withinMs } = rules;
  const lastToUse = Object.entries(LAST).map(([reason, fits]) => [reason, known.find(fits)] as const);
  return [...groupBy(known, ({ record }) => record.dry_run).values()].flatMap((group) => {
    const times = group.map(({ record }) => Date.parse(record.started_at));
    const newest = Math.max(...times.filter((time) => time <= now));
    return group.map((run, at) => {
      const reasons = {
        last: at < last,
        within: withinMs !== undefined && newest - (times[at] ?? 0) <= withinMs,
        ...Object.fromEntries(lastToUse.map(([reason, found]) => [reason, found === run])),
        unconfirmed: isUncertain(run.record) && hasJournal(run),
        in_use: isBusy(run.path) || mayBeUnderWay(run, now),
        not_ours: !isOnlyOurs(run.path, disk),
      };
      const holding = Object.entries(reasons).filter(([, holds]) => holds);
      return { run, reasons: holding.map(([reason]) => reason as KeepReason) };
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
function canUndo(run: KnownRun): boolean {
  const { updated = 0, conflict = 0 } = run.record.counts?.by_status ?? {};
  const isSent = run.record.requests?.writes !== 0 && hasJournal(run);
  return isSent && (isUncertain(run.record) || updated + conflict > 0);
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

/** A dry run has none. */
function hasJournal({ path, disk }: KnownRun): boolean {
  return disk.existsSync(join(path, RUN_FILES.outcomes));
}

/** Without a lock, as in a container, only its files show that a run is alive. */
const QUIET_MS = 24 * 3_600_000;

function mayBeUnderWay({ path, disk }: KnownRun, now: number): boolean {
  const hasEnded = disk.existsSync(join(path, RUN_FILES.summary));
  return !hasEnded && now - readLastActivity(path, disk) < QUIET_MS;
}
