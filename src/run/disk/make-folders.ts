import { dirname } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder, and those above it that are not there, for their owner only. Node's own way of doing so goes round for
 * ever below a folder that takes no others and says that it is not there, as /proc does.
 *
 * Errors: the system's own; `EEXIST` where one of them is a file.
 */
export function makeFolders(path: string, disk: Disk): void {
  const parent = dirname(path);
  if (parent !== path && !disk.existsSync(parent)) makeFolders(parent, disk);
  try {
    disk.mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !disk.statSync(path).isDirectory()) throw error;
  }
}
