import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { renameFile } from './rename-file.ts';
import { syncFolder } from './sync-folder.ts';
import { removeDraft, writeSynced } from './write-synced.ts';

/**
 * Writes a file that appears under its name only when it is complete, and survives a power cut. Errors: the system's
 * own.
 */
export function writeWhole(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeSynced(unfinished, blocks, disk);
    renameFile(unfinished, path, { disk });
  } catch (error) {
    removeDraft(unfinished, disk);
    throw error;
  }
  syncFolder(dirname(path), disk);
}
