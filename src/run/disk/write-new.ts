import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import { makeSyncedFolders } from './make-synced-folders.ts';
import { renameFile } from './rename-file.ts';
import { syncFolder } from './sync-folder.ts';
import { removeDraft, writeSynced } from './write-synced.ts';

/**
 * Writes a file that appears under its name only when it is complete, and only if nothing has that name by then. Returns
 * whether it does. Each draft has another name, so that processes beside each other need no lock.
 *
 * Errors: the system's own; those of `blocks`.
 */
export function writeNew(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): boolean {
  makeSyncedFolders(dirname(path), disk);
  const draft = `${path}.${randomUUID()}.unfinished`;
  let isPlaced: boolean;
  try {
    writeSynced(draft, blocks, disk);
    isPlaced = place(draft, path, disk);
  } finally {
    removeDraft(draft, disk);
  }
  syncFolder(dirname(path), disk);
  return isPlaced;
}

/** Disks that know no second name for a file. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function place(draft: string, path: string, disk: Disk): boolean {
  try {
    disk.linkSync(draft, path);
    return true;
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(code)) throw error;
  }
  if (disk.lstatSync(path, { throwIfNoEntry: false })) return false;
  renameFile(draft, path, { disk });
  return true;
}
