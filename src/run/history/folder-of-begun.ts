import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { type BegunRun, isPlanOfBegun } from './begun-run.ts';
import { type FolderRecord, recordOfFolder } from './record-of-folder.ts';

/**
 * What the folder of a run that did not end says of it; `undefined` if it has no plan, or another run has the folder now. Errors: as
 * `recordOfFolder`.
 */
export function folderOfBegun(begun: BegunRun, disk: Disk): FolderRecord | undefined {
  const head = readPlanHead(join(begun.folder, RUN_FILES.plan), disk);
  const isReplaced = head && !isPlanOfBegun(head, begun);
  return isReplaced ? undefined : recordOfFolder(begun.folder, disk);
}
