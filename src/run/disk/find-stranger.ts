import { findOtherOwner, type Stranger } from '../../domain/find-other-owner.ts';
import type { Disk } from '../../domain/ports.ts';
import { systemTrust } from './system-trust.ts';

/** Finds who else could have changed a file or folder, or a link itself; `undefined` if nobody could, or it is not there. */
export function findStranger(path: string, disk: Pick<Disk, 'lstatSync'>): Stranger | undefined {
  const rights = disk.lstatSync(path, { throwIfNoEntry: false });
  const trust = systemTrust();
  return rights && trust && findOtherOwner(rights, trust);
}
