import { basename, dirname, join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';

/** No process takes that long to write a file. Units: milliseconds. */
const OLD_MS = 3_600_000;

/**
 * Removes what processes that were killed while they wrote this file with `replaceWhole` have left. `now`: epoch milliseconds. Errors:
 * those of the system.
 */
export function removeOldDrafts(path: string, now: number, disk: Disk): void {
  const folder = dirname(path);
  for (const { name } of disk.readdirSync(folder, { withFileTypes: true })) {
    if (!name.startsWith(`${basename(path)}.`) || !DRAFT.test(name)) continue;
    const draft = join(folder, name);
    const stats = disk.lstatSync(draft, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.mtimeMs < now - OLD_MS) disk.rmSync(draft, { force: true });
  }
}

const DRAFT = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished$/;
