import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { listFolders } from '../folder/find-run-folders.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

/** The folders in `parents` of every `apply` that began to send the plan with this checksum, the newest first. */
export function findApplies(sha256: string, parents: readonly string[], disk: Disk): readonly string[] {
  return listFolders(parents, disk).filter((folder) => {
    const head = readPlanHead(join(folder, RUN_FILES.plan), disk);
    const isOfPlan = head?.command === 'apply' && head.sheet.sha256 === sha256;
    return isOfPlan && disk.existsSync(join(folder, RUN_FILES.outcomes));
  });
}
