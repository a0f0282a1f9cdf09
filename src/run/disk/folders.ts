import { dirname } from 'node:path';
import { systemCode } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';

/**
 * Makes a folder and its missing parents, for their owner only. Node's recursive mkdir never returns below a folder
 * that can't have others and reports ENOENT, as /proc does.
 *
 * Errors: the system's own; `EEXIST` if one of them is a file.
 */
export function makeFolders(path: string, disk: Disk): void {
  const parent = dirname(path);
  if (parent !== path && !disk.existsSync(parent)) makeFolders(parent, disk);
  try {
    disk.mkdirSync(path, { mode: OWNER_ONLY.folder });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !disk.statSync(path).isDirectory()) throw error;
  }
}

/** Makes a folder and its missing parents, each of which survives a power cut. Errors: as `makeFolders`. */
export function makeSyncedFolders(path: string, disk: Disk): void {
  if (disk.existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeSyncedFolders(parent, disk);
  makeFolders(path, disk);
  syncFolder(parent, disk);
}

/** Makes a rename survive a power cut. Windows can't open a folder, and keeps its own order. */
export function syncFolder(path: string, disk: Disk): void {
  if (process.platform === 'win32') return;
  const folder = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(folder);
  } finally {
    disk.closeSync(folder);
  }
}

/** Permissions of everything that a run makes: for its owner alone. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;
