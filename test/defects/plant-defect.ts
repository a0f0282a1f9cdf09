import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Defect } from './defect.ts';

type Patch = Pick<Defect, 'name' | 'file' | 'find' | 'put'>;

/**
 * Writes a defect into the project at `root`. Gives a function that removes it.
 *
 * Errors: where its text is not in the file exactly once, since then it is unclear what would be tested.
 */
export function plantDefect(defect: Patch, root: string): () => void {
  const path = join(root, defect.file);
  const text = readFileSync(path, 'utf8');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, patch(text, defect));
  return () => {
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
  };
}

/** A file's text with the defect in it. */
export function patch(text: string, { name, file, find, put }: Patch): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const times = after === undefined ? 'not at all' : `${more.length + 1} times`;
    throw new Error(
      `Cannot plant "${name}": its text is in ${file} ${times}; find the place again and rewrite the patch`,
    );
  }
  return `${before}${put}${after}`;
}
