import type { Disk } from '../../domain/ports.ts';
import { describeRefusal, type RefusedFolder } from '../folder/find-run-folders.ts';
import { deleteDoomed, deleteRun } from './delete-run.ts';
import type { PrunedRun, PrunePlan } from './plan-prune.ts';

interface Pruning {
  /** Looks again whether a run folder is in use. */
  readonly isBusy: (path: string) => boolean;
  readonly disk: Disk;
}

export interface Pruned {
  readonly deleted: readonly PrunedRun[];
  readonly failed: readonly RefusedFolder[];
}

/**
 * Deletes run folders, and what a killed process has left of others. It takes no lock: whether a run uses a folder is looked up
 * immediately before that is renamed, and a run that begins then does not find it any more.
 */
export function pruneRuns({ toDelete, doomed }: PrunePlan, { isBusy, disk }: Pruning): Pruned {
  const deleted: PrunedRun[] = [];
  const failed: RefusedFolder[] = [];
  function attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      failed.push({ path, why: describeRefusal(error) });
    }
  }
  for (const path of doomed) attempt(path, () => deleteDoomed(path, disk));
  for (const run of toDelete) {
    if (isBusy(run.path)) failed.push({ path: run.path, why: 'A run uses it' });
    else
      attempt(run.path, () => {
        deleteRun(run.path, run.ino, disk);
        deleted.push(run);
      });
  }
  return { deleted, failed };
}
