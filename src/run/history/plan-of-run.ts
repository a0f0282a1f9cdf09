import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { isPlanOf } from './run-identity.ts';

/** The first line of a run's plan; `undefined` if its folder is gone, or another run has the folder now. */
export function planHeadOf(record: RunRecord, disk: Disk): PlanHead | undefined {
  if (record.folder === null) return undefined;
  const head = readPlanHead(join(record.folder, RUN_FILES.plan), disk);
  return head && isPlanOf(record, head) ? head : undefined;
}
