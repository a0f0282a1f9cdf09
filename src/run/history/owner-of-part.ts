import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { jobOfPlan } from '../folder/job-of-plan.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readBegun } from './begun-run.ts';
import { type PartOf, readRecords } from './history-files.ts';

/** Whose runs a folder of the history has: if there is none yet, by the plan of the one that began. Errors: those of the system. */
export function ownerOfPart(part: string, disk: Disk): PartOf | undefined {
  const [kept] = readRecords(part, disk);
  if (kept) return kept.record;
  const { folder } = readBegun(part, disk) ?? {};
  const head = folder === undefined ? undefined : readPlanHead(join(folder, RUN_FILES.plan), disk);
  if (folder === undefined || !head) return undefined;
  return { job: jobOfPlan(head), account: head.account };
}
