import * as fs from 'node:fs';
import { join } from 'node:path';

/** All files below a folder with their bytes, to see that nothing has changed. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!fs.existsSync(folder)) return {};
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.sort().map((path) => [path.slice(folder.length + 1), fs.readFileSync(path, 'utf8')]),
  );
}
