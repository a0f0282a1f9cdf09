import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';

/** Why a history is not used: others could have changed it. */
export function describeStranger(paths: readonly string[], disk: Disk): string | undefined {
  for (const path of paths) {
    const stranger = findStranger(path, disk);
    if (stranger)
      return `The history in "${path}" is not used, and nothing is added to it: it ${stranger.why}; ${stranger.wayOut(path, 'folder')}`;
  }
  return undefined;
}
