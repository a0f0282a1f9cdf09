import type { Disk } from '../../domain/ports.ts';
import { GENERATOR } from '../../report/nights/page-frame.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';

/** The mark of the program is among the first lines. */
const HEAD_BYTES = 1024;

/**
 * Whether a file may be replaced by a page about nights: because it is one, is empty, is a link, whose target stays as it is, or is not
 * there. Errors: those of the system.
 */
export function isOurPage(path: string, disk: Disk): boolean {
  const there = disk.lstatSync(path, { throwIfNoEntry: false });
  if (!there || there.isSymbolicLink()) return true;
  if (!there.isFile()) return false;
  const file = openRegularFile(path, disk);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const size = disk.readSync(file, head);
    return size === 0 || head.toString('utf8', 0, size).includes(GENERATOR);
  } finally {
    disk.closeSync(file);
  }
}
