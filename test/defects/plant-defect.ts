import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Defect } from './defect.ts';

type Patch = Pick<Defect, 'name' | 'file' | 'find' | 'put'>;

/**
 * Writes a defect into the project at `root`.
 *
 * Errors: where its text does not stand in the file exactly once, since then nobody knows what would be tested.
 */
export function plantDefect(defect: Patch, root: string): void {
  const path = join(root, defect.file);
  writeFileSync(path, patch(readFileSync(path, 'utf8'), defect));
}

/** A file's text with the defect in it. */
export function patch(text: string, { name, file, find, put }: Patch): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const times = after === undefined ? 'not at all' : `${more.length + 1} times`;
    throw new Error(
      `Cannot plant "${name}": its text stands in ${file} ${times}; find the place again and write the patch anew`,
    );
  }
  return `${before}${put}${after}`;
}
