import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

/** What is the same for a run wherever it is recorded: no two runs of a machine begin in the same millisecond with the same sheet. */
export function identityOf({
  command,
  started_at,
  sheet,
}: Pick<RunRecord, 'command' | 'started_at' | 'sheet'>): string {
  return JSON.stringify([command, started_at, sheet?.sha256 ?? null]);
}

/** Whether a plan is that of a run: another run may have the folder now. A run whose plan was never read into the history has no sheet there. */
export function isPlanOf(
  record: Pick<RunRecord, 'command' | 'started_at' | 'sheet'>,
  head: PlanHead,
): boolean {
  if (record.sheet) return identityOf(record) === identityOfPlan(head);
  return record.command === head.command && record.started_at === head.created_at;
}

/** Likewise, of a run folder. */
export function identityOfPlan({ command, created_at, sheet }: PlanHead): string {
  // That of an apply has the checksum of a plan where others have that of a sheet.
  return JSON.stringify([command, created_at, sheet.sheet_sha256 ?? sheet.sha256]);
}

/** The first line of a run's plan; `undefined` if its folder is gone, or another run has the folder now. */
export function planHeadOf(record: RunRecord, disk: Disk): PlanHead | undefined {
  if (record.folder === null) return undefined;
  const head = readPlanHead(join(record.folder, RUN_FILES.plan), disk);
  return head && isPlanOf(record, head) ? head : undefined;
}
