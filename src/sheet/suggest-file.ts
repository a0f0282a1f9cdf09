import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, resolve } from 'node:path';
import { askAbout } from '../domain/did-you-mean.ts';
import { nearestNames } from '../domain/nearest-names.ts';

/** Longer suggestions don't help. */
const MOST = 3;

/** `; did you mean "sample.csv"?` behind the name of a file that is not there, if one beside it is called much like it. */
export async function suggestFile(path: string, cwd: string): Promise<string> {
  const folder = dirname(path);
  try {
    const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const name = basename(path);
    const near = nearestNames(name, files);
    const longer = files.filter((file) => extname(file) !== '' && parse(file).name === name).sort();
    return askAbout((near.length > 0 ? near : longer).slice(0, MOST).map((file) => join(folder, file)));
  } catch {
    // The folder is not there either, or may not be listed.
    return '';
  }
}
