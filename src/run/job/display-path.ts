import { relative } from 'node:path';

/** A folder as a user in `cwd` would write it. */
export function displayPath(folder: string, cwd: string): string {
  const near = relative(cwd, folder);
  return near.startsWith('..') ? folder : near;
}
