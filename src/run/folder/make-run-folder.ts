import { basename, dirname, isAbsolute, relative } from 'node:path';
import process from 'node:process';
import { systemCode } from '../../domain/describe-system-error.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { findOtherOwner } from '../../domain/find-other-owner.ts';
import type { Disk } from '../../domain/ports.ts';
import { whyNotOnWindows } from '../../domain/why-not-on-windows.ts';
import { makeFolders } from '../disk/make-folders.ts';
import { OWNER_ONLY } from '../disk/owner-only.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';

/**
 * Makes the path to a folder survive a power cut, from the working folder on: the process that made the folders in
 * between may have been killed before it could. Folders further up that may not be read are left out.
 */
export function syncFoldersAbove(path: string, cwd: string, disk: Disk): void {
  const above = dirname(path);
  syncFolder(above, disk);
  const way = relative(cwd, above);
  if (way === '' || way.startsWith('..') || isAbsolute(way)) return;
  try {
    syncFoldersAbove(above, cwd, disk);
  } catch (error) {
    if (systemCode(error) !== 'EACCES') throw error;
  }
}

export function makeNamedFolder(path: string, disk: Disk, platform = process.platform): string {
  if (platform === 'win32') refuseUnusable(path, disk);
  const what = `make the run folder "${path}"`;
  const wasThere = disk.existsSync(path);
  const holds = withDiskErrors(what, () => {
    makeRunFolders(path, disk);
    return disk.readdirSync(path, { withFileTypes: true });
  });
  if (holds.length > 0)
    throw new RunFolderError(`Cannot use the run folder "${path}": it is not empty`, { hint: NEW_FOLDER });
  // A new folder is its owner's alone, if the disk keeps permissions.
  if (wasThere) refuseShared(path, disk);
  return path;
}

/** Errors: `RunFolderError` if a folder that is still to be made would have a name that no other program of Windows can open. */
function refuseUnusable(path: string, disk: Disk): void {
  const parent = dirname(path);
  if (parent === path || disk.existsSync(path)) return;
  const why = whyNotOnWindows(basename(path));
  if (why !== undefined)
    throw new RunFolderError(`Cannot make the run folder "${path}": ${why}`, {
      hint: 'Name another folder with --out',
    });
  refuseUnusable(parent, disk);
}

/** Another user could change the run's files there, and its undo would be refused after everything was sent. */
function refuseShared(path: string, disk: Disk): void {
  const trust = systemTrust();
  const rights = withDiskErrors(`make the run folder "${path}"`, () => disk.statSync(path));
  const stranger = trust && findOtherOwner(rights, trust);
  if (stranger)
    throw new RunFolderError(`Cannot use the run folder "${path}": it ${stranger.why}`, {
      hint: `${NEW_FOLDER}, which is made for you alone`,
    });
}

const NEW_FOLDER = 'Name a new folder with --out';

/** Errors: `RunFolderError` if one of them is a file; the system's own. */
function makeRunFolders(path: string, disk: Disk): void {
  try {
    makeFolders(path, disk);
  } catch (error) {
    throw systemCode(error) === 'EEXIST' ? notAFolder(path) : error;
  }
}

function notAFolder(path: string): RunFolderError {
  return new RunFolderError(`Cannot use the run folder "${path}": it is a file`, { hint: NEW_FOLDER });
}

/** Two runs may begin within one second: the second gets a number. */
export function makeNewFolder(stem: string, disk: Disk): string {
  withDiskErrors(`make the folder of "${stem}"`, () => makeRunFolders(dirname(stem), disk));
  for (let number = 1; ; number++) {
    const path = number === 1 ? stem : `${stem}-${number}`;
    const made = withDiskErrors(`make the run folder "${path}"`, () => {
      try {
        disk.mkdirSync(path, { mode: OWNER_ONLY.folder });
        return true;
      } catch (error) {
        if (systemCode(error) === 'EEXIST') return false;
        throw error;
      }
    });
    if (made) return path;
  }
}
