import { relative } from 'node:path';

/** A folder as somebody in `cwd` would name it. */
export function displayPath(folder: string, cwd: string): string {
  const near = relative(cwd, folder);
  return near.startsWith('..') ? folder : near;
}
