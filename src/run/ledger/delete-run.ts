import { basename, dirname, join } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { renameFile } from '../disk/rename-file.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { describeRefusal, type RefusedFolder } from '../folder/find-run-folders.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { DELETING } from '../folder/run-folder.ts';
import { isOnlyOurs } from './is-only-ours.ts';
import type { KnownRun, PrunePlan } from './plan-prune.ts';
import { isPlanOf, planPathOf } from './run-facts.ts';

interface Pruning {
  /** Looks again whether a run folder is in use. */
  readonly isBusy: (path: string) => boolean;
  readonly disk: Disk;
}

export interface Pruned {
  /** What a killed process had left. */
  readonly finished: readonly string[];
  readonly deleted: readonly KnownRun[];
  readonly failed: readonly RefusedFolder[];
}

/**
 * Deletes run folders, and what a killed process has left of others. It takes no lock: whether a run uses a folder is looked up
 * immediately before that is renamed, and a run that begins then does not find it any more.
 */
export function pruneRuns(
  { toDelete, doomed }: Pick<PrunePlan, 'toDelete' | 'doomed'>,
  { isBusy, disk }: Pruning,
): Pruned {
  const failed: RefusedFolder[] = [];
  function attempt(path: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      failed.push({ path, why: describeRefusal(error) });
      return false;
    }
  }
  const finished = doomed.filter((path) => attempt(path, () => deleteDoomed(path, disk)));
  const deleted = toDelete.filter((run) =>
    attempt(run.path, () => {
      if (isBusy(run.path)) throw new RunFolderError('A run uses it');
      deleteRun(run, disk);
    }),
  );
  return { finished, deleted, failed };
}

/**
 * Deletes a run folder. It is renamed first, and loses its plan first: nothing takes half of it for a run, and what is left by a
 * process that was killed is recognized by its name.
 *
 * Errors: `RunFolderError` if it is not the folder any more that was looked at; those of the system.
 */
function deleteRun({ path, record }: KnownRun, disk: Disk): void {
  const doomed = `${path}${DELETING}`;
  renameFile(path, doomed, { disk });
  const head = readPlanHead(planPathOf(doomed), disk);
  if (!head || !isPlanOf(record, head) || !isOnlyOurs(doomed, disk)) {
    const isTaken = disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (!isTaken) renameFile(doomed, path, { disk });
    throw new RunFolderError(
      `It was replaced meanwhile${isTaken ? `, and is now "${basename(doomed)}"` : ''}`,
    );
  }
  // After a power cut the old name may not be back with half of the files.
  syncFolder(dirname(path), disk);
  deleteDoomed(doomed, disk);
}

/** Errors: those of the system; also if there is something else in it than files. */
function deleteDoomed(doomed: string, disk: Disk): void {
  disk.rmSync(planPathOf(doomed), { force: true });
  for (const { name } of disk.readdirSync(doomed, { withFileTypes: true }))
    disk.rmSync(join(doomed, name), { force: true });
  disk.rmdirSync(doomed);
}
