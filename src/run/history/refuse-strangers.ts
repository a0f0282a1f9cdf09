import { join } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { isMonth, listEntries, listParts } from './history-files.ts';

/** Refuses a history that others could have changed. Errors: `RunFolderError`. */
export function refuseStrangers(folder: string, action: string, disk: Disk): void {
  const there = disk.statSync(folder, { throwIfNoEntry: false });
  if (there && !there.isDirectory())
    throw new RunFolderError(`Cannot ${action} the history "${folder}": it is a file`, {
      hint: 'Name a folder with --history',
    });
  refuseEach([folder, ...listParts(folder, disk)], action, disk);
}

/**
 * Likewise, file by file: for what decides by the history which amounts are sent, or what is deleted.
 *
 * Errors: `RunFolderError`.
 */
export function refuseStrangeFiles(folder: string, action: string, disk: Disk): void {
  refuseStrangers(folder, action, disk);
  for (const part of listParts(folder, disk)) refuseEach(pathsIn(part, disk), action, disk);
}

/** Folders come before what is in them, which is not looked at unless they are fine. */
function* pathsIn(part: string, disk: Disk): Generator<string> {
  const entries = listEntries(part, disk);
  for (const { name } of entries) yield join(part, name);
  for (const { name: month } of entries.filter(isMonth))
    for (const { name } of listEntries(join(part, month), disk)) yield join(part, month, name);
}

function refuseEach(paths: Iterable<string>, action: string, disk: Disk): void {
  for (const path of paths) {
    const stranger = findStranger(path, disk);
    if (stranger)
      throw new RunFolderError(`Cannot ${action} the history "${path}": it ${stranger.why}`, {
        hint: stranger.wayOut(`"${path}"`),
      });
  }
}
