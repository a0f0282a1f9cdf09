import { statSync } from 'node:fs';

/** The rights that a file or folder gives to its owner, its group and others. */
export function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}
