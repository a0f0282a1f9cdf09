import { dirname, join, resolve } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { ApprovalError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { mayHaveSet, type PastRun } from '../../domain/run-record.ts';
import { findSent, findTakenBack, nameCut, nameTime } from '../../plan/earlier-runs.ts';
import { formatFollowing } from '../../report/text/format-command.ts';
import { listFolders } from '../folder/find-run-folders.ts';
import { type PlanFile, readPlanHead } from '../folder/plan-file.ts';
import { jobOfPlan, type PlanHead } from '../folder/plan-schema.ts';
import { displayPath, RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { readPastRuns, undoSinceWords } from '../ledger/past-runs.ts';
import { tryLedger } from '../ledger/read-ledger.ts';
import { isPlanOf, planPathOf } from '../ledger/run-facts.ts';
import { describeAccount } from './account.ts';
import type { OpenRun } from './open-earlier-run.ts';
import type { RunPorts, RunSettings } from './run.ts';

interface OlderPlanTools {
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk' | 'clock'>;
}

/**
 * The run that has sent another sheet of the job, or a part of it, since a plan was made: the plan, and the files beside it, have what
 * an older sheet said.
 */
export function nameNewerSheet(head: PlanHead, tools: OlderPlanTools): string | undefined {
  const { sheet_sha256, sha256 } = head.sheet;
  const { newer, later, all } = findNewerRuns(head, tools);
  const isSent = findSent(all);
  const wasApplied = ({ sheet }: PastRun): boolean =>
    later.some((run) => run.command === 'apply' && run.sheet?.sha256 === sheet?.sha256 && isSent(run));
  const newest = newer.find(
    (run) => run.sheet?.sha256 !== (sheet_sha256 ?? sha256) && (isSent(run) || wasApplied(run)),
  );
  return newest && nameOtherRun(newest, tools.ports.cwd);
}

/**
 * Refuses to send what was approved of a plan once its job has a newer one, since the sheet may say something else by now, or its run was
 * taken back: what that had sent is reported as it ended then, and its listings are not read. A run that this machine's history does not
 * have is not known. `run`: the folder, as it was given.
 *
 * Errors: `ApprovalError`.
 */
export function refuseOutdated(
  { plan: { head }, journal }: Pick<OpenRun, 'plan' | 'journal'>,
  { run, ...tools }: OlderPlanTools & { readonly run: string },
): void {
  const { cwd } = tools.ports;
  const [newest] = findNewerRuns(head, tools).newer;
  if (newest)
    throw new ApprovalError(
      `Cannot apply a part of "${run}": the job "${head.sheet.job}" has a newer plan, of ${nameOtherRun(newest, cwd)}`,
      { hint: 'Approve that one, or make a new plan with diff, and approve that' },
    );
  const undo = journal && journal.byEntry.size > 0 && findUndo(head.created_at, tools);
  if (undo)
    throw new ApprovalError(
      `Cannot apply a part of "${run}": it was taken back by ${nameOtherRun(undo, cwd)}, and what it had sent is not read again`,
      { hint: 'Make a new plan with diff, and approve that' },
    );
}

/**
 * Names the runs just before that sent a part of the same sheet and were cut short: to take back the run that went on leaves what they
 * set.
 */
export function noticeCutBefore(head: PlanHead, tools: OlderPlanTools): readonly string[] {
  const { sheet_sha256, sha256, job } = head.sheet;
  if (job == null || head.command === 'undo') return [];
  const { given } = tools.settings;
  const runs = readPast({ job }, tools);
  const own = runs.findIndex((run) => isPlanOf(run, head));
  const before = own === -1 ? [] : runs.slice(own + 1).filter((run) => !run.dry_run && mayHaveSet(run));
  const isPart = (run: PastRun): boolean =>
    nameCut(run) !== '' &&
    run.sheet?.sha256 === (sheet_sha256 ?? sha256) &&
    run.account?.key_fingerprint === head.account.key_fingerprint;
  const end = before.findIndex((run) => !isPart(run));
  return before.slice(0, end === -1 ? before.length : end).map((run) => {
    const all = formatFollowing(undoSinceWords(run), given);
    return `A part of the same sheet was sent by ${nameOtherRun(run, tools.ports.cwd)}, and stays as it is; to take back all since then: ${all}`;
  });
}

/** The newest undo of the run that began then, unless it was taken back as a whole. A killed one may have set something too. */
function findUndo(startedAt: string, tools: OlderPlanTools): PastRun | undefined {
  const runs = readPast({}, tools);
  const isTakenBack = findTakenBack(runs);
  return runs.find(
    (run) => !run.dry_run && run.undone_runs?.includes(startedAt) && mayHaveSet(run) && !isTakenBack(run),
  );
}

/** `the sync at 2026-11-20 02:15 UTC, in "runs/x" (killed after at least 3 updates)`. */
function nameOtherRun(run: PastRun, cwd: string): string {
  const where = run.folder === null ? '' : `, in "${displayPath(run.folder, cwd)}"`;
  return `the ${run.command} at ${nameTime(run.started_at)}${where}${nameCut(run)}`;
}

/**
 * The runs of a plan's job that made a later plan of its sheet; also one that has begun and not ended, and of which the history has only
 * word that it began. A run that this machine's history does not have is not known.
 *
 * Shape: `later` are all runs that came later, `all` also those before; the newest first.
 */
function findNewerRuns(head: PlanHead, tools: OlderPlanTools) {
  const { disk, clock } = tools.ports;
  const job = jobOfPlan(head);
  const all = job === null ? [] : readPast({ job }, tools);
  const keys = [head.account, describeAccount(tools.settings.service)].map((each) => each.key_fingerprint);
  const later = laterThan(head, all, clock.now());
  const newer = later.filter(
    (run) =>
      (run.command === 'sync' || run.command === 'diff') &&
      keys.includes(run.account?.key_fingerprint ?? '') &&
      (isPlanOfSheet(run, disk) || isUnknown(run, disk)),
  );
  return { newer, later, all };
}

/** The runs of the history, the newest first; none of what can't be read: the run itself says what is wrong with it. */
function readPast(
  which: { readonly job?: string },
  { settings, ports: { cwd, disk } }: OlderPlanTools,
): readonly PastRun[] {
  const folder = settings.history && resolve(cwd, settings.history.folder);
  return (folder && tryLedger(() => readPastRuns(folder, which, disk), [])) || [];
}

/**
 * The runs that came after the plan: behind its own run, and any that began later by its time, unless a clock was ahead. `now`: epoch
 * milliseconds.
 */
function laterThan(head: PlanHead, runs: readonly PastRun[], now: number): readonly PastRun[] {
  const own = runs.findIndex((run) => isPlanOf(run, head));
  const isLaterByTime = ({ started_at }: PastRun): boolean =>
    started_at > head.created_at && (own === -1 || Date.parse(started_at) <= now);
  return runs.filter((run, at) => at < own || (at !== own && isLaterByTime(run)));
}

/**
 * A retry file has a few rows of the sheet, and says nothing about the others. A run that was stopped before its plan was made has changed
 * nothing, and says nothing about the sheet either. Its folder may be gone: then the record says whether it sent something.
 */
function isPlanOfSheet(run: PastRun, disk: Disk): boolean {
  if (run.sheet === null || run.sheet.figures === null) return false;
  if (run.stopped === null || mayHaveSet(run)) return true;
  const head = run.folder === null ? undefined : readPlanHead(planPathOf(run.folder), disk);
  return head !== undefined && isPlanOf(run, head) && head.whole;
}

/** Whether a run was killed and what it sent can't be read: its folder is gone, or another run has it now. Without a plan it sent nothing. */
function isUnknown({ verdict, sheet, folder }: PastRun, disk: Disk): boolean {
  if (verdict !== 'killed' || sheet !== null || folder === null) return false;
  return !disk.existsSync(folder) || disk.existsSync(planPathOf(folder));
}

/**
 * The folders of every `apply` that began to send a run's plan, the newest first, beside the run's and in the folder of runs. `run`: the
 * folder, as it was given.
 */
export function findApplies(
  { sha256 }: PlanFile,
  run: string,
  { cwd, disk }: Pick<RunPorts, 'cwd' | 'disk'>,
): readonly string[] {
  return listFolders([dirname(resolve(cwd, run)), resolve(cwd, RUNS_FOLDER)], disk).filter((folder) => {
    const head = readPlanHead(join(folder, RUN_FILES.plan), disk);
    const isOfPlan = head?.command === 'apply' && head.sheet.sha256 === sha256;
    return isOfPlan && disk.existsSync(join(folder, RUN_FILES.outcomes));
  });
}

/**
 * The sentence for a run that has begun and not ended. A dry run holds no lock, so it can't know whether that run is alive. `what`: how it
 * takes it into account.
 */
export function describeOpenRun(
  { folder, started_at }: Pick<RunRecord, 'folder' | 'started_at'>,
  what: string,
  cwd: string,
): string {
  const at = started_at.slice(0, 19).replace('T', ' ').replace(/:00$/, '');
  return `The run in "${displayPath(folder ?? '', cwd)}" began at ${at} UTC and has not ended: ${what}; if it is still running, wait for its end`;
}
