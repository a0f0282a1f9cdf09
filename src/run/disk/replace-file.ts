import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { makeFolders } from './make-folders.ts';
import { openDraft } from './open-draft.ts';
import { OWNER_ONLY } from './owner-only.ts';
import { renameFile } from './rename-file.ts';
import { writeAll } from './write-all.ts';

/**
 * Replaces a small file atomically; only its owner can read it.
 *
 * Errors: those of the system.
 */
export function replaceFile(path: string, text: string, disk: Disk): void {
  makeFolders(dirname(path), disk);
  const unfinished = `${path}.unfinished`;
  const file = openDraft(unfinished, OWNER_ONLY.file, disk);
  try {
    writeAll(file, text, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
  renameFile(unfinished, path, { disk });
}
