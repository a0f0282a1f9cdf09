import { resolve } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { RUN_FILES } from './run-folder.ts';

/**
 * When a run is known to have been alive last: its journal or its log was written. Of a run that was killed that is all
 * there is to go by. Units: epoch milliseconds.
 */
export function readLastSign(folder: string, disk: Pick<Disk, 'statSync'>): number {
  const times = [RUN_FILES.outcomes, RUN_FILES.log].map(
    (name) => disk.statSync(resolve(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}
