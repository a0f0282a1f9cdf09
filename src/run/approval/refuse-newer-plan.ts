import { join, resolve } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import { ApprovalError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { formatShard } from '../../domain/shard.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { findStranger } from '../disk/find-stranger.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readHistories } from '../history/read-histories.ts';
import { describeAccount } from '../job/account.ts';
import { displayPath } from '../job/display-path.ts';
import type { RunSettings } from '../job/job.ts';
import type { RunPorts } from '../job/run.ts';

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk'>;
}

/**
 * Refuses to send what was approved of a plan once its job has a newer one: the sheet may say something else by now. A run that this
 * machine's history does not have is not known.
 *
 * Errors: `ApprovalError`.
 */
export function refuseNewerPlan(head: PlanHead, { run, settings, ports }: Context): void {
  const { cwd, disk } = ports;
  const { applyFlags, shell } = settings.stepFlags;
  const newest = findNewer(head, settings, ports)[0];
  if (!newest) return;
  const { command, started_at, folder } = newest;
  const at = `${started_at.slice(0, 16).replace('T', ' ')} UTC`;
  const shown = folder === null ? undefined : displayPath(folder, cwd);
  const review = shown === undefined ? undefined : join(shown, RUN_FILES.review);
  const where = shown === undefined ? '' : `, in "${shown}"`;
  throw new ApprovalError(
    `Cannot apply a part of "${run}": the job "${head.sheet.job}" has a newer plan, of the ${command} at ${at}${where}`,
    {
      hint:
        shown !== undefined && review !== undefined && disk.existsSync(resolve(cwd, review))
          ? `Approve that one: ${formatCommand(['apply', shown, '--only', review, ...applyFlags], shell)}`
          : 'Make a new plan with diff, and approve that',
    },
  );
}

/** The newest first. */
function findNewer(
  { created_at: since, account, shard, sheet }: PlanHead,
  settings: RunSettings,
  { cwd, disk }: Context['ports'],
): readonly RunRecord[] {
  const { job } = sheet;
  const folder = settings.history && resolve(cwd, settings.history.folder);
  if (!folder || job == null || findStranger(folder, disk)) return [];
  const keys = new Set([account, describeAccount(settings.service)].map(nameAccount));
  const isSame = (record: RunRecord): boolean =>
    record.started_at > since &&
    (record.command === 'sync' || record.command === 'diff') &&
    isOfSheet(record) &&
    record.account !== null &&
    keys.has(nameAccount(record.account)) &&
    // Shards of one sheet are side by side; a shard of another sheet is newer than the whole of this one.
    (record.shard === (shard ? formatShard(shard) : null) ||
      record.sheet?.sha256 !== (sheet.sheet_sha256 ?? sheet.sha256)) &&
    hasPlan(record, disk);
  return readKept(folder, { job, since }, disk).filter(isSame);
}

function readKept(folder: string, which: { readonly job: string; readonly since: string }, disk: Disk) {
  try {
    return readHistories(folder, which, disk).map(({ record }) => record);
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
function isOfSheet({ sheet }: RunRecord): boolean {
  return sheet !== null && sheet.figures !== null;
}

/** A run that was stopped before its plan was made has changed nothing, and says nothing about the sheet. */
function hasPlan({ stopped, folder }: RunRecord, disk: Disk): boolean {
  if (stopped === null) return true;
  return folder !== null && readPlanHead(join(folder, RUN_FILES.plan), disk)?.whole === true;
}
