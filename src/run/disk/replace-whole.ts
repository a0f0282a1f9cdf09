import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { renameFile } from './rename-file.ts';
import { syncFolder } from './sync-folder.ts';
import { removeDraft, writeSynced } from './write-synced.ts';

/**
 * Writes a file that takes the place of another one, or of a link, only when it is complete, and survives a power cut. Each draft has
 * another name, so that of processes beside each other one leaves its whole file. Errors: the system's own; those of `blocks`.
 */
export function replaceWhole(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const draft = `${path}.${randomUUID()}.unfinished`;
  try {
    writeSynced(draft, blocks, disk);
    renameFile(draft, path, { disk });
  } catch (error) {
    removeDraft(draft, disk);
    throw error;
  }
  syncFolder(dirname(path), disk);
}
