import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { Probes } from '../job/process-mark.ts';
import { judgeHolder, type Standing } from './judge-holder.ts';
import { type FoundLock, findLock } from './lock-file.ts';

/** A lock of an account, and whether its run is alive. */
export interface SeenLock {
  readonly lock: FoundLock;
  readonly standing: Standing;
}

interface Place {
  readonly folder: string;
  /** Fingerprint of the key. */
  readonly account: string;
  readonly probes: Probes;
  readonly now: number;
  readonly disk: Disk;
}

/** The locks of an account and its shards, without touching any. Errors: the system's own. */
export function lookAtLocks({ folder, account, probes, now, disk }: Place): readonly SeenLock[] {
  if (!disk.existsSync(folder)) return [];
  const names = disk.readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);
  return names.sort().flatMap((name): readonly SeenLock[] => {
    const lock = isLockOf(name, account) ? findLock(join(folder, name), disk) : undefined;
    return lock ? [{ lock, standing: judgeHolder(lock, { probes, now }) }] : [];
  });
}

function isLockOf(name: string, account: string): boolean {
  return name.startsWith(`${account}.`) && /^[0-9a-f]+\.(?:\d+of\d+\.)?lock$/.test(name);
}
