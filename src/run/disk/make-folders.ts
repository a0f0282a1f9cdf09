import { dirname } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import { OWNER_ONLY } from './owner-only.ts';

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
