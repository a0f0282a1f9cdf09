import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Gives every file that is packed the same mode, whatever the umask of the clone was: npm writes the modes into the package, and with other modes its
 * bytes differ.
 */
const root = import.meta.dirname;
const { bin, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What npm packs without being asked. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];
const programs = Object.values(bin);

// Windows has no such modes, and npm writes these there.
if (process.platform !== 'win32')
  for (const path of [...ALWAYS, ...files.filter((each) => !each.startsWith('!'))].flatMap(filesIn))
    chmodSync(join(root, path), programs.includes(path) ? 0o755 : 0o644);

function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`));
}
