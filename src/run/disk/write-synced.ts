import type { Disk } from '../../domain/ports.ts';
import { openDraft } from './open-draft.ts';
import { OWNER_ONLY } from './owner-only.ts';
import { writeAll } from './write-all.ts';

/** Writes a draft that is safely on disk before it gets its name. Errors: the system's own; those of `blocks`. */
export function writeSynced(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const file = openDraft(path, OWNER_ONLY.file, disk);
  try {
    for (const block of blocks) writeAll(file, block, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** On a full disk the draft would take the room that later files need. The first error is the one to report. */
export function removeDraft(path: string, disk: Disk): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // The disk may refuse that too.
  }
}
