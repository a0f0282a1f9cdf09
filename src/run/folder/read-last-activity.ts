import { resolve } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { RUN_FILES } from './run-folder.ts';

/**
 * When a run was last alive: when its journal or log was written, which is all that a killed run leaves. Units: epoch
 * milliseconds.
 */
export function readLastActivity(folder: string, disk: Pick<Disk, 'statSync'>): number {
  const times = [RUN_FILES.outcomes, RUN_FILES.log].map(
    (name) => disk.statSync(resolve(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}
