import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

/** Whether a folder holds nothing but files of a run, and nobody else could have changed any. */
export function isOnlyOurs(folder: string, disk: Disk): boolean {
  if (findStranger(folder, disk)) return false;
  return disk.readdirSync(folder, { withFileTypes: true }).every(({ name }) => {
    const path = join(folder, name);
    const isNamedSo = OURS.has(name) || name.endsWith('.unfinished');
    return (
      isNamedSo && disk.lstatSync(path, { throwIfNoEntry: false })?.isFile() && !findStranger(path, disk)
    );
  });
}

const OURS: ReadonlySet<string> = new Set<string>(Object.values(RUN_FILES));
