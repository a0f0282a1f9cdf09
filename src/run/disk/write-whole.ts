import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { openDraft } from './open-draft.ts';
import { OWNER_ONLY } from './owner-only.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAll } from './write-all.ts';

/**
 * Writes a file that appears under its name only when it is complete, and survives a power cut. Errors: the system's
 * own.
 */
export function writeWhole(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeSynced(unfinished, blocks, disk);
    disk.renameSync(unfinished, path);
  } catch (error) {
    removeRemains(unfinished, disk);
    throw error;
  }
  syncFolder(dirname(path), disk);
}

function writeSynced(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const file = openDraft(path, OWNER_ONLY.file, disk);
  try {
    for (const block of blocks) writeAll(file, block, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** On a full disk the draft would take the room that later files need. The first error is the one to report. */
function removeRemains(path: string, disk: Disk): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // The disk may refuse that too.
  }
}
