import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { DELETING } from './run-folder.ts';

/** At most this many folders of each parent are searched. */
const MAX_FOLDERS = 500;

/** The folders in `parents`, each once: of each parent those with automatic names first, the newest ahead. */
export function listFolders(parents: readonly string[], disk: Disk): readonly string[] {
  return [...new Set(parents.flatMap((parent) => listNames(parent, disk).map((name) => join(parent, name))))];
}

function listNames(parent: string, disk: Disk): readonly string[] {
  try {
    const entries = disk.readdirSync(parent, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() && !entry.name.endsWith(DELETING))
      .map(({ name }) => name);
    const isOurs = (name: string): boolean => /^\d{4}-\d\d-\d\dT/.test(name);
    const newest = names.sort().reverse();
    return [...newest.filter(isOurs), ...newest.filter((name) => !isOurs(name))].slice(0, MAX_FOLDERS);
  } catch {
    return [];
  }
}
