import { join, resolve } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import type { PastRun } from '../../domain/run-record.ts';
import { mayHaveSet } from '../../plan/may-have-set.ts';
import { findStranger } from '../disk/find-stranger.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { previewUnfinished } from '../history/adopt-unfinished.ts';
import { listParts, readRecords } from '../history/history-files.ts';
import { tryHistory } from '../history/history-trouble.ts';
import { orderByChain } from '../history/order-by-chain.ts';
import { ownerOfPart } from '../history/owner-of-part.ts';
import { isPlanOf, planHeadOf } from '../history/run-identity.ts';
import { describeAccount } from './account.ts';
import type { RunSettings } from './job.ts';
import type { RunPorts } from './run.ts';

interface Asked {
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk'>;
}

/** The runs of a plan's job that made a later plan, and all that the history has of the job. The newest first. */
interface NewerRuns {
  readonly newer: readonly PastRun[];
  readonly all: readonly PastRun[];
}

/**
 * The runs of a plan's job that made a later plan of its sheet, the newest first; also one that has begun and not ended, and of which
 * the history has only word that it began. A run that this machine's history does not have is not known.
 */
export function findNewerRuns(head: PlanHead, { settings, ports }: Asked): NewerRuns {
  const { cwd, disk } = ports;
  const { job } = head.sheet;
  const folder = settings.history && resolve(cwd, settings.history.folder);
  if (!folder || job == null || findStranger(folder, disk)) return { newer: [], all: [] };
  const keys = new Set([head.account, describeAccount(settings.service)].map(nameAccount));
  const parts = readParts(folder, job, disk);
  const newer = parts
    .flatMap((runs) => laterThan(head, runs))
    .filter(
      (run) =>
        (run.command === 'sync' || run.command === 'diff') &&
        run.account !== null &&
        keys.has(nameAccount(run.account)) &&
        (isPlanOfSheet(run, disk) || isUnknown(run, disk)),
    );
  return { newer: newer.sort(newestFirst), all: parts.flat().sort(newestFirst) };
}

function newestFirst(one: PastRun, other: PastRun): number {
  return one.started_at < other.started_at ? 1 : -1;
}

/**
 * The runs that came after the plan: behind the run that was the last one then, as far as the chain says, and otherwise by their times. A
 * clock may have been wrong. `runs`: of one folder of the history.
 */
function laterThan(head: PlanHead, runs: readonly PastRun[]): readonly PastRun[] {
  const isLaterByTime = ({ started_at }: PastRun): boolean => started_at > head.created_at;
  const own = runs.find((run) => isPlanOf(run, head));
  const chained = orderByChain(runs.filter((run) => !run.dry_run).map((record) => ({ record })));
  const ids = chained.map(({ record }) => record.id);
  const at = head.last_run == null ? -1 : ids.indexOf(head.last_run);
  // A plan that was made beside another history names none of these runs.
  const isKnown = own !== undefined && head.last_run !== undefined && (head.last_run === null || at !== -1);
  if (!isKnown) return runs.filter(isLaterByTime);
  const behind = new Set(ids.slice(at + 1));
  return runs.filter((run) => run !== own && (run.dry_run ? isLaterByTime(run) : behind.has(run.id)));
}

/** The runs of a job, by the folders of the history that they are in. */
function readParts(folder: string, job: string, disk: Disk): readonly (readonly PastRun[])[] {
  try {
    return listParts(folder, disk).map((part): readonly PastRun[] => {
      const of = ownerOfPart(part, disk);
      if (!of || of.job !== job) return [];
      // The run itself says what is wrong with the folder.
      const onNotice = (): void => {};
      const unfinished = tryHistory(
        () => previewUnfinished({ part, of, disk, onNotice }),
        undefined,
        onNotice,
      );
      const kept = [...readRecords(part, disk)].map(({ record }) => record);
      return unfinished ? [{ ...unfinished.record, isUnfinished: true }, ...kept] : kept;
    });
  } catch (error) {
    // The run itself says what is wrong with the history.
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function nameAccount({ base_url, key_fingerprint }: PlanHead['account']): string {
  return `${key_fingerprint} ${base_url}`;
}

/** A retry file has a few rows of the sheet, and says nothing about the others. */
function isPlanOfSheet(run: PastRun, disk: Disk): boolean {
  return run.sheet !== null && run.sheet.figures !== null && hasPlan(run, disk);
}

/**
 * A run that was stopped before its plan was made has changed nothing, and says nothing about the sheet. Its folder may be gone: then
 * the record says whether it sent something.
 */
function hasPlan(run: PastRun, disk: Disk): boolean {
  return run.stopped === null || mayHaveSet(run) || planHeadOf(run, disk)?.whole === true;
}

/** Whether a run was killed and what it sent can't be read: its folder is gone, or another run has it now. Without a plan it sent nothing. */
function isUnknown({ verdict, sheet, folder }: PastRun, disk: Disk): boolean {
  if (verdict !== 'killed' || sheet !== null || folder === null) return false;
  return !disk.existsSync(folder) || disk.existsSync(join(folder, RUN_FILES.plan));
}
