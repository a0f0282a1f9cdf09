import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../domain/describe-system-error.ts';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder, and those above it that are not there, for their owner only. Node's own way of doing so goes round for
 * ever below a folder that takes no others and says that it is not there, as /proc does.
 *
 * Errors: the system's own; `EEXIST` where one of them is a file.
 */
export function makeFolders(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
