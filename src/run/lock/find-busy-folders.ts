import { basename, join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { Probes } from '../job/process-mark.ts';
import { judgeHolder } from './judge-holder.ts';
import { findLock } from './lock-file.ts';

interface Place {
  /** Of the locks of all accounts; `undefined` if there is none. */
  readonly folder: string | undefined;
  readonly probes: Probes;
  readonly now: number;
  readonly disk: Disk;
}

/**
 * Looks at the locks of all accounts, without touching any, and returns which run folders are in use: by live runs, and
 * as what such a run was given. A lock names the latter as it was written, so that its name has to be enough.
 *
 * Errors: the system's own.
 */
export function findBusyFolders({ folder, probes, now, disk }: Place): (path: string) => boolean {
  if (folder === undefined || !disk.existsSync(folder)) return () => false;
  const names = disk.readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);
  const live = names
    .filter((name) => name.endsWith('.lock'))
    .flatMap((name) => findLock(join(folder, name), disk) ?? [])
    .filter((lock) => judgeHolder(lock, { probes, now }).kind === 'live');
  const used = new Set(live.flatMap((lock) => [lock.folder, lock.holder?.subject].map(nameOf)));
  return (path) => used.has(basename(path));
}

function nameOf(path: string | undefined): string {
  return path === undefined ? '' : basename(path);
}
