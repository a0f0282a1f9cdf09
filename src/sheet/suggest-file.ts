import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { askAbout } from '../domain/did-you-mean.ts';
import { nearestNames } from '../domain/nearest-names.ts';

/** `; did you mean "sample.csv"?` behind the name of a file that is not there, where one beside it is called much like it. */
export async function suggestFile(path: string, cwd: string): Promise<string> {
  const folder = dirname(path);
  try {
    const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    return askAbout(nearestNames(basename(path), files).map((name) => join(folder, name)));
  } catch {
    // The folder is not there either, or may not be listed.
    return '';
  }
}
