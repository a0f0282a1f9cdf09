import type { Disk } from '../../domain/ports.ts';

/**
 * Opens a file of ours for reading. To open a pipe that nobody writes to would hold the whole process, which could not
 * even be ended by a signal.
 *
 * Errors: the system's own; `ENOTFILE` where a pipe or a device has the name of the file.
 */
export function openRegularFile(path: string, disk: Disk): number {
  refuseOthers(path, disk);
  return disk.openSync(path, 'r');
}

/** Reads a file of ours as a whole. Errors: as `openRegularFile`. */
export function readRegularFile(path: string, disk: Disk): Uint8Array {
  refuseOthers(path, disk);
  return disk.readFileSync(path);
}

/** Of a folder the system itself says what it is. */
function refuseOthers(path: string, disk: Disk): void {
  const found = disk.statSync(path);
  if (found.isFile() || found.isDirectory()) return;
  throw Object.assign(new Error('ENOTFILE: it is a pipe or a device, open'), { code: 'ENOTFILE' });
}
