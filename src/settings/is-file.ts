import { statSync } from 'node:fs';

/** Whether a file can be found there; what can't be looked at is none. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
