import { basename, dirname, join } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { renameFile } from '../disk/rename-file.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { DELETING, RUN_FILES } from '../folder/run-folder.ts';

/** Files of a run folder; people fill in the second kind. */
const OURS: ReadonlySet<string> = new Set<string>(Object.values(RUN_FILES));

/** What a folder holds that no run has left there; `undefined` if it holds nothing else. */
export function findForeign(folder: string, disk: Disk): string | undefined {
  return disk
    .readdirSync(folder, { withFileTypes: true })
    .map(({ name }) => name)
    .find((name) => !isOurs(folder, name, disk));
}

function isOurs(folder: string, name: string, disk: Disk): boolean {
  if (!OURS.has(name) && !name.endsWith('.unfinished')) return false;
  return disk.lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
}

/** The bytes of all files of a run folder. */
export function sizeOf(folder: string, disk: Disk): number {
  const entries = disk.readdirSync(folder, { withFileTypes: true });
  return entries.reduce(
    (sum, { name }) => sum + (disk.lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/**
 * Deletes a run folder. It is renamed first, and loses its plan first: nothing takes half of it for a run, and what is left by a
 * process that was killed is recognized by its name.
 *
 * Errors: `RunFolderError` if it is not the folder any more that was looked at; those of the system.
 */
export function deleteRun(path: string, ino: number, disk: Disk): void {
  const doomed = freeName(path, disk);
  renameFile(path, doomed, { disk });
  if (disk.lstatSync(doomed, { throwIfNoEntry: false })?.ino !== ino)
    throw new RunFolderError(`It was replaced meanwhile, and is now "${basename(doomed)}"`);
  // After a power cut the old name may not be back with half of the files.
  syncFolder(dirname(path), disk);
  deleteDoomed(doomed, disk);
}

function freeName(path: string, disk: Disk): string {
  for (let number = 1; ; number++) {
    const name = `${path}${number === 1 ? '' : `-${number}`}${DELETING}`;
    if (!disk.lstatSync(name, { throwIfNoEntry: false })) return name;
  }
}

/** Folders that a killed process left half deleted, of which nobody else could have put anything there. */
export function listDoomed(parent: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(parent)) return [];
  return disk
    .readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith(DELETING))
    .map(({ name }) => join(parent, name))
    .filter((path) => !findStranger(path, disk) && findForeign(path, disk) === undefined);
}

/** Errors: those of the system; also if there is something else in it. */
export function deleteDoomed(doomed: string, disk: Disk): void {
  disk.rmSync(join(doomed, RUN_FILES.plan), { force: true });
  for (const { name } of disk.readdirSync(doomed, { withFileTypes: true })) {
    if (!isOurs(doomed, name, disk))
      throw new RunFolderError(`It holds "${name}", which is not a file of a run`);
    disk.rmSync(join(doomed, name), { force: true });
  }
  disk.rmdirSync(doomed);
}
