import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { makeFolders } from './make-folders.ts';
import { syncFolder } from './sync-folder.ts';

/** Makes a folder and its missing parents, each of which survives a power cut. Errors: as `makeFolders`. */
export function makeSyncedFolders(path: string, disk: Disk): void {
  if (disk.existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeSyncedFolders(parent, disk);
  makeFolders(path, disk);
  syncFolder(parent, disk);
}
